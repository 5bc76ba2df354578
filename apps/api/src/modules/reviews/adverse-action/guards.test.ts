import { RequirementStatus } from "@touchline/contract";
import { saveReviewSettings } from "@touchline/contract/reviews/review-settings";
import {
  bulkReview,
  completeWithoutUpload,
  declineDisqualification,
  getReview,
  markIncomplete,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import * as contract from "@touchline/contract/screening/adverse-action";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aFlagged, theNotice } from "../../../../test/adverse-actions.ts";
import { type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { decideAttempts } from "../../compliance/index.ts";
import { memberTarget } from "../../people/index.ts";
import { requirementOn } from "../../requirements/index.ts";

const world = aWorld();
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => screening.close());

const day = 86_400_000;
const closed = { result: "unchanged" as const, note: "Letter of the agency." };
type Flagged = Awaited<ReturnType<typeof aFlagged>>;
const flagged = () => aFlagged(world.it, screening);
const final = (one: Flagged, who: TestPerson) =>
  who.ask(contract.sendFinalNotice, one.act({ reason: "Direct relationship." }));

/** Every way in which a review, or the status, is decided without an adverse action. */
async function everyRoute({ on, coach }: Flagged, who: TestPerson) {
  const place = { requirementId: on.params.id, profileLevelAccessId: coach.plaId };
  const params = { plaId: coach.plaId };
  const words = { requirementId: on.params.id, reviewNotes: "Because of the report." };
  const reject = async (reviewDecision: "RejectedDisqualified" | "RejectedReset") => {
    const one = await who.ask(reviewRequirement, { params, body: { ...words, reviewDecision } });
    const many = await who.ask(bulkReview, {
      body: { requirements: [place], review: { reviewDecision, reviewNotes: "Because of the report." } },
    });
    return [one.status, many.body.results?.[0]?.outcome ?? many.status];
  };
  const { requirementId } = place;
  return [
    ...(await reject("RejectedDisqualified")),
    ...(await reject("RejectedReset")),
    (await who.ask(markIncomplete, { params, body: { requirementId, reason: "Report." } })).status,
    (await who.ask(completeWithoutUpload, { params, body: { requirementId, date: "2026-01-05", reason: "x" } })).status,
    (await who.ask(declineDisqualification, { params, body: { requirementId, reason: "x" } })).status,
  ];
}

test("no role disqualifies because of a report by any other route, before or after the notice", async () => {
  const one = await flagged();
  const { admin, director, manager, coach } = one;
  const attempted = async () => {
    for (const who of [admin, director, manager, coach]) {
      const came = await everyRoute(one, who);
      expect(came.every((answer) => answer === 403 || answer === 404 || answer === 409 || answer === "refused")).toBe(
        true,
      );
    }
    expect(await one.status()).toBe(RequirementStatus.PendingReview);
  };
  await attempted();
  const review = await director.call(getReview, { query: { requirementId: one.on.params.id, ...one.on.query } });
  expect(review.permittedDecisions).toEqual(["Approved"]);
  for (const who of [admin, director]) {
    expect((await final(one, who)).body).toMatchObject({ status: 409, reason: "noNotice" });
  }
  for (const who of [manager, coach]) {
    expect((await who.ask(contract.startAdverseAction, one.act(theNotice))).status).toBe(403);
  }
  await director.call(contract.startAdverseAction, one.act(theNotice));
  const again = await admin.ask(contract.startAdverseAction, one.act(theNotice));
  expect(again.body).toMatchObject({ status: 409, reason: "underWay" });
  await attempted();
  for (const who of [admin, director]) {
    expect((await final(one, who)).body).toMatchObject({ status: 409, reason: "periodRuns" });
  }
  for (const who of [manager, coach]) expect((await final(one, who)).status).toBe(403);
  // Whatever asks for it, the last step of every route refuses it before its time.
  const decided = one.org.asSystem(async (call) => {
    const place = { requirementId: one.on.params.id, profileLevelAccessId: coach.plaId };
    const target = await memberTarget(call, place.profileLevelAccessId);
    const on = await requirementOn(call, target, place.requirementId);
    const subject = { ...place, profileId: target.profileId, contentId: on.required.contentId };
    const attemptId = on.attempt?.attemptId as string;
    await decideAttempts(call, [{ subject, attemptId, decision: "RejectedDisqualified", completion: null }]);
  });
  await expect(decided).rejects.toThrow("already decided");
  // A general approval would leave the notice without an end.
  const approval = { requirementId: one.on.params.id, reviewDecision: "Approved" as const, reviewNotes: "" };
  const approved = await director.ask(reviewRequirement, { params: { plaId: coach.plaId }, body: approval });
  expect(approved.body).toMatchObject({ status: 409, reason: "adverseUnderWay" });
});

