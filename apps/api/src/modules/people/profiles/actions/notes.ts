import type { ResponseOf } from "@touchline/contract";
import type { addNote as addNoteEndpoint } from "@touchline/contract/people/notes";
import { and, eq } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { invalid, notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { memberNote, profile } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../queries/members.ts";
import { noteTextPlace } from "../queries/notes.ts";
import { withLocks } from "./with-locks.ts";

/** Adds a note about the person of a membership. @throws NotFound, Forbidden (also for oneself) */
export async function addNote(
  unlocked: Call,
  { profileLevelAccessId, text }: { profileLevelAccessId: string; text: string },
): Promise<ResponseOf<typeof addNoteEndpoint>> {
  const call = await withLocks(unlocked, { peopleOf: [profileLevelAccessId] });
  const target = await memberTarget(call, profileLevelAccessId);
  authorize(call, "notes", target);
  const author = actingProfile(call);
  if (author === null) throw invalid("text", "Only a person can add notes.");
  const [by] = await call.db
    .select({ firstName: profile.firstName, lastName: profile.lastName, wrappedKey: organization.wrappedKey })
    .from(profile)
    .innerJoin(organization, onKey(organization.organizationId, profile.organizationId))
    .where(and(ours(profile, call), eq(profile.profileId, author)));
  if (!by) throw notFound("ownProfile");
  const memberNoteId = newId();
  await call.db.insert(memberNote).values({
    organizationId: call.organizationId,
    memberNoteId,
    profileId: target.profileId,
    authorProfileId: author,
    sealedText: call.adapters.vault.seal(by.wrappedKey, noteTextPlace(call, memberNoteId), text),
    at: call.now,
  });
  await audit(call, [
    { action: "note.added", subjectId: memberNoteId, profileId: target.profileId, levelId: target.levelId },
  ]);
  return { noteId: memberNoteId, text, authorName: `${by.firstName} ${by.lastName}`, at: call.now.toISOString() };
}
