import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { insertRows } from "../../../database/insert-rows.ts";
import { isOneOf } from "../../../database/lists.ts";
import { preparedQuery } from "../../../database/prepared-statement.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { guardianship } from "../../../schema/joining.ts";
import { type NoticeFacts, type NoticeKind, notice } from "../../../schema/messages.ts";
import { profile } from "../../../schema/people.ts";
import { stillGuards } from "../../people/index.ts";
import { unreadCount } from "./queries.ts";

export type NewNotice = {
  [Kind in NoticeKind]: {
    readonly to: string;
    readonly kind: Kind;
    readonly key: string;
    readonly facts: NoticeFacts[Kind];
  };
}[NoticeKind];

/**
 * Adds notices in the caller's transaction, in one statement. A person gets only the first with the same key.
 *
 * @param notices.to the recipient's profile.
 */
export async function notify(call: Call, notices: readonly NewNotice[]): Promise<void> {
  await insertRows(
    call,
    notice,
    notices.map(({ to, kind, key, facts }) => ({
      organizationId: call.organizationId,
      noticeId: newId(),
      profileId: to,
      kind,
      key,
      facts,
      createdAt: call.now,
    })),
    sql`ON CONFLICT (organization_id, profile_id, key) DO NOTHING`,
  );
}

/**
 * Adds notices about decisions for the members, or for the guardians of a child without a login. In one statement.
 *
 * @param decided.key the review's id.
 * @param recipients by person (`recipientsFor`).
 */
export async function notifyDecided(
  call: Call,
  decided: readonly (NoticeFacts["decision"] & { readonly key: string })[],
  recipients: Recipients,
): Promise<void> {
  await notify(
    call,
    decided.flatMap(({ key, ...facts }) =>
      (recipients.get(facts.profileId) ?? []).map((to) => ({
        to,
        kind: "decision" as const,
        key: `review:${key}`,
        facts,
      })),
    ),
  );
}

export type Recipients = ReadonlyMap<string, readonly string[]>;

/** Finds who is told about people, or about memberships: themselves, or the guardians if they have no login. */
export async function recipientsFor(
  call: Omit<Call, "actor">,
  whom: { people: readonly string[] } | { peopleOf: readonly string[] },
): Promise<Recipients> {
  const { people, peopleOf } = { people: [], peopleOf: [], ...whom };
  const most = (people.length + peopleOf.length) * 10;
  if (most === 0) return new Map();
  const query = call.db
    .select({ profileId: profile.profileId, appUserId: profile.appUserId, guardian: guardianship.guardianProfileId })
    .from(profile)
    .leftJoin(
      guardianship,
      and(onKey(guardianship.childProfileId, profile.profileId), isNull(profile.appUserId), stillGuards(call)),
    )
    .where(
      and(
        ours(profile, call),
        sql`${profile.profileId} = ANY(${sql.param([...people])}::uuid[] || ARRAY(
          SELECT profile_id FROM profile_level_access WHERE organization_id = ${call.organizationId}
            AND ${isOneOf(sql`profile_level_access_id`, peopleOf)}))`,
      ),
    )
    .limit(most);
  const rows = await preparedQuery(people.length === 0 && peopleOf.length === 1 ? "notice.readers" : null, query);
  const of = Map.groupBy(rows, (row) => row.profileId);
  return new Map(
    [...of].map(([profileId, all]) => [
      profileId,
      all.flatMap((row) => (row.appUserId === null ? (row.guardian ?? []) : profileId)),
    ]),
  );
}

/** Marks the actor's notices up to one as read. */
export async function readNotices(call: Call, upTo: string) {
  await call.db
    .update(notice)
    .set({ readAt: call.now })
    .where(
      and(
        ours(notice, call),
        eq(notice.profileId, actingProfile(call) as string),
        isNull(notice.readAt),
        lte(notice.noticeId, upTo),
      ),
    );
  return unreadCount(call);
}

const keptDays = 90;
const forgottenAtOnce = 5_000;

/** Deletes old notices, read or not. */
export async function forgetNotices(call: Call): Promise<void> {
  const before = new Date(call.now.getTime() - keptDays * 86_400_000);
  const old = call.db
    .select({ id: notice.noticeId })
    .from(notice)
    .where(and(ours(notice, call), lte(notice.createdAt, before)))
    .limit(forgottenAtOnce);
  await call.db.delete(notice).where(and(ours(notice, call), inArray(notice.noticeId, old)));
}
