import {
  type OverallStatus,
  overallStatuses,
  type QueryOf,
  type RequirementStatus,
  type ResponseOf,
  type Role,
} from "@touchline/contract";
import type { getLookBack, listLookBackMembers } from "@touchline/contract/reporting/look-back";
import { currentRole } from "@touchline/rules";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { byName, searchedFor } from "../../../../database/names.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { content, label } from "../../../../schema/library.ts";
import { lookBack } from "../../../../schema/reporting.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { recordsBegan, treeBelow } from "../../../compliance/index.ts";
import { levelById } from "../../../people/index.ts";
import { countedBelow } from "../../dashboard/queries/counts.ts";

type Where = { levelId: string; lookBackId: string };
export type LookBackFilter = Pick<
  QueryOf<typeof listLookBackMembers>,
  "search" | "overallStatuses" | "labels" | "content" | "requirementStatuses"
>;
export type MemberThenShown = ResponseOf<typeof listLookBackMembers>["data"][number];

/**
 * Returns a result for people who may see the members of the level now.
 *
 * @throws NotFound, Forbidden; Conflict if the levels below have changed.
 */
export async function lookBackOf(call: Call, where: Where) {
  const { since, ...row } = await workedOut(call, where, "report");
  if (since !== null) throw notFound("report");
  return row;
}

/** Returns a comparison of two instants, the earlier as `since`. @throws as `lookBackOf` */
export async function comparisonOf(call: Call, where: Where) {
  const { since, ...row } = await workedOut(call, where, "comparison");
  if (since === null) throw notFound("comparison");
  return { ...row, since };
}

async function workedOut(call: Call, { levelId, lookBackId }: Where, what: "report" | "comparison") {
  const level = await levelById(call, levelId);
  authorize(call, "members.see", { levelPre: level.pre });
  const [row] = await call.db
    .select()
    .from(lookBack)
    .where(and(ours(lookBack, call), eq(lookBack.lookBackId, lookBackId), eq(lookBack.levelId, levelId)));
  if (!row) throw notFound(what);
  if (row.state === "over") {
    throw conflict(
      "This report is no longer available. You started another one, or it's more than a day old. Start it again.",
      "over",
    );
  }
  // People who may see a level see what is below it now; they may not see what was below it a moment ago.
  if (row.tree !== (await treeBelow(call, level))) {
    throw conflict("Levels were moved or deleted in the meantime. Start the report again.", "outdated");
  }
  return { ...row, level };
}

/** Returns the progress and the counts. */
export async function shownLookBack(call: Call, where: Where): Promise<ResponseOf<typeof getLookBack>> {
  const row = await lookBackOf(call, where);
  const { labels, contents } = row.counts;
  const labelIds = Object.keys(labels);
  const [labelNames, contentNames, began, today] = [
    await namesOfLabels(call, labelIds),
    await namesOfContents(call, Object.keys(contents)),
    await recordsBegan(call),
    await countedBelow(call, where.levelId, sql`true`),
  ];
  const byLabel = labelIds.map((labelId) => ({
    labelId,
    labelName: labelNames.get(labelId)?.name ?? "A former role",
    overall: overallOf([labels[labelId] ?? {}]),
  }));
  const overall = overallOf(Object.values(labels));
  return {
    lookBackId: row.lookBackId,
    levelId: row.levelId,
    at: row.at.toISOString(),
    recordedFrom: began?.toISOString() ?? null,
    madeAt: row.createdAt.toISOString(),
    whole: row.state === "whole",
    looked: row.looked,
    total: row.total,
    members: Object.values(overall).reduce((sum, many) => sum + many, 0),
    overall,
    today: overallOf(today.rows.map((one) => ({ [one.overallStatus]: one.members }))),
    labels: byLabel.sort((a, b) => byName(a.labelName, b.labelName)),
    requirements: Object.entries(contents)
      .flatMap(([contentId, statuses]) => {
        const named = contentNames.get(contentId);
        const total = Object.values(statuses).reduce((sum, many) => sum + many, 0);
        return named ? [{ contentId, ...named, total, statuses }] : [];
      })
      .sort((a, b) => byName(a.name, b.name)),
  };
}

const overallOf = (counts: readonly Partial<Record<OverallStatus, number>>[]) =>
  Object.fromEntries(
    overallStatuses.map((status) => [status, counts.reduce((sum, one) => sum + (one[status] ?? 0), 0)]),
  ) as Record<OverallStatus, number>;

