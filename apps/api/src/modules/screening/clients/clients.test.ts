import {
  addScreeningClient,
  allowProviderAccount,
  listAgencies,
  listAvailableClients,
  listProducts,
  listProviderAccounts,
  listScreeningClients,
  previewProducts,
  removeScreeningClient,
} from "@touchline/contract/screening/clients";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, type RequestOf } from "../../../../test/http.ts";
import { simulateScreening } from "../../../../test/simulated-screening.ts";
import { aWorld, type LabelName, type Organization, operatorAddress, password } from "../../../../test/world.ts";

const world = aWorld();
let screening: Awaited<ReturnType<typeof simulateScreening>>;
let operator: string;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});
afterAll(() => screening.simulator.close());

const checkr = { provider: 3, accountId: "shared" } as const;
const of = (org: Organization) => ({ params: { id: org.organizationId } });
const allow = (org: Organization, body: RequestOf<typeof allowProviderAccount>["body"]) =>
  ask(world.it.base, operator, allowProviderAccount, { ...of(org), body });

async function anAdmin() {
  const org = await world.it.anOrganization();
  return { org, admin: await org.aMember("root", "Administrator") };
}

/** An organization that is connected to this installation's account at Checkr. */
async function aClient() {
  const { org, admin } = await anAdmin();
  await allow(org, { ...checkr, allowed: true });
  const client = await admin.call(addScreeningClient, { ...of(org), body: checkr });
  const products = { params: { id: org.organizationId, clientId: client.clientId } };
  return { org, admin, client, products };
}

describe("the providers of an installation", () => {
  test("are listed by how they work, and simulated ones say so", async () => {
    const { admin } = await anAdmin();
    const found = await admin.call(listAgencies);
    expect(found.map(({ name, kind, simulated, opensAccounts }) => [name, kind, simulated, opensAccounts])).toEqual([
      ["Yardstik", "orders", true, true],
      ["Checkr", "orders", true, false],
      ["Sterling", "orders", true, false],
      ["JDP", "files", false, false],
      ["NCSI", "files", false, false],
      [expect.any(String), "manual", false, false],
    ]);
  });
});

describe("an account at a provider", () => {
  test("is connected once an operator lets the organization use it, and its products are listed with prices", async () => {
    const { org, admin } = await anAdmin();
    expect(await admin.call(listAvailableClients, of(org))).toEqual([]);
    expect((await allow(org, { ...checkr, allowed: true })).status).toBe(200);
    expect(await admin.call(listAvailableClients, of(org))).toMatchObject([{ ...checkr, simulated: true }]);
    const preview = await admin.call(previewProducts, { params: { provider: "3", accountId: "shared" } });
    expect(preview).toContainEqual({ productId: "youth_sports_basic", name: "Youth Sports Basic", price: 1_200 });
    const client = await admin.call(addScreeningClient, { ...of(org), body: checkr });
    expect(client).toMatchObject({ ...checkr, simulated: true, reachable: true });
    expect(client.connectedBy).toMatch(/^Administrator/);
    expect(await admin.call(listScreeningClients, of(org))).toEqual([client]);
    expect(await admin.call(listAvailableClients, of(org))).toEqual([]);
    const params = { id: org.organizationId, clientId: client.clientId };
    expect(await admin.call(listProducts, { params })).toEqual(preview);
    expect((await admin.ask(addScreeningClient, { ...of(org), body: checkr })).status).toBe(409);
  });

  test("is disconnected, nothing more is ordered with it, and it can be connected again", async () => {
    const { org, admin, client, products } = await aClient();
    const director = await org.aMember("root", "Club Director");
    expect((await director.ask(removeScreeningClient, products)).status).toBe(403);
    const { admin: stranger } = await anAdmin();
    expect((await stranger.ask(removeScreeningClient, products)).status).toBe(404);
    expect((await admin.ask(removeScreeningClient, products)).status).toBe(204);
    expect(await admin.call(listScreeningClients, of(org))).toEqual([]);
    expect((await admin.ask(removeScreeningClient, products)).status).toBe(404);
    expect(await admin.call(listAvailableClients, of(org))).toMatchObject([checkr]);
    const again = await admin.call(addScreeningClient, { ...of(org), body: checkr });
    expect(again.clientId).toBe(client.clientId);
    expect(await admin.call(listScreeningClients, of(org))).toEqual([again]);
  });

  test("that no operator allowed can be neither looked at nor connected", async () => {
    const { org, admin } = await anAdmin();
    await aClient();
    for (const body of [checkr, { provider: 0, accountId: "anything" } as const]) {
      expect((await admin.ask(addScreeningClient, { ...of(org), body })).status).toBe(404);
      const params = { provider: String(body.provider), accountId: body.accountId };
      expect((await admin.ask(previewProducts, { params })).status).toBe(404);
    }
    expect(await admin.call(listScreeningClients, of(org))).toEqual([]);
  });

  test("of another organization is not found, in any way", async () => {
    const { org, client, products } = await aClient();
    const { org: other, admin: stranger } = await anAdmin();
    const params = { id: other.organizationId, clientId: client.clientId };
    expect((await stranger.ask(listProducts, { params })).status).toBe(404);
    expect((await stranger.ask(listProducts, products)).status).toBe(404);
    expect((await stranger.ask(listScreeningClients, of(org))).status).toBe(404);
    expect((await stranger.ask(listAvailableClients, of(org))).status).toBe(404);
    expect((await stranger.ask(addScreeningClient, { ...of(org), body: checkr })).status).toBe(404);
  });

  test.each<[LabelName, boolean, boolean]>([
    ["Account Manager", true, true],
    ["Club Director", true, false],
    ["Head Coach", false, false],
  ])("a %s sees it: %s; connects one: %s", async (label, sees, connects) => {
    const { org, products } = await aClient();
    await allow(org, { provider: 4, accountId: "shared", allowed: true });
    const person = await org.aMember("root", label);
    expect((await person.ask(listAgencies)).status).toBe(sees ? 200 : 403);
    expect((await person.ask(listScreeningClients, of(org))).status).toBe(sees ? 200 : 403);
    expect((await person.ask(listProducts, products)).status).toBe(sees ? 200 : 403);
    expect((await person.ask(listAvailableClients, of(org))).status).toBe(connects ? 200 : 403);
    const params = { provider: "4", accountId: "shared" };
    expect((await person.ask(previewProducts, { params })).status).toBe(connects ? 200 : 403);
    const body = { provider: 4, accountId: "shared" } as const;
    expect((await person.ask(addScreeningClient, { ...of(org), body })).status).toBe(connects ? 200 : 403);
  });
});

