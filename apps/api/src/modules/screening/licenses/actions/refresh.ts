import type { Call } from "../../../../call.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { lookUpLicenses } from "../jobs.ts";
import { type LicenseRequirement, permittedLicenses, refreshableAt } from "../queries/details.ts";

/** Has a person's licenses looked up now, where there is somewhere to look. */
export async function lookSoon(call: Call, profileId: string): Promise<void> {
  if (call.adapters.licenses === null) return;
  await enqueue(call, lookUpLicenses, { profileId }, { singletonKey: profileId });
}

/** Has a member's licenses looked up again, at most once a minute. @throws NotFound, Forbidden, Conflict */
export async function refreshLicenses(call: Call, place: LicenseRequirement): Promise<void> {
  const { target, record, isKnown } = await permittedLicenses(call, place);
  if (isKnown && refreshableAt(call, record) === null) await lookSoon(call, target.profileId);
}
