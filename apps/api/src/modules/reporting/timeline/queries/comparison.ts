import type { OverallStatus, QueryOf, RequirementStatus, ResponseOf } from "@touchline/contract";
import type { ChangeKind, getComparison, listComparisonMembers } from "@touchline/contract/reporting/comparison";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { searchedFor } from "../../../../database/names.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { recordsBegan } from "../../../compliance/index.ts";
import { noChanges } from "../actions/changes.ts";
import { comparisonOf, namesOfContents, pageOf, type RowPlace, selfPre, whereTheyAre } from "./look-back.ts";

type Where = { levelId: string; lookBackId: string };
export type ChangeFilter = { search: string; changes: readonly ChangeKind[] };
export type ChangeShown = ResponseOf<typeof listComparisonMembers>["data"][number];

/** Returns the progress of a comparison, and the number of changes. @throws as `comparisonOf` */
export async function shownComparison(call: Call, where: Where): Promise<ResponseOf<typeof getComparison>> {
  const row = await comparisonOf(call, where);
  const { members, cleared, changes } = row.counts.between ?? noChanges();
  return {
    comparisonId: row.lookBackId,
    levelId: row.levelId,
    from: row.since.toISOString(),
    to: row.at.toISOString(),
    recordedFrom: (await recordsBegan(call))?.toISOString() ?? null,
    madeAt: row.createdAt.toISOString(),
    whole: row.state === "whole",
    ...{ looked: row.looked, total: row.total, members, cleared, changes },
  };
}

const places = cursors(z.strictObject({ name: z.string(), id: z.uuid() }));

/** Lists a page of the members whose standing changed. @throws as `comparisonOf`; 400 for a cursor of another list */
export async function membersOfComparison(
  call: Call,
  where: Where,
  query: QueryOf<typeof listComparisonMembers>,
): Promise<ResponseOf<typeof listComparisonMembers>> {
  const after = query.cursor === undefined ? null : places.read(query.cursor);
  await comparisonOf(call, where);
  const { data, last } = await changesAfter(call, where.lookBackId, query, after, query.perPage);
  return { data, next: last && places.write(last) };
}

type Side = "before" | "after";
type ComparisonRow = {
  id: string;
  sort_name: string;
  profile_id: string;
  first_name: string;
  last_name: string;
  change: ChangeKind;
  contents: string[];
  before_statuses: (RequirementStatus | null)[];
  after_statuses: (RequirementStatus | null)[];
  self_pre: number | null;
} & Record<`${Side}_${"level" | "label"}`, string | null> &
  Record<`${Side}_${"level" | "label"}_name`, string | null> &
  Record<`${Side}_status`, OverallStatus | null>;

/**
 * Reads the next changes in the order of names. The caller has read the comparison (`comparisonOf`), which authorizes.
 *
 * @returns `last`: where the next ones follow; null at the end.
 */
export async function changesAfter(
  call: Call,
  lookBackId: string,
  filter: ChangeFilter,
  after: RowPlace | null,
  most: number,
): Promise<{ data: ChangeShown[]; last: RowPlace | null }> {
  const matching = conditions(filter);
  if (matching === null) return { data: [], last: null };
  const { rows } = await call.db.execute<ComparisonRow>(sql`
    ${pageOf(call, sql`look_back_change`, { lookBackId, matching, after, most })}
    SELECT page.profile_level_access_id AS id, page.sort_name, page.profile_id, profile.first_name, profile.last_name,
      page.change, page.before_level, page.before_label, page.before_status, page.after_level, page.after_label,
      page.after_status, page.contents, page.before_statuses, page.after_statuses,
      was_at.name AS before_level_name, was_as.name AS before_label_name,
      is_at.name AS after_level_name, is_as.name AS after_label_name, ${selfPre}
    FROM page
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = page.profile_id
    LEFT JOIN level AS was_at ON was_at.organization_id = ${call.organizationId} AND was_at.level_id = page.before_level
    LEFT JOIN label AS was_as ON was_as.organization_id = ${call.organizationId} AND was_as.label_id = page.before_label
    LEFT JOIN level AS is_at ON is_at.organization_id = ${call.organizationId} AND is_at.level_id = page.after_level
    LEFT JOIN label AS is_as ON is_as.organization_id = ${call.organizationId} AND is_as.label_id = page.after_label
    ${whereTheyAre(call)}
    ORDER BY page.sort_name, page.profile_level_access_id`);
  const some = rows.slice(0, most);
  const named = await namesOfContents(
    call,
    some.flatMap((row) => row.contents),
  );
  const end = some.at(-1);
  return {
    data: some.map((row) => ({
      profileLevelAccessId: row.id,
      profileId: row.profile_id,
      fullName: `${row.first_name} ${row.last_name}`,
      change: row.change,
      before: sideOf(row, "before"),
      after: sideOf(row, "after"),
      opens: verdictOn(call, "members.see", row.self_pre === null ? {} : { levelPre: row.self_pre }).allowed,
      requirements: row.contents.flatMap((contentId, place) => {
        const name = named.get(contentId)?.name;
        const [before = null, after = null] = [row.before_statuses[place], row.after_statuses[place]];
        return name === undefined ? [] : [{ contentId, name, before, after }];
      }),
    })),
    last: rows.length > most && end ? { name: end.sort_name, id: end.id } : null,
  };
}

function sideOf(row: ComparisonRow, side: Side): ChangeShown["before"] {
  const [levelId, labelId, overallStatus] = [row[`${side}_level`], row[`${side}_label`], row[`${side}_status`]];
  if (levelId === null || labelId === null || overallStatus === null) return null;
  const [levelName, labelName] = [row[`${side}_level_name`], row[`${side}_label_name`]];
  return { levelId, labelId, overallStatus, levelName: levelName ?? "", labelName: labelName ?? "A former role" };
}

/** Builds the condition on `m`, a change; null if none can match. */
function conditions({ search, changes }: ChangeFilter): SQL | null {
  const { words, addresses } = searchedFor(search);
  // Only names are searched: an address, or punctuation, matches none.
  if (addresses.length > 0 || (search !== "" && words.length === 0)) return null;
  return sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`position(${` ${word}`} in ' ' || m.sort_name) > 0`),
      ...(changes.length > 0 ? [sql`m.change = ANY(${sql.param([...changes])}::text[])`] : []),
    ],
    sql` AND `,
  );
}
