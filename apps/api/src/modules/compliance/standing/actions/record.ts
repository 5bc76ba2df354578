import { actingAs, actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { signal } from "../../../../database/signals.ts";
import { memberEventsToOutbox, requirementEventsToOutbox } from "../../../../jobs/outbox.ts";
import { memberEvent, requirementEvent } from "../../../../schema/compliance.ts";

type AddedColumns = "organizationId" | "actorProfileId" | "actor" | "at";
/** Now, unless given. */
type At = { at?: Date };
/** The id is given when another row refers to it. */
export type NewRequirementEvent = Omit<typeof requirementEvent.$inferInsert, AddedColumns | "requirementEventId"> &
  At & { requirementEventId?: string };
export type NewMemberEvent = Omit<typeof memberEvent.$inferInsert, AddedColumns | "memberEventId"> & At;

const stamp = (call: Call) => ({
  organizationId: call.organizationId,
  actorProfileId: actingProfile(call),
  actor: actingAs(call),
  at: call.now,
});

/** Returns whether an event puts a submission into the review queue or takes it out. */
const changesQueue = ({ fromState, toState }: NewRequirementEvent) =>
  (fromState === "pendingReview") !== (toState === "pendingReview");

/** Appends to the history of requirements; pages that watch the review queue are notified after the commit. */
export async function recordRequirementEvents(call: Call, events: readonly NewRequirementEvent[]): Promise<void> {
  await insertRows(
    call,
    requirementEvent,
    events.map((event) => ({ requirementEventId: newId(), ...stamp(call), ...event })),
    undefined,
    (written) => requirementEventsToOutbox(call, written),
  );
  if (events.some(changesQueue)) signal(call, "reviews");
}

/** Appends to the history of memberships. */
export async function recordMemberEvents(call: Call, events: readonly NewMemberEvent[]): Promise<void> {
  await insertRows(
    call,
    memberEvent,
    events.map((event) => ({ ...stamp(call), ...event, memberEventId: newId() })),
    undefined,
    (written) => memberEventsToOutbox(call, written),
  );
}