describe("when a provider fails", () => {
  test.each([
    ["500", 503, "Checkr is busy. Try again in a few minutes."],
    ["429", 503, "Checkr is busy. Try again in a few minutes."],
    ["drop", 503, "Checkr isn't answering. Try again in a few minutes."],
    ["timeout-before", 503, "Checkr isn't answering. Try again in a few minutes."],
    ["malformed", 502, "Checkr sent an answer that Touchline can't read. Ask your platform operator to look into it."],
  ] as const)("%s: its products are answered with %s and a sentence", async (fault, status, sentence) => {
    const { admin, products } = await aClient();
    await screening.fail("checkr", fault);
    const { status: answered, body, headers } = await admin.ask(listProducts, products);
    expect([answered, body.message]).toEqual([status, sentence]);
    expect(headers.has("retry-after")).toBe(status === 503);
    expect((await admin.ask(listProducts, products)).status).toBe(200);
  });

  test("a wrong key is reported as the operator's to fix, without the provider's answer", async () => {
    const { org, admin } = await anAdmin();
    await allow(org, { ...checkr, allowed: true });
    const { screening: right } = world.it.adapters;
    const { openScreening } = await import("../../../adapters/screening/open.ts");
    const { orderMakers } = await import("../../../adapters/screening/orders.ts");
    const url = `${screening.simulator.url}/checkr`;
    const wrong = { url, simulated: true, apiKey: "simulated_wrong", signatureKey: "" };
    const settings = { yardstik: null, checkr: wrong, sterling: null };
    Object.assign(world.it.adapters, { screening: openScreening(settings, orderMakers) });
    const { status, body } = await admin.ask(addScreeningClient, { ...of(org), body: checkr });
    Object.assign(world.it.adapters, { screening: right });
    expect(status).toBe(502);
    expect(body.message).toBe("Checkr didn't accept this server's key. Ask your platform operator to check it.");
    expect(JSON.stringify(body)).not.toContain("Bad authentication");
    expect(await admin.call(listScreeningClients, of(org))).toEqual([]);
  });
});

describe("platform operators", () => {
  const look = (org: Organization) => ask(world.it.base, operator, listProviderAccounts, of(org));

  test("see the accounts of every provider, and which of them an organization may use and does", async () => {
    const { org } = await aClient();
    const { accounts, failures } = (await look(org)).body;
    expect(failures).toEqual([]);
    expect(accounts).toContainEqual(expect.objectContaining({ ...checkr, allowed: true, connected: true }));
    const sterling = { provider: 4, accountId: "shared", allowed: false, connected: false };
    expect(accounts).toContainEqual(expect.objectContaining(sterling));
  });

  test("are shown which provider failed, and see the others", async () => {
    const { org } = await anAdmin();
    await screening.fail("checkr", "500");
    const { status, body } = await look(org);
    expect(status).toBe(200);
    expect(body.failures).toEqual([{ provider: 3, message: "Checkr is busy. Try again in a few minutes." }]);
    expect(body.accounts.map(({ provider }) => provider)).toContain(4);
  });

  test("withdraw an account as long as the organization isn't connected to it", async () => {
    const { org, admin } = await anAdmin();
    await allow(org, { ...checkr, allowed: true });
    expect((await allow(org, { ...checkr, allowed: false })).status).toBe(200);
    expect(await admin.call(listAvailableClients, of(org))).toEqual([]);
    const { org: connected } = await aClient();
    expect((await allow(connected, { ...checkr, allowed: false })).status).toBe(409);
    expect((await allow(org, { provider: 3, accountId: "other", allowed: true })).status).toBe(404);
  });

  test("alone say so", async () => {
    const { org, admin } = await anAdmin();
    expect((await admin.ask(listProviderAccounts, of(org))).status).toBe(403);
    const body = { ...checkr, allowed: true };
    expect((await admin.ask(allowProviderAccount, { ...of(org), body })).status).toBe(403);
  });
});
