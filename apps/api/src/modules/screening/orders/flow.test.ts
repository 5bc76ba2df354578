import { RequirementStatus } from "@touchline/contract";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { saveCitizenship } from "@touchline/contract/requirements/profile-details";
import { getReview } from "@touchline/contract/reviews/reviews";
import { getBackgroundCheck, runBackgroundCheck } from "@touchline/contract/screening/orders";
import { saveOtherNames } from "@touchline/contract/screening/other-names";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { aScreened, type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aWorld } from "../../../../test/world.ts";

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

/** Orders, and sends the provider's form. */
async function submitted(more: Parameters<typeof aScreened>[2] = {}) {
  const one = await screened(more);
  await one.start();
  await screening.settle();
  await screening.submit((await one.link()).url);
  await screening.settle();
  return one;
}

describe.each([
  ["Yardstik", BackgroundCheckProvider.Yardstik],
  ["Checkr", BackgroundCheckProvider.Checkr],
  ["Sterling", BackgroundCheckProvider.Sterling],
])("at %s", (name, provider) => {
  test("a coach orders, signs on the provider's page, and is cleared when the provider says so", async () => {
    const one = await screened({ provider });
    expect(await one.seen(one.coach)).toMatchObject({
      refusal: null,
      order: null,
      provider: { name, simulated: true },
    });
    expect((await one.start()).status).toBe(RequirementStatus.WaitingOnProvider);
    await screening.settle();
    expect(await one.status()).toBe(RequirementStatus.WaitingOnApplicant);
    const { url } = await one.link();
    await screening.submit(url);
    await screening.settle();
    expect(await one.status()).toBe(RequirementStatus.WaitingOnProvider);
    await screening.pass(minute);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    const seen = await one.order(one.director);
    expect(seen).toMatchObject({ state: "clear", simulated: true, review: { hasReport: true } });
    expect(seen.review?.history.map((step) => step.text)).toHaveLength(4);
    expect(await one.order()).toMatchObject({
      state: "clear",
      text: "Your background check is complete.",
      review: null,
    });
  });

  test("what the provider found is reviewed as a flagged background check", async () => {
    const one = await submitted({ provider, lastName: "Consider" });
    await screening.pass(minute);
    expect(await one.status()).toBe(RequirementStatus.PendingReview);
    const review = await one.director.call(getReview, {
      query: { requirementId: one.on.params.id, ...one.on.query },
    });
    expect(review).toMatchObject({ source: "FlaggedBackgroundCheck" });
    expect((await one.order()).text).toBe("Your organization is reviewing your background check.");
  });

  test("a word that is in no documentation is reviewed, and never completes", async () => {
    const one = await submitted({ provider, lastName: "Unlisted" });
    await screening.pass(minute);
    expect(await one.status()).toBe(RequirementStatus.PendingReview);
    expect((await one.order()).state).toBe("review");
  });

  test("a canceled check is owed again, and another one can be started", async () => {
    const one = await submitted({ provider, lastName: "Canceled" });
    await screening.pass(minute);
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
    expect(await one.seen(one.coach)).toMatchObject({ refusal: null, order: { state: "canceled" } });
    await one.start();
    await screening.settle();
    expect((await one.order()).state).toBe("invited");
  });

  test("a clear result that is revised opens a review", async () => {
    const one = await submitted({ provider, lastName: "Revised" });
    await screening.pass(minute);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    await screening.pass(31 * day);
    // Access tokens last minutes.
    world.it.clock.shift = 0;
    expect((await one.order()).state).toBe("review");
    const review = await one.director.call(getReview, { query: { requirementId: one.on.params.id, ...one.on.query } });
    expect(review).toMatchObject({ source: "FlaggedBackgroundCheck" });
  });
});

