// Runs in a process of its own: the smallest possible server for a query, on the same machine and database. It has bare
// Fastify, the product's token check, and one prepared query as the application's role with policies, without a transaction.
import { identityOverHttp } from "@touchline/api/adapters/identity/http";
import { tokenReader } from "@touchline/api/security/tokens";
import Fastify from "fastify";
import pg from "pg";
import { quantile } from "./figures.ts";

export type Question = { name: string; sql: string; values: unknown[][] };
export type CeilingOrder = {
  appUrl: string;
  organizationId: string;
  publicUrl: string;
  questions: Question[];
};

/** `kept`: queries whose plans should be cached. */
export type CeilingReady = { url: string; kept: string[] };

type Asking = (values: unknown[]) => Promise<pg.QueryResult>;

/** Runs queries with a plan made each time, or with a cached plan. */
function askingBy(order: CeilingOrder, mode: "force_custom_plan" | "force_generic_plan") {
  const pool = new pg.Pool({
    connectionString: order.appUrl,
    max: 20,
    options: `-c plan_cache_mode=${mode} -c app.organization_id=${order.organizationId}`,
  });
  // The database may stop first. An unhandled error would end the process and print the whole client.
  pool.on("error", () => undefined);
  return ({ name, sql: text }: Question): Asking =>
    (values) =>
      pool.query({ name, text, values });
}

/** Finds out which way of running a query is the fastest. */
async function quickest(ways: readonly Asking[], values: readonly unknown[][]): Promise<number> {
  const rounds = 24;
  const until = performance.now() + 2000;
  const times = ways.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, asking] of ways.entries()) {
      const begun = performance.now();
      await asking(values[round % values.length] ?? []);
      // The first runs find empty caches.
      if (round >= 4) times[way]?.push(performance.now() - begun);
    }
    if (round >= 8 && performance.now() > until) break;
  }
  const usual = times.map((took) => quantile(took, 0.5));
  return usual.indexOf(Math.min(...usual));
}

process.once("message", async (order: CeilingOrder) => {
  const [making, keeping] = [askingBy(order, "force_custom_plan"), askingBy(order, "force_generic_plan")];
  const kept: string[] = [];
  const readToken = tokenReader(
    identityOverHttp(() => `${order.publicUrl}/identity`, "no question about accounts is asked"),
    {
      issuer: `${order.publicUrl}/identity`,
      audience: `${order.publicUrl}/api`,
    },
    // This minimal server doesn't check whether sessions have ended.
    async () => false,
  );
  const app = Fastify();
  for (const question of order.questions) {
    const { name, values } = question;
    const ways = [making(question), keeping(question)];
    const best = await quickest(ways, values);
    const asking = ways[best] as Asking;
    if (best === 1) kept.push(name);
    let turn = 0;
    app.get(`/${name}`, async (request, reply) => {
      const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
      if (!(await readToken(token, new Date()))) return reply.code(401).send();
      turn += 1;
      const { rows } = await asking(values[turn % values.length] ?? []);
      return rows;
    });
  }
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ url, kept } satisfies CeilingReady);
});
process.once("disconnect", () => process.exit(0));
