import { certificateIdOf } from "@touchline/rules";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { trainingCertificate } from "../../../../schema/requirements.ts";

/** States of a submission in which its certificate can be used by others. */
const releasingStates = ["withdrawn", "reset", "canceled"] as const;

/**
 * Assigns a training certificate to a person. A certificate in another person's submission stays theirs unless that submission
 * was withdrawn or sent back.
 *
 * @returns whether the certificate is this person's now.
 */
export async function claimCertificate(
  call: Call,
  { contentId, profileId, attemptId }: { contentId: string; profileId: string; attemptId: string },
  certificateId: string,
): Promise<boolean> {
  const { organizationId } = call;
  const { wrappedKey } = await organizationFacts(call);
  const place = { tenant: organizationId, table: "training_certificate", column: "digest" };
  const digest = call.adapters.vault.digest(wrappedKey, place, certificateIdOf(certificateId));
  const isThis = and(
    ours(trainingCertificate, call),
    eq(trainingCertificate.contentId, contentId),
    eq(trainingCertificate.digest, digest),
  );
  const free = sql`(${eq(trainingCertificate.profileId, profileId)} OR EXISTS (${call.db
    .select({ one: sql`1` })
    .from(attempt)
    .where(
      and(
        ours(attempt, call),
        onKey(attempt.attemptId, trainingCertificate.attemptId),
        inArray(attempt.state, releasingStates),
      ),
    )}))`;
  const added = await call.db
    .insert(trainingCertificate)
    .values({ organizationId, contentId, digest, profileId, attemptId })
    .onConflictDoNothing()
    .returning({ profileId: trainingCertificate.profileId });
  if (added.length > 0) return true;
  const taken = await call.db
    .update(trainingCertificate)
    .set({ profileId, attemptId })
    .where(and(isThis, free))
    .returning({ profileId: trainingCertificate.profileId });
  return taken.length > 0;
}
