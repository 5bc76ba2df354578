import { actingProfile, type Call } from "../../../../call.ts";
import { forbidden } from "../../../../errors.ts";
import {
  heldPeople,
  latestEvent,
  lockCounts,
  lockDuties,
  lockPeopleOf,
  stampedAfter,
} from "../../../compliance/index.ts";
import { loadActor } from "../queries/actor.ts";

/**
 * The kind of change to requirements; "memberships" by default. With either kind, the tree doesn't change during the
 * transaction.
 */
type Duties =
  | { duties?: "memberships" }
  | {
      duties: "memberships" | "assignments";
      /**
       * Authorizes the caller before waiting for locks, so that unauthorized calls cannot block the organization. The action authorizes
       * again once it holds the locks.
       */
      refuse: (call: Call) => unknown;
    };

/** What a verb waits for before it judges. */
export type LockScope = Duties & {
  /** Whether counts are carried along. */
  counts?: boolean;
  people?: readonly string[];
  /** The people of these memberships. */
  peopleOf?: readonly string[];
  /** Locks of the module's own; the last. */
  also?: (call: Call) => Promise<unknown>;
};

/**
 * Takes what a verb needs to itself until its transaction ends, in the one order of locks, and reads anew who acts: whoever
 * waited may meet another tree, and have other rights, than they came with. So every verb that acts on others begins with this,
 * and judges, and reads what it judges by, afterwards. Events of one person have one clock: whoever waited for somebody who
 * began later goes on at an instant after theirs.
 *
 * @returns the call to go on with.
 * @throws Forbidden when the actor has lost their place meanwhile.
 */
export async function withLocks(call: Call, turn: LockScope = {}): Promise<Call> {
  return (await withLocksReading(call, turn, () => Promise.resolve())).call;
}

/**
 * Takes the turn and reads what the verb judges by, on the heels of the locks: all of it is one round trip. The connection does one
 * after the other, so that what follows a lock sees what was committed while that was waited for.
 *
 * @param read of the transaction, whoever acts: they are read beside it.
 */
export async function withLocksReading<Read>(
  call: Call,
  turn: LockScope,
  read: (call: Omit<Call, "actor">) => Promise<Read>,
): Promise<{ call: Call; read: Read }> {
  const { counts = false, duties = "memberships", people = [], peopleOf = [], also } = turn;
  if ("refuse" in turn) await turn.refuse(call);
  const locks = [
    // The counts lock comes first, because counting jobs take the requirements lock after it.
    counts && lockCounts(call),
    lockDuties(call, duties),
    (people.length > 0 || peopleOf.length > 0) && lockPeopleOf(call, peopleOf, people),
  ];
  if (also) {
    await Promise.all(locks);
    await also(call);
  }
  const [acting, found, latest] = await Promise.all([
    withCurrentRights(call),
    read(call),
    latestEvent(call, { people: [...people, ...(also ? heldPeople(call) : [])], peopleOf }),
    ...locks,
  ]);
  return { call: { ...acting, now: stampedAfter(call.now, latest) }, read: found };
}

/** The call with what the actor may do at this moment. @throws Forbidden when they do not act here anymore. */
export async function withCurrentRights(call: Call): Promise<Call> {
  if (call.actor.kind !== "person") return call;
  const { appUserId, profileId } = call.actor;
  const acting = await loadActor(call, { appUserId }, profileId);
  if (!acting) throw forbidden("You're no longer a member of this organization.", "role");
  return { ...call, ...acting };
}

/** The actor is locked too when a role is removed, so that two administrators cannot remove each other at once. */
export const ownEntry = (call: Call): string[] => {
  const own = actingProfile(call);
  return own === null ? [] : [own];
};
