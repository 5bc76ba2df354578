import { expect, test } from "vitest";
import { simulateSentry } from "../../../test/sentry.ts";
import { sentryErrors } from "./sentry.ts";

const fault = {
  source: "server" as const,
  name: "DatabaseError",
  code: "23505",
  route: "POST /api/app/label",
  place: ["insert (apps/api/src/modules/library/labels/actions/add.ts:31:9)", "node_modules/pg/lib/client.js:5:1"],
};

test("an error arrives at Sentry with its kind, its place and its route, and with nothing else", async () => {
  const { dsn, events, close } = await simulateSentry();
  await sentryErrors({ dsn, environment: "test" }, "1.2.3").send(fault);
  const [event, ...others] = await events();
  await close();
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

test("an event that Sentry refuses fails, as it does with a wrong key", async () => {
  const { dsn, events, close } = await simulateSentry();
  const wrong = sentryErrors({ dsn: dsn.replace("simulatedkey", "anotherkey"), environment: "test" }, "1.2.3");
  await expect(wrong.send(fault)).rejects.toThrow("Sentry answered with 401.");
  expect(await events()).toEqual([]);
  await close();
});

test("a service that can't be reached fails for its caller, who has the log", async () => {
  const { dsn, close } = await simulateSentry();
  await close();
  await expect(sentryErrors({ dsn, environment: "test" }, "1.2.3").send(fault)).rejects.toThrow();
});
