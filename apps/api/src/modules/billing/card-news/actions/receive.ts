import type { FastifyInstance } from "fastify";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { invalid, notFound, unauthenticated } from "../../../../errors.ts";
import { webhooksReceived } from "../../../../http/metrics.ts";
import { paymentNews } from "../../../../schema/billing.ts";

/** An invoice with all its lines is some ten thousand characters. */
const mostBytes = 256_000;

/**
 * The address that the card provider sends webhooks to. One that is signed and recent is kept in one statement, and answered: of what
 * it is about, ids alone, as how that stands is asked of the provider. One that isn't is refused and counted.
 */
export function receivePayments(
  app: FastifyInstance,
  { tenancy, adapters, now }: { tenancy: Tenancy; adapters: Adapters; now: () => Date },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/api/webhooks/stripe", { schema: { hide: true } as object }, async ({ headers, body }, reply) => {
      const { payments } = adapters;
      if (payments === null) throw notFound("link");
      const count = (outcome: string) => webhooksReceived.inc({ provider: "stripe", outcome });
      const signature = headers["stripe-signature"];
      const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const news = typeof signature === "string" ? payments.news(raw, signature, now()) : null;
      if (news === "malformed") {
        count("malformed");
        throw invalid("body", "This webhook can't be read.");
      }
      if (news === null) {
        count("refused");
        throw unauthenticated();
      }
      const { newsId, type, externalIds, happenedAt } = news;
      const receivedAt = now();
      await tenancy.runShared((db) =>
        db
          .insert(paymentNews)
          .values({
            ...{ paymentNewsId: newId(), newsKey: newsId, type: type.slice(0, 100), externalIds: [...externalIds] },
            ...{ happenedAt, receivedAt, nextTryAt: receivedAt },
          })
          .onConflictDoNothing(),
      );
      count("kept");
      return reply.code(204).send();
    });
  });
}
