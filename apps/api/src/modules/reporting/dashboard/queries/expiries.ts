import { day, type QueryOf, type ResponseOf } from "@touchline/contract";
import { type getExpiries, type listExpiring, longestExpiring } from "@touchline/contract/people/hierarchy";
import { addToDay, dayOf, daysBetween } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { authorize } from "../../../../security/authorize.ts";
import { levelById } from "../../../people/index.ts";
import { countedOf } from "./counts.ts";

type Expiries = ResponseOf<typeof getExpiries>;
type Expiring = ResponseOf<typeof listExpiring>;

/**
 * Counts the completions at a level and below it that expire on each day from today to the same day next year. Reads counts
 * only. Past days aren't shown, even while the sweep hasn't processed their expirations.
 *
 * @throws NotFound, Forbidden
 */
export async function expiries(call: Call, levelId: string): Promise<Expiries> {
  const at = await levelById(call, levelId);
  authorize(call, "members.see", { levelPre: at.pre });
  const { today: from, counting } = await calendarOf(call);
  // Includes a completion of today that is valid for a year.
  const to = addToDay(from, { years: 1 });
  const { rows } = await call.db.execute<Expiries["days"][number]>(sql`
    WITH ${countedOf(call, levelId, "expiry")}
    SELECT expires_on::text AS day, sum(members)::int AS expiring FROM counted
    WHERE expires_on BETWEEN ${from}::date AND ${to}::date
    GROUP BY expires_on HAVING sum(members) > 0 ORDER BY expires_on`);
  return { from, to, days: rows, counting };
}

const spots = cursors(z.strictObject({ pre: z.int(), day, name: z.string(), id: z.uuid(), contentId: z.uuid() }));

/**
 * Lists the completions behind those numbers, page by page: level by level in tree order, the earliest first, by name. The
 * counts tell which levels have any on these days, so that a page reads the memberships of these only; each level is read when
 * the walk reaches it (a LIMIT keeps the planner from reading all at once, which read every day of every level).
 *
 * @throws NotFound, Forbidden, 400
 */
export async function expiring(call: Call, levelId: string, query: QueryOf<typeof listExpiring>): Promise<Expiring> {
  const at = await levelById(call, levelId);
  authorize(call, "members.see", { levelPre: at.pre });
  const length = daysBetween(query.from, query.to) + 1;
  if (length < 1) throw invalid("to", "The end date is before the start date.");
  if (length > longestExpiring) throw invalid("to", `Choose at most ${longestExpiring} days at once.`);
  const spot = query.cursor === undefined ? null : spots.read(query.cursor);
  const { today } = await calendarOf(call);
  const from = query.from < today ? today : query.from;
  const within = sql`expires_on BETWEEN ${from}::date AND ${query.to}::date`;
  const [counts, listed] = await Promise.all([
    call.db.execute<{ total: number }>(sql`
      WITH ${countedOf(call, levelId, "expiry")}
      SELECT coalesce(sum(members), 0)::int AS total FROM counted WHERE ${within}`),
    call.db.execute<Expiring["data"][number] & { pre: number; sortName: string }>(sql`
      WITH page AS MATERIALIZED (
        SELECT here.pre, here.name AS level_name, owed.* FROM (
          SELECT level.pre, level.level_id, level.name FROM level
          WHERE level.organization_id = ${call.organizationId}
            AND level.pre BETWEEN ${Math.max(at.pre, spot?.pre ?? 0)} AND ${at.last}
            AND ((
                SELECT true FROM expiry_count AS kept
                WHERE kept.organization_id = ${call.organizationId} AND kept.level_id = level.level_id AND ${within} LIMIT 1)
              OR level.level_id IN (
                SELECT kept.level_id FROM expiry_count_delta AS kept
                WHERE kept.organization_id = ${call.organizationId} AND ${within}))
          ORDER BY level.pre
        ) AS here
        CROSS JOIN LATERAL (
          SELECT standing.profile_level_access_id, standing.profile_id, standing.label_id, standing.sort_name,
            one.content_id, one.expires_on
          FROM member_standing AS standing
          CROSS JOIN LATERAL unnest(standing.contents, standing.content_expiries) AS one (content_id, expires_on)
          WHERE standing.organization_id = ${call.organizationId} AND standing.level_id = here.level_id AND ${within}
        ) AS owed
        ${
          spot
            ? sql`WHERE (here.pre, owed.expires_on, owed.sort_name, owed.profile_level_access_id, owed.content_id)
                > (${spot.pre}::integer, ${spot.day}::date, ${spot.name}::text, ${spot.id}::uuid, ${spot.contentId}::uuid)`
            : sql``
        }
        ORDER BY here.pre, owed.expires_on, owed.sort_name, owed.profile_level_access_id, owed.content_id
        LIMIT ${query.perPage + 1}
      )
      SELECT page.profile_level_access_id AS "profileLevelAccessId", page.pre, page.sort_name AS "sortName",
        profile.first_name || ' ' || profile.last_name AS "fullName", page.level_name AS "levelName",
        label.name AS "labelName", page.content_id AS "contentId", content.name AS "contentName",
        page.expires_on::text AS day
      FROM page
      JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = page.profile_id
      JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = page.label_id
      JOIN content ON content.organization_id = ${call.organizationId} AND content.content_id = page.content_id
      ORDER BY page.pre, page.expires_on, page.sort_name, page.profile_level_access_id, page.content_id`),
  ]);
  const page = listed.rows.slice(0, query.perPage);
  const last = page.at(-1);
  return {
    total: counts.rows[0]?.total ?? 0,
    data: page.map(({ pre: _, sortName: __, ...row }) => row),
    next:
      last && listed.rows.length > query.perPage
        ? spots.write({
            ...{ pre: last.pre, day: last.day, name: last.sortName },
            ...{ id: last.profileLevelAccessId, contentId: last.contentId },
          })
        : null,
  };
}

/** Returns the organization's day, and whether expirations of some people aren't counted yet. */
async function calendarOf(call: Call): Promise<{ today: string; counting: boolean }> {
  const { rows } = await call.db.execute<{ zone: string; counting: boolean }>(sql`
    SELECT time_zone AS zone, EXISTS (
      SELECT FROM expiries_behind WHERE expiries_behind.organization_id = ${call.organizationId}) AS counting
    FROM organization WHERE organization.organization_id = ${call.organizationId}`);
  const { zone = "UTC", counting = false } = rows[0] ?? {};
  return { today: dayOf(call.now.getTime(), zone), counting };
}
