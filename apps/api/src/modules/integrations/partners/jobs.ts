import { and, eq, inArray, lte } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { batchJob, isAbandoned } from "../../../jobs/batch-job.ts";
import { announce, defineErrand, defineJob, enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { deleteOldWebhooks, processWebhooks, type WebhookInbox } from "../../../jobs/webhook-inbox.ts";
import { partnerConnection, partnerDirectory, partnerSync, partnerWebhook } from "../../../schema/partners.ts";
import { followPartnerImport } from "../../setup/index.ts";
import { prepareSync, readPartner } from "./actions/announced.ts";
import { followImport } from "./actions/follow.ts";
import { continuePreparing } from "./actions/prepare.ts";
import { beginReport, finishReport, sendReport } from "./actions/report.ts";
import { beginReading, finishReading, readNext, startSync } from "./actions/sync.ts";
import { openSync } from "./queries.ts";

/** Asks a partner for one page after the other. */
export const readFromPartner = defineErrand({
  ...readPartner,
  begin: beginReading,
  act: readNext,
  finish: finishReading,
});

/** Hands what was read to an import, some thousand registrations at a time. */
export const prepareFromPartner = batchJob({ ...prepareSync, step: continuePreparing });

/** Continues a sync when its import was checked, or is over. */
export const followSync = defineJob({
  ...followPartnerImport,
  async work(call, payload) {
    await followImport(call, payload);
    return undefined;
  },
});

/** Tells a partner who is cleared. */
export const reportToPartner = defineErrand({
  name: "partners.report",
  payload: z.object({ partnerConnectionId: z.uuid() }),
  begin: beginReport,
  act: sendReport,
  finish: finishReport,
});

async function tend(call: Call): Promise<void> {
  const connections = await call.db
    .select()
    .from(partnerConnection)
    .where(and(ours(partnerConnection, call), eq(partnerConnection.state, "active")))
    .limit(20);
  for (const { partnerConnectionId, automatic, nextSyncAt, pushCleared } of connections) {
    const isDue = automatic && nextSyncAt !== null && nextSyncAt <= call.now;
    if (isDue && !(await openSync(call, partnerConnectionId))) {
      await startSync(call, partnerConnectionId, { review: false });
    }
    if (pushCleared) {
      await enqueue(call, reportToPartner, { partnerConnectionId }, { singletonKey: partnerConnectionId });
    }
  }
  const left = await call.db
    .select({ partnerSyncId: partnerSync.partnerSyncId, state: partnerSync.state })
    .from(partnerSync)
    .where(
      and(
        ours(partnerSync, call),
        inArray(partnerSync.state, ["reading", "preparing"]),
        lte(partnerSync.movedAt, call.now),
        isAbandoned(call, partnerSync.movedAt, "partnerSyncId", partnerSync.partnerSyncId),
      ),
    )
    .limit(20);
  for (const { partnerSyncId, state } of left) {
    await announce(call, state === "reading" ? readPartner : prepareSync, { partnerSyncId });
  }
}

/** Starts the syncs that are due, resumes those whose job was lost, and tells partners who is cleared. */
export const tendPartners: Schedule = {
  name: "partners.tend",
  everySeconds: 60,
  run: ({ eachOrganization, tenancy }) => eachOrganization(tend, tenancy.organizationsWithPartners()),
};

type PartnerWebhookRow = { webhookId: string; externalIds: string[]; tries: number };
type Found = { externalId: string; organizationId: string };

const inbox: WebhookInbox<PartnerWebhookRow, Found> = {
  name: "partners.webhooks",
  table: partnerWebhook,
  columns: {
    webhookId: partnerWebhook.webhookId,
    externalIds: partnerWebhook.externalIds,
    tries: partnerWebhook.tries,
  },
  find: (db, ids) => db.select().from(partnerDirectory).where(inArray(partnerDirectory.externalId, ids)),
  keyOf: (subject) => subject.externalId,
  async follow(call, subjects) {
    for (const { externalId } of subjects) await followConnection(call, externalId);
  },
};

/** Syncs a connection that syncs by itself. */
async function followConnection(call: Call, externalId: string): Promise<void> {
  const [row] = await call.db
    .select()
    .from(partnerConnection)
    .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, externalId)));
  if (!row?.automatic) return;
  // A sync under way may have read past the change: another follows it at once.
  if (await openSync(call, externalId)) {
    await call.db
      .update(partnerConnection)
      .set({ nextSyncAt: call.now })
      .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, externalId)));
  } else await startSync(call, externalId, { review: false });
}

/** Starts the syncs that webhooks ask for. */
export const processPartnerWebhooks: Schedule = {
  name: inbox.name,
  everySeconds: 2,
  async run(deps) {
    while (await processWebhooks(deps, inbox));
  },
};

/** Deletes webhooks that are older than a month. */
export const deleteOldPartnerWebhooks: Schedule = {
  name: "partners.deleteOldWebhooks",
  everySeconds: 3600,
  run: async (deps) => void (await deleteOldWebhooks(deps, partnerWebhook)),
};
