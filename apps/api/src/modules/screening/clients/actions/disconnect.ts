import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { screeningClient, screeningOrder } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";

/**
 * Disconnects the organization from an account: nothing more is ordered with it. Reports of earlier checks are still read there.
 *
 * @throws NotFound; Conflict while a check that was ordered with it is under way
 */
export async function disconnectAccount(call: Call, clientId: string): Promise<void> {
  const it = and(
    ours(screeningClient, call),
    eq(screeningClient.screeningClientId, clientId),
    isNull(screeningClient.disconnectedAt),
  );
  // An order that is being written holds it too, so that either sees the other.
  const [client] = await call.db.select().from(screeningClient).where(it).for("update");
  if (!client) throw notFound("screeningClient");
  const [open] = await call.db
    .select({ attemptId: screeningOrder.attemptId })
    .from(screeningOrder)
    .where(
      and(
        ours(screeningOrder, call),
        eq(screeningOrder.screeningClientId, clientId),
        inArray(screeningOrder.state, ["placing", "invited", "running"]),
      ),
    )
    .limit(1);
  if (open) {
    throw conflict(
      "Background checks that were ordered with this account are still under way. Disconnect it once they have ended.",
      "ordersOpen",
    );
  }
  await call.db.update(screeningClient).set({ disconnectedAt: call.now }).where(it);
  const { provider, accountId } = client;
  await audit(call, [{ action: "screening.clientDisconnected", subjectId: clientId, facts: { provider, accountId } }]);
}
