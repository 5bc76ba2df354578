import type { OverallStatus, Role } from "@touchline/contract";
import type { memberRow } from "@touchline/contract/people/hierarchy";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call, Reading } from "../../../../call.ts";
import { searchedFor } from "../../../../database/names.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { authorize } from "../../../../security/authorize.ts";
import { overallStatusNow } from "../../../compliance/index.ts";
import { foundBelow, type TreePosition } from "../../../people/index.ts";
import { countedBelow } from "../../dashboard/queries/counts.ts";
import {
  conditions,
  type Group,
  groupColumn,
  groupOrder,
  groupsOf,
  isNarrow,
  type MemberFilter,
  nameDirection,
  rowConditions,
} from "./filter.ts";
import { countOwing, type OwingFilter, owingPage } from "./outstanding.ts";

/** A page of the list. */
export type MemberPage = MemberFilter & { page: number; perPage: number; cursor?: string | undefined };

export type MemberListPage = {
  data: z.output<typeof memberRow>[];
  total: number;
  /** Whether a search found more than `total`. */
  more: boolean;
  /** The cursor of the next page. */
  next: string | null;
};

/**
 * Returns one page of the memberships at a level and below it, and how many there are. The cost doesn't grow with the
 * organization: small levels are read whole; large ones by the member index, in the order of names if matches are common and
 * gathered if they are rare, which the counts tell beforehand.
 *
 * @param read the result of `readAround`.
 * @throws NotFound, Forbidden; 400 when the cursor belongs to another list.
 */
export async function membersBelow(
  call: Call,
  filter: MemberPage,
  read: ReturnType<typeof readAround>,
): Promise<MemberListPage> {
  const matching = rowConditions(call, filter);
  const cursor = readCursor(filter);
  const { at, whole, rows: counts } = await read;
  authorize(call, "members.see", { levelPre: at.pre });
  const groups = groupsOf(counts, filter);
  const members = counts.reduce((sum, row) => sum + row.members, 0);
  const searched = searchedFor(filter.search);
  if (filter.search !== "") {
    const { skip } = cursor;
    // A search for punctuation only matches no name.
    if (searched.words.length + searched.addresses.length === 0) return { data: [], total: 0, more: false, next: null };
    const order = groupOrder(filter, groups);
    const direction = nameDirection(filter);
    const found = await foundBelow(call, at, {
      searched,
      matching,
      order,
      direction,
      grouped: filter.sortCol !== "FullName",
      whole,
      members,
      skip,
      take: filter.perPage,
    });
    const { total, more } = found;
    const rows = await membersOf(call, inOrder(found.profileLevelAccessIds), true);
    return { data: rows.map(toResponse), total, more, next: nextSkip(skip + rows.length, total) };
  }

  const { content } = filter;
  if (content !== undefined) return whoOwes(call, at, { ...filter, content }, { whole, groups, ...cursor });
  const total = groups.reduce((sum, group) => sum + group.matched, 0);
  if (!whole) {
    const page = smallPage(call, at, filter, groups, matching, cursor.skip);
    const rows = await membersOf(call, page, usual(filter) && cursor.skip === 0);
    return { data: rows.map(toResponse), total, more: false, next: nextSkip(cursor.skip + rows.length, total) };
  }
  const parts = cursor.after ? partsAfter(groups, cursor.after, filter.perPage) : partsAt(groups, cursor.skip, filter);
  if (parts.length === 0) return { data: [], total, more: false, next: null };
  const rows = await membersOf(
    call,
    largePage(call, at, filter, parts, matching, members),
    keepsPlan(filter, parts, members),
  );
  const last = rows.at(-1);
  const next = last && rows.length === filter.perPage ? places.write({ after: placeOf(last, filter) }) : null;
  return { data: rows.map(toResponse), total, more: false, next };
}

/** Lists the members who owe one content. */
async function whoOwes(
  call: Call,
  at: TreePosition,
  filter: MemberPage & OwingFilter,
  { whole, groups, skip, after }: { whole: boolean; groups: readonly Group[]; skip: number; after: RowPlace | null },
): Promise<MemberListPage> {
  const { total, more, few } = await countOwing(call, at, filter, whole);
  if (!more && skip >= total) return { data: [], total, more, next: null };
  if (!whole) {
    const page = smallPage(call, at, filter, groups, rowConditions(call, filter), skip);
    const rows = await membersOf(call, page, usual(filter));
    return { data: rows.map(toResponse), total, more, next: nextSkip(skip + rows.length, total) };
  }
  // All groups: the counts don't tell how many in a group owe this, and several in a row may contain nobody who does.
  const runs = after
    ? groupsAfter(groups, after)
    : groups.filter((group) => group.matched > 0).map(({ value }) => ({ value, after: null }));
  if (runs.length === 0) return { data: [], total, more, next: null };
  // Stop at the number of matches that the counts report.
  const perPage = after || more ? filter.perPage : Math.min(filter.perPage, total - skip);
  const rows = await membersOf(call, owingPage(call, at, { ...filter, perPage }, runs, { skip, few }), false);
  const last = rows.at(-1);
  const ended = rows.length < filter.perPage || (!after && !more && skip + rows.length >= total);
  const next = last && !ended ? places.write({ after: placeOf(last, filter) }) : null;
  return { data: rows.map(toResponse), total, more, next };
}

