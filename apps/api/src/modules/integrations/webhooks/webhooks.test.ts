import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { reportIncident } from "@touchline/contract/incidents/incidents";
import {
  addWebhook,
  changeWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayDeadWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
  type WebhookEventType,
} from "@touchline/contract/integrations/webhooks";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { webhooksOverHttp } from "../../../adapters/webhooks/http.ts";

const world = aWorld();
let org: Organization;
let admin: TestPerson;

type Got = { path: string; headers: Record<string, string>; body: string };
let got: Got[] = [];
/** The status that each path answers with; 204 unless said otherwise. */
const statuses = new Map<string, number | "hang">();
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const path = request.url ?? "";
  got.push({ path, headers: request.headers as Record<string, string>, body });
  const status = statuses.get(path) ?? 204;
  if (status !== "hang") response.writeHead(status, status === 302 ? { location: "http://127.0.0.1/inner" } : {}).end();
});

let host = "";
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  Object.assign(world.it.adapters, { webhooks: webhooksOverHttp({ trusted: [host], timeout: 300 }) });
});
afterAll(() => receiver.close().closeAllConnections());
beforeEach(async () => {
  got = [];
  statuses.clear();
  ahead = 0;
  org = await world.it.anOrganization();
  admin = await org.aMember("root", "Administrator");
});

const add = (path: string, events: WebhookEventType[] = ["member.joined"], by = admin) =>
  by.call(addWebhook, { body: { url: `http://${host}${path}`, description: "Club site", events } });
const idOf = (added: Awaited<ReturnType<typeof add>>) => ({ id: added.endpoint.webhookEndpointId });
const deliveriesTo = (path: string) =>
  got.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, never>);
const deliveries = async (added: Awaited<ReturnType<typeof add>>, query = {}) =>
  (await admin.call(listWebhookDeliveries, { params: idOf(added), query })).data;
/** How far the sender's clock is ahead; calls are made by the present one, as access tokens end. */
let ahead = 0;
const later = (milliseconds: number) => {
  ahead += milliseconds;
};
async function atThatTime(work: () => Promise<unknown>) {
  world.it.clock.shift = ahead;
  await work();
  world.it.clock.shift = 0;
}
const send = () => atThatTime(world.it.sendWebhooks);
const [minute, day] = [60_000, 86_400_000];

test("each event is sent once to each endpoint that subscribes to it, signed, with IDs only", async () => {
  const members = await add("/members", ["member.joined", "member.status_changed"]);
  await add("/incidents", ["incident.created"]);
  const coach = await org.aMember("northTeam", "Head Coach");
  const joined = await org.added(admin, "northTeam", "Head Coach", "Planted-Name");
  await org.aDocument(admin);
  await admin.call(reportIncident, {
    body: {
      profileLevelAccessId: coach.plaId,
      kind: "Injury",
      happenedAt: new Date(Date.now() - minute).toISOString(),
      description: "Planted-Description",
    },
  });
  await send();

  const events = deliveriesTo("/members");
  expect(events).toContainEqual({
    id: expect.any(String),
    type: "member.joined",
    version: 1,
    timestamp: expect.any(String),
    organizationId: org.organizationId,
    data: {
      membershipId: joined.profileLevelAccessId,
      profileId: joined.profileId,
      levelId: org.levels.northTeam,
      roleId: org.labelIds["Head Coach"],
    },
  });
  expect(events.filter(({ type }) => type === "member.status_changed").map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ profileId: coach.profileId, from: "NoRequirements", to: "Incomplete" }),
  );
  expect(deliveriesTo("/incidents")).toMatchObject([
    { type: "incident.created", data: { levelId: org.levels.northTeam } },
  ]);
  expect(JSON.stringify(got)).not.toContain("Planted");
  for (const { headers, body } of got.filter(({ path }) => path === "/members")) {
    expect(new Webhook(members.secret).verify(body, headers)).toMatchObject({ id: headers["webhook-id"] });
  }
  const ids = got.map(({ path, headers }) => `${path} ${headers["webhook-id"]}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await deliveries(members)).every(({ state }) => state === "delivered")).toBe(true);
  expect(world.it.logs.join("")).not.toContain(members.secret);
});

test("what a rolled back change would have told isn't told, and nothing is written where nobody wants it", async () => {
  const joined = () =>
    org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute(
        sql`SELECT FROM webhook_event WHERE organization_id = ${organizationId} AND type = 'member.joined'`,
      );
      return rows.length;
    });
  await org.added(admin, "northTeam", "Head Coach");
  expect(await joined()).toBe(0);
  await add("/none", ["member.joined"]);
  const refused = await admin.ask(reportIncident, {
    body: {
      profileLevelAccessId: admin.plaId,
      kind: "Injury",
      happenedAt: new Date().toISOString(),
      description: "About myself.",
    },
  });
  expect(refused.status).toBe(403);
  expect(await joined()).toBe(0);
});

test("only people who may change the organization's settings see and change endpoints, and strangers find none", async () => {
  const one = await add("/mine");
  const director = await org.aMember("north", "Club Director");
  const other = await world.it.anOrganization();
  const stranger = await other.aMember("root", "Administrator");
  expect((await director.ask(listWebhooks)).status).toBe(403);
  expect((await director.ask(rotateWebhookSecret, { params: idOf(one) })).status).toBe(403);
  expect(await stranger.call(listWebhooks)).toEqual([]);
  for (const endpoint of [getWebhook, removeWebhook, testWebhook, rotateWebhookSecret, replayDeadWebhooks]) {
    expect((await stranger.ask(endpoint, { params: idOf(one) })).status).toBe(404);
  }
});

test("an address that leads inward, or one that is there already, is refused when it is saved", async () => {
  await add("/twice");
  const body = (url: string) => ({ url, description: "", events: ["member.joined" as const] });
  for (const url of [
    "http://example.org/",
    "https://127.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
  ]) {
    expect(await admin.ask(addWebhook, { body: body(url) })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "url" }] },
    });
  }
  expect((await admin.ask(addWebhook, { body: body(`http://${host}/twice#again`) })).status).toBe(409);
});

