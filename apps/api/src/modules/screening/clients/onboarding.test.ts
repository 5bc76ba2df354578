import type { Problem } from "@touchline/contract";
import { addOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { listProducts, listProviderAccounts, listScreeningClients } from "@touchline/contract/screening/clients";
import {
  getOnboarding,
  getOnboardingStatus,
  type Onboarding,
  type OnboardingInfo,
  openYardstikAccount,
  saveOnboarding,
} from "@touchline/contract/screening/onboarding";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { simulateScreening } from "../../../../test/simulated-screening.ts";
import { aPdf, aWorld, type Organization, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
let screening: Awaited<ReturnType<typeof simulateScreening>>;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
beforeEach(async () => void (await world.it.drainJobs()));
afterAll(() => screening.simulator.close());

const minute = 60_000;
const info: OnboardingInfo = {
  legalName: "Evergreen Rovers",
  ein: "91-1234567",
  companyType: "non-profit",
  website: "https://rovers.example",
  address: { line1: "1 Field Road", line2: "", city: "Tacoma", state: "WA", postalCode: "98401" },
  owner: { firstName: "Ana", lastName: "Silva", email: "ana@rovers.example", phone: "+1 253 555 0100" },
  permissiblePurpose: "employment",
};
const of = (org: Organization) => ({ params: { id: org.organizationId } });

async function anAdmin() {
  const org = await world.it.anOrganization();
  return { org, admin: await org.aMember("root", "Administrator") };
}
const save = (org: Organization, person: TestPerson, version: number, more: Partial<OnboardingInfo> = {}) =>
  person.ask(saveOnboarding, { ...of(org), body: { version, info: { ...info, ...more } } });
const submit = (org: Organization, person: TestPerson, version: number) =>
  person.ask(openYardstikAccount, { ...of(org), body: { version, certified: true } });
const upload = (org: Organization, person: TestPerson) =>
  person.ask(addOrganizationFile, { ...of(org), query: { purpose: "EinProof" }, body: {}, files: [aPdf("w9.pdf")] });

/** Both have a `status`, so an answer has no type until it is known which it is. */
const saved = ({ body }: { body: unknown }) => body as Onboarding;
const refused = ({ body }: { body: unknown }) => body as Problem;

/** An application with everything in it, ready to be submitted. */
async function anApplication() {
  const { org, admin } = await anAdmin();
  await save(org, admin, 0);
  await upload(org, admin);
  return { org, admin };
}
const status = async (org: Organization, person: TestPerson) =>
  (await person.call(getOnboardingStatus, of(org))).status;

/** Lets time pass for the provider, and what is due then happen. The clock goes back, as nobody's sign-in lasts as long. */
async function pass(milliseconds: number) {
  await screening.simulator.advance(milliseconds);
  world.it.clock.shift = milliseconds;
  await world.it.drainJobs();
  world.it.clock.shift = 0;
}
const subAccounts = async () => {
  const headers = { authorization: "Account simulated_yardstik_api_key" };
  const answer = await fetch(`${screening.simulator.url}/yardstik/sub_accounts?per_page=100`, { headers });
  return ((await answer.json()) as { data: { account_name: string }[] }).data.map((one) => one.account_name);
};

describe("an application", () => {
  test("is begun with what is known of the organization, saved as it is typed, and resumed", async () => {
    const { org, admin } = await anAdmin();
    const begun = await admin.call(getOnboarding, of(org));
    expect(begun).toMatchObject({ status: "NotStarted", version: 0, offered: true, simulated: true });
    expect(begun.info).toMatchObject({ legalName: expect.stringMatching(/./), ein: "" });
    const half = { ...info, ein: "", companyType: null };
    expect(saved(await save(org, admin, 0, half))).toMatchObject({ status: "InProgress", version: 1, info: half });
    expect(saved(await save(org, admin, 1)).version).toBe(2);
    const later = await org.aMember("root", "Account Manager");
    expect((await later.call(getOnboarding, of(org))).info).toEqual(info);
  });

  test("is not written over by who has not seen the last save", async () => {
    const { org, admin } = await anApplication();
    expect((await save(org, admin, 1)).status).toBe(200);
    for (const version of [0, 1, 3]) expect((await save(org, admin, version)).status).toBe(409);
  });

  test("takes no EIN that can't be one", async () => {
    const { org, admin } = await anAdmin();
    for (const ein of ["07-1234567", "123-45-6789", "91"]) {
      expect((await save(org, admin, 0, { ein })).status, ein).toBe(400);
    }
    expect(await status(org, admin)).toBe("NotStarted");
  });

  test("names every field that is missing when it is submitted", async () => {
    const { org, admin } = await anAdmin();
    await save(org, admin, 0, { ein: "", companyType: null });
    const answer = await submit(org, admin, 1);
    expect(answer.status).toBe(400);
    expect(refused(answer).errors.map(({ path }) => path)).toEqual([
      "info.ein",
      "info.companyType",
      "info.taxDocument",
    ]);
    expect(await status(org, admin)).toBe("InProgress");
  });

  test("keeps the EIN sealed", async () => {
    const { org, admin } = await anApplication();
    await submit(org, admin, 1);
    await world.it.drainJobs();
    const { rows } = await world.it.database.pool.query(
      `SELECT to_jsonb(one)::text AS text FROM (SELECT * FROM screening_onboarding) one
       UNION ALL SELECT to_jsonb(one)::text FROM (SELECT * FROM audit_event) one`,
    );
    for (const { text } of rows) expect(text).not.toMatch(/91-?1234567/);
    expect(world.it.logs.join("\n")).not.toMatch(/91-?1234567/);
  });

  test("is for who sets up screening, and for the own organization", async () => {
    const { org } = await anApplication();
    for (const label of ["Club Director", "Head Coach"] as const) {
      const person = await org.aMember("root", label);
      expect((await person.ask(getOnboarding, of(org))).status).toBe(403);
      expect((await person.ask(getOnboardingStatus, of(org))).status).toBe(403);
      expect((await save(org, person, 1)).status).toBe(403);
      expect((await submit(org, person, 1)).status).toBe(403);
      expect((await upload(org, person)).status).toBe(403);
      expect((await person.call(selectOrganization, of(org))).yardstikOnboardingStatus).toBeNull();
    }
    const { admin: stranger } = await anAdmin();
    for (const endpoint of [getOnboarding, getOnboardingStatus]) {
      expect((await stranger.ask(endpoint, of(org))).status).toBe(404);
    }
    expect((await save(org, stranger, 1)).status).toBe(404);
    expect((await submit(org, stranger, 1)).status).toBe(404);
    const manager = await org.aMember("root", "Account Manager");
    expect((await upload(org, manager)).status).toBe(200);
    expect((await manager.call(selectOrganization, of(org))).yardstikOnboardingStatus).toBe("InProgress");
  });
});

describe("once it is submitted", () => {
  test("the account is opened, asked after until it is active, and then connected by itself", async () => {
    const { org, admin } = await anApplication();
    expect((await submit(org, admin, 1)).body).toMatchObject({ status: "Submitted", submittedBy: expect.any(String) });
    await world.it.drainJobs();
    expect(await status(org, admin)).toBe("Submitted");
    expect(await admin.call(listScreeningClients, of(org))).toEqual([]);
    await pass(6 * minute);
    expect(await status(org, admin)).toBe("Activated");
    const [client] = await admin.call(listScreeningClients, of(org));
    expect(client).toMatchObject({ provider: 0, name: "Evergreen Rovers", reachable: true });
    const params = { id: org.organizationId, clientId: client?.clientId ?? "" };
    expect((await admin.call(listProducts, { params })).map(({ name }) => name)).toContain("Youth Sports Basic");
  });

  test("it can't be changed or submitted again, however often that is tried at once", async () => {
    const { org, admin } = await anApplication();
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(org, admin, 1)));
    expect(answers.map(({ status: one }) => one).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await save(org, admin, 2)).status).toBe(409);
    await pass(6 * minute);
    expect((await subAccounts()).filter((name) => name.includes(org.organizationId))).toHaveLength(1);
    expect((await submit(org, admin, 2)).status).toBe(409);
  });

  test.each(["timeout-after", "timeout-before", "drop", "500", "429", "malformed", "schema-drift"] as const)(
    "%s: the account is looked up before it is opened again, and there is one",
    async (fault) => {
      const { org, admin } = await anApplication();
      await submit(org, admin, 1);
      await screening.fail("yardstik", fault);
      await world.it.drainJobs();
      expect(await status(org, admin)).toBe("Submitted");
      await pass(minute);
      await pass(6 * minute);
      expect(await status(org, admin)).toBe("Activated");
      expect((await subAccounts()).filter((name) => name.includes(org.organizationId))).toHaveLength(1);
    },
  );

  test("two organizations of one name get accounts of their own, and an operator is shown neither to the other", async () => {
    const { org: one, admin: first } = await anApplication();
    const { org: other, admin: second } = await anApplication();
    await submit(one, first, 1);
    await submit(other, second, 1);
    await world.it.drainJobs();
    await pass(6 * minute);
    const [mine] = await first.call(listScreeningClients, of(one));
    const [theirs] = await second.call(listScreeningClients, of(other));
    expect(mine?.accountId).not.toBe(theirs?.accountId);
    await world.it.accounts.create({ email: operatorAddress, password });
    const operator = await world.it.signIn(operatorAddress);
    const { body } = await ask(world.it.base, operator, listProviderAccounts, of(one));
    const ids = body.accounts.map(({ accountId }) => accountId);
    expect(ids).toContain(mine?.accountId);
    expect(ids).not.toContain(theirs?.accountId);
  });
});

test("without Yardstik on this server no application is possible, and the page says so", async () => {
  const { org, admin } = await anAdmin();
  const { screening: present } = world.it.adapters;
  Object.assign(world.it.adapters, { screening: new Map() });
  const offer = await admin.call(getOnboardingStatus, of(org));
  const answer = await save(org, admin, 0);
  Object.assign(world.it.adapters, { screening: present });
  expect(offer).toMatchObject({ status: "NotStarted", offered: false });
  expect([answer.status, refused(answer).message]).toEqual([
    ...[409, "Yardstik isn't set up on this server. Ask your platform operator."],
  ]);
});
