import { RequirementStatus } from "@touchline/contract";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { aScreened, type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aWorld } from "../../../../test/world.ts";
import { screeningWebhook } from "../../../schema/screening.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
afterEach(async () => {
  world.it.clock.shift = 0;
  await screening.clearFaults();
});
afterAll(() => screening.close());

const minute = 60_000;
const screened = (more: Parameters<typeof aScreened>[2] = {}) => aScreened(world.it, screening, more);

/** The vendors with their names in the simulator. */
const vendors = [
  ["yardstik", BackgroundCheckProvider.Yardstik],
  ["checkr", BackgroundCheckProvider.Checkr],
  ["sterling", BackgroundCheckProvider.Sterling],
] as const;

/** What was mailed in an organization: to whom, and the subject. */
const mailed = (organizationId: string) =>
  world.it.tenancy.run(world.it.tenancy.found(organizationId), async (db) =>
    (
      await newestMails({ db, organizationId: world.it.tenancy.found(organizationId), adapters: world.it.adapters }, 50)
    ).map(({ to, subject }) => ({ to, subject })),
  );

for (const [vendor, provider] of vendors) {
  // One provider stands for all in the gate: where they differ, their adapters have tests of their own.
  const tags = vendor === "yardstik" ? [] : ["thorough"];
  describe(`an order at ${vendor}`, { tags }, () => {
    test.each([
      ["500", "busy"],
      ["drop", "unreachable"],
      ["timeout-before", "unreachable"],
      ["timeout-after", "unreachable"],
      ["malformed", "malformed"],
      ["schema-drift", "malformed"],
    ])("that meets %s is placed once, and says so meanwhile", async (fault, problem) => {
      const one = await screened({ provider });
      const before = screening.simulator.orders().length;
      // The order itself fails, not what is asked before it.
      const calls = vendor === "checkr" ? 1 : 2;
      await screening.faultAt(fault, vendor, calls);
      await one.start();
      await screening.settle();
      const seen = await one.order();
      expect(seen).toMatchObject({ state: "placing", problem: { kind: problem } });
      expect(seen.problem?.whatToDo).toMatch(/^You don't have to do anything/);
      expect(seen.text).toBe("The provider hasn't confirmed your background check yet.");
      expect((await one.order(one.director)).problem?.kind).toBe(problem);
      expect(await one.status()).toBe(RequirementStatus.WaitingOnProvider);
      await screening.pass(16 * minute);
      world.it.clock.shift = 0;
      expect(await one.order()).toMatchObject({ state: "invited", problem: null });
      expect(screening.simulator.orders()).toHaveLength(before + 1);
    });

    test("that meets 429 waits as long as the provider asks", async () => {
      const one = await screened({ provider });
      await screening.fault("429", vendor, { value: 120 });
      await one.start();
      await screening.settle();
      expect(await one.order()).toMatchObject({ state: "placing", problem: { kind: "busy" } });
      await screening.pass(minute);
      expect((await one.order()).state).toBe("placing");
      await screening.pass(2 * minute);
      expect((await one.order()).state).toBe("invited");
    });

    test("continues without webhooks, because the provider is polled", async () => {
      const one = await screened({ provider });
      await one.start();
      await screening.settle();
      await screening.fault("webhook-drop", vendor, { times: 10 });
      await screening.submit((await one.link()).url);
      await screening.settle();
      expect((await one.order()).state).toBe("invited");
      await screening.pass(16 * minute);
      world.it.clock.shift = 0;
      expect((await one.order()).state).toBe("clear");
    });

    test.each(["webhook-duplicate", "webhook-reorder", "webhook-forge"])(
      "is cleared once whatever becomes of its webhooks (%s)",
      async (fault) => {
        const one = await screened({ provider });
        await one.start();
        await screening.settle();
        await screening.fault(fault, vendor, { times: 2 });
        await screening.submit((await one.link()).url);
        await screening.settle();
        await screening.pass(minute);
        await screening.pass(2 * minute);
        const seen = await one.order(one.director);
        expect(seen.state).toBe("clear");
        expect(seen.review?.history.filter((step) => step.text.includes("clear result"))).toHaveLength(1);
        expect(await one.status()).toBe(RequirementStatus.Completed);
      },
    );
  });
}

test("an order with a rejected key waits, and administrators are notified once a day", async () => {
  const one = await screened();
  const restore = screening.withWrongKey();
  await one.start();
  await screening.settle();
  expect(await one.order()).toMatchObject({ state: "placing", problem: { kind: "unauthorized" } });
  await screening.pass(16 * minute);
  world.it.clock.shift = 0;
  restore();
  const mails = await mailed(one.organizationId);
  expect(mails.filter(({ subject }) => subject === "Yardstik doesn't accept your organization's access")).toEqual([
    { to: one.admin.email, subject: "Yardstik doesn't accept your organization's access" },
  ]);
  await screening.pass(60 * minute);
  world.it.clock.shift = 0;
  expect(await one.order()).toMatchObject({ state: "invited", problem: null });
});

test("a refused order is incomplete again, and the member and the administrators are told what to do", async () => {
  const one = await screened({ settings: { productId: "no-such-product" } });
  await one.start();
  await screening.settle();
  expect(await one.status()).toBe(RequirementStatus.Incomplete);
  expect(await one.seen(one.coach)).toMatchObject({
    refusal: null,
    order: { state: "refused", problem: { kind: "refused" } },
  });
  const mails = await mailed(one.organizationId);
  expect(mails).toEqual(
    expect.arrayContaining([
      { to: one.coach.email, subject: "Check: your background check couldn't be started" },
      { to: one.admin.email, subject: "Yardstik didn't accept a background check" },
    ]),
  );
});

test("webhooks: a forged, an old and an unreadable one are refused and not kept; a signed one is kept once", async () => {
  const kept = () => world.it.tenancy.runShared((db) => db.select().from(screeningWebhook));
  const before = (await kept()).length;
  const send = (body: string, headers: Record<string, string>) =>
    fetch(`${world.it.base}/api/webhooks/yardstik`, { method: "POST", body, headers });
  const body = (at: Date) =>
    JSON.stringify({ id: "news-1", resource_id: "r", resource_type: "report", timestamp: at.toISOString() });
  const now = new Date();
  const signed = (text: string) => ({ "x-yardstik-webhook-signature": screening.yardstikSignature(text) });
  expect((await send(body(now), { "x-yardstik-webhook-signature": "0".repeat(64) })).status).toBe(401);
  expect((await send(body(now), {})).status).toBe(401);
  const old = body(new Date(now.getTime() - 4 * 86_400_000));
  expect((await send(old, signed(old))).status).toBe(401);
  expect((await send("{", signed("{"))).status).toBe(400);
  expect((await send("x".repeat(300_000), {})).status).toBe(413);
  expect((await kept()).length).toBe(before);
  for (const _ of [1, 2]) expect((await send(body(now), signed(body(now)))).status).toBe(204);
  expect((await kept()).length).toBe(before + 1);
  expect((await fetch(`${world.it.base}/api/webhooks/nobody`, { method: "POST", body: "{}" })).status).toBe(404);
});

test("a webhook about an order that nobody knows is tried again for a while, then put aside", async () => {
  const body = JSON.stringify({
    id: "news-unknown",
    resource_id: "unknown",
    resource_type: "report",
    timestamp: new Date().toISOString(),
  });
  const headers = { "x-yardstik-webhook-signature": screening.yardstikSignature(body) };
  await fetch(`${world.it.base}/api/webhooks/yardstik`, { method: "POST", body, headers });
  for (let turn = 0; turn < 14; turn += 1) {
    await world.it.runSchedule("screening.webhooks");
    world.it.clock.shift += 6 * 3_600_000 + 1000;
  }
  const [row] = await world.it.tenancy.runShared((db) =>
    db.select().from(screeningWebhook).where(eq(screeningWebhook.providerEventId, "news-unknown")),
  );
  expect(row).toMatchObject({ outcome: "unknown", nextTryAt: null });
});
