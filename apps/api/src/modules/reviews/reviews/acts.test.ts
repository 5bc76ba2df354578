import { RequirementStatus } from "@touchline/contract";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentDocument } from "@touchline/contract/library/content-kinds";
import { addMember } from "@touchline/contract/people/profiles";
import { startMemberTask } from "@touchline/contract/reporting/members";
import {
  completeDocument,
  deleteDocumentAttachment,
  downloadFile,
  getRequirement,
  listRequirements,
} from "@touchline/contract/requirements/requirements";
import { saveDraft } from "@touchline/contract/requirements/submissions";
import { saveReviewSettings } from "@touchline/contract/reviews/review-settings";
import {
  completeWithoutUpload,
  editCompletedDate,
  getPendingReviewCount,
  listSubmissions,
  markIncomplete,
  reinstate,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { requirementHistory } from "../../../../test/history.ts";
import { owedBy, type Submission, send } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type TestPerson, usualSettings } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { restandOne } from "../../compliance/standing/actions/restand.ts";
import { transition } from "../../compliance/standing/actions/transition.ts";
import { contentById } from "../../library/content/queries/content-by-id.ts";

const world = aWorld();
const { Completed, ExpiringSoon, Expired, Incomplete, PendingReview, Rejected } = RequirementStatus;

const reason = "Shown to me in person.";
const longAgo = "2020-03-01";
const daysAgo = (days: number) => new Date(world.it.clock.now().getTime() - days * 86_400_000).toISOString();
const dayAgo = (days: number) => daysAgo(days).slice(0, 10);

const complete = (
  by: TestPerson,
  one: Submission,
  more: { date?: string; reason?: string; validUntil?: string } = {},
) =>
  by.ask(completeWithoutUpload, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, date: dayAgo(2), reason, ...more },
  });
const incomplete = (by: TestPerson, one: Submission, why = reason) =>
  by.ask(markIncomplete, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reason: why },
  });
const redate = (by: TestPerson, one: Submission, completedDateTime: string) =>
  by.ask(editCompletedDate, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, completedDateTime },
  });
const restore = (by: TestPerson, one: Submission, plaId = one.profileLevelAccessId) =>
  by.ask(reinstate, { params: { plaId }, body: { requirementId: one.requirementId, reason } });
const decide = (
  by: TestPerson,
  one: Submission,
  reviewDecision: "Approved" | "RejectedReset" | "RejectedDisqualified",
) =>
  by.call(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision, reviewNotes: "A note." },
  });
const see = (by: TestPerson, one: Submission) =>
  by.call(getRequirement, {
    params: { id: one.requirementId },
    query: { profileLevelAccessId: one.profileLevelAccessId },
  });
const history = (by: TestPerson, one: Submission) => requirementHistory(by, one.profileLevelAccessId);
const submissions = (by: TestPerson, one: Submission) =>
  by.call(listSubmissions, {
    params: { id: one.requirementId },
    query: { profileLevelAccessId: one.profileLevelAccessId },
  });

/** Everybody who may and may not, and a coach who owes one document. */
async function aCoach(settings = {}) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await org.aDocument(admin, { settings, labels: ["Head Coach", "Club Director"] });
  const director = await org.aMember("north", "Club Director");
  const coach = await owedBy(await org.aMember("northTeam", "Head Coach"));
  return { org, admin, director, coach, contentId };
}

