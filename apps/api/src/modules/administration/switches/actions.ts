import type { BodyOf } from "@touchline/contract";
import type { setSwitch } from "@touchline/contract/administration/switches";
import { and, eq } from "drizzle-orm";
import { notFound } from "../../../errors.ts";
import type { Visit } from "../../../http/mount.ts";
import { organizationDirectory } from "../../../schema/accounts.ts";
import { featureSwitch } from "../../../schema/administration.ts";
import { everyone } from "./queries.ts";

/** Pauses or resumes a feature. @throws NotFound */
export async function switchFeature(
  { tenancy, now }: Visit,
  operator: string,
  { feature, organizationId: given, reason }: BodyOf<typeof setSwitch>,
): Promise<void> {
  const organizationId = given ?? everyone;
  await tenancy.runShared(async (db) => {
    if (reason === null) {
      await db
        .delete(featureSwitch)
        .where(and(eq(featureSwitch.feature, feature), eq(featureSwitch.organizationId, organizationId)));
      return;
    }
    if (given !== null) {
      const known = await db
        .select({ id: organizationDirectory.organizationId })
        .from(organizationDirectory)
        .where(eq(organizationDirectory.organizationId, given));
      if (known.length === 0) throw notFound("organization");
    }
    const paused = { reason, pausedBy: operator, pausedAt: now };
    await db
      .insert(featureSwitch)
      .values({ feature, organizationId, ...paused })
      .onConflictDoUpdate({ target: [featureSwitch.feature, featureSwitch.organizationId], set: paused });
  });
}
