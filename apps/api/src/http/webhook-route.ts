import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { FastifyInstance } from "fastify";
import { insertRows } from "../database/insert-rows.ts";
import type { Tenancy } from "../database/tenancy.ts";
import { invalid, unauthenticated } from "../errors.ts";
import { webhooksReceived } from "./metrics.ts";

/** A webhook has some thousand characters; an invoice with all its lines some ten thousand. */
const mostBytes = 256_000;
/** Webhooks stored by one statement, at most. */
const mostTogether = 100;

export type WebhookRequest = {
  params: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | undefined>>;
  /** The raw body, because signatures are over its bytes. */
  body: Buffer;
};

/** The result of checking a request; `provider` is the name under which it is counted. */
type Checked<Row> = { provider: string; webhook: Row | "malformed" | "refused" };

type WebhookInput<Table extends PgTable> = {
  /** The table of webhooks that arrived; one that was stored before stays unchanged. */
  table: Table;
  tenancy: Tenancy;
  check(request: WebhookRequest): Checked<Table["$inferInsert"]>;
};

/**
 * Serves the address that a provider sends webhooks to. One that passes `check` is stored and acknowledged, and processed later
 * (jobs/webhook-inbox.ts). Others are refused and counted.
 *
 * @param check verifies the signature and age.
 * @throws notFound when nothing is served here.
 */
export function webhookRoute<Table extends PgTable>(
  app: FastifyInstance,
  path: string,
  { table, tenancy, check }: WebhookInput<Table>,
): void {
  // One statement without a transaction around it: a burst waits for one round trip.
  const store = storeTogether<Table["$inferInsert"]>((rows) =>
    insertRows({ db: tenancy.shared }, table, rows, sql`ON CONFLICT DO NOTHING`),
  );
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(path, { schema: { hide: true } as object }, async ({ params, headers, body }, reply) => {
      const { provider, webhook } = check({
        params: params as WebhookRequest["params"],
        headers: headers as WebhookRequest["headers"],
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      });
      const count = (outcome: string) => webhooksReceived.inc({ provider, outcome });
      if (webhook === "malformed") {
        count("malformed");
        throw invalid("body", "This webhook can't be read.");
      }
      if (webhook === "refused") {
        count("refused");
        throw unauthenticated();
      }
      await store(webhook);
      count("kept");
      return reply.code(204).send();
    });
  });
}

type Waiting<Row> = { row: Row; done: () => void; failed: (error: unknown) => void };

/** Stores rows that arrive during a write together, so that a burst of webhooks needs few transactions. */
function storeTogether<Row>(insert: (rows: Row[]) => Promise<unknown>): (row: Row) => Promise<void> {
  const waiting: Waiting<Row>[] = [];
  let isWriting = false;

  async function write(some: readonly Waiting<Row>[]): Promise<void> {
    try {
      await insert(some.map((one) => one.row));
      for (const one of some) one.done();
    } catch (error) {
      // One that can't be stored must not prevent storing the others.
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
