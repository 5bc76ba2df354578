import { and, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { OrganizationId } from "../../../../database/tenancy.ts";
import { announce, enqueue } from "../../../../jobs/jobs.ts";
import type { ScheduleDeps } from "../../../../jobs/schedules.ts";
import { screeningNews, screeningOrderDirectory, trainingWebhooks } from "../../../../schema/screening.ts";
import { followOrder, trainingNews } from "../jobs.ts";

type News = Pick<typeof screeningNews.$inferSelect, "screeningNewsId" | "provider" | "externalIds" | "tries">;

/** Webhooks that are handed on at once. */
const mostAtOnce = 200;
/** Milliseconds for which whoever hands webhooks on has them alone. */
const lease = 60_000;
/** How often an order that nobody knows is looked for, at growing pauses of together about two days. */
const mostTries = 12;
const longestPause = 6 * 3_600_000;

/**
 * Hands webhooks on to the orders that they are about: each of those is read from its provider once, however many webhooks are
 * about it. One about an order that nobody knows is tried again, as an order may be placed at this moment.
 *
 * @returns whether more are due.
 */
export async function handOnNews(deps: ScheduleDeps): Promise<boolean> {
  const taken = await take(deps);
  const orders = await ordersOf(deps, taken);
  const keyOf = (provider: number, externalId: string) => `${provider} ${externalId}`;
  const byKey = new Map(orders.map((one) => [keyOf(one.provider, one.externalId), one]));
  const done = { followed: [] as News[], other: [] as News[], missed: [] as News[] };
  const about = new Map<string, (typeof orders)[number]>();
  for (const news of taken) {
    const found = news.externalIds.flatMap((externalId) => byKey.get(keyOf(news.provider, externalId)) ?? []);
    for (const order of found) about.set(order.attemptId, order);
    (news.externalIds.length === 0 ? done.other : found.length > 0 ? done.followed : done.missed).push(news);
  }
  for (const [organizationId, theirs] of Map.groupBy(about.values(), (one) => one.organizationId)) {
    await inOrganization(deps, deps.tenancy.found(organizationId), async (call) => {
      for (const { attemptId, provider } of theirs) {
        if (provider === trainingWebhooks) await announce(call, trainingNews, { attemptId });
        else await enqueue(call, followOrder, { attemptId, by: "webhook" }, { singletonKey: attemptId });
      }
    });
  }
  await settle(deps, done.followed, "followed");
  await settle(deps, done.other, "other");
  await putOff(deps, done.missed);
  return taken.length === mostAtOnce;
}

const inOrganization = (
  { tenancy, now, adapters }: ScheduleDeps,
  organizationId: OrganizationId,
  work: (call: Call) => Promise<void>,
) =>
  tenancy.run(organizationId, (db) =>
    work({ actor: { kind: "system", name: "schedule.screening.news" }, organizationId, db, now: now(), adapters }),
  );

/** The webhooks that are due, the oldest first; put off at once, so that whoever dies leaves them to the next turn. */
async function take({ tenancy, now }: ScheduleDeps): Promise<News[]> {
  const at = now();
  return tenancy.runShared((db) => {
    const due = db
      .select({ id: screeningNews.screeningNewsId })
      .from(screeningNews)
      .where(lte(screeningNews.nextTryAt, at))
      .orderBy(screeningNews.nextTryAt)
      .limit(mostAtOnce)
      .for("update", { skipLocked: true });
    const { screeningNewsId, provider, externalIds, tries } = screeningNews;
    return db
      .update(screeningNews)
      .set({ nextTryAt: new Date(at.getTime() + lease), tries: sql`${screeningNews.tries} + 1` })
      .where(inArray(screeningNews.screeningNewsId, due))
      .returning({ screeningNewsId, provider, externalIds, tries });
  });
}

async function ordersOf({ tenancy }: ScheduleDeps, news: readonly News[]) {
  const ids = [...new Set(news.flatMap((one) => one.externalIds))];
  if (ids.length === 0) return [];
  return tenancy.runShared((db) =>
    db.select().from(screeningOrderDirectory).where(inArray(screeningOrderDirectory.externalId, ids)),
  );
}

async function settle({ tenancy }: ScheduleDeps, news: readonly News[], outcome: "followed" | "other" | "unknown") {
  if (news.length === 0) return;
  const ids = news.map((one) => one.screeningNewsId);
  await tenancy.runShared((db) =>
    db
      .update(screeningNews)
      .set({ nextTryAt: null, outcome })
      .where(and(inArray(screeningNews.screeningNewsId, ids), isNull(screeningNews.outcome))),
  );
}

/** Tries those about unknown orders again later; operators are told of those that stay unknown. */
async function putOff(deps: ScheduleDeps, missed: readonly News[]): Promise<void> {
  const over = missed.filter((one) => one.tries >= mostTries);
  await settle(deps, over, "unknown");
  if (over.length > 0) {
    const route = "screening.news";
    deps.errors?.report({ source: "job", name: "UnknownOrder", code: null, route, place: [] });
  }
  const at = deps.now().getTime();
  const again = missed.filter((one) => one.tries < mostTries);
  if (again.length === 0) return;
  const ids = again.map((one) => one.screeningNewsId);
  const times = again.map(({ tries }) => new Date(at + Math.min(5_000 * 4 ** (tries - 1), longestPause)).toISOString());
  await deps.tenancy.runShared((db) =>
    db.execute(sql`
      UPDATE screening_news SET next_try_at = later.at
      FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(times)}::timestamptz[]) AS later (id, at)
      WHERE screening_news.screening_news_id = later.id`),
  );
}