describe("a day in a year that can't be right", () => {
  const named = (path: string) => ({
    status: 400,
    body: { errors: [{ path, message: "Choose a date between 1900 and 2999." }] },
  });

  test("is refused when submitting, deciding, or extending, and nothing is left that no one could approve", async () => {
    const { org, admin, director, coach, contentId } = await aCoach({
      validity: { type: "PerRequirement" },
      asksCompletionDate: true,
    });
    const sendOf = (days: { completedDate?: string; validUntil?: string }) =>
      coach.by.ask(completeDocument, {
        params: { id: coach.requirementId },
        body: { profileLevelAccessId: coach.profileLevelAccessId, completedDate: dayAgo(2), ...days },
        files: [aPdf()],
      });
    expect(await sendOf({ validUntil: "9999-12-31" })).toMatchObject(named("validUntil"));
    expect(await sendOf({ completedDate: "0000-06-01" })).toMatchObject(named("completedDate"));
    expect((await sendOf({ validUntil: "2999-12-31" })).status).toBe(200);
    const approve = (days: { completedDateTime?: string; validUntil?: string }) =>
      director.ask(reviewRequirement, {
        params: { plaId: coach.profileLevelAccessId },
        body: { requirementId: coach.requirementId, reviewDecision: "Approved", reviewNotes: "", ...days },
      });
    expect(await approve({ validUntil: "9999-12-31" })).toMatchObject(named("validUntil"));
    expect(await approve({ completedDateTime: "0000-06-01T12:00:00Z" })).toMatchObject(named("completedDateTime"));
    expect((await approve({})).body.status).toBe(Completed);
    expect((await see(director, coach)).expiresAt).toMatch(/^3000-01-01/);
    const act = { kind: "members.extend" as const, contentId, validUntil: "9999-12-31", reason };
    const decree = await admin.ask(startMemberTask, {
      params: { id: org.levels.root },
      body: { selection: { profileLevelAccessIds: [coach.profileLevelAccessId] }, act },
    });
    expect(decree).toMatchObject(named("act.validUntil"));
  });
});

describe("complete without upload", () => {
  test("completes from the given day and supersedes what awaited review", async () => {
    const { org, director, coach } = await aCoach();
    await send(coach);
    const answer = await complete(director, coach, { date: dayAgo(10) });
    expect(answer.body).toMatchObject({ status: Completed, overallStatus: "Cleared" });
    expect((await director.call(getPendingReviewCount, { params: { orgId: org.organizationId } })).count).toBe(0);
    expect((await submissions(director, coach)).map((one) => one.state)).toEqual(["approved", "withdrawn"]);
    const { completedAt } = await see(director, coach);
    expect(Math.abs(Date.parse(completedAt as string) - Date.parse(daysAgo(10)))).toBeLessThan(2 * 86_400_000);
  });

  test("asks for a day that is not in the future, for a reason, and for the last valid day where that is set each time", async () => {
    const { director, coach } = await aCoach({ validity: { type: "PerRequirement" } });
    expect(await complete(director, coach, { date: dayAgo(-3) })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "date" }] },
    });
    expect(await complete(director, coach, { reason: "  " })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "reason" }] },
    });
    expect(await complete(director, coach)).toMatchObject({ status: 400, body: { errors: [{ path: "validUntil" }] } });
    expect((await complete(director, coach, { validUntil: "2090-05-01" })).body.status).toBe(Completed);
  });

  test("is good at least through the day that the content names", async () => {
    const { director, coach } = await aCoach({ validity: { type: "PerRequirement" }, validThrough: "2090-06-30" });
    const early = await complete(director, coach, { validUntil: "2090-06-29" });
    expect(early).toMatchObject({ status: 400, body: { errors: [{ path: "validUntil" }] } });
    expect(early.body.errors[0]?.message).toContain("2090-06-30");
    expect((await complete(director, coach, { validUntil: "2090-06-30" })).body.status).toBe(Completed);
    // A day that was decided on stays, whatever is corrected beside it.
    expect((await redate(director, coach, daysAgo(5))).status).toBe(200);
  });

  test("does not go behind a completion that is on record", async () => {
    const { director, coach } = await aCoach();
    await complete(director, coach, { date: "2021-03-01" });
    expect((await see(director, coach)).status).toBe(Expired);
    expect(await complete(director, coach, { date: longAgo })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "date" }] },
    });
    expect((await complete(director, coach)).body.status).toBe(Completed);
  });

  test("records a renewal while the completion still counts, from its own day on, as soon as it may be renewed", async () => {
    const { director, coach } = await aCoach();
    await complete(director, coach, { date: dayAgo(350) });
    const ending = await see(director, coach);
    expect(ending.status).toBe(ExpiringSoon);
    expect(await complete(director, coach, { date: dayAgo(360) })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "date" }] },
    });
    expect((await complete(director, coach, { date: dayAgo(3) })).body).toMatchObject({
      status: Completed,
      overallStatus: "Cleared",
    });
    const renewed = await see(director, coach);
    expect(Date.parse(renewed.expiresAt as string)).toBeGreaterThan(Date.parse(ending.expiresAt as string));
    expect(await complete(director, coach)).toMatchObject({ status: 409, body: { reason: "alreadyDone" } });
  });

  test("sets aside a renewal that awaits review", async () => {
    const { director, coach } = await aCoach();
    await complete(director, coach, { date: dayAgo(350) });
    await send(coach);
    expect((await complete(director, coach)).body.status).toBe(Completed);
    expect((await submissions(director, coach)).map((one) => one.state)).toEqual(["approved", "withdrawn", "approved"]);
  });

  test("is not for what is done, of one's own, beyond one's levels, nor for members", async () => {
    const { org, admin, director, coach } = await aCoach();
    const elsewhere = await org.aMember("south", "Club Director");
    expect(await complete(elsewhere, coach)).toMatchObject({ status: 403, body: { reason: "outOfReach" } });
    expect((await complete(coach.by, coach)).status).toBe(403);
    expect(await complete(director, await owedBy(director))).toMatchObject({
      status: 403,
      body: { reason: "ownRequirement" },
    });
    expect((await complete(director, coach)).status).toBe(200);
    expect(await complete(admin, coach)).toMatchObject({ status: 409, body: { reason: "alreadyDone" } });
  });
});

