import type { OverallStatus } from "@touchline/contract";
import type { EligibilityAnswer, EligibilityCheck } from "@touchline/contract/integrations/eligibility";
import { ambiguousId, gateJudgment, unknownId, unknownLevel } from "@touchline/rules";
import { and, asc, gt, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../call.ts";
import { prepared } from "../../../database/prepared-statement.ts";
import { ours } from "../../../database/tenancy.ts";
import { forbidden, notFound } from "../../../errors.ts";
import { cursors } from "../../../http/page-cursor.ts";
import { level } from "../../../schema/people.ts";
import { authorize, verdictOn } from "../../../security/authorize.ts";
import { overallStatusNow } from "../../compliance/index.ts";

const levelsOnPage = 1000;
const pages = cursors(z.strictObject({ pre: z.int().min(0) }));

type Span = { pre: number; last: number };
type FoundRow = { n: number; profile_id: string; first_name: string; last_name: string; statuses: OverallStatus[] };

/** Judges one check at this moment. @throws Forbidden; NotFound for a level that the organization doesn't have. */
export async function checkOne(call: Call, check: EligibilityCheck): Promise<EligibilityAnswer> {
  const [answer] = await checkMany(call, [check]);
  if (!answer || answer.verdict === "unknownLevel") throw notFound("level");
  return answer;
}

/** Judges checks at this moment, in their order. @throws Forbidden when one of the levels is out of reach. */
export async function checkMany(call: Call, checks: readonly EligibilityCheck[]): Promise<EligibilityAnswer[]> {
  const levels = await spansOf(call, [...new Set(checks.map(({ levelId }) => levelId))]);
  for (const { pre } of levels.values()) authorize(call, "members.see", { levelPre: pre });
  const found = await foundBy(call, checks, levels);
  // Whoever sees some levels only isn't told who the people of others are.
  const seesAll = verdictOn(call, "members.see", { organizationWide: true }).allowed;
  return checks.map((check, index) => {
    const { externalId, levelId } = check;
    if (!levels.has(levelId)) return { externalId, levelId, eligible: false, ...unknownLevel, person: null };
    const people = found.get(index + 1) ?? [];
    const [only] = people;
    if (!only || people.length > 1) {
      return { externalId, levelId, eligible: false, ...(only ? ambiguousId : unknownId), person: null };
    }
    const judgment = gateJudgment(only.statuses);
    return {
      ...{ externalId, levelId, eligible: judgment.verdict === "cleared", ...judgment },
      person: seesAll || only.statuses.length > 0 ? { profileId: only.profile_id, name: shortName(only) } : null,
    };
  });
}

/** The places of levels in the tree, by their ids; those that the organization doesn't have are missing. */
async function spansOf(call: Call, levelIds: readonly string[]): Promise<Map<string, Span>> {
  const rows = await call.db
    .select({ levelId: level.levelId, pre: level.pre, last: level.last })
    .from(level)
    .where(and(ours(level, call), inArray(level.levelId, [...levelIds]), isNull(level.archivedAt)));
  return new Map(rows.map((row) => [row.levelId, row]));
}

const shortName = ({ first_name: first, last_name: last }: FoundRow) =>
  last === "" ? first : `${first} ${String.fromCodePoint(last.codePointAt(0) as number)}.`;

/** By the number of each check: the people with that ID, two at most, with the statuses of their memberships there. */
async function foundBy(call: Call, checks: readonly EligibilityCheck[], levels: ReadonlyMap<string, Span>) {
  const { organizationId } = call;
  // An empty interval for a level that does not exist.
  const spans = checks.map(({ levelId }) => levels.get(levelId) ?? { pre: 0, last: -1 });
  const { rows } = await prepared<FoundRow>(
    call.db,
    checks.length === 1 ? "eligibility.one" : null,
    sql`
    SELECT asked.n::int AS n, person.profile_id, person.first_name, person.last_name,
      array(
        SELECT DISTINCT ${overallStatusNow(call, "m")}
        FROM profile_level_access AS pla
        JOIN level ON level.organization_id = ${organizationId} AND level.level_id = pla.level_id
          AND level.pre BETWEEN asked.pre AND asked.last
        JOIN member_standing AS m ON m.organization_id = ${organizationId}
          AND m.profile_level_access_id = pla.profile_level_access_id
        WHERE pla.organization_id = ${organizationId} AND pla.profile_id = person.profile_id) AS statuses
    FROM unnest(
      ${sql.param(checks.map(({ externalId }) => externalId))}::text[],
      ${sql.param(checks.map(({ source }) => source ?? null))}::text[],
      ${sql.param(checks.map(({ siteId }) => siteId ?? null))}::text[],
      ${sql.param(spans.map(({ pre }) => pre))}::int[],
      ${sql.param(spans.map(({ last }) => last))}::int[]
    ) WITH ORDINALITY AS asked (external_id, source, site_id, pre, last, n)
    CROSS JOIN LATERAL (
      SELECT DISTINCT known.profile_id FROM external_identity AS known
      WHERE known.organization_id = ${organizationId} AND known.external_id = asked.external_id
        AND (asked.source IS NULL OR known.integration_source = asked.source)
        AND (asked.site_id IS NULL OR known.site_id = asked.site_id)
      LIMIT 2) AS known
    JOIN profile AS person ON person.organization_id = ${organizationId} AND person.profile_id = known.profile_id`,
  );
  const found = new Map<number, FoundRow[]>();
  for (const row of rows) found.set(row.n, [...(found.get(row.n) ?? []), row]);
  return found;
}

/** Lists levels with their ids, from the top down. @throws Forbidden to people who don't see all of the organization */
export async function levelIds(call: Call, cursor: string | undefined) {
  if (call.actor.kind !== "apiKey") authorize(call, "members.see", { organizationWide: true });
  else if (!call.actor.scopes.includes("levels.read")) throw forbidden("This API key can't read levels.", "scope");
  const rows = await call.db
    .select({ levelId: level.levelId, name: level.name, kind: level.kind, parentId: level.parentId, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), isNull(level.archivedAt), gt(level.pre, cursor ? pages.read(cursor).pre : -1)))
    .orderBy(asc(level.pre))
    .limit(levelsOnPage + 1);
  const page = rows.slice(0, levelsOnPage);
  const last = rows.length > levelsOnPage ? page.at(-1) : undefined;
  return { data: page.map(({ pre: _, ...one }) => one), next: last ? pages.write({ pre: last.pre }) : null };
}
