import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import {
  screeningOrder,
  screeningOrderDirectory,
  screeningOrderEvent,
  type WebhookSource,
} from "../../../../schema/screening.ts";
import { nextRevision, type OrderRow } from "../queries/order.ts";

export type KnownBy = (typeof screeningOrderEvent.$inferSelect)["knownBy"];
export type OrderChanges = Partial<Omit<OrderRow, "organizationId" | "attemptId" | "revision">>;

/** Writes the status of an order, and records notable changes in its history. */
export async function writeOrder(call: Call, before: OrderRow, changes: OrderChanges, knownBy: KnownBy): Promise<void> {
  await call.db
    .update(screeningOrder)
    .set({ ...changes, revision: nextRevision })
    .where(and(ours(screeningOrder, call), eq(screeningOrder.attemptId, before.attemptId)));
  const { state, providerStatus, problem } = { ...before, ...changes };
  const isNew = state !== before.state || providerStatus !== before.providerStatus || problem !== before.problem;
  if (isNew) await recordOrder(call, { attemptId: before.attemptId, state, providerStatus, problem, knownBy });
}

/** Webhooks that name it by any of these ids are about this submission from now on. */
export const nameAttempt = (
  call: Call,
  provider: WebhookSource,
  attemptId: string,
  externalIds: readonly string[],
): Promise<void> =>
  insertRows(
    call,
    screeningOrderDirectory,
    externalIds.map((externalId) => ({ provider, externalId, organizationId: call.organizationId, attemptId })),
    sql`ON CONFLICT DO NOTHING`,
  );

/** Appends to the history of an order. */
export async function recordOrder(
  call: Call,
  event: Pick<
    typeof screeningOrderEvent.$inferInsert,
    "attemptId" | "state" | "providerStatus" | "problem" | "knownBy"
  >,
): Promise<void> {
  await call.db
    .insert(screeningOrderEvent)
    .values({ organizationId: call.organizationId, screeningOrderEventId: newId(), at: call.now, ...event });
}