describe("a renewal", () => {
  test("is announced once it is submitted, not while it is a draft", async () => {
    const { org, director, coach } = await aCoach();
    await complete(director, coach, { date: dayAgo(350) });
    const counts = async () => {
      const { requirements } = await coach.by.call(listRequirements, { params: { plaId: coach.profileLevelAccessId } });
      return [(await see(coach.by, coach)).renewal, (await see(director, coach)).renewal, requirements[0]?.renewal];
    };
    const none = [false, false, false];
    expect(await counts()).toEqual(none);
    const { profileLevelAccessId } = coach;
    const body = { profileLevelAccessId, fields: { completedDate: dayAgo(1) } };
    await coach.by.call(saveDraft, { params: { id: coach.requirementId }, body });
    expect((await see(coach.by, coach)).draft).toBe(true);
    expect(await counts()).toEqual(none);
    await send(coach);
    expect(await see(coach.by, coach)).toMatchObject({ status: ExpiringSoon, renewal: true });
    const become = (state: string) =>
      org.asSystem((call) =>
        call.db.execute(sql`UPDATE attempt SET state = ${state} WHERE organization_id = ${call.organizationId}
          AND requirement_id = ${coach.requirementId} AND state <> 'approved'`),
      );
    await become("waitingApplicant");
    expect(await counts()).toEqual(none);
    await become("waitingProvider");
    expect(await counts()).toEqual([true, true, true]);
  });
});

