import type { ScreeningOrderState } from "@touchline/contract/screening/orders";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { announce } from "../../../../jobs/jobs.ts";
import { mailCheckEnded, mailScreeningProblem } from "../../../messages/index.ts";
import { reachableByEmail } from "../../../people/index.ts";
import type { OrderInFull } from "../queries/order.ts";

/** Notifies the applicant, or those who read for them, that a check ended and must be started again. */
export async function notifyEnded(
  call: Call,
  { subject, requirementName }: OrderInFull,
  state: Extract<ScreeningOrderState, "canceled" | "expired" | "refused">,
): Promise<void> {
  await announce(call, orderEnded, { attemptId: subject.attemptId });
  await mailCheckEnded(call, {
    profileId: subject.profileId,
    requirementName,
    why: state,
    path: `/requirements/${subject.requirementId}?pla=${subject.profileLevelAccessId}`,
    key: `${subject.attemptId}:${state}`,
  });
}

/** An order ended without a result, so its payment is refunded. */
export const orderEnded = { name: "billing.orderEnded", payload: z.object({ attemptId: z.uuid() }) };

/** Notifies the organization's administrators of a problem that stops checks: once a day for each problem of an account. */
export async function notifyAdministrators(
  call: Call,
  { order, subject, requirementName }: OrderInFull,
  problem: "refused" | "unauthorized",
): Promise<void> {
  const rows = await reachableByEmail(call, ["Admin"]);
  const provider = call.adapters.screening.get(order.provider)?.name ?? "The provider";
  const day = call.now.toISOString().slice(0, 10);
  await mailScreeningProblem(
    call,
    rows.map((one) => ({
      ...one,
      ...{ problem, provider, requirementName },
      path: `/review/${subject.requirementId}?pla=${subject.profileLevelAccessId}`,
      key: problem === "refused" ? subject.attemptId : `${order.screeningClientId}:${problem}:${day}`,
    })),
  );
}
