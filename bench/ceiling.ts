// A process of its own: what the least possible server makes of a question, on the same machine and database. Bare Fastify,
// the product's token check, one prepared query as the application's role with its policies on, no transaction.
import { identityOverHttp } from "@touchline/api/adapters/identity/http";
import { tokenReader } from "@touchline/api/kernel/tokens";
import Fastify from "fastify";
import pg from "pg";

export type Question = { name: string; sql: string; values: unknown[][] };
export type CeilingOrder = {
  appUrl: string;
  organizationId: string;
  publicUrl: string;
  questions: Question[];
};

process.once("message", async (order: CeilingOrder) => {
  const pool = new pg.Pool({
    connectionString: order.appUrl,
    max: 20,
    options: `-c plan_cache_mode=force_custom_plan -c app.organization_id=${order.organizationId}`,
  });
  const readToken = tokenReader(
    identityOverHttp(() => `${order.publicUrl}/identity`, "no question about accounts is asked"),
    {
      issuer: `${order.publicUrl}/identity`,
      audience: `${order.publicUrl}/api`,
    },
    // Whether sessions ended is not the least possible's business.
    async () => false,
  );
  const app = Fastify();
  for (const { name, sql, values } of order.questions) {
    let turn = 0;
    app.get(`/${name}`, async (request, reply) => {
      const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
      if (!(await readToken(token, new Date()))) return reply.code(401).send();
      turn += 1;
      const { rows } = await pool.query(sql, values[turn % values.length]);
      return rows;
    });
  }
  process.send?.({ url: await app.listen({ host: "127.0.0.1", port: 0 }) });
});
process.once("disconnect", () => process.exit(0));