describe("a day behind the completion on record", () => {
  const refused = (path: string) => ({ status: 400, body: { errors: [{ path }] } });

  test("is not approved where it would be valid no longer; it would leave the member expired", async () => {
    const { director, coach } = await aCoach({ validity: { type: "PerRequirement" } });
    await complete(director, coach, { date: "2021-02-01", validUntil: "2021-03-01" });
    await send(coach, { validUntil: "2090-05-01" });
    const approve = (more: { validUntil?: string }) =>
      director.ask(reviewRequirement, {
        params: { plaId: coach.profileLevelAccessId },
        body: {
          requirementId: coach.requirementId,
          reviewDecision: "Approved",
          reviewNotes: "",
          completedDateTime: "2021-01-20T12:00:00Z",
          ...more,
        },
      });
    expect(await approve({ validUntil: "2021-02-20" })).toMatchObject(refused("completedDateTime"));
    expect((await see(director, coach)).status).toBe(PendingReview);
    // What is valid longer counts, whenever it was completed.
    expect((await approve({})).body.status).toBe(Completed);
  });

  test("is not sent in where nobody reviews it; where somebody does, they decide on it", async () => {
    const { admin, director, coach, contentId } = await aCoach();
    await complete(director, coach, { date: "2021-02-01" });
    const sendOf = (completedDate: string) =>
      coach.by.ask(completeDocument, {
        params: { id: coach.requirementId },
        body: { profileLevelAccessId: coach.profileLevelAccessId, completedDate },
        files: [aPdf()],
      });
    const reviewedOrNot = (reviewRequired: boolean) =>
      admin.call(saveContentDocument, {
        params: { id: contentId },
        body: { ...usualSettings, reviewRequired, asksCompletionDate: true },
      });
    await reviewedOrNot(false);
    expect(await sendOf("2021-01-20")).toMatchObject(refused("completedDate"));
    expect((await see(coach.by, coach)).status).toBe(Expired);
    await reviewedOrNot(true);
    expect((await sendOf("2021-01-20")).status).toBe(200);
    await reviewedOrNot(false);
    expect((await see(coach.by, coach)).status).toBe(PendingReview);
  });

  test("is reported by a provider: the finding is reviewed, whatever was recorded since", async () => {
    const { org, director, coach } = await aCoach();
    await complete(director, coach, { date: dayAgo(350) });
    await send(coach);
    await org.asSystem(({ db, organizationId }) =>
      db.execute(sql`UPDATE attempt SET source = 'FlaggedBackgroundCheck', completed_at = ${daysAgo(400)}::timestamptz
        WHERE organization_id = ${organizationId} AND requirement_id = ${coach.requirementId}
          AND state = 'pendingReview'`),
    );
    expect((await decide(director, coach, "Approved")).status).toBe(ExpiringSoon);
  });
});

test("a provider's finding about a completed requirement waits for a decision, and nothing can be marked complete in the meantime", async () => {
  const { org, director, coach, contentId } = await aCoach();
  await complete(director, coach, { date: dayAgo(100) });
  await org.asSystem((call) => found(call, coach, contentId));
  const waiting = async () =>
    (await submissions(director, coach)).filter((one) => one.state === "pendingReview").length;
  expect([(await see(director, coach)).status, await waiting()]).toEqual([Completed, 1]);
  expect((await see(director, coach)).actions).not.toContain("markComplete");
  const refused = await complete(director, coach, { date: dayAgo(1) });
  expect([refused.status, refused.body.reason, await waiting()]).toEqual([409, "decideFirst", 1]);
  await decide(director, coach, "RejectedReset");
  expect(await waiting()).toBe(0);
});

/** Something that a provider found, beside what was completed. */
async function found(call: Call, one: Submission, contentId: string) {
  const { requirementId, profileLevelAccessId, by } = one;
  const { currentVersionId } = await contentById(call, contentId);
  const subject = { requirementId, profileId: by.profileId, contentId, profileLevelAccessId };
  const sentIn = { kind: "submitted", reviewWanted: true, type: 0 } as const;
  const changes = { submittedAt: call.now };
  const { attemptId } = await transition(call, subject, sentIn, currentVersionId as string, changes);
  await call.db.execute(sql`UPDATE attempt SET source = 'FlaggedBackgroundCheck'
    WHERE organization_id = ${call.organizationId} AND attempt_id = ${attemptId}`);
  await restandOne(call, subject);
}

