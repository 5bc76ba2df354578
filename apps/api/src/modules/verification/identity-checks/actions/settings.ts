import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { saveIdentitySettings } from "@touchline/contract/verification/identity-settings";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { identitySetting } from "../../../../schema/verification.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import { identitySettings, readByNotice } from "../../identity-documents/queries/identity-settings.ts";

/** @throws Forbidden */
export async function settingsShown(call: Call): Promise<ResponseOf<typeof saveIdentitySettings>> {
  authorize(call, "organization.edit", { organizationWide: true });
  return { ...(await identitySettings(call)), notice: readByNotice(call) };
}

/**
 * Changes whether selfies are taken and for how long pictures are kept. Verifications that were started with a selfie go on as they were.
 *
 * @throws Forbidden; Conflict if the settings were changed concurrently
 */
export async function saveSettings(
  unlocked: Call,
  { version, ...wanted }: BodyOf<typeof saveIdentitySettings>,
): Promise<ResponseOf<typeof saveIdentitySettings>> {
  const call = await withLocks(unlocked);
  authorize(call, "organization.edit", { organizationWide: true });
  const { version: _, ...before } = await identitySettings(call);
  const { kindergarten, ...rest } = wanted;
  const next = {
    ...{ ...rest, version: version + 1 },
    kindergartenMonth: kindergarten?.month ?? null,
    kindergartenDay: kindergarten?.day ?? null,
  };
  const written =
    version === 0
      ? await call.db
          .insert(identitySetting)
          .values({ organizationId: call.organizationId, ...next })
          .onConflictDoNothing()
          .returning({ version: identitySetting.version })
      : await call.db
          .update(identitySetting)
          .set(next)
          .where(and(ours(identitySetting, call), eq(identitySetting.version, version)))
          .returning({ version: identitySetting.version });
  if (written.length === 0) {
    throw conflict("Someone else changed this since you opened it. Reload the page.", "concurrentChange");
  }
  const facts = { before, after: wanted };
  await audit(call, [{ action: "identity.settingsChanged", subjectId: call.organizationId, facts }]);
  return { ...wanted, version: next.version, notice: readByNotice(call) };
}
