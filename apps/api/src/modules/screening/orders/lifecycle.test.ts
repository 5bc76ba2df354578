import { RequirementStatus } from "@touchline/contract";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { errorLog } from "@touchline/contract/platform/error-log";
import { downloadRecord, startRecordExport } from "@touchline/contract/reporting/records";
import { listScreeningClients, removeScreeningClient } from "@touchline/contract/screening/clients";
import { downloadConsent, listConsents } from "@touchline/contract/screening/consents";
import { runBackgroundCheck } from "@touchline/contract/screening/orders";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aScreened, type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aWorld, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";
import { entriesIn } from "../../../documents/zip-entries.ts";
import { checkRecord } from "../../../security/record-check.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { sealSome } from "../../reporting/audit/actions/seal.ts";
import { mergeProfiles } from "../../reporting/duplicates/actions/merge.ts";

const world = aWorld();
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => screening.close());

const minute = 60_000;
const day = 1_440 * minute;
const screened = (more: Parameters<typeof aScreened>[2] = {}) => aScreened(world.it, screening, more);

/** Both clocks go on, and access tokens are good again. */
async function pass(milliseconds: number) {
  await screening.pass(milliseconds);
  world.it.clock.shift = 0;
}

test("at Checkr, whose invitations end after 7 days, an applicant is invited again until 14 days are over", async () => {
  const one = await screened({ provider: BackgroundCheckProvider.Checkr });
  await one.start();
  await screening.settle();
  const { url } = await one.link();
  const lookedAt = world.it.clock.now().getTime();
  for (const days of [4, 4]) await screening.pass(days * day);
  world.it.clock.shift = 0;
  const seen = await one.order();
  expect(seen.state).toBe("invited");
  expect(Date.parse(seen.invitedUntil ?? "")).toBeGreaterThan(lookedAt + 13 * day);
  expect((await one.link()).url).not.toBe(url);
  world.it.clock.shift = 8 * day;
  for (const days of [4, 4]) await screening.pass(days * day);
  world.it.clock.shift = 0;
  expect(await one.order()).toMatchObject({ state: "expired" });
  expect(await one.status()).toBe(RequirementStatus.Incomplete);
});

test("operators find a key that isn't accepted in the error log as soon as the provider says so", async () => {
  await world.it.accounts.create({ email: operatorAddress, password, emailConfirmed: true });
  const one = await screened();
  const restore = screening.withWrongKey();
  await one.start();
  await screening.settle();
  restore();
  const { body } = await ask(world.it.base, await world.it.signIn(operatorAddress), errorLog);
  expect(body).toMatchObject([{ name: "ProviderError", code: "unauthorized", route: "screening.follow", times: 1 }]);
});

test("of two checks of merged profiles the older one continues, and the other is canceled at its provider", async () => {
  const one = await screened();
  const other = await one.another();
  await one.start();
  await screening.settle();
  world.it.clock.shift += minute;
  await other.coach.call(runBackgroundCheck, other.on);
  await screening.settle();
  const [older, younger] = screening.simulator.orders().slice(-2);
  const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
  const people = { keep: one.coach.profileId, merge: other.coach.profileId };
  await one.org.asSystem(async (call) => {
    // One of two entries has no login.
    await call.db.execute(sql`UPDATE profile SET app_user_id = NULL
      WHERE organization_id = ${call.organizationId} AND profile_id = ${people.merge}`);
    await mergeProfiles(call, { ...people, parts });
  });
  await pass(16 * minute);
  expect([older?.stage, younger?.stage]).toEqual(["invited", "canceled"]);
  expect(await one.order()).toMatchObject({ state: "invited" });
  expect(await one.status()).toBe(RequirementStatus.WaitingOnApplicant);
  const subjects = await one.org.asSystem(async (call) => (await newestMails(call, 50)).map(({ subject }) => subject));
  expect(subjects.filter((subject) => /cancel/i.test(subject))).toEqual([]);
  // What the other entry signed is among what this person signed.
  const { given } = await one.admin.call(listConsents, {
    params: { id: one.on.params.id, plaId: one.coach.plaId },
  });
  expect(given.length).toBeGreaterThan(5);
  const token = await world.it.signIn(one.admin.email);
  const path = downloadConsent.path.replace("{id}", one.on.params.id);
  const answers = given.map(async ({ screeningConsentId }) => {
    const query = new URLSearchParams({ profileLevelAccessId: one.coach.plaId, screeningConsentId });
    return (await fetch(`${world.it.base}${path}?${query}`, { headers: { authorization: `Bearer ${token}` } })).status;
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});

async function recordOf(by: TestPerson, plaId: string) {
  const { taskId } = await by.call(startRecordExport, { params: { id: plaId } });
  await world.it.drainJobs();
  const answer = await fetch(`${world.it.base}${downloadRecord.path.replace("{id}", taskId)}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` },
  });
  const zip = Buffer.from(await answer.arrayBuffer());
  const { entries } = await entriesIn({ size: zip.length, read: async (at, length) => zip.subarray(at, at + length) });
  const packed = new Map<string, string>();
  for (const { path, read } of entries) {
    const parts: Buffer[] = [];
    for await (const part of read()) parts.push(part);
    packed.set(path, Buffer.concat(parts).toString());
  }
  const { problems } = await checkRecord(entries);
  return {
    problems,
    history: JSON.parse(packed.get("record.json") ?? "{}").history,
    chain: packed.get("chain.ndjson"),
  };
}

