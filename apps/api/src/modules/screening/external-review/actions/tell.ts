import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { mailResultsOverdue } from "../../../messages/index.ts";
import { administratorsToTell } from "../../orders/actions/tell.ts";
import { newlyOverdue } from "../queries/queue.ts";

/** Tells administrators of results that have become overdue since they were last told. */
export async function tellOverdue(call: Call): Promise<void> {
  const [own] = await call.db
    .select({ toldAt: organization.externalOverdueToldAt })
    .from(organization)
    .where(ours(organization, call));
  const count = await newlyOverdue(call, own?.toldAt ?? null);
  if (count === 0) return;
  // Whoever tells first alone tells it.
  const told = await call.db
    .update(organization)
    .set({ externalOverdueToldAt: call.now })
    .where(
      and(
        ours(organization, call),
        own?.toldAt ? eq(organization.externalOverdueToldAt, own.toldAt) : isNull(organization.externalOverdueToldAt),
      ),
    )
    .returning({ id: organization.organizationId });
  if (told.length === 0) return;
  const key = call.now.toISOString();
  const administrators = await administratorsToTell(call);
  await mailResultsOverdue(
    call,
    administrators.map((one) => ({ ...one, count, path: "/review/external?overdue=yes", key })),
  );
}
