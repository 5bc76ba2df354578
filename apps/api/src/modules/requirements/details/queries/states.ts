import { and, inArray } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profileDetail } from "../../../../schema/requirements.ts";
import { decryptDetail } from "./person.ts";

/** The state in the address of each person who entered one, such as `US-WA`. The caller authorizes. */
export async function statesOf(call: Call, profileIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { wrappedKey } = await organizationFacts(call);
  const rows = await call.db
    .select()
    .from(profileDetail)
    .where(and(ours(profileDetail, call), inArray(profileDetail.profileId, [...profileIds])));
  return new Map(
    rows.flatMap((detail) => {
      const { profileId } = detail;
      const stateId = decryptDetail(call, { profileId, wrappedKey, detail }, "contact")?.stateId ?? null;
      return stateId === null ? [] : [[profileId, stateId] as const];
    }),
  );
}