/** Reads the level and what its counts say about the filter, which decides how the page is read. The caller authorizes. */
export const readAround = (call: Reading, levelId: string, filter: MemberPage) =>
  countedBelow(call, levelId, conditions(filter));

/** Reads all of a small level. */
function smallPage(
  call: Call,
  at: TreePosition,
  filter: MemberPage,
  groups: readonly Group[],
  matching: SQL,
  skip: number,
): SQL {
  const direction = sql.raw(nameDirection(filter));
  const order = sql`${groupOrder(filter, groups)}, m.sort_name ${direction}, m.profile_level_access_id ${direction}`;
  return sql`
    SELECT m.profile_level_access_id AS id, row_number() OVER (ORDER BY ${order}) AS place
    FROM level
    JOIN member_standing AS m ON m.organization_id = level.organization_id AND m.level_id = level.level_id
    WHERE level.organization_id = ${call.organizationId} AND level.pre BETWEEN ${at.pre} AND ${at.last} AND ${matching}
    ORDER BY ${order} ${offset(skip)} LIMIT ${sql.raw(String(filter.perPage))}`;
}

/** Page sizes that the product itself uses; they are part of the statement's text, because plans depend on them. */
const usual = ({ perPage }: MemberPage) => [25, 50, 100].includes(perPage);

/** Pages of more groups than this have too many different texts to keep plans for. */
const mostKept = 3;

/**
 * Returns whether one plan is good for any values. The text says whether a part is read in the order of names or gathered, so
 * the values don't matter, unless several are named, or rows are skipped.
 */
function keepsPlan(filter: MemberPage, parts: readonly Part[], members: number): boolean {
  if (!usual(filter)) return false;
  if (isNarrow(filter) && parts.length <= mostKept && parts.every(({ skip }) => skip === 0)) return true;
  return parts.length === 1 && !parts.some((part) => isRare(part, members));
}

/** Omitted when zero: for an unknown offset PostgreSQL expects to skip many rows, and keeps no plan. */
const offset = (skip: number) => (skip > 0 ? sql`OFFSET ${skip}` : sql``);

const inOrder = (ids: readonly string[]) =>
  sql`SELECT * FROM unnest(${sql.param([...ids])}::uuid[]) WITH ORDINALITY AS given (id, place)`;

/** The part of a group that is on the page: a number of rows from an offset, or after a row. */
type Part = Group & { take: number; skip: number; after: RowPlace | null };
type RowPlace = { group: string; name: string; id: string };

function partsAt(groups: readonly Group[], skip: number, { perPage }: MemberPage): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const group of groups) {
    const from = Math.max(skip, start);
    const take = Math.min(skip + perPage, start + group.matched) - from;
    if (take > 0) parts.push({ ...group, take, skip: from - start, after: null });
    start += group.matched;
  }
  return parts;
}

const partsAfter = (groups: readonly Group[], after: RowPlace, take: number): Part[] =>
  groupsAfter(groups, after)
    .slice(0, take)
    .map((group) => ({ ...group, take, skip: 0 }));

/** Returns the groups from that of a row on. It may have ended at that row; then the next ones fill the page. */
function groupsAfter(groups: readonly Group[], after: RowPlace): (Group & { after: RowPlace | null })[] {
  const current = groups.findIndex((group) => group.value === after.group);
  if (current < 0) return [];
  return groups
    .slice(current)
    .filter((group) => group.matched > 0)
    .map((group) => ({ ...group, after: group.value === after.group ? after : null }));
}

/**
 * Reading in order of names passes (skip + take) / share rows, gathering reads all that match. Which is better depends on how
 * rare matches are.
 */
const isRare = ({ skip, take, matched }: Pick<Part, "skip" | "take" | "matched">, members: number) =>
  ((skip + take) * members) / matched > matched;

/**
 * Reads a large level by its member index.
 *
 * @param members how many the level has: whether a part's matches are rare among them decides how they are read.
 */
