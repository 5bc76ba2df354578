import { isMinor } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { sendMails } from "../../../messages/index.ts";
import { membershipsOf } from "../../../people/index.ts";
import { nearestAdministrators } from "../queries/administrators.ts";
import { guardiansOf, organizationToday } from "../queries/guardians.ts";
import { keepGuardianships } from "./keep-guardianships.ts";

/**
 * Stores a corrected date of birth with every guardianship of the person. A person who was handed over and becomes a minor by
 * the correction has no guardian: guardianships don't come back automatically, and the nearest administrators are notified. The
 * caller corrects the profile and holds it.
 */
export async function followBirth(call: Call, profileId: string, born: string | null): Promise<void> {
  const followed = await call.db
    .update(guardianship)
    .set({ childBorn: born })
    .where(and(ours(guardianship, call), eq(guardianship.childProfileId, profileId)))
    .returning({ endedHow: guardianship.endedHow });
  if (followed.length > 0) await keepGuardianships(call, [profileId]);
  if (born === null || !followed.some((one) => one.endedHow === "cameOfAge")) return;
  const { name: organization, zone } = await organizationToday(call);
  if (!isMinor(born, call.now.getTime(), zone) || (await guardiansOf(call, [profileId])).length > 0) return;
  const memberships = await membershipsOf(call, [profileId]);
  const [first] = memberships;
  if (!first) return;
  await sendMails(
    call,
    (await nearestAdministrators(call, memberships)).map((one) => ({
      kind: "guardianWanted" as const,
      to: one.email,
      profileId: one.profileId,
      key: `guardianWanted:${profileId}:${born}:${one.profileId}`,
      fields: {
        firstName: one.firstName,
        person: `${first.firstName} ${first.lastName}`,
        organization,
        path: `/members/${first.profileLevelAccessId}`,
      },
    })),
  );
}