test("a failed delivery is tried again with longer waits, given up after three days, and sent again when somebody asks", async () => {
  statuses.set("/down", 500);
  const down = await add("/down");
  const up = await add("/up");
  await org.added(admin, "northTeam", "Head Coach");
  await send();
  expect(deliveriesTo("/up")).toHaveLength(1);
  for (let looks = 0; looks < 60 && (await deliveries(down))[0]?.state === "waiting"; looks += 1) {
    const [{ nextAttemptAt } = { nextAttemptAt: null }] = await deliveries(down);
    later(Math.max(0, Date.parse(nextAttemptAt ?? "") - Date.now() - ahead) + 16 * minute);
    await send();
  }
  const [dead] = await deliveries(down);
  expect(dead).toMatchObject({ state: "dead", lastTry: { status: 500, problem: "status" } });
  expect(dead?.attempts).toBeGreaterThanOrEqual(9);
  expect(await deliveries(up)).toMatchObject([{ state: "delivered", attempts: 1 }]);

  // Everything failed for three days.
  expect(await admin.call(getWebhook, { params: idOf(down) })).toMatchObject({
    state: "paused",
    pausedBy: "failures",
    dead: 1,
  });
  await world.it.drainJobs();
  const mails = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute(
      sql`SELECT FROM mail WHERE organization_id = ${organizationId} AND kind = 'webhookPaused'`,
    );
    return rows.length;
  });
  expect(mails).toBe(1);

  expect((await admin.ask(replayDeadWebhooks, { params: idOf(down) })).status).toBe(409);
  await admin.call(setWebhookState, { params: idOf(down), body: { state: "active" } });
  statuses.delete("/down");
  got = [];
  expect(await admin.call(replayDeadWebhooks, { params: idOf(down) })).toEqual({ replayed: 1, left: false });
  await send();
  expect(deliveriesTo("/down")).toHaveLength(1);
  expect(await admin.call(getWebhook, { params: idOf(down) })).toMatchObject({
    failuresInRow: 0,
    failingSince: null,
    dead: 0,
  });

  // One alone, and with the body that was sent first.
  const [again] = await deliveries(down);
  const params = { ...idOf(down), webhookEventId: again?.webhookEventId ?? "" };
  await admin.call(replayWebhookDelivery, { params });
  expect((await admin.ask(replayWebhookDelivery, { params })).status).toBe(409);
  await send();
  expect(got.at(-1)?.body).toBe(got[0]?.body);
  expect((await admin.call(getWebhookDelivery, { params })).body).toBe(got[0]?.body);
});

