import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { saveAdverseSettings } from "@touchline/contract/screening/adverse-action";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { adverseActionSetting } from "../../../../schema/reviews.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import { adverseSettings } from "../queries/settings.ts";

/** @throws Forbidden */
export async function settingsShown(call: Call): Promise<ResponseOf<typeof saveAdverseSettings>> {
  authorize(call, "organization.edit", { organizationWide: true });
  return adverseSettings(call);
}

/**
 * Changes the length of the waiting period and the retention of reports and letters. A waiting period that has begun
 * keeps its length.
 *
 * @throws Forbidden; Conflict if the settings were changed concurrently
 */
export async function saveSettings(
  unlocked: Call,
  { version, ...wanted }: BodyOf<typeof saveAdverseSettings>,
): Promise<ResponseOf<typeof saveAdverseSettings>> {
  const call = await withLocks(unlocked);
  authorize(call, "organization.edit", { organizationWide: true });
  const { version: _, ...before } = await adverseSettings(call);
  const next = { ...wanted, version: version + 1 };
  const written =
    version === 0
      ? await call.db
          .insert(adverseActionSetting)
          .values({ organizationId: call.organizationId, ...next })
          .onConflictDoNothing()
          .returning({ version: adverseActionSetting.version })
      : await call.db
          .update(adverseActionSetting)
          .set(next)
          .where(and(ours(adverseActionSetting, call), eq(adverseActionSetting.version, version)))
          .returning({ version: adverseActionSetting.version });
  if (written.length === 0) {
    throw conflict("Someone else changed this since you opened it. Reload the page.", "concurrentChange");
  }
  const facts = { before, after: wanted };
  await audit(call, [{ action: "organization.adverseActionsChanged", subjectId: call.organizationId, facts }]);
  return next;
}
