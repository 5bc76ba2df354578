import { and, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import type { ScheduleDeps } from "../../../../jobs/schedules.ts";
import { paymentDirectory, paymentNews } from "../../../../schema/billing.ts";
import { followPayment } from "../../payments/jobs.ts";
import { followSubscription } from "../../plans/jobs.ts";

type News = Pick<typeof paymentNews.$inferSelect, "paymentNewsId" | "externalIds" | "tries">;
type Named = typeof paymentDirectory.$inferSelect;

/** Webhooks that are handed on at once. */
const mostAtOnce = 200;
/** Milliseconds for which whoever hands webhooks on has them alone. */
const lease = 60_000;
/** How often something that nobody knows is looked for, at growing pauses of together about two days. */
const mostTries = 12;

/**
 * Hands webhooks on to the payments and subscriptions that they are about: each of those is read from the provider once, however many
 * webhooks are about it. One about something that nobody knows is tried again, as it may be recorded at this moment.
 *
 * @returns whether more are due.
 */
export async function handOnCardNews(deps: ScheduleDeps): Promise<boolean> {
  const taken = await take(deps);
  const named = await namedBy(deps, taken);
  const byId = new Map(named.map((one) => [one.externalId, one]));
  const isKnown = (news: News) => news.externalIds.some((id) => byId.has(id));
  const about = new Map<string, Named>();
  for (const id of taken.flatMap((one) => one.externalIds)) {
    const found = byId.get(id);
    if (found) about.set(`${found.organizationId} ${found.kind} ${found.subjectId}`, found);
  }
  for (const [organizationId, theirs] of Map.groupBy(about.values(), (one) => one.organizationId)) {
    const tenant = deps.tenancy.found(organizationId);
    const { now, adapters } = deps;
    await deps.tenancy.run(tenant, async (db) => {
      const actor = { kind: "system", name: "schedule.billing.news" } as const;
      const call: Call = { actor, organizationId: tenant, db, now: now(), adapters };
      for (const { kind, subjectId } of theirs) await follow(call, kind, subjectId);
    });
  }
  const unknown = taken.filter((one) => !isKnown(one));
  await settle(deps, taken.filter(isKnown), "followed");
  await settle(
    deps,
    unknown.filter((one) => one.tries >= mostTries),
    "unknown",
  );
  await putOff(
    deps,
    unknown.filter((one) => one.tries < mostTries),
  );
  return taken.length === mostAtOnce;
}

async function follow(call: Call, kind: Named["kind"], subjectId: string | null): Promise<void> {
  if (kind === "payment" && subjectId !== null) {
    await enqueue(call, followPayment, { paymentId: subjectId, by: "webhook" }, { singletonKey: subjectId });
  }
  if (kind === "subscription" && subjectId !== null) {
    await enqueue(call, followSubscription, { subscriptionId: subjectId, by: "webhook" }, { singletonKey: subjectId });
  }
}

/** The webhooks that are due, the oldest first; put off at once, so that whoever dies leaves them to the next turn. */
async function take({ tenancy, now }: ScheduleDeps): Promise<News[]> {
  const at = now();
  return tenancy.runShared((db) => {
    const due = db
      .select({ id: paymentNews.paymentNewsId })
      .from(paymentNews)
      .where(lte(paymentNews.nextTryAt, at))
      .orderBy(paymentNews.nextTryAt)
      .limit(mostAtOnce)
      .for("update", { skipLocked: true });
    const { paymentNewsId, externalIds, tries } = paymentNews;
    return db
      .update(paymentNews)
      .set({ nextTryAt: new Date(at.getTime() + lease), tries: sql`${paymentNews.tries} + 1` })
      .where(inArray(paymentNews.paymentNewsId, due))
      .returning({ paymentNewsId, externalIds, tries });
  });
}

async function namedBy({ tenancy }: ScheduleDeps, news: readonly News[]): Promise<Named[]> {
  const ids = [...new Set(news.flatMap((one) => one.externalIds))];
  if (ids.length === 0) return [];
  return tenancy.runShared((db) => db.select().from(paymentDirectory).where(inArray(paymentDirectory.externalId, ids)));
}

async function settle({ tenancy }: ScheduleDeps, news: readonly News[], outcome: "followed" | "unknown") {
  if (news.length === 0) return;
  const ids = news.map((one) => one.paymentNewsId);
  await tenancy.runShared((db) =>
    db
      .update(paymentNews)
      .set({ nextTryAt: null, outcome })
      .where(and(inArray(paymentNews.paymentNewsId, ids), isNull(paymentNews.outcome))),
  );
}

/** Tries those about something unknown again later: after 5 seconds, then at pauses four times as long, up to six hours. */
async function putOff({ tenancy, now }: ScheduleDeps, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const ids = news.map((one) => one.paymentNewsId);
  const at = now().toISOString();
  await tenancy.runShared((db) =>
    db
      .update(paymentNews)
      .set({
        nextTryAt: sql`${at}::timestamptz + least(interval '6 hours', interval '5 seconds' * power(4, least(${paymentNews.tries}, 10) - 1))`,
      })
      .where(inArray(paymentNews.paymentNewsId, ids)),
  );
}
