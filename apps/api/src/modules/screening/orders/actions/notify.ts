import type { ScreeningOrderState } from "@touchline/contract/screening/orders";
import { legacyRoleNames } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { announce } from "../../../../jobs/jobs.ts";
import { mailCheckEnded, mailScreeningProblem } from "../../../messages/index.ts";
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

/** The most administrators that are notified. */
const maxRecipients = 20;

/** Notifies the organization's administrators of a problem that stops checks: once a day for each problem of an account. */
export async function notifyAdministrators(
  call: Call,
  { order, subject, requirementName }: OrderInFull,
  problem: "refused" | "unauthorized",
): Promise<void> {
  const rows = await administratorsToNotify(call);
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

/** The organization's administrators who can be reached by email. */
export async function administratorsToNotify(
  call: Call,
): Promise<{ profileId: string; firstName: string; email: string }[]> {
  const { rows } = await call.db.execute<{ profileId: string; firstName: string; email: string }>(sql`
    SELECT DISTINCT profile.profile_id AS "profileId", profile.first_name AS "firstName", profile.email
    FROM profile_level_access AS place
    JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = place.label_id
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = place.profile_id
    WHERE place.organization_id = ${call.organizationId}
      AND label.role = ANY(${sql.param(["Admin", ...legacyNamesOfAdmin])}::text[])
      AND profile.app_user_id IS NOT NULL AND profile.archived_at IS NULL AND profile.email IS NOT NULL
      AND profile.activated_at IS NOT NULL AND profile.confirmed_at IS NOT NULL
    ORDER BY profile.profile_id LIMIT ${maxRecipients}`);
  return rows;
}

/** The name of the role in older organizations. */
const legacyNamesOfAdmin = Object.entries(legacyRoleNames).flatMap(([old, role]) => (role === "Admin" ? [old] : []));