function largePage(
  call: Call,
  at: TreePosition,
  filter: MemberPage,
  parts: readonly Part[],
  matching: SQL,
  members: number,
): SQL {
  const by = groupColumn[filter.sortCol];
  const direction = sql.raw(nameDirection(filter));
  const beyond = sql.raw(nameDirection(filter) === "DESC" ? "<" : ">");
  // A group has its own limit; so the text stays the same whatever is left of it.
  const limit = sql.raw(String(filter.perPage));
  const read = parts.map(({ value, matched, take, skip, after }, index) => {
    const where = sql`m.organization_id = ${call.organizationId} AND m.level_id = ${at.levelId} AND ${matching}
      ${by ? sql`AND ${by.column} = ${value}::${by.type}` : sql``}
      ${after ? sql`AND (m.sort_name, m.profile_level_access_id) ${beyond} (${after.name}, ${after.id}::uuid)` : sql``}`;
    const columns = sql`m.sort_name, m.profile_level_access_id`;
    const rare = isRare({ skip, take, matched }, members);
    const from = rare
      ? sql`(SELECT ${columns} FROM member_index AS m WHERE ${where} OFFSET 0) AS m`
      : sql`member_index AS m`;
    return sql`(
      SELECT ${sql.raw(String(index))} AS part, ${columns} FROM ${from} ${rare ? sql`` : sql`WHERE ${where}`}
      ORDER BY m.sort_name ${direction}, m.profile_level_access_id ${direction}
      ${offset(skip)} LIMIT ${limit})`;
  });
  const order = sql`part, sort_name ${direction}, profile_level_access_id ${direction}`;
  return sql`
    SELECT profile_level_access_id AS id, row_number() OVER (ORDER BY ${order}) AS place
    FROM (${sql.join(read, sql` UNION ALL `)}) AS read
    ORDER BY ${order} LIMIT ${sql.raw(String(filter.perPage))}`;
}

const places = cursors(
  z.union([
    z.strictObject({ skip: z.int().min(0).max(1_000_000_000) }),
    z.strictObject({ after: z.strictObject({ group: z.string(), name: z.string(), id: z.uuid() }) }),
  ]),
);

const nextSkip = (skip: number, total: number) => (skip < total ? places.write({ skip }) : null);

/** Returns where the page begins: after a number of rows, or after a given row. */
function readCursor({ cursor, page, perPage }: MemberPage): { skip: number; after: RowPlace | null } {
  if (cursor === undefined) return { skip: (page - 1) * perPage, after: null };
  return { skip: 0, after: null, ...places.read(cursor) };
}

type MemberRead = {
  id: string;
  profile_id: string;
  sort_name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  level_id: string;
  level_name: string;
  label_id: string;
  label_name: string;
  role: Role;
  /** As it is stored and the list is ordered; and as it is at this moment. */
  overall_status: OverallStatus;
  status_now: OverallStatus;
  since: string;
  owed: number;
  done: number;
  email_refused: boolean;
};

/**
 * Reads the members of a page, as the last step.
 *
 * @param page selects `id`, a membership, and `place`, its place in the order.
 * @param keepsPlan whether one plan is good for any values.
 */
async function membersOf(call: Call, page: SQL, keepsPlan: boolean): Promise<MemberRead[]> {
  const { rows } = await prepared<MemberRead>(
    call.db,
    keepsPlan ? "members.page" : null,
    sql`
    WITH page AS MATERIALIZED (${page})
    SELECT m.profile_level_access_id AS id, m.profile_id, m.sort_name, profile.first_name, profile.last_name, profile.email,
           m.level_id, level.name AS level_name, m.label_id, label.name AS label_name, label.role, ${overallStatusNow(call)} AS status_now,
           m.overall_status, m.since, m.owed, m.done, refused.profile_id IS NOT NULL AS email_refused
    FROM page
    JOIN member_standing AS m ON m.organization_id = ${call.organizationId} AND m.profile_level_access_id = page.id
    JOIN profile ON profile.organization_id = m.organization_id AND profile.profile_id = m.profile_id
    JOIN level ON level.organization_id = m.organization_id AND level.level_id = m.level_id
    JOIN label ON label.organization_id = m.organization_id AND label.label_id = m.label_id
    LEFT JOIN undelivered_mail AS refused ON refused.organization_id = ${call.organizationId}
      AND refused.profile_id = m.profile_id AND lower(refused.email) = lower(profile.email)
    ORDER BY page.place`,
  );
  return rows;
}

const toResponse = (row: MemberRead): z.output<typeof memberRow> => ({
  profileLevelAccessId: row.id,
  profileId: row.profile_id,
  fullName: `${row.first_name} ${row.last_name}`,
  email: row.email,
  levelId: row.level_id,
  levelName: row.level_name,
  labelId: row.label_id,
  labelName: row.label_name,
  role: row.role,
  overallStatus: row.status_now,
  overallStatusSince: new Date(row.since).toISOString(),
  owed: row.owed,
  done: row.done,
  emailRefused: row.email_refused,
});

const placeOf = (row: MemberRead, { sortCol }: MemberPage): RowPlace => ({
  group: sortCol === "OverallStatus" ? row.overall_status : sortCol === "Role" ? row.label_id : "",
  name: row.sort_name,
  id: row.id,
});