test("other names go with the order where the provider takes them, and reviewers read them", async () => {
  const one = await screened({ provider: BackgroundCheckProvider.Sterling, lastName: "Consider" });
  const names = [
    { firstName: "Jo", lastName: "Before" },
    { firstName: "JO", lastName: "before" },
    { firstName: "Joanna", lastName: "Consider" },
  ];
  await one.coach.call(saveOtherNames, { params: one.on.params, body: { ...one.on.query, names } });
  await one.start();
  await screening.settle();
  await screening.submit((await one.link()).url);
  await screening.pass(minute);
  expect(await screening.sterlingCandidates()).toContainEqual(
    expect.objectContaining({
      familyName: "Consider",
      aliases: [
        { givenName: "JO", familyName: "before" },
        { givenName: "Joanna", familyName: "Consider" },
      ],
    }),
  );
  expect((await one.order(one.director)).review?.otherNames).toEqual(["JO before", "Joanna Consider"]);
  for (const who of [one.coach, one.manager]) expect(JSON.stringify(await one.order(who))).not.toContain("before");
});

test("however often it is started, there is one order", async () => {
  const one = await screened();
  const before = screening.simulator.orders().length;
  const answers = await Promise.all([1, 2, 3].map(() => one.coach.ask(runBackgroundCheck, one.on)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  await screening.settle();
  expect((await one.coach.ask(runBackgroundCheck, one.on)).body).toMatchObject({ status: 409, reason: "underWay" });
  expect(screening.simulator.orders()).toHaveLength(before + 1);
});

test("members who have to pay are told that payments aren't set up", async () => {
  const individual = await screened({ payer: "Individual", settings: { price: 2500 } });
  const answer = await individual.coach.ask(runBackgroundCheck, individual.on);
  expect(answer.body).toMatchObject({ status: 409, reason: "individualPays" });
  expect((await individual.seen(individual.coach)).refusal?.reason).toBe("paymentsNotSetUp");
});

test("without an account of the organization nothing is ordered", async () => {
  const one = await screened({ settings: { clientId: null, productId: null } });
  expect((await one.coach.ask(runBackgroundCheck, one.on)).body).toMatchObject({ status: 409, reason: "noProvider" });
});

test("a check whose invitation expired is incomplete again, and the applicant is notified", async () => {
  const one = await screened({ lastName: "Expired" });
  await one.start();
  await screening.settle();
  await screening.pass(minute);
  expect(await one.status()).toBe(RequirementStatus.Incomplete);
  expect(await one.seen(one.coach)).toMatchObject({ refusal: null, order: { state: "expired" } });
});

test("a Manager sees the state and nothing that the provider said", async () => {
  const one = await submitted({ lastName: "Consider" });
  await screening.pass(minute);
  const seen = await one.order(one.manager);
  expect(seen.review).toBeNull();
  expect(JSON.stringify(seen)).not.toContain("consider");
});

test("a citizen of another country gets the international product, which only they and reviewers learn", async () => {
  const [usual, , abroad] = await screening.provider(0).accounts.products({ accountId: "shared", token: null });
  const settings = { internationalProductId: abroad?.id, internationalProduct: abroad?.name };
  const one = await screened({ settings });
  const { coach, director } = one;
  expect((await one.seen(coach)).provider).toMatchObject({ product: usual?.name, international: false });
  await coach.call(saveCitizenship, { body: { profileId: coach.profileId, country: "US", otherCountry: "PT" } });
  expect((await one.seen(coach)).provider).toMatchObject({ product: abroad?.name, international: true });
  expect((await one.seen(director)).provider).toMatchObject({ product: usual?.name, international: false });
  await one.start();
  await screening.settle();
  for (const who of [coach, director]) expect((await one.order(who)).product).toBe(abroad?.name);
  expect(screening.simulator.orders().at(-1)).toMatchObject({ packageId: abroad?.id });
  // Whoever changes it once it is ordered changes nothing of it.
  await coach.call(saveCitizenship, { body: { profileId: coach.profileId, country: "US", otherCountry: null } });
  expect((await one.order(coach)).product).toBe(abroad?.name);
  const other = await one.another();
  await other.coach.call(runBackgroundCheck, other.on);
  expect((await other.coach.call(getBackgroundCheck, other.on)).order?.product).toBe(usual?.name);
});
