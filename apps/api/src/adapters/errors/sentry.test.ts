import { startSimulator } from "@touchline/simulator";
import { credentials } from "@touchline/simulator/credentials";
import { expect, test } from "vitest";
import { sentryErrors } from "./sentry.ts";

async function aSentry() {
  const simulator = await startSimulator({ tick: 0 });
  const { key, project } = credentials.sentry;
  const dsn = simulator.url.replace("//", `//${key}@`).concat(`/sentry/${project}`);
  const events = async () =>
    (await (await fetch(`${simulator.url}/sentry/events`)).json()) as Record<string, unknown>[];
  return { simulator, dsn, events };
}

const fault = {
  source: "server" as const,
  name: "DatabaseError",
  code: "23505",
  route: "POST /api/app/label",
  place: ["insert (apps/api/src/modules/library/labels/actions/add.ts:31:9)", "node_modules/pg/lib/client.js:5:1"],
};

test("an error arrives at Sentry with its kind, its place and its route, and with nothing else", async () => {
  const { simulator, dsn, events } = await aSentry();
  await sentryErrors({ dsn, environment: "test" }, "1.2.3").send(fault);
  const [event, ...others] = await events();
  await simulator.close();
  expect(others).toEqual([]);
  expect(event).toEqual({
    event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    timestamp: expect.any(Number),
    platform: "node",
    level: "error",
    environment: "test",
    release: "1.2.3",
    tags: { source: "server", code: "23505" },
    transaction: "POST /api/app/label",
    exception: {
      values: [
        {
          type: "DatabaseError",
          mechanism: { type: "generic", handled: false },
          stacktrace: {
            frames: [
              { filename: "node_modules/pg/lib/client.js", lineno: 5, colno: 1, in_app: false },
              {
                filename: "apps/api/src/modules/library/labels/actions/add.ts",
                lineno: 31,
                colno: 9,
                in_app: true,
                function: "insert",
              },
            ],
          },
        },
      ],
    },
  });
});

test("a service that can't be reached fails for its caller, who has the log", async () => {
  const { simulator, dsn } = await aSentry();
  await simulator.close();
  await expect(sentryErrors({ dsn, environment: "test" }, "1.2.3").send(fault)).rejects.toThrow();
});
