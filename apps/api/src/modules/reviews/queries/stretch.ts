import type { RequirementType, ReviewList, ReviewSource } from "@touchline/contract";
import { permissionOf } from "@touchline/rules";
import { and, between, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { forbidden } from "../../../kernel/errors.ts";
import { rowsWithinReach } from "../../../kernel/reach.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { content } from "../../content/tables.ts";
import { level } from "../../hierarchy/tables.ts";
import { peopleFound } from "../../search/queries.ts";
import { attempt, requirement } from "../../standing/tables.ts";
import { review } from "../tables.ts";

export type ReviewFilter = {
  type: ReviewList;
  source: readonly ReviewSource[];
  requirementType: readonly RequirementType[];
  search: string;
};

/** A place in a list: the instant it is ordered by, in milliseconds, and an id. */
export type Spot = { at: number; id: string };

type Stretch = {
  /** Goes on from there, in the order of the list or, `backwards`, against it. */
  from?: Spot | undefined;
  backwards?: boolean;
  limit: number;
  offset?: number;
  also?: SQL | undefined;
};

/** The two lists: what waits, oldest first, and what was decided, newest first. Each has an index in its order. */
export const lists = {
  Pending: { table: attempt, at: attempt.submittedAt, id: attempt.attemptId, ascending: true },
  Historical: { table: review, at: review.decidedAt, id: review.reviewId, ascending: false },
} as const;

/**
 * Up to so many levels a reviewer's own are looked through one by one; beyond, the whole list in its order. One by one takes
 * some 12 µs for each, also for who sees most of the list; walking it takes seconds for who sees little of a large one.
 */
const fewLevels = 2_000;

/** Where this actor reviews: everywhere, at a few levels, or at many. @throws Forbidden when nowhere. */
function reachOf(call: Call): { within: SQL | null; few: SQL | null; byType: boolean } {
  const within = rowsWithinReach(call, "requirements.review", { pre: level.pre, type: content.type });
  if (!within || call.actor.kind === "system") {
    throw forbidden("Reviews are for Managers, Directors and Admins.", "role");
  }
  const granted = call.actor.grants.flatMap((grant) => {
    const cell = permissionOf("requirements.review", grant.role);
    return cell ? [{ ...grant, ...cell }] : [];
  });
  if (granted.some(({ reach }) => reach === "organization" || reach === "platform")) {
    return { within: null, few: null, byType: false };
  }
  // Preorder numbers leave no gaps: a range is as wide as it has levels.
  const levels = granted.reduce((sum, grant) => sum + grant.last - grant.pre + 1, 0);
  const ranges = or(...granted.map((one) => between(level.pre, one.pre, one.last))) as SQL;
  const byType = granted.some(({ conditions }) => conditions.includes("ordinaryTypes"));
  return { within, few: levels > fewLevels ? null : ranges, byType };
}

/**
 * A stretch of a list, as far as the actor may see it: never one's own or a guarded child's. Few levels are gathered level
 * by level, so that a club, or a state, does not read the whole organization's list.
 */
export function stretchOf(call: Call, filter: ReviewFilter, stretch: Stretch & { unordered?: boolean }): SQL {
  const { table, at, id, ascending } = lists[filter.type];
  const { within, few, byType } = reachOf(call);
  const { limit, offset = 0, from, backwards = false, unordered = false } = stretch;
  const pending = filter.type === "Pending";
  const forwards = ascending !== backwards;
  const direction = forwards ? sql`ASC` : sql`DESC`;
  const conditions = and(
    ours(table, call),
    // Not a parameter: a plan that is kept would not know that the index of what waits serves.
    pending ? sql`${attempt.state} = 'pendingReview'` : undefined,
    sql`${table.requirementId} <> ALL(ARRAY(${ownRequirements(call)}))`,
    within ?? undefined,
    filter.source.length > 0 ? inArray(table.source, [...filter.source]) : undefined,
    filter.requirementType.length > 0 ? inArray(content.type, [...filter.requirementType]) : undefined,
    filter.search === "" ? undefined : inArray(requirement.profileId, peopleFound(filter.search)),
    from &&
      sql`(${at}, ${id}) ${forwards ? sql`>` : sql`<`} (${new Date(from.at).toISOString()}::timestamptz, ${from.id}::uuid)`,
    stretch.also,
  ) as SQL;
  const columns = sql`${at} AS at, ${id} AS id, ${table.attemptId} AS attempt_id, ${table.requirementId} AS requirement_id,
    ${table.profileLevelAccessId} AS profile_level_access_id`;
  const asked = byType || filter.requirementType.length > 0 || filter.search !== "" ? askedOf(table) : sql``;
  const order = sql`ORDER BY ${at} ${direction}, ${id} ${direction}`;
  // Numbers, not parameters, and none for a first page: for an unknown number of rows a plan would not be kept.
  const most = sql.raw(String(limit + offset));
  const part = offset === 0 ? sql`LIMIT ${most}` : sql`LIMIT ${limit} OFFSET ${offset}`;
  if (few) {
    return sql`
      SELECT near.* FROM ${level}
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM ${table} ${asked} WHERE ${eq(table.levelId, level.levelId)} AND ${conditions}
        ${unordered ? sql`` : order} LIMIT ${offset === 0 ? most : sql`${limit + offset}`}
      ) AS near
      WHERE ${ours(level, call)} AND (${few})
      ${unordered ? sql`` : sql`ORDER BY near.at ${direction}, near.id ${direction}`}
      ${part}`;
  }
  return sql`
    SELECT ${columns} FROM ${table} ${asked} ${within === null ? sql`` : placeOf(table)} WHERE ${conditions}
    ${unordered ? sql`` : order} ${part}`;
}

/** Requirements of the actor and of the children they guard: nobody decides on these. */
function ownRequirements(call: Call): SQL {
  const own = call.actor.kind === "person" ? [call.actor.profileId, ...call.actor.children] : [];
  return sql`SELECT mine.requirement_id FROM requirement AS mine
    WHERE mine.organization_id = ${call.organizationId} AND mine.profile_id = ANY(${sql.param(own)}::uuid[])`;
}

/** What was asked for, joined where a condition names it. */
function askedOf(table: typeof attempt | typeof review): SQL {
  return sql`JOIN ${requirement} ON ${onKey(requirement.requirementId, table.requirementId)}
    JOIN ${content} ON ${onKey(content.contentId, requirement.contentId)}`;
}

/** Where the membership is or, of what was decided, where it was then. */
function placeOf(table: typeof attempt | typeof review): SQL {
  return sql`JOIN ${level} ON ${onKey(level.levelId, table.levelId)}`;
}
