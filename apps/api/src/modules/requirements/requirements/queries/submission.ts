import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { profile } from "../../../../schema/people.ts";

/** Reads a submission with its person and the version of the content on which it was made. */
export async function submissionOf(call: Call, attemptId: string) {
  const { organizationId } = call;
  const [row] = await call.db
    .select({
      ...{ state: attempt.state, completedAt: attempt.completedAt },
      ...{ requirementId: attempt.requirementId, profileLevelAccessId: attempt.profileLevelAccessId },
      ...{ contentVersionId: attempt.contentVersionId, profileId: requirement.profileId },
      ...{ contentId: requirement.contentId, settings: contentVersion.settings },
      ...{ firstName: profile.firstName, lastName: profile.lastName, dateOfBirth: profile.dateOfBirth },
    })
    .from(attempt)
    .innerJoin(
      requirement,
      and(eq(requirement.organizationId, organizationId), onKey(requirement.requirementId, attempt.requirementId)),
    )
    .innerJoin(
      profile,
      and(eq(profile.organizationId, organizationId), onKey(profile.profileId, requirement.profileId)),
    )
    .innerJoin(
      contentVersion,
      and(
        eq(contentVersion.organizationId, organizationId),
        onKey(contentVersion.contentVersionId, attempt.contentVersionId),
      ),
    )
    .where(and(ours(attempt, call), eq(attempt.attemptId, attemptId)));
  return row ?? null;
}