describe("mark incomplete", () => {
  test("voids the completion and every older one, and the member starts again", async () => {
    const { director, coach } = await aCoach();
    await complete(director, coach, { date: dayAgo(350) });
    expect((await see(director, coach)).status).toBe(ExpiringSoon);
    await send(coach);
    await decide(director, coach, "Approved");
    expect((await incomplete(director, coach)).body).toMatchObject({ status: Incomplete, overallStatus: "Incomplete" });
    expect((await submissions(director, coach)).map((one) => one.voidedAt !== null)).toEqual([true, true]);
    await send(coach);
    expect((await see(coach.by, coach)).status).toBe(PendingReview);
  });

  test("leaves a renewal in review where it is", async () => {
    const { director, coach } = await aCoach();
    await complete(director, coach, { date: dayAgo(350) });
    await send(coach);
    expect((await incomplete(director, coach)).body.status).toBe(PendingReview);
  });

  test("needs no reason, nor does marking complete, once the organization says that reasons are optional", async () => {
    const { admin, director, coach } = await aCoach();
    const params = { plaId: coach.profileLevelAccessId };
    const { requirementId } = coach;
    const done = () => director.ask(completeWithoutUpload, { params, body: { requirementId, date: dayAgo(2) } });
    const undone = () => director.ask(markIncomplete, { params, body: { requirementId } });
    const missing = {
      status: 400,
      body: {
        message: "Enter a reason. It is kept in the history.",
        errors: [{ path: "reason", message: "Enter a reason. It is kept in the history." }],
      },
    };
    expect(await done()).toMatchObject(missing);
    expect((await complete(director, coach)).status).toBe(200);
    expect(await undone()).toMatchObject(missing);
    const body = { secondReviewer: false, reasonsOptional: true, templates: [], version: 0 };
    await admin.call(saveReviewSettings, { body });
    expect((await undone()).body.status).toBe(Incomplete);
    expect((await done()).body.status).toBe(Completed);
    const acts = (await history(director, coach)).filter((one) => one.what.startsWith("marked"));
    expect(acts.map((one) => [one.what, one.reason])).toEqual([
      ["markedComplete", null],
      ["markedIncomplete", null],
      ["markedComplete", reason],
    ]);
    // Saved again without the choice, it stays; taken back, a reason is needed again.
    await admin.call(saveReviewSettings, { body: { secondReviewer: true, templates: [], version: 1 } });
    expect((await undone()).body.status).toBe(Incomplete);
    await admin.call(saveReviewSettings, { body: { ...body, reasonsOptional: false, version: 2 } });
    expect(await done()).toMatchObject(missing);
  });

  test("is only for what is done, with a reason, and only one of two reviewers does it", async () => {
    const { admin, director, coach } = await aCoach();
    expect(await incomplete(director, coach)).toMatchObject({ status: 409, body: { reason: "notDone" } });
    await complete(director, coach);
    expect((await incomplete(director, coach, "")).status).toBe(400);
    expect((await incomplete(coach.by, coach)).status).toBe(403);
    const answers = await Promise.all([incomplete(director, coach), incomplete(admin, coach)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
  });
});

describe("the completed date", () => {
  test("is corrected, and the expiry follows from the new date", async () => {
    const { director, coach } = await aCoach();
    await send(coach);
    await decide(director, coach, "Approved");
    expect((await redate(director, coach, "2021-05-01T12:00:00Z")).body.status).toBe(Expired);
    expect((await see(director, coach)).expiresAt).toBe("2022-05-02T07:00:00.000Z");
    expect((await redate(director, coach, daysAgo(1))).body.status).toBe(Completed);
    const [last] = (await history(director, coach)).filter((event) => event.what === "dateEdited");
    expect(last?.formerCompletedAt).toBe("2021-05-01T12:00:00.000Z");
  });

  test("lies neither in the future nor after the last valid day, and belongs to a completion", async () => {
    const { director, coach } = await aCoach({ validity: { type: "PerRequirement" } });
    expect(await redate(director, coach, daysAgo(1))).toMatchObject({
      status: 409,
      body: { reason: "neverCompleted" },
    });
    await complete(director, coach, { date: "2021-03-01", validUntil: "2021-06-01" });
    expect(await redate(director, coach, daysAgo(-1))).toMatchObject({
      status: 400,
      body: { errors: [{ path: "completedDateTime" }] },
    });
    expect(await redate(director, coach, "2021-07-01T12:00:00Z")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "validUntil" }] },
    });
    expect((await redate(director, coach, "2021-05-01T12:00:00Z")).status).toBe(200);
    expect((await redate(coach.by, coach, daysAgo(1))).status).toBe(403);
  });
});

