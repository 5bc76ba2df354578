import type { RequirementType, ResponseOf, ReviewDecision, ReviewList, ReviewSource } from "@touchline/contract";
import { type listSubmissions, mostCounted, type reviewRow } from "@touchline/contract/reviews";
import { noteIsMailed, permissionOf, viewAction } from "@touchline/rules";
import { and, between, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { verdictOn } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { cursors } from "../../kernel/cursors.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { rowsWithinReach } from "../../kernel/reach.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import { content, contentVersion } from "../content/tables.ts";
import { level } from "../hierarchy/tables.ts";
import { organization } from "../organizations/tables.ts";
import { type MemberTarget, namesOf } from "../profiles/queries.ts";
import { profileLevelAccess } from "../profiles/tables.ts";
import { filesOf, openNotes, type requirementOn, shownFile } from "../requirements/queries.ts";
import { peopleFound } from "../search/queries.ts";
import { attempt, requirement } from "../standing/tables.ts";
import { requirementNote, review } from "./tables.ts";

type Row = z.output<typeof reviewRow>;
export type ReviewFilter = {
  type: ReviewList;
  source: readonly ReviewSource[];
  requirementType: readonly RequirementType[];
  search: string;
};
/** A place in a list: the instant it is ordered by, in milliseconds, and an id. */
type Spot = { at: number; id: string };
type Stretch = {
  /** Goes on from there, in the order of the list or, `backwards`, against it. */
  from?: Spot | undefined;
  backwards?: boolean;
  limit: number;
  offset?: number;
  also?: SQL | undefined;
};

/** The two lists: what waits, oldest first, and what was decided, newest first. Each has an index in its order. */
const lists = {
  Pending: { table: attempt, at: attempt.submittedAt, id: attempt.attemptId, ascending: true },
  Historical: { table: review, at: review.decidedAt, id: review.reviewId, ascending: false },
} as const;

/** Up to so many levels a reviewer's own are looked through one by one; beyond, the whole list in its order. */
const fewLevels = 60;

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
 * by level (what waits: membership by membership), so that a small club does not read the whole organization's list.
 */
function stretchOf(call: Call, filter: ReviewFilter, stretch: Stretch & { unordered?: boolean }): SQL {
  const { table, at, id, ascending } = lists[filter.type];
  const { within, few, byType } = reachOf(call);
  const { limit, offset = 0, from, backwards = false, unordered = false } = stretch;
  const pending = filter.type === "Pending";
  const forwards = ascending !== backwards;
  const direction = forwards ? sql`ASC` : sql`DESC`;
  const conditions = and(
    ours(table, call),
    pending ? eq(attempt.state, "pendingReview") : undefined,
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
  if (few) {
    // Of one membership little waits, and it is found by the membership: an order within would mislead to the queue's index.
    const [place, found] = pending
      ? [sql`JOIN ${profileLevelAccess} ON ${onKey(profileLevelAccess.levelId, level.levelId)}`, sql`OFFSET 0`]
      : [sql``, sql`${order} LIMIT ${limit + offset}`];
    const here = pending
      ? eq(attempt.profileLevelAccessId, profileLevelAccess.profileLevelAccessId)
      : eq(review.levelId, level.levelId);
    return sql`
      SELECT near.* FROM ${level} ${place}
      CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} ${asked} WHERE ${here} AND ${conditions} ${found}) AS near
      WHERE ${ours(level, call)} AND (${few})
      ${unordered ? sql`` : sql`ORDER BY near.at ${direction}, near.id ${direction}`}
      LIMIT ${limit} OFFSET ${offset}`;
  }
  return sql`
    SELECT ${columns} FROM ${table} ${asked} ${within === null ? sql`` : placeOf(pending)} WHERE ${conditions}
    ${unordered ? sql`` : order} LIMIT ${limit} OFFSET ${offset}`;
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
function placeOf(pending: boolean): SQL {
  if (!pending) return sql`JOIN ${level} ON ${onKey(level.levelId, review.levelId)}`;
  const { profileLevelAccessId, levelId } = profileLevelAccess;
  return sql`JOIN ${profileLevelAccess} ON ${onKey(profileLevelAccessId, attempt.profileLevelAccessId)}
    JOIN ${level} ON ${onKey(level.levelId, levelId)}`;
}

const spots = cursors(z.strictObject({ at: z.int().min(0).max(99_999_999_999_999), id: z.uuid() }));

/** One page of the queue (oldest first) or of what was decided (newest first), and how many there are. @throws Forbidden */
export async function reviewPage(
  call: Call,
  { page, perPage, cursor, ...filter }: ReviewFilter & { page: number; perPage: number; cursor?: string | undefined },
): Promise<{ rows: Row[]; count: number; more: boolean; next: string | null }> {
  const start = cursor === undefined ? { offset: (page - 1) * perPage } : { from: spots.read(cursor) };
  const stretch = stretchOf(call, filter, { ...start, limit: perPage + 1 });
  const direction = lists[filter.type].ascending ? sql`ASC` : sql`DESC`;
  const { rows } = await call.db.execute<{
    at: number;
    id: string;
    requirement_id: string;
    profile_level_access_id: string;
    full_name: string;
    level_name: string | null;
    label_name: string | null;
    type: RequirementType;
    content_name: string;
    source: ReviewSource | null;
    decision: ReviewDecision | null;
    submitted: number;
    decided: number | null;
    reviewer_name: string | null;
    ended: boolean;
  }>(sql`
    WITH page AS MATERIALIZED (${stretch})
    SELECT (extract(epoch FROM page.at) * 1000)::float8 AS at, page.id, page.requirement_id,
           page.profile_level_access_id, person.first_name || ' ' || person.last_name AS full_name,
           level.name AS level_name, label.name AS label_name, content.type, content.name AS content_name,
           coalesce(review.source, attempt.source) AS source, review.decision,
           (extract(epoch FROM coalesce(attempt.submitted_at, attempt.created_at)) * 1000)::float8 AS submitted,
           (extract(epoch FROM review.decided_at) * 1000)::float8 AS decided,
           reviewer.first_name || ' ' || reviewer.last_name AS reviewer_name, membership.level_id IS NULL AS ended
    FROM page
    JOIN attempt ON attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = page.attempt_id
    JOIN requirement ON requirement.organization_id = attempt.organization_id
      AND requirement.requirement_id = attempt.requirement_id
    JOIN content ON content.organization_id = attempt.organization_id AND content.content_id = requirement.content_id
    JOIN profile AS person ON person.organization_id = attempt.organization_id
      AND person.profile_id = requirement.profile_id
    LEFT JOIN review ON review.organization_id = attempt.organization_id AND review.attempt_id = attempt.attempt_id
    LEFT JOIN profile AS reviewer ON reviewer.organization_id = attempt.organization_id
      AND reviewer.profile_id = review.reviewer_profile_id
    LEFT JOIN profile_level_access AS membership ON membership.organization_id = attempt.organization_id
      AND membership.profile_level_access_id = page.profile_level_access_id
    LEFT JOIN level ON level.organization_id = attempt.organization_id
      AND level.level_id = coalesce(review.level_id, membership.level_id)
    LEFT JOIN label ON label.organization_id = attempt.organization_id
      AND label.label_id = coalesce(review.label_id, membership.label_id)
    ORDER BY page.at ${direction}, page.id ${direction}`);
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1);
  return {
    ...(await countOf(call, filter)),
    next: last && rows.length > perPage ? spots.write({ at: last.at, id: last.id }) : null,
    rows: shown.map((row) => ({
      requirementId: row.requirement_id,
      profileLevelAccessId: row.profile_level_access_id,
      fullName: row.full_name,
      levelName: row.level_name ?? "a level that is gone",
      labelName: row.label_name ?? "Member",
      type: row.type,
      contentName: row.content_name,
      source: row.source ?? "ManualUpload",
      decision: row.decision ?? "Pending",
      submittedAt: new Date(row.submitted).toISOString(),
      decidedAt: row.decided === null ? null : new Date(row.decided).toISOString(),
      reviewerName: row.decided === null ? null : (row.reviewer_name ?? "Unknown"),
      membershipEnded: row.ended,
    })),
  };
}

async function countOf(call: Call, filter: ReviewFilter): Promise<{ count: number; more: boolean }> {
  const counted = stretchOf(call, filter, { limit: mostCounted + 1, unordered: true });
  const { rows } = await call.db.execute<{ found: number }>(
    sql`SELECT count(*)::int AS found FROM (${counted}) AS counted`,
  );
  const found = rows[0]?.found ?? 0;
  return { count: Math.min(found, mostCounted), more: found > mostCounted };
}

/** How many submissions await this actor's review, up to 1000. @throws Forbidden */
export function pendingCount(call: Call): Promise<{ count: number; more: boolean }> {
  return countOf(call, { type: "Pending", source: [], requirementType: [], search: "" });
}

/**
 * The neighbour of a submission in a list, also when it has left the queue by a decision just made: its place is kept by
 * when it was sent in. Of what was decided, each requirement comes once, with its latest decision.
 *
 * @returns null at the end. @throws Forbidden; NotFound when nothing of the kind was ever sent in.
 */
export async function adjacentReview(
  call: Call,
  { requirementId, dir, ...filter }: ReviewFilter & { requirementId: string; dir: "previous" | "next" },
): Promise<{ requirementId: string; profileLevelAccessId: string } | null> {
  const { table } = lists[filter.type];
  const other = and(
    sql`${table.requirementId} <> ${requirementId}`,
    sql`EXISTS (SELECT FROM profile_level_access AS open WHERE open.organization_id = ${table.organizationId}
      AND open.profile_level_access_id = ${table.profileLevelAccessId})`,
    filter.type === "Historical"
      ? sql`NOT EXISTS (SELECT FROM review AS later WHERE later.organization_id = ${review.organizationId}
          AND later.requirement_id = ${review.requirementId}
          AND (later.decided_at, later.review_id) > (${review.decidedAt}, ${review.reviewId}))`
      : undefined,
  );
  const { rows } = await call.db.execute<{ requirement_id: string; profile_level_access_id: string }>(
    stretchOf(call, filter, {
      from: await spotOf(call, filter.type, requirementId),
      backwards: dir === "previous",
      limit: 1,
      also: other,
    }),
  );
  const [row] = rows;
  return row ? { requirementId: row.requirement_id, profileLevelAccessId: row.profile_level_access_id } : null;
}

/** Where a requirement stands in a list or, for the queue, where it stood before it was decided. @throws NotFound */
async function spotOf(call: Call, type: ReviewList, requirementId: string): Promise<Spot> {
  const { table, at, id } = lists[type];
  const [row] = await call.db
    .select({ at, id })
    .from(table)
    .where(and(ours(table, call), eq(table.requirementId, requirementId), sql`${at} IS NOT NULL`))
    .orderBy(...(type === "Pending" ? [sql`${attempt.state} = 'pendingReview' DESC`] : []), desc(at), desc(id))
    .limit(1);
  if (!row?.at) throw notFound("The submission");
  return { at: row.at.getTime(), id: row.id };
}

/** What was decided on a requirement before, newest first, with the reviewers' words. The caller authorizes. */
export async function decisionsOn(call: Call, requirementId: string) {
  const rows = await call.db
    .select({
      reviewId: review.reviewId,
      attemptId: review.attemptId,
      decision: review.decision,
      sealedNotes: review.sealedNotes,
      wrappedKey: organization.wrappedKey,
      reviewerProfileId: review.reviewerProfileId,
      decidedAt: review.decidedAt,
    })
    .from(review)
    .innerJoin(organization, eq(organization.organizationId, review.organizationId))
    .where(and(ours(review, call), eq(review.requirementId, requirementId)))
    .orderBy(desc(review.decidedAt))
    .limit(50);
  return rows.map((row) => ({
    attemptId: row.attemptId,
    decision: row.decision,
    notes: openNotes(call, row),
    reviewerProfileId: row.reviewerProfileId,
    decidedAt: row.decidedAt.toISOString(),
  }));
}

/**
 * Every submission of a requirement with what became of it, newest first. Files for whoever may look at them; a reviewer's
 * words for reviewers, and for the member those that were written to them. The caller authorizes the sight of the member.
 */
export async function submissionsOn(
  call: Call,
  target: MemberTarget,
  on: Awaited<ReturnType<typeof requirementOn>>,
): Promise<ResponseOf<typeof listSubmissions>> {
  const { requirementId } = on.owed.requirement;
  const about = { ...target, requirementType: on.asked.type };
  const reviews = verdictOn(call, "requirements.review", about).allowed;
  const sees = verdictOn(call, viewAction(on.asked.type), about);
  const rows = await call.db
    .select({ attempt, version: contentVersion.number })
    .from(attempt)
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, attempt.contentVersionId))
    .where(and(ours(attempt, call), eq(attempt.requirementId, requirementId)))
    .orderBy(desc(attempt.createdAt), desc(attempt.attemptId))
    .limit(50);
  const files =
    sees.allowed && !sees.outcomeOnly ? await filesOf(call, ...rows.map((row) => row.attempt.attemptId)) : [];
  const decisions = new Map((await decisionsOn(call, requirementId)).map((one) => [one.attemptId, one]));
  const names = await namesOf(call, [
    ...rows.map((row) => row.attempt.createdBy),
    ...[...decisions.values()].map((one) => one.reviewerProfileId),
  ]);
  const nameOf = (profileId: string) => names.get(profileId) ?? "Unknown";
  return rows.map(({ attempt: row, version }) => {
    const decided = decisions.get(row.attemptId);
    const mayRead = reviews || ((target.self || target.guardedChild) && decided && noteIsShown(decided.decision));
    return {
      attemptId: row.attemptId,
      state: row.state,
      contentVersion: version,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      completedAt: row.completedAt?.toISOString() ?? null,
      validUntil: row.validUntil,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      voidedAt: row.voidedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      createdByName: nameOf(row.createdBy),
      files: files.filter((file) => file.attemptId === row.attemptId).map(shownFile),
      review: decided
        ? {
            decision: decided.decision,
            notes: mayRead ? decided.notes : null,
            reviewerName: nameOf(decided.reviewerProfileId),
            decidedAt: decided.decidedAt,
          }
        : null,
    };
  });
}

/** Whether the member reads what the reviewer wrote: what is mailed to them, and nothing else. */
const noteIsShown = (decision: ReviewDecision) => decision !== "Pending" && noteIsMailed[decision];

export const notePlace = (call: Call, requirementEventId: string) => ({
  tenant: call.organizationId,
  table: "requirement_note",
  column: "note",
  id: requirementEventId,
});

/** What reviewers wrote on events of the history, unsealed, by the event. Whether the reader may have it, the caller knows. */
export async function notesOn(call: Call, requirementEventIds: readonly string[]): Promise<Map<string, string>> {
  if (requirementEventIds.length === 0) return new Map();
  const rows = await call.db
    .select({
      id: requirementNote.requirementEventId,
      sealed: requirementNote.sealedNote,
      wrappedKey: organization.wrappedKey,
    })
    .from(requirementNote)
    .innerJoin(organization, eq(organization.organizationId, requirementNote.organizationId))
    .where(and(ours(requirementNote, call), inArray(requirementNote.requirementEventId, [...requirementEventIds])));
  return new Map(
    rows.map(({ id, sealed, wrappedKey }) => [id, call.adapters.vault.open(wrappedKey, notePlace(call, id), sealed)]),
  );
}
