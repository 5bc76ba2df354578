import { and, inArray, isNull, lte, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Call } from "../call.ts";
import { isOneOf } from "../database/lists.ts";
import type { SharedDb } from "../database/tenancy.ts";
import type { ScheduleDeps } from "./schedules.ts";

/** Webhooks that one run processes. */
const mostAtOnce = 200;
/** Milliseconds before others may take the webhooks of a run that died. */
const lease = 60_000;
/** How often the subject of a webhook is looked up, at growing intervals of about two days in total. */
const mostTries = 12;
/** Days that webhooks are kept: their effects are in the history of their subjects. */
const keptDays = 30;

type Webhook = { webhookId: string; externalIds: string[]; tries: number };
type Columns<Shape> = { [Key in keyof Shape]: PgColumn };
type WebhookTable = PgTable & Columns<Webhook> & Record<"receivedAt" | "nextTryAt" | "outcome", PgColumn>;

/** The subject of a webhook, found by the provider's id. */
type Subject = { externalId: string; organizationId: string };

export type WebhookInbox<Row extends Webhook, Found extends Subject> = {
  /** The schedule that processes the webhooks. */
  name: string;
  table: WebhookTable;
  /** The columns that `isAbout` needs of a webhook. */
  columns: Columns<Row>;
  find(db: SharedDb, externalIds: string[]): Promise<Found[]>;
  isAbout?(webhook: Row, subject: Found): boolean;
  /**
   * Returns a key that is unique within the organization: each subject is followed once, however many webhooks are about it.
   */
  keyOf(subject: Found): string;
  /** Starts reading the subjects from the provider: a webhook says only that something happened. */
  follow(call: Call, subjects: readonly Found[]): Promise<unknown>;
  /** Reports webhooks whose subject was never found to operators. */
  reportUnknown?(deps: ScheduleDeps): void;
};

/**
 * Processes the webhooks that are due: starts following their subjects, and retries those with an unknown subject later,
 * because it may be recorded at this moment.
 *
 * @returns whether more are due.
 */
export async function processWebhooks<Row extends Webhook, Found extends Subject>(
  deps: ScheduleDeps,
  inbox: WebhookInbox<Row, Found>,
): Promise<boolean> {
  const { tenancy, now, adapters } = deps;
  const taken = await take(deps, inbox);
  const ids = [...new Set(taken.flatMap((webhook) => webhook.externalIds))];
  const found = ids.length === 0 ? [] : await tenancy.runShared((db) => inbox.find(db, ids));
  const byId = Map.groupBy(found, (subject) => subject.externalId);
  const done = { followed: [] as Row[], other: [] as Row[], missed: [] as Row[] };
  const subjects = new Map<string, Found>();
  for (const webhook of taken) {
    const about = webhook.externalIds
      .flatMap((externalId) => byId.get(externalId) ?? [])
      .filter((subject) => inbox.isAbout?.(webhook, subject) ?? true);
    for (const subject of about) subjects.set(`${subject.organizationId} ${inbox.keyOf(subject)}`, subject);
    (webhook.externalIds.length === 0 ? done.other : about.length > 0 ? done.followed : done.missed).push(webhook);
  }
  const actor = { kind: "system", name: `schedule.${inbox.name}` } as const;
  for (const [id, theirs] of Map.groupBy(subjects.values(), (subject) => subject.organizationId)) {
    const organizationId = tenancy.found(id);
    await tenancy.run(organizationId, async (db) => {
      const call: Call = { actor, organizationId, db, now: now(), adapters };
      await inbox.follow(call, theirs);
    });
  }
  const isOver = (webhook: Webhook) => webhook.tries >= mostTries;
  const over = done.missed.filter(isOver);
  await settle(deps, inbox.table, done.followed, "followed");
  await settle(deps, inbox.table, done.other, "other");
  await settle(deps, inbox.table, over, "unknown");
  if (over.length > 0) inbox.reportUnknown?.(deps);
  const again = done.missed.filter((webhook) => !isOver(webhook));
  await putOff(deps, inbox.table, again);
  return taken.length === mostAtOnce;
}

/** Takes the webhooks that are due, oldest first. They are due again after the lease, unless they are settled before. */
async function take<Row extends Webhook>(
  { tenancy, now }: ScheduleDeps,
  { table, columns }: { table: WebhookTable; columns: Columns<Row> },
): Promise<Row[]> {
  const at = now();
  const rows = await tenancy.runShared((db) => {
    const due = db
      .select({ id: table.webhookId })
      .from(table as PgTable)
      .where(lte(table.nextTryAt, at))
      .orderBy(table.nextTryAt)
      .limit(mostAtOnce)
      .for("update", { skipLocked: true });
    return db
      .update(table)
      .set({ nextTryAt: new Date(at.getTime() + lease), tries: sql`${table.tries} + 1` })
      .where(inArray(table.webhookId, due))
      .returning(columns);
  });
  return rows as Row[];
}

async function settle(
  { tenancy }: ScheduleDeps,
  table: WebhookTable,
  webhooks: readonly Webhook[],
  outcome: "followed" | "other" | "unknown",
): Promise<void> {
  if (webhooks.length === 0) return;
  const isOpen = and(isOneOf(table.webhookId, idsOf(webhooks)), isNull(table.outcome));
  await tenancy.runShared((db) => db.update(table).set({ nextTryAt: null, outcome }).where(isOpen));
}

/** Retries webhooks after 5 seconds, then at intervals four times as long, up to six hours. */
async function putOff({ tenancy, now }: ScheduleDeps, table: WebhookTable, webhooks: readonly Webhook[]) {
  if (webhooks.length === 0) return;
  const pause = sql`least(interval '6 hours', interval '5 seconds' * power(4, least(${table.tries}, 10) - 1))`;
  const nextTryAt = sql`${now().toISOString()}::timestamptz + ${pause}`;
  await tenancy.runShared((db) =>
    db
      .update(table)
      .set({ nextTryAt })
      .where(isOneOf(table.webhookId, idsOf(webhooks))),
  );
}

const idsOf = (webhooks: readonly Webhook[]) => webhooks.map((webhook) => webhook.webhookId);

/** Deletes webhooks that are older than a month. */
export function deleteOldWebhooks({ tenancy, now }: ScheduleDeps, table: WebhookTable): Promise<unknown> {
  const before = new Date(now().getTime() - keptDays * 86_400_000);
  return tenancy.runShared((db) => db.delete(table).where(lte(table.receivedAt, before)));
}
