import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { endPostponement } from "../../../../jobs/queue.ts";
import { organization, organizationDirectory } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";

type State = typeof organizationDirectory.$inferSelect.state;

/** Makes the state public, for links that must not work meanwhile. */
const publish = (call: Call, state: State) =>
  call.db
    .update(organizationDirectory)
    .set({ state })
    .where(eq(organizationDirectory.organizationId, call.organizationId));

/** Suspends the organization: nobody acts in it from the next call on. @throws Conflict if it is suspended already */
export async function suspendOrganization(call: Call, { operator, reason }: { operator: string; reason: string }) {
  const done = await call.db
    .update(organization)
    .set({ suspendedAt: call.now, suspensionReason: reason })
    .where(and(ours(organization, call), isNull(organization.suspendedAt)))
    .returning({ id: organization.organizationId });
  if (done.length === 0) throw conflict("This organization is suspended already. Reload the page.", "suspended");
  await publish(call, "suspended");
  await audit(call, [
    { action: "organization.suspended", subjectId: call.organizationId, facts: { operator }, values: { reason } },
  ]);
}

/** Lets a suspended organization be used again. @throws Conflict if it isn't suspended, or was closed */
export async function resumeOrganization(call: Call, operator: string) {
  const done = await call.db
    .update(organization)
    .set({ suspendedAt: null, suspensionReason: null })
    .where(and(ours(organization, call), isNotNull(organization.suspendedAt), isNull(organization.closedAt)))
    .returning({ id: organization.organizationId });
  if (done.length === 0) throw conflict("This organization isn't suspended, or was closed. Reload the page.", "state");
  await publish(call, "active");
  await endPostponement(call.db, call.organizationId);
  await audit(call, [{ action: "organization.resumed", subjectId: call.organizationId, facts: { operator } }]);
}

/** Closes a suspended organization for good. The caller checks what comes before. @throws Conflict if it isn't suspended */
export async function closeOrganization(call: Call, operator: string) {
  const done = await call.db
    .update(organization)
    .set({ closedAt: call.now })
    .where(and(ours(organization, call), isNotNull(organization.suspendedAt), isNull(organization.closedAt)))
    .returning({ id: organization.organizationId });
  if (done.length === 0) throw conflict("Suspend this organization before you close it.", "state");
  await publish(call, "closed");
  await audit(call, [{ action: "organization.closed", subjectId: call.organizationId, facts: { operator } }]);
}