test("an endpoint that hangs gets a rest and costs few tries, while another gets everything", async () => {
  statuses.set("/hangs", "hang");
  const hangs = await add("/hangs");
  await add("/works");
  for (let count = 0; count < 12; count += 1) await org.added(admin, "northTeam", "Head Coach", `Person ${count}`);
  await send();
  expect(deliveriesTo("/works")).toHaveLength(12);
  expect(deliveriesTo("/hangs").length).toBeLessThanOrEqual(8);
  expect((await admin.call(getWebhook, { params: idOf(hangs) })).failuresInRow).toBeGreaterThanOrEqual(5);
  statuses.delete("/hangs");
  for (let looks = 0; looks < 4; looks += 1) {
    later(20 * minute);
    await send();
  }
  expect(new Set(deliveriesTo("/hangs").map(({ id }) => id)).size).toBe(12);
  expect((await deliveries(hangs)).every(({ state }) => state === "delivered")).toBe(true);
});

test("a new secret signs at once, the former one as well for a day, and none can be read again", async () => {
  const one = await add("/rotated");
  const { secret, endpoint } = await admin.call(rotateWebhookSecret, { params: idOf(one) });
  expect(endpoint.formerSecretUntil).not.toBeNull();
  await org.added(admin, "northTeam", "Head Coach");
  await send();
  const [{ headers, body } = { headers: {}, body: "" }] = got;
  for (const each of [secret, one.secret]) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
  later(day + minute);
  got = [];
  await org.added(admin, "northTeam", "Head Coach");
  await send();
  expect(got[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  expect(
    JSON.stringify([await admin.call(listWebhooks), await admin.call(getWebhook, { params: idOf(one) })]),
  ).not.toContain("whsec_");
});

test("while an endpoint is paused events wait, 410 pauses it, and a deleted one is sent nothing", async () => {
  const one = await add("/paused");
  await admin.call(setWebhookState, { params: idOf(one), body: { state: "paused" } });
  expect((await admin.ask(testWebhook, { params: idOf(one) })).status).toBe(409);
  await org.added(admin, "northTeam", "Head Coach");
  await send();
  expect(got).toEqual([]);
  await admin.call(setWebhookState, { params: idOf(one), body: { state: "active" } });
  await admin.call(testWebhook, { params: idOf(one) });
  await send();
  expect(deliveriesTo("/paused").map(({ type }) => type)).toEqual(
    expect.arrayContaining(["endpoint.test", "member.joined"]),
  );

  statuses.set("/paused", 410);
  await admin.call(testWebhook, { params: idOf(one) });
  await send();
  expect(await admin.call(getWebhook, { params: idOf(one) })).toMatchObject({ state: "paused", pausedBy: "gone" });

  await admin.call(removeWebhook, { params: idOf(one) });
  got = [];
  await org.added(admin, "northTeam", "Head Coach");
  await send();
  expect(got).toEqual([]);
  expect((await admin.ask(getWebhook, { params: idOf(one) })).status).toBe(404);
  await atThatTime(() => world.it.runSchedule("webhooks.forget"));
  const left = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute(sql`SELECT FROM webhook_endpoint WHERE organization_id = ${organizationId}`);
    return rows.length;
  });
  expect(left).toBe(0);
});

test("two people who change an endpoint at once don't overwrite each other, and every act is in the audit log", async () => {
  const one = await add("/changed");
  const body = { url: one.endpoint.url, description: "Scores", events: one.endpoint.events, version: 1 };
  await admin.call(changeWebhook, { params: idOf(one), body });
  expect((await admin.ask(changeWebhook, { params: idOf(one), body })).status).toBe(409);
  await admin.call(rotateWebhookSecret, { params: idOf(one) });
  await admin.call(testWebhook, { params: idOf(one) });
  await admin.call(removeWebhook, { params: idOf(one) });
  const acts = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ action: string }>(sql`SELECT action FROM audit_event
      WHERE organization_id = ${organizationId} AND subject_id = ${one.endpoint.webhookEndpointId} ORDER BY audit_event_id`);
    return rows.map((row) => row.action);
  });
  expect(acts).toEqual([
    "webhook.added",
    "webhook.changed",
    "webhook.secretRotated",
    "webhook.tested",
    "webhook.removed",
  ]);
});

test("events and deliveries go after 30 days", async () => {
  const one = await add("/old");
  await org.added(admin, "northTeam", "Head Coach");
  await send();
  expect(await deliveries(one)).toHaveLength(1);
  later(31 * day);
  await atThatTime(() => world.it.runSchedule("webhooks.forget"));
  expect(await deliveries(one)).toEqual([]);
});