describe("reinstate", () => {
  test("is an Admin's, and what was completed before does not revive", async () => {
    const { admin, director, coach } = await aCoach();
    await complete(director, coach, { date: dayAgo(350) });
    await send(coach);
    await decide(director, coach, "RejectedDisqualified");
    expect((await see(director, coach)).status).toBe(Rejected);
    expect(await restore(director, coach)).toMatchObject({ status: 403, body: { reason: "role" } });
    expect((await restore(coach.by, coach)).status).toBe(403);
    expect((await restore(admin, coach)).body).toMatchObject({ status: Incomplete, overallStatus: "Incomplete" });
    expect(await restore(admin, coach)).toMatchObject({ status: 409, body: { reason: "notRejected" } });
    await send(coach);
    expect((await decide(director, coach, "Approved")).overallStatus).toBe("Cleared");
  });

  test("is found on a membership that the barring requirement is not asked for on, by Admins alone", async () => {
    const { org, admin, director, coach, contentId } = await aCoach();
    const second = await admin.call(addMember, {
      body: { levelId: org.levels.otherTeam, labelId: org.labelIds.Volunteer, profileId: coach.by.profileId },
    });
    await send(coach);
    await decide(director, coach, "RejectedDisqualified");
    await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [] } });
    const plaId = second.profileLevelAccessId;
    const listed = (by: TestPerson) => by.call(listRequirements, { params: { plaId } });
    expect((await listed(admin)).requirements).toMatchObject([
      {
        requirementId: coach.requirementId,
        status: Rejected,
        demanded: false,
        actions: expect.arrayContaining(["reinstate"]),
      },
    ]);
    expect((await listed(director)).requirements).toEqual([]);
    expect((await restore(director, coach, plaId)).status).toBe(404);
    expect((await restore(admin, coach, plaId)).body.overallStatus).toBe("NoRequirements");
  });
});

describe("reasons", () => {
  test("are shown to reviewers in the history, never to the member, and are stored encrypted", async () => {
    const { org, admin, director, coach } = await aCoach();
    const words = "a very particular reason";
    await complete(director, coach, { reason: words });
    await incomplete(director, coach, words);
    const events = (await history(director, coach)).filter((event) => event.reason !== null);
    expect(events.map((event) => [event.what, event.reason])).toEqual([
      ["markedIncomplete", words],
      ["markedComplete", words],
    ]);
    expect((await history(admin, coach)).filter((event) => event.reason !== null).length).toBe(2);
    expect(JSON.stringify(await history(coach.by, coach))).not.toContain("particular");
    const accounts = await org.aMember("root", "Account Manager");
    expect(JSON.stringify(await history(accounts, coach))).not.toContain("particular");
    const rows = await org.asSystem((call) =>
      call.db.execute<{ sealed_note: Buffer }>(
        sql`SELECT sealed_note FROM requirement_note WHERE organization_id = ${call.organizationId}`,
      ),
    );
    expect(rows.rows.length).toBe(2);
    expect(rows.rows.some((row) => row.sealed_note.includes("particular"))).toBe(false);
  });
});

describe("what the page is offered", () => {
  test("is exactly what the server accepts, in every state and for everyone", async () => {
    const states: [string, (director: TestPerson, coach: Submission) => Promise<unknown>][] = [
      ["owed", async () => undefined],
      ["in review", (_, coach) => send(coach)],
      ["completed", (director, coach) => complete(director, coach)],
      ["expired", (director, coach) => complete(director, coach, { date: longAgo })],
      [
        "rejected",
        async (director, coach) => {
          await send(coach);
          await decide(director, coach, "RejectedDisqualified");
        },
      ],
    ];
    const tries = {
      markComplete: (by: TestPerson, one: Submission) => complete(by, one),
      markIncomplete: (by: TestPerson, one: Submission) => incomplete(by, one),
      editCompletedDate: (by: TestPerson, one: Submission) => redate(by, one, daysAgo(1)),
      reinstate: (by: TestPerson, one: Submission) => restore(by, one),
    } as const;
    const { org, admin, director } = await aCoach();
    const manager = await org.aMember("northTeam", "Team Manager");
    for (const [state, bring] of states) {
      for (const by of [admin, director, manager, null]) {
        for (const [action, attempt] of Object.entries(tries)) {
          const coach = await owedBy(await org.aMember("northTeam", "Head Coach"));
          await bring(director, coach);
          const who = by ?? coach.by;
          const offered = (await see(who, coach)).actions.includes(action as keyof typeof tries);
          const { status } = await attempt(who, coach);
          expect([state, who.email, action, status === 200]).toEqual([state, who.email, action, offered]);
        }
      }
    }
  }, 180_000);
});

