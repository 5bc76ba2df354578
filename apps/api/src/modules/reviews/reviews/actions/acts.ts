import type { RequirementAction, RequirementEventKind } from "@touchline/contract";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { invalid } from "../../../../errors.ts";
import { requirementNote } from "../../../../schema/reviews.ts";
import { type AttemptSubject, recordRequirementEvents, restandOne, type Stands } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { permittedOn } from "../../../requirements/index.ts";
import { notePlace } from "../queries/notes.ts";
import { reviewSettings } from "../queries/settings.ts";
import { reviewTenantFacts } from "./facts.ts";

/**
 * Loads the requirement that a reviewer acts on, after locking its person so that the state that is judged cannot
 * change.
 *
 * @throws NotFound, Forbidden, Conflict (the requirement was changed meanwhile).
 */
export async function actOn(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
  action: RequirementAction,
) {
  return permittedOn(await withLocks(call, { peopleOf: [input.profileLevelAccessId] }), input, action);
}

/**
 * The reason that a reviewer gave for marking a requirement; null where the organization needs none.
 *
 * @throws 400 when none was given and the organization asks for one.
 */
export async function reasonOf(call: Call, reason: string | undefined): Promise<string | null> {
  if (reason !== undefined) return reason;
  if ((await reviewSettings(call)).reasonsOptional) return null;
  throw invalid("reason", "Enter a reason. It is kept in the history.");
}

/** Writes a reviewer's action to the history with an encrypted note and derives the statuses. This is the last step of each action. */
export async function concludeAct(
  call: Call,
  subject: AttemptSubject,
  act: { kind: RequirementEventKind; attemptId?: string; note: string | null },
): Promise<Stands> {
  const { kind, attemptId = null, note } = act;
  const requirementEventId = newId();
  const { wrappedKey } = await reviewTenantFacts(call);
  await recordActs(call, wrappedKey, [{ ...subject, requirementEventId, attemptId, kind, note }]);
  return restandOne(call, subject);
}

/** Writes reviewers' actions to the history, each with its encrypted note. */
export async function recordActs(
  call: Call,
  wrappedKey: Buffer,
  acts: readonly (AttemptSubject & {
    requirementEventId: string;
    attemptId: string | null;
    kind: RequirementEventKind;
    note: string | null;
  })[],
): Promise<void> {
  if (acts.length === 0) return;
  await recordRequirementEvents(
    call,
    acts.map(({ note: _, ...event }) => event),
  );
  const noted = acts.flatMap(({ note, ...act }) => (note === null ? [] : [{ ...act, note }]));
  if (noted.length === 0) return;
  await call.db.insert(requirementNote).values(
    noted.map(({ requirementEventId, requirementId, note }) => ({
      organizationId: call.organizationId,
      requirementEventId,
      requirementId,
      sealedNote: call.adapters.vault.seal(wrappedKey, notePlace(call, requirementEventId), note),
      actorProfileId: actingProfile(call),
      at: call.now,
    })),
  );
}
