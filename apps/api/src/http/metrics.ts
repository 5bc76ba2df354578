import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { jobCounts } from "../jobs/queue.ts";

export type Metrics = {
  /** Measures every request of a server, by route pattern: addresses would make a series for each id. */
  observe(app: FastifyInstance): void;
  /** Returns the metrics in Prometheus' text format. */
  text(): Promise<{ type: string; body: string }>;
};

/** Attempts to send an email in this process. */
export const mailsTried = new Counter({
  name: "touchline_mails_total",
  help: "Attempts to send an email, by outcome; an operator must fix `blocked` and `unreadable`",
  labelNames: ["outcome"],
  registers: [],
});

/** Webhooks of providers by result; one with a wrong signature is counted and not stored. */
export const webhooksReceived = new Counter({
  name: "touchline_webhooks_received_total",
  help: "Webhooks of providers, by provider and outcome",
  labelNames: ["provider", "outcome"],
  registers: [],
});

/** Measures requests, connections and their queues, jobs and schedules of this process and its database. */
export function openMetrics(pools: Record<string, pg.Pool>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(mailsTried);
  registry.registerMetric(webhooksReceived);
  const requests = new Histogram({
    name: "touchline_request_seconds",
    help: "Time to answer, by route pattern",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "touchline_database_connections",
    help: "Connections of each pool by state (busy, idle) and requests waiting for one",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "busy" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  const [pool] = Object.values(pools);
  if (pool) addJobs(registry, pool);
  return {
    observe(app) {
      app.addHook("onResponse", async (request, reply) => {
        const { method } = request;
        const route = request.routeOptions.url ?? "none";
        requests.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      });
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}

/**
 * Reads job metrics from the database at each scrape; equal in every process. Without a database the other metrics are still
 * returned.
 */
function addJobs(registry: Registry, pool: pg.Pool): void {
  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(text).catch(() => ({ rows: [] as Row[] }));
    return rows;
  };
  new Gauge({
    name: "touchline_jobs",
    help: "Jobs by name and state; `dead` are those given up, which need attention",
    labelNames: ["job", "state"],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await jobCounts(pool).catch(() => []);
      for (const { job, state, count } of rows) this.set({ job: job ?? "none", state }, count);
    },
  });
  new Gauge({
    name: "touchline_schedule_finished_seconds",
    help: "Seconds since each schedule last finished; -1 when its last run failed",
    labelNames: ["schedule"],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await ask<{ name: string; failed: boolean; ago: number }>(`
        SELECT name, failed, extract(epoch FROM now() - finished_at)::float8 AS ago
        FROM schedule_run WHERE finished_at IS NOT NULL LIMIT 100`);
      for (const { name, failed, ago } of rows) this.set({ schedule: name }, failed ? -1 : ago);
    },
  });
}