describe("what was sent in before", () => {
  test("stays to be looked at, each submission with what became of it", async () => {
    const { org, director, coach } = await aCoach();
    await send(coach);
    await decide(director, coach, "RejectedReset");
    await send(coach);
    await decide(director, coach, "RejectedDisqualified");
    const seen = await submissions(director, coach);
    expect(seen.map((one) => [one.state, one.review?.decision, one.review?.notes, one.files.length])).toEqual([
      ["disqualified", "RejectedDisqualified", "A note.", 1],
      ["reset", "RejectedReset", "A note.", 1],
    ]);
    const own = await submissions(coach.by, coach);
    expect(own.map((one) => one.review?.notes)).toEqual([null, "A note."]);
    const older = seen[1]?.files[0]?.fileId as string;
    const open = (by: TestPerson, fileId: string) =>
      by.ask(downloadFile, {
        params: { id: coach.requirementId },
        query: { profileLevelAccessId: coach.profileLevelAccessId, fileId },
      });
    expect((await open(director, older)).status).toBe(200);
    const accounts = await org.aMember("root", "Account Manager");
    expect((await open(accounts, older)).status).toBe(403);
    expect((await submissions(accounts, coach)).flatMap((one) => one.files)).toEqual([]);
    const other = await owedBy(await org.aMember("northTeam", "Head Coach"));
    await send(other);
    const foreign = (await submissions(director, other))[0]?.files[0]?.fileId as string;
    expect((await open(director, foreign)).status).toBe(404);
  });
});

describe("the note of a submission that was sent back", () => {
  test("stays until a later submission answers it, also when one was withdrawn since", async () => {
    const { director, coach } = await aCoach();
    await send(coach);
    await decide(director, coach, "RejectedReset");
    expect((await see(coach.by, coach)).resetNote).toBe("A note.");
    await send(coach);
    const { attempt, resetNote } = await see(coach.by, coach);
    expect(resetNote).toBeNull();
    await coach.by.call(deleteDocumentAttachment, {
      params: { id: coach.requirementId },
      query: { profileLevelAccessId: coach.profileLevelAccessId, fileId: attempt?.files[0]?.fileId as string },
    });
    expect((await see(coach.by, coach)).resetNote).toBe("A note.");
    await send(coach);
    await decide(director, coach, "Approved");
    expect((await see(coach.by, coach)).resetNote).toBeNull();
  });

  test("can be read by the member and their reviewers, and by no one else who sees the member", async () => {
    const { org, admin, director, coach } = await aCoach();
    await send(coach);
    await decide(director, coach, "RejectedReset");
    const manager = await org.aMember("northTeam", "Team Manager");
    const accountManager = await org.aMember("north", "Account Manager");
    const noteFor = async (by: TestPerson) => (await see(by, coach)).resetNote;
    for (const by of [coach.by, manager, director, admin]) expect(await noteFor(by)).toBe("A note.");
    expect(await noteFor(accountManager)).toBeNull();
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE content SET type = 3 WHERE organization_id = ${call.organizationId}`),
    );
    for (const by of [coach.by, director, admin]) expect(await noteFor(by)).toBe("A note.");
    for (const by of [manager, accountManager]) expect(await noteFor(by)).toBeNull();
  });
});
