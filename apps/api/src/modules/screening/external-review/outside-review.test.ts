import { RequirementStatus } from "@touchline/contract";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { downloadFileArchive, sendBackgroundCheckReport } from "@touchline/contract/requirements/submissions";
import {
  bulkReview,
  completeWithoutUpload,
  getPendingReviewCount,
  listReviewRequirements,
  listSubmissions,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { listConsents } from "@touchline/contract/screening/consents";
import { getExternalCheck } from "@touchline/contract/screening/external-review";
import { downloadProviderReport } from "@touchline/contract/screening/orders";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { externalActs } from "../../../../test/external-review.ts";
import { aScreened, type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
afterAll(() => screening.close());
const { Completed, PendingReview } = RequirementStatus;
const day = (daysAgo: number) =>
  new Date(world.it.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const heading = "Reference,Result,Result date";

/** A coach whose background check has something to consider, where JDP reviews it. */
async function considered() {
  const one = await aScreened(world.it, screening, { lastName: "Consider" });
  const acts = externalActs(world.it, one.org, 1);
  expect((await acts.settings(one.admin, { reviewer: 1 })).status).toBe(204);
  await one.start();
  await screening.settle();
  await screening.submit((await one.link()).url);
  await screening.settle();
  await screening.pass(60_000);
  world.it.clock.shift = 0;
  expect(await one.status()).toBe(PendingReview);
  const { rows } = await acts.queue(one.admin);
  const { profileLevelAccessId } = one.on.query;
  const requirementId = one.on.params.id;
  return {
    ...{ ...one, acts, requirementId, profileLevelAccessId, reference: rows[0]?.reference as string },
    decide: (by: TestPerson, reviewDecision: "Approved" | "RejectedDisqualified") =>
      by.ask(reviewRequirement, {
        params: { plaId: profileLevelAccessId },
        body: { requirementId, reviewDecision, reviewNotes: "Seen." },
      }),
  };
}

/** What awaits somebody's review, in the list and as its count. */
async function awaiting(by: TestPerson, orgId: string) {
  const { data } = await by.call(listReviewRequirements, { params: { orgId }, query: { type: "Pending" } });
  const { count } = await by.call(getPendingReviewCount, { params: { orgId } });
  return { listed: data.length, counted: count };
}

describe("a background check that JDP reviews for the organization", () => {
  test("waits for JDP: nobody of the organization decides on it, and nobody sees the report", async () => {
    const { org, admin, director, coach, acts, decide, seen, on, requirementId, profileLevelAccessId } =
      await considered();
    const chosen = await coach.call(selectOrganization, { params: { id: org.organizationId } });
    expect(chosen.organization.reviewBackgroundChecksExternally).toBe(true);
    expect((await acts.queue(director)).rows).toMatchObject([{ wait: "review", reviewer: 1, requirementId }]);
    for (const by of [admin, director])
      expect(await awaiting(by, org.organizationId)).toEqual({ listed: 0, counted: 0 });
    for (const by of [admin, director]) {
      expect((await decide(by, "Approved")).body).toMatchObject({ status: 409, reason: "externalReview" });
      expect((await decide(by, "RejectedDisqualified")).body).toMatchObject({ status: 409, reason: "externalReview" });
      expect((await by.ask(downloadProviderReport, on)).body).toMatchObject({ status: 403, reason: "outcomeOnly" });
      expect((await seen(by)).order).toMatchObject({ state: "review", review: null });
      expect(await by.call(getExternalCheck, on)).toMatchObject({ awaited: true, outcomeOnly: true, wait: "review" });
    }
    const requirements = [{ requirementId, profileLevelAccessId }];
    const review = { reviewDecision: "Approved" as const, reviewNotes: "" };
    const { results } = await admin.call(bulkReview, { body: { requirements, review } });
    expect(results).toMatchObject([{ result: "skipped", reason: "externalReview" }]);
    const marked = await admin.ask(completeWithoutUpload, {
      params: { plaId: profileLevelAccessId },
      body: { requirementId, date: day(3), reason: "Known." },
    });
    expect(marked.status).toBe(409);
    // What was signed is the organization's own proof.
    expect((await admin.ask(listConsents, { params: { id: requirementId, plaId: profileLevelAccessId } })).status).toBe(
      200,
    );
  });

  test("is completed by a green result, from its date", async () => {
    const { director, reference, acts, status } = await considered();
    const done = await acts.imported(director, [heading, `${reference},green,${day(1)}`]);
    expect(done.data).toMatchObject([{ fate: "recorded" }]);
    expect(await status()).toBe(Completed);
    expect((await acts.queue(director)).rows).toEqual([]);
  });

  test("is decided by the organization after a red result, which shows the outcome alone", async () => {
    const { org, admin, director, reference, acts, status, decide, on } = await considered();
    await acts.imported(director, [heading, `${reference},red,${day(1)}`]);
    expect(await status()).toBe(PendingReview);
    for (const by of [admin, director])
      expect(await awaiting(by, org.organizationId)).toEqual({ listed: 1, counted: 1 });
    expect(await admin.call(getExternalCheck, on)).toMatchObject({
      ...{ awaited: false, outcomeOnly: true, results: [{ outcome: "flagged", imported: true }] },
    });
    expect((await admin.ask(downloadProviderReport, on)).body).toMatchObject({ status: 403, reason: "outcomeOnly" });
    expect((await decide(admin, "RejectedDisqualified")).body).toMatchObject({ reason: "adverseActionNeeded" });
    expect((await decide(admin, "Approved")).status).toBe(200);
    expect(await status()).toBe(Completed);
  });

  test("hides an uploaded report from everyone except its uploader too", async () => {
    const one = await aScreened(world.it, screening, { lastName: "Clear" });
    const acts = externalActs(world.it, one.org, 2);
    await acts.settings(one.admin, { reviewer: 2 });
    const { params, query } = one.on;
    await one.coach.call(sendBackgroundCheckReport, {
      ...{ params, body: { ...query, completedDate: day(2) }, files: [aPdf("report.pdf")] },
    });
    expect((await one.admin.ask(downloadFileArchive, { params, query })).status).toBe(403);
    const submissionsOf = (by: TestPerson) => by.call(listSubmissions, { params, query } as never);
    expect(await submissionsOf(one.admin)).toMatchObject([{ state: "pendingReview", files: [] }]);
    expect(await submissionsOf(one.coach)).toMatchObject([{ files: [{ name: "report.pdf" }] }]);
    const { rows } = await acts.queue(one.admin);
    await acts.imported(one.admin, [heading, `${rows[0]?.reference},flagged,${day(1)}`]);
    expect((await one.admin.ask(downloadFileArchive, { params, query })).status).toBe(403);
  });

  test("is the organization's own to decide once JDP reviews no more", async () => {
    const { org, admin, acts, decide, on, status } = await considered();
    await acts.settings(admin, { reviewer: null });
    expect((await acts.queue(admin)).rows).toEqual([]);
    expect(await awaiting(admin, org.organizationId)).toEqual({ listed: 1, counted: 1 });
    expect((await admin.ask(downloadProviderReport, on)).status).toBe(200);
    expect((await decide(admin, "Approved")).status).toBe(200);
    expect(await status()).toBe(Completed);
  });
});
