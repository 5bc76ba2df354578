import { endOfCompletion, expiryOf, signatureEnds } from "@touchline/rules";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { contentVersion } from "../../content/tables.ts";
import { moveEnds } from "../../standing/actions/decide.ts";
import { restand } from "../../standing/actions/restand.ts";
import { zoneHere } from "../../standing/queries/redo.ts";
import { attempt, requirement } from "../../standing/tables.ts";
import { waiverSignature } from "../tables.ts";

/** Signatures of one person that are looked at: nobody has signed as many for them. */
const most = 1_000;

/**
 * What guardians signed for somebody ends when they come of age: by another date of birth, on another day. The caller holds
 * the person; whatever else is said of a completion stays.
 */
export async function followSignatures(call: Call, profileId: string, dateOfBirth: string | null): Promise<void> {
  const rows = await call.db
    .select({ attempt, as: waiverSignature.signedAs, settings: contentVersion.settings })
    .from(requirement)
    .innerJoin(attempt, onKey(attempt.requirementId, requirement.requirementId))
    .innerJoin(waiverSignature, onKey(waiverSignature.attemptId, attempt.attemptId))
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, attempt.contentVersionId))
    .where(
      and(
        ours(requirement, call),
        eq(requirement.profileId, profileId),
        eq(attempt.state, "approved"),
        isNotNull(attempt.completedAt),
        eq(waiverSignature.signedAs, "guardian"),
      ),
    )
    .limit(most);
  if (rows.length === 0) return;
  const zone = await zoneHere(call);
  const moved = rows.flatMap(({ attempt: row, as, settings }) => {
    if (settings.kind !== "waiver" || row.completedAt === null) return [];
    const { validity, signAgainAtEighteen } = settings;
    const completion = { completedAt: row.completedAt.getTime(), givenDay: row.validUntil };
    const { redoBy, extendedUntil } = row;
    const said = {
      ...{ redoBy, extendedUntil },
      signatureEnds: signatureEnds({ as, signAgainAtEighteen, dateOfBirth }, zone),
    };
    const end = endOfCompletion(expiryOf(validity, completion, zone), said, zone);
    return end === (row.expiresAt?.getTime() ?? null) ? [] : [{ attemptId: row.attemptId, end }];
  });
  await moveEnds(call, moved);
  if (moved.length > 0) await restand(call, [profileId]);
}
