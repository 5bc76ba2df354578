import { instant, type ResponseOf } from "@touchline/contract";
import type { listNotes } from "@touchline/contract/people/notes";
import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { organization } from "../../../../schema/accounts.ts";
import { memberNote, profile } from "../../../../schema/people.ts";
import { authorize } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { memberTarget } from "./members.ts";

/** What a note's text is bound to. */
export const noteTextPlace = (call: Pick<Call, "organizationId">, memberNoteId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "member_note",
  column: "text",
  id: memberNoteId,
});

const places = cursors(z.strictObject({ at: instant, id: z.uuid() }));
const perPage = 25;

/** A page of the notes about the person of a membership, newest first. @throws NotFound, Forbidden (also to the person) */
export async function notesAbout(
  call: Call,
  { profileLevelAccessId, cursor }: { profileLevelAccessId: string; cursor?: string | undefined },
): Promise<ResponseOf<typeof listNotes>> {
  const target = await memberTarget(call, profileLevelAccessId);
  authorize(call, "notes", target);
  const after = cursor === undefined ? null : places.read(cursor);
  const rows = await call.db
    .select({
      noteId: memberNote.memberNoteId,
      sealed: memberNote.sealedText,
      at: memberNote.at,
      firstName: profile.firstName,
      lastName: profile.lastName,
      wrappedKey: organization.wrappedKey,
    })
    .from(memberNote)
    .innerJoin(organization, eq(organization.organizationId, memberNote.organizationId))
    .innerJoin(profile, onKey(profile.profileId, memberNote.authorProfileId))
    .where(
      and(
        ours(memberNote, call),
        eq(memberNote.profileId, target.profileId),
        after
          ? sql`(${memberNote.at}, ${memberNote.memberNoteId}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(memberNote.at), desc(memberNote.memberNoteId))
    .limit(perPage + 1);
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  return {
    data: page.map(({ noteId, sealed, at, firstName, lastName, wrappedKey }) => ({
      noteId,
      text: call.adapters.vault.open(wrappedKey, noteTextPlace(call, noteId), sealed),
      authorName: `${firstName} ${lastName}`,
      at: at.toISOString(),
    })),
    next: rows.length > perPage && last ? places.write({ at: last.at.toISOString(), id: last.noteId }) : null,
  };
}
