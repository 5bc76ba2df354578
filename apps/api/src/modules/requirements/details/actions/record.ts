import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { profileDetail } from "../../../../schema/requirements.ts";

type Written = Partial<Omit<typeof profileDetail.$inferInsert, "organizationId" | "profileId" | "updatedAt">>;

/** Writes columns of a person's details, whether there are any yet or not. The person is locked. */
export async function writeDetail(call: Call, profileId: string, values: Written): Promise<void> {
  const { organizationId, now: updatedAt } = call;
  await call.db
    .insert(profileDetail)
    .values({ contactInformationId: newId(), ...values, organizationId, profileId, updatedAt })
    .onConflictDoUpdate({
      target: [profileDetail.organizationId, profileDetail.profileId],
      set: { ...values, updatedAt },
    });
}