test("each step of a check is sealed, and is in the record for reviewers", async () => {
  const one = await screened({ lastName: "Consider" });
  await one.start();
  await screening.settle();
  await screening.submit((await one.link()).url);
  await screening.settle();
  await pass(minute);
  while (await one.org.asSystem((call) => sealSome(call)));
  const { problems, history, chain } = await recordOf(one.director, one.coach.plaId);
  expect(problems).toEqual([]);
  const steps = history.filter(({ source }: { source: string }) => source === "screening_order_event");
  expect(steps.map((step: { kind: string; providerStatus: string }) => [step.kind, step.providerStatus])).toEqual([
    ["placing", null],
    ["invited", "created"],
    ["running", "processing"],
    ["review", "consider"],
  ]);
  expect(steps.map((step: { sequence: number }) => step.sequence)).not.toContain(null);
  expect(steps[3].kindWords).toBe("The provider reported something that needs a review. Provider status: consider.");
  expect(chain).toContain("consider");
});

test("an account stays connected while a check is under way; once it isn't, no check can be started with it", async () => {
  const one = await screened();
  await one.start();
  await screening.settle();
  const [client] = await one.admin.call(listScreeningClients, { params: { id: one.organizationId } });
  const on = { params: { id: one.organizationId, clientId: client?.clientId ?? "" } };
  expect((await one.admin.ask(removeScreeningClient, on)).body).toMatchObject({ status: 409, reason: "ordersOpen" });
  await screening.submit((await one.link()).url);
  await screening.settle();
  await pass(minute);
  expect((await one.order()).state).toBe("clear");
  expect((await one.admin.ask(removeScreeningClient, on)).status).toBe(204);
  const other = await one.another();
  expect((await other.coach.ask(runBackgroundCheck, other.on)).body).toMatchObject({
    status: 409,
    reason: "noProvider",
  });
  await screening.pass(8 * day);
  world.it.clock.shift = 0;
  expect(await one.order()).toMatchObject({ state: "clear", problem: null });
});

test("a provider that asks where a person works is sent the organization's state", async () => {
  const placed: unknown[] = [];
  const provider = screening.provider(BackgroundCheckProvider.Checkr);
  const { place } = provider.orders;
  provider.orders.place = async (order) => {
    placed.push(order.workState);
    return place(order);
  };
  const one = await screened({ provider: BackgroundCheckProvider.Checkr });
  await one.org.asSystem((call) =>
    call.db.execute(sql`UPDATE organization SET country_code = 'UnitedStates', state_code = 'TX'
      WHERE organization_id = ${call.organizationId}`),
  );
  await one.start();
  await screening.settle();
  provider.orders.place = place;
  expect(placed).toEqual(["TX"]);
});
