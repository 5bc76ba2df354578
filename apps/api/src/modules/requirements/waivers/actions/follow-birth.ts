import { endOfCompletion, expiryOf, signatureEnds, signaturesEndByCorrection } from "@touchline/rules";
import { and, eq, isNotNull } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { waiverSignature } from "../../../../schema/requirements.ts";
import { moveEnds, restand } from "../../../compliance/index.ts";

/** The most signatures of one person that are read, which is more than anyone has. */
const most = 1_000;

/**
 * Moves the end of what guardians signed for somebody whose date of birth is corrected: by another one they come of age on another
 * day, and who turns out to be an adult signs for themselves within a time of grace. The caller holds the person; whatever else is
 * said of a completion stays.
 */
export async function followSignatures(
  call: Call,
  profileId: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
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
  const { timeZone: zone } = await organizationFacts(call);
  const moved = rows.flatMap(({ attempt: row, as, settings }) => {
    if (settings.kind !== "waiver" || row.completedAt === null) return [];
    const { validity, signAgainAtEighteen } = settings;
    const completion = { completedAt: row.completedAt.getTime(), givenDay: row.validUntil };
    const { redoBy, extendedUntil } = row;
    const present = row.signatureEndsAt?.getTime() ?? null;
    const endsByCorrection = signaturesEndByCorrection({ before, after, present }, call.now.getTime(), zone);
    const facts = {
      ...{ redoBy, extendedUntil },
      signatureEnds: signatureEnds({ as, signAgainAtEighteen, dateOfBirth: after, endsByCorrection }, zone),
    };
    const end = endOfCompletion(expiryOf(validity, completion, zone), facts, zone);
    const same = end === (row.expiresAt?.getTime() ?? null) && endsByCorrection === present;
    return same ? [] : [{ attemptId: row.attemptId, end, signatureEndsAt: endsByCorrection }];
  });
  await moveEnds(call, moved);
  if (moved.length > 0) await restand(call, [profileId]);
}
