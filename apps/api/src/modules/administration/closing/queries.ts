import type { ResponseOf } from "@touchline/contract";
import { type getOrganizationState, organizationExportDays } from "@touchline/contract/administration/closing";
import { and, desc, eq, gt, isNotNull, notInArray } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { organizationExport } from "../../../schema/administration.ts";
import { subscription } from "../../../schema/billing.ts";
import { ownOrganization } from "../../accounts/index.ts";

const mostListed = 20;

/** The instant before which exports are gone. */
export const oldestExport = ({ now }: Pick<Call, "now">) =>
  new Date(now.getTime() - organizationExportDays * 86_400_000);

/** Returns whether the organization can be used, and its exports. */
export async function organizationState(call: Call): Promise<ResponseOf<typeof getOrganizationState>> {
  const { suspendedAt, suspensionReason, closedAt } = await ownOrganization(call);
  const rows = await call.db
    .select()
    .from(organizationExport)
    .where(and(ours(organizationExport, call), gt(organizationExport.requestedAt, oldestExport(call))))
    .orderBy(desc(organizationExport.requestedAt))
    .limit(mostListed);
  return {
    state: closedAt ? "closed" : suspendedAt ? "suspended" : "active",
    suspendedAt: suspendedAt?.toISOString() ?? null,
    reason: suspensionReason,
    closedAt: closedAt?.toISOString() ?? null,
    exports: rows.map(({ organizationExportId, requestedAt, readyAt, bytes }) => ({
      ...{ organizationExportId, bytes, requestedAt: requestedAt.toISOString() },
      readyAt: readyAt?.toISOString() ?? null,
    })),
  };
}

/** Whether there is an export that was begun after an instant and is complete. */
export async function hasExportSince(call: Call, since: Date): Promise<boolean> {
  const rows = await call.db
    .select({ id: organizationExport.organizationExportId })
    .from(organizationExport)
    .where(
      and(
        ours(organizationExport, call),
        isNotNull(organizationExport.readyAt),
        gt(organizationExport.requestedAt, since),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether the card provider still charges the organization. */
export async function hasSubscription(call: Call): Promise<boolean> {
  const rows = await call.db
    .select({ id: subscription.subscriptionId })
    .from(subscription)
    .where(and(ours(subscription, call), notInArray(subscription.state, ["canceled", "preparing", "incomplete"])))
    .limit(1);
  return rows.length > 0;
}

/** One export; null if there is none, or its time is over. */
export async function exportById(call: Call, organizationExportId: string) {
  const [row] = await call.db
    .select()
    .from(organizationExport)
    .where(
      and(
        ours(organizationExport, call),
        eq(organizationExport.organizationExportId, organizationExportId),
        gt(organizationExport.requestedAt, oldestExport(call)),
      ),
    );
  return row ?? null;
}