async function namesOfLabels(call: Call, labelIds: readonly string[]) {
  if (labelIds.length === 0) return new Map<string, { name: string; role: string }>();
  const rows = await call.db
    .select({ id: label.labelId, name: label.name, role: label.role })
    .from(label)
    .where(and(ours(label, call), inArray(label.labelId, [...labelIds])));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function namesOfContents(call: Call, contentIds: readonly string[]) {
  if (contentIds.length === 0) return new Map<string, { name: string; type: (typeof content.$inferSelect)["type"] }>();
  const rows = await call.db
    .select({ id: content.contentId, name: content.name, type: content.type })
    .from(content)
    .where(and(ours(content, call), inArray(content.contentId, [...new Set(contentIds)])));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

const places = cursors(z.strictObject({ name: z.string(), id: z.uuid() }));

/** Lists a page of the members at that instant. @throws as `lookBackOf`; 400 for a cursor of another list */
export async function membersOfLookBack(
  call: Call,
  where: Where,
  query: QueryOf<typeof listLookBackMembers>,
): Promise<ResponseOf<typeof listLookBackMembers>> {
  const after = query.cursor === undefined ? null : places.read(query.cursor);
  await lookBackOf(call, where);
  const { data, last } = await rowsOf(call, where.lookBackId, query, after, query.perPage);
  return { data, next: last && places.write(last) };
}

type LookBackRow = {
  id: string;
  sort_name: string;
  profile_id: string;
  first_name: string;
  last_name: string;
  level_id: string;
  level_name: string;
  label_id: string;
  label_name: string | null;
  role: string | null;
  overall_status: OverallStatus;
  contents: string[];
  content_statuses: RequirementStatus[];
  self_pre: number | null;
};
export type RowPlace = { name: string; id: string };

type Page = { lookBackId: string; matching: SQL; after: RowPlace | null; most: number };

/** Selects `page`: the next rows of `table` in the order of names, one more than asked for if there are more. */
export const pageOf = (call: Call, table: SQL, { lookBackId, matching, after, most }: Page) => sql`
    WITH page AS MATERIALIZED (
      SELECT m.* FROM ${table} AS m
      WHERE m.organization_id = ${call.organizationId} AND m.look_back_id = ${lookBackId} AND ${matching}
        ${after ? sql`AND (m.sort_name, m.profile_level_access_id) > (${after.name}, ${after.id}::uuid)` : sql``}
      ORDER BY m.sort_name, m.profile_level_access_id LIMIT ${most + 1}
    )`;

/** Joins to each row of `page` the present level of that membership or, if it has ended, its last one. */
export const whereTheyAre = (call: Call) => sql`
    LEFT JOIN profile_level_access AS membership ON membership.organization_id = ${call.organizationId}
      AND membership.profile_level_access_id = page.profile_level_access_id
    LEFT JOIN level AS present ON present.organization_id = ${call.organizationId}
      AND present.level_id = membership.level_id
    LEFT JOIN LATERAL (
      SELECT at.pre FROM standing_record AS kept
      JOIN level AS at ON at.organization_id = ${call.organizationId} AND at.level_id = kept.level_id
      WHERE membership.level_id IS NULL AND kept.organization_id = ${call.organizationId}
        AND kept.profile_level_access_id = page.profile_level_access_id
      ORDER BY kept.at DESC, kept.standing_record_id DESC LIMIT 1
    ) AS former ON true`;
/** The preorder number of that level, which decides whether the caller may open the person's page. */
export const selfPre = sql`coalesce(present.pre, former.pre) AS self_pre`;

/**
 * Reads the next rows in the order of names. The caller has read the look back (`lookBackOf`), which authorizes.
 *
 * @returns `last`: where the next ones follow; null at the end.
 */
export async function rowsOf(
  call: Call,
  lookBackId: string,
  filter: LookBackFilter,
  after: RowPlace | null,
  most: number,
): Promise<{ data: MemberThenShown[]; last: RowPlace | null }> {
  const matching = conditions(filter);
  if (matching === null) return { data: [], last: null };
  const { rows } = await call.db.execute<LookBackRow>(sql`
    ${pageOf(call, sql`look_back_member`, { lookBackId, matching, after, most })}
    SELECT page.profile_level_access_id AS id, page.sort_name, page.profile_id, profile.first_name, profile.last_name,
      page.level_id, level.name AS level_name, page.label_id, label.name AS label_name, label.role, page.overall_status,
      page.contents, page.content_statuses, ${selfPre}
    FROM page
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = page.profile_id
    JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = page.level_id
    LEFT JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = page.label_id
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
      levelId: row.level_id,
      levelName: row.level_name,
      labelId: row.label_id,
      labelName: row.label_name ?? "A former role",
      role: row.role === null ? null : (currentRole(row.role) as Role | null),
      overallStatus: row.overall_status,
      opens: verdictOn(call, "members.see", row.self_pre === null ? {} : { levelPre: row.self_pre }).allowed,
      requirements: row.contents.flatMap((contentId, place) => {
        const status = row.content_statuses[place];
        const one = named.get(contentId);
        return one && status !== undefined ? [{ contentId, name: one.name, status }] : [];
      }),
    })),
    last: rows.length > most && end ? { name: end.sort_name, id: end.id } : null,
  };
}

/** Builds the condition on `m`, a row of the result; null if nobody can match. */
function conditions({ search, overallStatuses, labels, content, requirementStatuses }: LookBackFilter): SQL | null {
  const { words, addresses } = searchedFor(search);
  // Only names are searched: an address, or punctuation, matches none.
  if (addresses.length > 0 || (search !== "" && words.length === 0)) return null;
  const wanted = sql.param(requirementStatuses);
  return sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`position(${` ${word}`} in ' ' || m.sort_name) > 0`),
      ...(overallStatuses.length > 0 ? [sql`m.overall_status = ANY(${sql.param(overallStatuses)}::text[])`] : []),
      ...(labels.length > 0 ? [sql`m.label_id = ANY(${sql.param(labels)}::uuid[])`] : []),
      ...(content === undefined
        ? requirementStatuses.length > 0
          ? [sql`m.content_statuses && ${wanted}::smallint[]`]
          : []
        : [
            requirementStatuses.length > 0
              ? sql`m.content_statuses[array_position(m.contents, ${content}::uuid)] = ANY(${wanted}::smallint[])`
              : sql`array_position(m.contents, ${content}::uuid) IS NOT NULL`,
          ]),
    ],
    sql` AND `,
  );
}
