import type { Call } from "../../../../call.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { closeOrganization, ownOrganization } from "../../../accounts/index.ts";
import { hasExportSince, hasSubscription } from "../queries.ts";

/**
 * Closes a suspended organization for good.
 *
 * @throws 400 unless its name is typed; Conflict before it is suspended, without an export made since, and while it pays a subscription.
 */
export async function closeForGood(call: Call, operator: string, typed: string): Promise<void> {
  const { name, suspendedAt } = await ownOrganization(call);
  if (typed !== name) throw invalid("name", "This isn't the organization's name. Type it exactly as it is shown.");
  if (!suspendedAt) throw conflict("Suspend this organization before you close it.", "state");
  if (!(await hasExportSince(call, suspendedAt))) {
    throw conflict(
      "Export this organization's data first. An export from before it was suspended isn't enough.",
      "noExport",
    );
  }
  if (await hasSubscription(call)) {
    throw conflict("This organization still pays a subscription. End the subscription first.", "subscribed");
  }
  await closeOrganization(call, operator);
}
