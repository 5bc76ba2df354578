import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { FastifyInstance } from "fastify";
import type { ProviderNews } from "../../../../adapters/screening/port.ts";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { invalid, notFound, unauthenticated } from "../../../../errors.ts";
import { webhooksReceived } from "../../../../http/metrics.ts";
import { screeningNews, trainingWebhooks, type WebhookSource } from "../../../../schema/screening.ts";

export type Receiving = { tenancy: Tenancy; adapters: Adapters; now: () => Date };

/** The names of providers in addresses of webhooks. */
const names: Readonly<Record<string, WebhookSource>> = {
  yardstik: BackgroundCheckProvider.Yardstik,
  checkr: BackgroundCheckProvider.Checkr,
  sterling: BackgroundCheckProvider.Sterling,
  training: trainingWebhooks,
};

/** Where a provider's webhooks go, below the address of the API. */
export const webhookPath = (provider: BackgroundCheckProvider) =>
  `/api/webhooks/${Object.keys(names).find((name) => names[name] === provider)}`;

/** Who checks the webhooks of a source; null: this installation has no key of it. */
const sourceOf = ({ screening, trainings }: Adapters, provider: WebhookSource) =>
  provider === trainingWebhooks ? trainings : (screening.get(provider)?.orders ?? null);

/** A webhook holds a few lines; a screening with all its items some thousand characters. */
const mostBytes = 256_000;
/**
 * Milliseconds that a webhook may be old: providers try again for a day and longer, and what is told twice changes nothing, as the
 * order is read from the provider.
 */
const replayWindow = 3 * 86_400_000;
const clockSkew = 600_000;

/**
 * The address that providers send webhooks to. One that is signed is kept as it came and answered; what it is about is found out
 * afterwards. One that isn't is refused and counted.
 */
export function receiveWebhooks(app: FastifyInstance, { tenancy, adapters, now }: Receiving): void {
  const keep = newsKeeper(tenancy);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { provider: string } }>(
      "/api/webhooks/:provider",
      { schema: { hide: true } as object },
      async ({ params, headers, body }, reply) => {
        const provider = Object.hasOwn(names, params.provider) ? names[params.provider] : undefined;
        const adapter = provider === undefined ? null : sourceOf(adapters, provider);
        if (provider === undefined || !adapter) throw notFound("link");
        const count = (outcome: string) => webhooksReceived.inc({ provider: params.provider, outcome });
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const news = adapter.news(raw, headers as Record<string, string | undefined>);
        if (news === "malformed") {
          count("malformed");
          throw invalid("body", "This webhook can't be read.");
        }
        if (news === null || !isRecent(news, now())) {
          count("refused");
          throw unauthenticated();
        }
        await keep(rowOf({ adapters }, provider, news, raw, now()));
        count("kept");
        return reply.code(204).send();
      },
    );
  });
}

const isRecent = ({ happenedAt }: ProviderNews, now: Date) =>
  happenedAt.getTime() > now.getTime() - replayWindow && happenedAt.getTime() < now.getTime() + clockSkew;

/** What the sealed body is bound to. */
export const newsPlace = (screeningNewsId: string) => ({
  tenant: "shared",
  table: "screening_news",
  column: "sealed_body",
  id: screeningNewsId,
});

type NewsRow = typeof screeningNews.$inferInsert;

/** A webhook as it is kept, sealed. */
function rowOf(
  { adapters }: Pick<Receiving, "adapters">,
  provider: WebhookSource,
  { newsId, externalIds, happenedAt }: ProviderNews,
  raw: Buffer,
  now: Date,
): NewsRow {
  const screeningNewsId = newId();
  return {
    screeningNewsId,
    provider,
    newsKey: newsId,
    externalIds: [...externalIds],
    sealedBody: adapters.vault.sealShared(newsPlace(screeningNewsId), raw.toString()),
    happenedAt,
    receivedAt: now,
    nextTryAt: now,
  };
}

/** Webhooks that one statement keeps at most. */
const mostTogether = 100;

type Waiting = { row: NewsRow; done: () => void; failed: (error: unknown) => void };

/**
 * Keeps webhooks: those that come while others are being written are written together, so that a rush of them costs few
 * transactions. One that was kept before is left as it is.
 */
function newsKeeper(tenancy: Tenancy): (row: NewsRow) => Promise<void> {
  const waiting: Waiting[] = [];
  let isWriting = false;
  const insert = (rows: readonly NewsRow[]) =>
    tenancy.runShared((db) =>
      db
        .insert(screeningNews)
        .values([...rows])
        .onConflictDoNothing(),
    );

  async function write(some: readonly Waiting[]): Promise<void> {
    try {
      await insert(some.map((one) => one.row));
      for (const one of some) one.done();
    } catch (error) {
      // One that can't be kept must not keep the others from it.
      if (some.length > 1) for (const one of some) await write([one]);
      else for (const one of some) one.failed(error);
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) await write(waiting.splice(0, mostTogether));
    isWriting = false;
  }

  return (row) =>
    new Promise((done, failed) => {
      waiting.push({ row, done, failed });
      if (!isWriting) void writeAll();
    });
}
