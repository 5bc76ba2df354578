import type { ResponseOf } from "@touchline/contract";
import type { getBackgroundCheckLink } from "@touchline/contract/screening/orders";
import { type Call, organizationFacts } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { requirementOn } from "../../../requirements/index.ts";
import { latestOrder, orderPlace } from "../queries/order.ts";

/**
 * The address of the provider's page, for the applicant or a guardian.
 *
 * @throws NotFound, Forbidden, Conflict where there is nothing to continue
 */
export async function linkOf(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof getBackgroundCheckLink>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  await requirementOn(call, target, input.requirementId);
  const order = await latestOrder(call, input.requirementId);
  if (order === null) throw conflict("No background check was started yet. Start one first.", "notStarted");
  if (order.state === "placing") {
    throw conflict("Your background check is still being set up with the provider. Try again in a moment.", "placing");
  }
  const hasEnded = order.invitedUntil !== null && order.invitedUntil <= call.now;
  if (order.state === "expired" || (order.state === "invited" && hasEnded)) {
    throw conflict("This invitation has expired. Start a new background check.", "expired");
  }
  if (order.state !== "invited" || order.sealedLink === null) {
    throw conflict("There's nothing left for you to do on the provider's page.", "nothingToDo");
  }
  const { wrappedKey } = await organizationFacts(call);
  const place = orderPlace(call, order.attemptId, "sealed_link");
  return {
    url: call.adapters.vault.open(wrappedKey, place, order.sealedLink),
    expiresAt: order.invitedUntil?.toISOString() ?? null,
  };
}
