import type { RequirementType, ReviewList, ReviewSource } from "@touchline/contract";
import type { Claimer, ReviewOrder } from "@touchline/contract/reviews/reviewing";
import { permissionOf } from "@touchline/rules";
import { and, between, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { content } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { review } from "../../../../schema/reviews.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { attemptsReviewedOutside } from "../../../compliance/index.ts";
import { peopleFound } from "../../../people/index.ts";

export type ReviewFilter = {
  type: ReviewList;
  source: readonly ReviewSource[];
  requirementType: readonly RequirementType[];
  search: string;
  contentId?: readonly string[];
  labelId?: readonly string[];
  levelId?: string | undefined;
  claimed?: Claimer | undefined;
  dueSoon?: boolean | undefined;
  proposed?: boolean | undefined;
  order?: ReviewOrder | undefined;
};
/** The filters with the level as its range of preorder numbers. */
export type Narrowed = Omit<ReviewFilter, "levelId"> & { range?: { pre: number; last: number } | undefined };

/** @throws NotFound for a level that is not there. */
export async function narrowed(call: Call, { levelId, ...filter }: ReviewFilter): Promise<Narrowed> {
  if (levelId === undefined) return filter;
  const [range] = await call.db
    .select({ pre: level.pre, last: level.last })
    .from(level)
    .where(and(ours(level, call), eq(level.levelId, levelId), isNull(level.archivedAt)));
  if (!range) throw notFound("level");
  return { ...filter, range };
}

/** Whether a list goes from the oldest to the newest. */
export const isAscending = ({ type, order }: Pick<ReviewFilter, "type" | "order">) =>
  order === undefined ? lists[type].ascending : order === "oldest";

/** How long before its due date a submission counts as due soon, in milliseconds. */
const soon = 14 * 86_400_000;

/** A place in a list: the instant it is ordered by, in milliseconds, and an id. */
export type QueueCursor = { at: number; id: string };

type Slice = {
  /** Continues there, in the order of the list or, if `backwards`, against it; `spot`: at the row of that name in the statement. */
  from?: QueueCursor | "spot" | undefined;
  backwards?: boolean;
  limit: number;
  offset?: number;
  also?: SQL | undefined;
};

/** The two lists: pending submissions, oldest first, and decisions, newest first. Each has an index in its order. */
export const lists = {
  Pending: { table: attempt, at: attempt.submittedAt, id: attempt.attemptId, ascending: true },
  Historical: { table: review, at: review.decidedAt, id: review.reviewId, ascending: false },
} as const;

/**
 * A reviewer of at most this many levels gets the list level by level, a reviewer of more from the whole list in its order.
 * A level takes about 12 µs, whoever asks. Walking the whole list takes seconds for someone who sees little of a large one.
 */
const fewLevels = 2_000;

/** Returns where this actor can review: everywhere, at a few levels, or at many. @throws Forbidden when nowhere. */
function reachOf(call: Call, range: Narrowed["range"]): { within: SQL | null; few: SQL | null; byType: boolean } {
  const within = rowsWithinReach(call, "requirements.review", { pre: level.pre, type: content.type });
  if (!within || call.actor.kind === "system") {
    throw forbidden("Only Managers, Directors, and Admins can review.", "role");
  }
  const granted = call.actor.grants.flatMap((grant) => {
    const cell = permissionOf("requirements.review", grant.role);
    return cell ? [{ ...grant, ...cell }] : [];
  });
  if (granted.some(({ reach }) => reach === "organization" || reach === "platform")) {
    const narrow = range && range.last - range.pre < fewLevels;
    const chosen = range && between(level.pre, range.pre, range.last);
    return { within: chosen ?? null, few: narrow ? (chosen as SQL) : null, byType: false };
  }
  // Preorder numbers leave no gaps: a range is as wide as it has levels.
  const own = granted.reduce((sum, grant) => sum + grant.last - grant.pre + 1, 0);
  const levels = range ? Math.min(own, range.last - range.pre + 1) : own;
  const chosen = range && between(level.pre, range.pre, range.last);
  const ranges = and(or(...granted.map((one) => between(level.pre, one.pre, one.last))), chosen) as SQL;
  const byType = granted.some(({ conditions }) => conditions.includes("ordinaryTypes"));
  return { within: and(within, chosen) as SQL, few: levels > fewLevels ? null : ranges, byType };
}

/** @throws Forbidden for callers who review nowhere. */
export const authorizeReviewing = (call: Call): void => void reachOf(call, undefined);

/**
 * Selects a slice of a list within the actor's reach. It leaves out what an external reviewer decides on first, the actor's
 * own submissions, and those of people whom the actor guards or once guarded. The rows have `at`, `id`, `attempt_id`,
 * `requirement_id`, `profile_level_access_id` and `source`; `id` is the attempt's in the pending list, else the review's. A
 * few levels are read one by one, so that a club or a state doesn't read the whole organization's list.
 */
export function queueSlice(call: Call, filter: Narrowed, slice: Slice & { unordered?: boolean }): SQL {
  const { table, at, id } = lists[filter.type];
  const { within, few, byType } = reachOf(call, filter.range);
  const { limit, offset = 0, from, backwards = false, unordered = false } = slice;
  const pending = filter.type === "Pending";
  const forwards = isAscending(filter) !== backwards;
  const direction = forwards ? sql`ASC` : sql`DESC`;
  const conditions = and(
    ours(table, call),
    // Not a parameter: a plan for any value would not know that the index of what waits serves.
    pending ? sql`${attempt.state} = 'pendingReview'` : undefined,
    pending ? sql`${attempt.attemptId} NOT IN (${attemptsReviewedOutside(call)})` : undefined,
    sql`${table.requirementId} <> ALL(ARRAY(${ownRequirements(call)}))`,
    within ?? undefined,
    filter.source.length > 0 ? inArray(table.source, [...filter.source]) : undefined,
    filter.requirementType.length > 0 ? inArray(content.type, [...filter.requirementType]) : undefined,
    filter.search === "" ? undefined : inArray(requirement.profileId, peopleFound(filter.search)),
    filter.contentId?.length ? inArray(requirement.contentId, [...filter.contentId]) : undefined,
    labelled(call, filter),
    pending ? waitingAs(call, filter) : undefined,
    from && sql`(${at}, ${id}) ${forwards ? sql`>` : sql`<`} ${placeOfSpot(from)}`,
    slice.also,
  ) as SQL;
  const columns = sql`${at} AS at, ${id} AS id, ${table.attemptId} AS attempt_id, ${table.requirementId} AS requirement_id,
    ${table.profileLevelAccessId} AS profile_level_access_id, ${table.source} AS source`;
  const asksWhat = filter.requirementType.length > 0 || filter.search !== "" || filter.contentId?.length;
  const join = byType || asksWhat ? askedOf(table) : sql``;
  const order = sql`ORDER BY ${at} ${direction}, ${id} ${direction}`;
  // Numbers, not parameters, and none for a first page: for an unknown number of rows no plan for any value would be kept.
  const most = sql.raw(String(limit + offset));
  const part = offset === 0 ? sql`LIMIT ${most}` : sql`LIMIT ${limit} OFFSET ${offset}`;
  if (few) {
    return sql`
      SELECT near.* FROM ${level}
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM ${table} ${join} WHERE ${eq(table.levelId, level.levelId)} AND ${conditions}
        ${unordered ? sql`` : order} LIMIT ${offset === 0 ? most : sql`${limit + offset}`}
      ) AS near
      WHERE ${ours(level, call)} AND (${few})
      ${unordered ? sql`` : sql`ORDER BY near.at ${direction}, near.id ${direction}`}
      ${part}`;
  }
  return sql`
    SELECT ${columns} FROM ${table} ${join} ${within === null ? sql`` : placeOf(table)} WHERE ${conditions}
    ${unordered ? sql`` : order} ${part}`;
}

const placeOfSpot = (from: QueueCursor | "spot"): SQL =>
  from === "spot" ? sql`(spot.at, spot.id)` : sql`(${new Date(from.at).toISOString()}::timestamptz, ${from.id}::uuid)`;

/** Whether a list has no filter but the level. */
const isPlain = (filter: Narrowed): boolean =>
  filter.search === "" &&
  [filter.source, filter.requirementType, filter.contentId, filter.labelId].every((chosen) => !chosen?.length) &&
  [filter.claimed, filter.dueSoon, filter.proposed].every((chosen) => !chosen);

/** Whether this actor's list is the organization's whole list, except the actor's own submissions. */
export const isOfAll = (call: Call, filter: Narrowed): boolean =>
  isPlain(filter) && reachOf(call, filter.range).within === null;

/** Filters by the role of the person: the present one or, for decisions, the one at that time. */
function labelled(call: Call, { type, labelId = [] }: Narrowed): SQL | undefined {
  if (labelId.length === 0) return undefined;
  if (type === "Historical") return inArray(review.labelId, [...labelId]);
  return sql`EXISTS (SELECT FROM profile_level_access AS role WHERE role.organization_id = ${call.organizationId}
    AND role.profile_level_access_id = ${attempt.profileLevelAccessId}
    AND role.label_id = ANY(${sql.param([...labelId])}::uuid[]))`;
}

/** Filters that apply only to submissions that await review: claim, due date, and proposal. */
function waitingAs(call: Call, { claimed, dueSoon, proposed }: Narrowed): SQL | undefined {
  const now = call.now.toISOString();
  const profileId = actingProfile(call);
  const claims = (whose: SQL) =>
    sql`ARRAY(SELECT held.attempt_id FROM review_claim AS held WHERE held.organization_id = ${call.organizationId}
      AND held.claimed_until > ${now}::timestamptz AND ${whose})`;
  const held = {
    mine: () => sql`${attempt.attemptId} = ANY(${claims(sql`held.profile_id = ${profileId}::uuid`)})`,
    others: () => sql`${attempt.attemptId} = ANY(${claims(sql`held.profile_id <> ${profileId}::uuid`)})`,
    nobody: () => sql`${attempt.attemptId} <> ALL(${claims(sql`true`)})`,
  };
  return and(
    claimed && held[claimed](),
    dueSoon
      ? sql`EXISTS (SELECT FROM demand AS owed WHERE owed.organization_id = ${call.organizationId}
          AND owed.requirement_id = ${attempt.requirementId}
          AND owed.profile_level_access_id = ${attempt.profileLevelAccessId}
          AND owed.due_at < ${new Date(call.now.getTime() + soon).toISOString()}::timestamptz)`
      : undefined,
    proposed
      ? sql`${attempt.attemptId} = ANY(ARRAY(SELECT waits.attempt_id FROM review_proposal AS waits
          WHERE waits.organization_id = ${call.organizationId}))`
      : undefined,
  );
}

/** Leaves out submissions that other reviewers have claimed. */
export function notOthers(call: Call): SQL {
  return sql`NOT EXISTS (SELECT FROM review_claim AS held WHERE held.organization_id = ${call.organizationId}
    AND held.attempt_id = ${attempt.attemptId} AND held.claimed_until > ${call.now.toISOString()}::timestamptz
    AND held.profile_id IS DISTINCT FROM ${actingProfile(call)}::uuid)`;
}

/** Selects the requirements of the actor and of everyone they are or were guardian of, on which they may not decide. */
export function ownRequirements(call: Call): SQL {
  const own = call.actor.kind === "person" ? [...call.actor.entries, ...call.actor.onceGuarded] : [];
  return sql`SELECT mine.requirement_id FROM requirement AS mine
    WHERE mine.organization_id = ${call.organizationId} AND ${isOneOf(sql`mine.profile_id`, own)}`;
}

/** Joins the requirement if a filter refers to it. */
function askedOf(table: typeof attempt | typeof review): SQL {
  return sql`JOIN ${requirement} ON ${onKey(requirement.requirementId, table.requirementId)}
    JOIN ${content} ON ${onKey(content.contentId, requirement.contentId)}`;
}

/** Joins the level of the membership: the present one or, for decisions, the one at that time. */
function placeOf(table: typeof attempt | typeof review): SQL {
  return sql`JOIN ${level} ON ${onKey(level.levelId, table.levelId)}`;
}