test("a dispute stops the clock, its end leaves time to respond, and one after the decision is recorded", async () => {
  const one = await flagged();
  const { director, coach } = one;
  await director.call(contract.startAdverseAction, one.act(theNotice));
  world.it.clock.shift += 2 * day;
  await coach.call(contract.disputeReport, one.act({ explanation: "That isn't me." }));
  const twice = await coach.ask(contract.disputeReport, one.act({}));
  expect(twice.body).toMatchObject({ status: 409, reason: "alreadyDisputed" });
  world.it.clock.shift += 20 * day;
  await world.it.runSchedule("adverse.periods");
  expect((await final(one, director)).body).toMatchObject({ status: 409, reason: "disputeOpen" });
  expect((await coach.ask(contract.closeDispute, one.act(closed))).status).toBe(403);
  await director.call(contract.closeDispute, one.act(closed));
  expect((await final(one, director)).body).toMatchObject({ status: 409, reason: "periodRuns" });
  world.it.clock.shift += 12 * day;
  expect((await final(one, director)).body).toMatchObject({ status: 409, reason: "assessAgain" });
  const { offense, timePassed, role } = theNotice;
  await director.call(contract.addAssessment, one.act({ offense, timePassed, role }));
  expect((await final(one, director)).status).toBe(200);
  await coach.call(contract.disputeReport, one.act({ explanation: "It's still not me." }));
  const late = await coach.ask(contract.addAdverseStatement, one.act({ statement: "Please." }));
  expect(late.body).toMatchObject({ status: 409, reason: "decided" });
  const { action } = await one.adverse(director);
  expect(action?.state).toBe("final");
  expect(action?.steps.map(({ kind }) => kind)).toEqual([
    "disputedLate",
    "final",
    "assessed",
    "disputeClosed",
    "disputed",
    "assessed",
    "started",
  ]);
  const own = JSON.stringify(await one.adverse(coach));
  expect(own).toContain("That isn't me.");
  for (const secret of ["Holds the team", "Letter of the agency", "Direct relationship"])
    expect(own).not.toContain(secret);
});

test("the provider's dispute stops the clock, and once its report is clear nobody is rejected for it", async () => {
  const one = await flagged();
  const { director, admin } = one;
  await director.call(contract.startAdverseAction, one.act(theNotice));
  await one.stage("dispute");
  expect((await one.adverse(director)).action).toMatchObject({ state: "disputed", finalFrom: null });
  const closing = await director.ask(contract.closeDispute, one.act({ ...closed, note: "They told me." }));
  expect(closing.body).toMatchObject({ status: 409, reason: "agencyInvestigates" });
  await one.stage("clear");
  expect((await one.adverse(director)).action?.state).toBe("waiting");
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
  world.it.clock.shift += 20 * day;
  expect((await final(one, admin)).body).toMatchObject({ status: 409, reason: "reportClear" });
  const cleared = await director.call(contract.clearAfterReview, one.act({ note: "Report corrected." }));
  expect(cleared.status).toBe(RequirementStatus.Completed);
  const { action } = await one.adverse(one.coach);
  expect(action).toMatchObject({ state: "cleared" });
  expect(action?.steps.map(({ kind }) => kind)).toEqual(["cleared", "disputeClosed", "disputed", "started"]);
  // Taken back, it is reviewed again, and still bars nobody without another notice.
  const { coach } = one;
  const taken = { requirementId: one.on.params.id, reason: "Approved by mistake." };
  await admin.call(markIncomplete, { params: { plaId: coach.plaId }, body: taken });
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
  expect((await final(one, admin)).body).toMatchObject({ status: 409, reason: "noNotice" });
});

test("where a disqualification takes two, the second sends the final notice", async () => {
  const one = await flagged();
  const { admin, director } = one;
  const settings = { secondReviewer: true, templates: [], version: 0 };
  await admin.call(saveReviewSettings, { body: settings });
  await director.call(contract.startAdverseAction, one.act(theNotice));
  world.it.clock.shift += 15 * day;
  expect((await final(one, director)).body).toMatchObject({ proposed: true });
  expect((await one.adverse(admin)).action).toMatchObject({ state: "waiting", proposed: true });
  expect((await final(one, director)).body).toMatchObject({ status: 403, reason: "ownProposal" });
  const confirm = {
    requirementId: one.on.params.id,
    reviewNotes: "Yes.",
    reviewDecision: "RejectedDisqualified" as const,
  };
  const around = await admin.ask(reviewRequirement, { params: { plaId: one.coach.plaId }, body: confirm });
  expect(around.body).toMatchObject({ status: 409, reason: "adverseUnderWay" });
  expect((await final(one, admin)).body).toMatchObject({ status: RequirementStatus.Rejected, proposed: false });
});
