import { ofGivenYears, type QueryOf, type ResponseOf } from "@touchline/contract";
import type { getTrend, listDayChanges } from "@touchline/contract/people/hierarchy";
import { addToDay, dayOf, endOfDay, leftToClear, startOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../../call.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { authorize } from "../../../../security/authorize.ts";
import { levelById } from "../../../people/index.ts";
import { countedBelow } from "./counts.ts";

type Day = ResponseOf<typeof getTrend>["days"][number];

/** Returns how a level stood at the end of each past day, and stands now. @throws NotFound, Forbidden */
export async function trend(call: Call, levelId: string, length: number): Promise<{ days: Day[] }> {
  const { at, rows: counts } = await countedBelow(call, levelId, sql`true`);
  authorize(call, "members.see", { levelPre: at.pre });
  const { rows } = await call.db.execute<{
    zone: string;
    first: string | null;
    last: string | null;
    kept: Day[] | null;
  }>(sql`
    SELECT organization.time_zone AS zone, trend_kept.first_day::text AS first, trend_kept.last_day::text AS last, (
      SELECT json_agg(json_build_object('day', day, 'members', members, 'left', left_to_clear) ORDER BY day)
      FROM (
        SELECT day, members, left_to_clear FROM level_day
        WHERE organization_id = ${call.organizationId} AND level_id = ${levelId}
        ORDER BY day DESC LIMIT ${length + 1}
      ) AS latest
    ) AS kept
    FROM organization LEFT JOIN trend_kept ON trend_kept.organization_id = organization.organization_id
    WHERE organization.organization_id = ${call.organizationId}`);
  const { zone = "UTC", first = null, last = null, kept = null } = rows[0] ?? {};
  const today = dayOf(call.now.getTime(), zone);
  const count = (of: typeof counts) => of.reduce((sum, row) => sum + row.members, 0);
  const left = count(counts.filter((row) => leftToClear.includes(row.overallStatus)));
  const now = { day: today, members: count(counts), left };
  if (first === null || last === null) return { days: [now] };
  const earliest = addToDay(today, { days: 1 - length });
  const yesterday = addToDay(today, { days: -1 });
  return {
    days: [...filled(kept ?? [], first > earliest ? first : earliest, last < yesterday ? last : yesterday), now],
  };
}

/** Returns every day of a period; days that weren't stored are like the day before. */
function filled(kept: readonly Day[], from: string, to: string): Day[] {
  const days: Day[] = [];
  let place = 0;
  let present = { members: 0, left: 0 };
  for (let day = from; day <= to; day = addToDay(day, { days: 1 })) {
    for (let next = kept[place]; next && next.day <= day; next = kept[place]) {
      present = next;
      place += 1;
    }
    days.push({ day, members: present.members, left: present.left });
  }
  return days;
}

const spots = cursors(z.strictObject({ at: ofGivenYears(z.iso.datetime({ precision: 6 })), id: z.uuid() }));
type Change = ResponseOf<typeof listDayChanges>["data"][number];

/**
 * Lists the members whose membership at a level or below it changed on a day, latest first.
 *
 * @throws NotFound, Forbidden, 400
 */
export async function dayChanges(
  call: Call,
  levelId: string,
  { day, perPage, cursor }: QueryOf<typeof listDayChanges>,
): Promise<ResponseOf<typeof listDayChanges>> {
  const at = await levelById(call, levelId);
  authorize(call, "members.see", { levelPre: at.pre });
  const spot = cursor === undefined ? null : spots.read(cursor);
  const { timeZone: zone } = await organizationFacts(call);
  const [from, until] = [startOfDay(day, zone), endOfDay(day, zone)].map((one) => new Date(one).toISOString());
  const within = (name: string) => sql`${sql.raw(name)}.pre BETWEEN ${at.pre} AND ${at.last}`;
  // The event of a move names the new level; the membership's previous event names the old one.
  const { rows } = await call.db.execute<Omit<Change, "at"> & { exact: string }>(sql`
    WITH page AS MATERIALIZED (
      SELECT event.*, ${within("level")} AS is_here, level.name AS level_name, origin.name AS origin_name
      FROM member_event AS event
      JOIN level ON level.organization_id = event.organization_id AND level.level_id = event.level_id
      LEFT JOIN LATERAL (
        SELECT past.level_id FROM member_event AS past
        WHERE event.kind = 'moved' AND past.organization_id = ${call.organizationId}
          AND past.profile_level_access_id = event.profile_level_access_id AND past.at <= event.at
          AND (past.at, past.member_event_id) < (event.at, event.member_event_id)
        ORDER BY past.at DESC, past.member_event_id DESC LIMIT 1
      ) AS before ON true
      LEFT JOIN level AS origin ON origin.organization_id = event.organization_id AND origin.level_id = before.level_id
      WHERE event.organization_id = ${call.organizationId} AND event.kind <> 'relabelled'
        AND (${within("level")} OR ${within("origin")})
        AND event.at >= ${from}::timestamptz AND event.at < ${until}::timestamptz
        ${spot ? sql`AND (event.at, event.member_event_id) < (${spot.at}::timestamptz, ${spot.id}::uuid)` : sql``}
      ORDER BY event.at DESC, event.member_event_id DESC LIMIT ${perPage + 1}
    )
    SELECT page.member_event_id AS "changeId",
      CASE WHEN page.is_here THEN page.kind ELSE 'movedAway' END AS kind, page.profile_level_access_id AS "profileLevelAccessId",
      to_char(page.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS exact,
      profile.first_name || ' ' || profile.last_name AS "fullName",
      CASE WHEN page.is_here THEN page.level_name ELSE page.origin_name END AS "levelName",
      coalesce(label.name, 'A former role') AS "labelName", page.from_status AS "fromStatus",
      page.to_status AS "toStatus", coalesce(${within("present")}, false) AS "stillMember"
    FROM page
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = page.profile_id
    LEFT JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = page.label_id
    LEFT JOIN profile_level_access AS membership ON membership.organization_id = ${call.organizationId}
      AND membership.profile_level_access_id = page.profile_level_access_id
    LEFT JOIN level AS present ON present.organization_id = ${call.organizationId}
      AND present.level_id = membership.level_id
    ORDER BY page.at DESC, page.member_event_id DESC`);
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  return {
    data: page.map(({ exact, ...row }) => ({ ...row, at: new Date(exact).toISOString() })),
    next: last && rows.length > perPage ? spots.write({ at: last.exact, id: last.changeId }) : null,
  };
}
