import { RequirementStatus } from "@touchline/contract";
import { addMember, getMember } from "@touchline/contract/people/profiles";
import {
  completeDocument,
  downloadFile,
  getRequirement,
  listRequirements,
} from "@touchline/contract/requirements/requirements";
import {
  getPendingReviewCount,
  getReview,
  listReviewRequirements,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { describe, expect, test } from "vitest";
import { requirementHistory } from "../../../../test/history.ts";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

/** A director, a coach who owes one document, and the coach's submission of it. */
async function aSubmission(organization?: Organization) {
  const org = organization ?? (await world.it.anOrganization());
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  const director = await org.aMember("north", "Club Director");
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  const requirementId = requirements[0]?.requirementId as string;
  const submit = (by: TestPerson) =>
    by.ask(completeDocument, {
      params: { id: requirementId },
      body: { profileLevelAccessId: coach.plaId },
      files: [aPdf()],
    });
  return {
    org,
    admin,
    coach,
    director,
    requirementId,
    submit,
    on: { requirementId, profileLevelAccessId: coach.plaId },
  };
}

describe("a document, from owed to Cleared", () => {
  test("the member uploads, the director finds it in the queue, opens it, approves, and the member is Cleared", async () => {
    const { org, coach, director, requirementId, submit, on } = await aSubmission();
    const before = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(before.overallStatus).toBe("Incomplete");
    expect(before.reasons[0]).toMatchObject({
      kind: "mandatoryOpen",
      contentName: "Coach agreement",
      owedAs: { labelName: "Head Coach", levelName: "northTeam", assignedAt: ["Cascade Youth Soccer"] },
    });
    expect(before.requirements[0]?.actions).toContain("complete");

    const submitted = await submit(coach);
    expect(submitted.status).toBe(200);
    expect(submitted.body.status).toBe(RequirementStatus.PendingReview);

    const queue = await director.call(listReviewRequirements, { params: { orgId: org.organizationId } });
    expect(queue.data.map((row) => row.requirementId)).toEqual([requirementId]);
    expect(await director.call(getPendingReviewCount, { params: { orgId: org.organizationId } })).toEqual({
      count: 1,
      more: false,
    });

    const review = await director.call(getReview, { query: on });
    expect(review.asksValidUntil).toBe(false);
    expect(review.permittedDecisions).toEqual(["Approved", "RejectedReset", "RejectedDisqualified"]);
    const [file] = review.attempt.files;
    const bytes = await director.ask(downloadFile, {
      params: { id: requirementId },
      query: { profileLevelAccessId: coach.plaId, fileId: file?.fileId as string },
    });
    expect(bytes.status).toBe(200);
    expect(bytes.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''agreement.pdf");
    expect(String(bytes.body)).toContain("%PDF-1.4");

    const decided = await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    expect(decided).toMatchObject({ status: RequirementStatus.Completed, overallStatus: "Cleared" });

    const member = await director.call(getMember, { params: { id: coach.plaId } });
    expect(member.membership.overallStatus).toBe("Cleared");
    const history = await requirementHistory(director, coach.plaId);
    expect(history.map((event) => event.toState ?? event.what)).toEqual([
      "status",
      "approved",
      "status",
      "pendingReview",
      "demanded",
    ]);
    expect((await director.call(getPendingReviewCount, { params: { orgId: org.organizationId } })).count).toBe(0);
  });

  test("the director of another organization gets 404 for all of it", async () => {
    const { org, coach, requirementId, submit, on } = await aSubmission();
    await submit(coach);
    const stranger = await (await world.it.anOrganization("Another league")).aMember("root", "Club Director");
    const answers = await Promise.all([
      stranger.ask(listRequirements, { params: { plaId: coach.plaId } }),
      stranger.ask(getRequirement, { params: { id: requirementId }, query: { profileLevelAccessId: coach.plaId } }),
      stranger.ask(getReview, { query: on }),
      stranger.ask(getMember, { params: { id: coach.plaId } }),
      stranger.ask(getPendingReviewCount, { params: { orgId: org.organizationId } }),
      stranger.ask(listReviewRequirements, { params: { orgId: org.organizationId } }),
      stranger.ask(reviewRequirement, {
        params: { plaId: coach.plaId },
        body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
      }),
      stranger.ask(downloadFile, {
        params: { id: requirementId },
        query: { profileLevelAccessId: coach.plaId, fileId: requirementId },
      }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
  });
});

describe("who decides", () => {
  test("a director does not review outside the levels they look after", async () => {
    const { coach, requirementId, submit, org } = await aSubmission();
    await submit(coach);
    const elsewhere = await org.aMember("south", "Club Director");
    const answer = await elsewhere.ask(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    expect(answer.status).toBe(403);
    expect(answer.body.reason).toBe("outOfReach");
    expect((await elsewhere.call(listReviewRequirements, { params: { orgId: org.organizationId } })).data).toEqual([]);
  });

  test("nobody reviews a requirement of their own", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { labels: ["Club Director"] });
    const director = await org.aMember("north", "Club Director");
    const { requirements } = await director.call(listRequirements, { params: { plaId: director.plaId } });
    const requirementId = requirements[0]?.requirementId as string;
    await director.call(completeDocument, {
      params: { id: requirementId },
      body: { profileLevelAccessId: director.plaId },
      files: [aPdf()],
    });
    const answer = await director.ask(reviewRequirement, {
      params: { plaId: director.plaId },
      body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    expect(answer).toMatchObject({ status: 403, body: { reason: "ownRequirement" } });
    expect((await director.call(listReviewRequirements, { params: { orgId: org.organizationId } })).data).toEqual([]);
  });

  test("a Manager reviews but does not disqualify", async () => {
    const { coach, org, requirementId, submit } = await aSubmission();
    await submit(coach);
    const manager = await org.aMember("northTeam", "Team Manager");
    const body = { requirementId, reviewDecision: "RejectedDisqualified" as const, reviewNotes: "no" };
    expect((await manager.ask(reviewRequirement, { params: { plaId: coach.plaId }, body })).status).toBe(403);
    const approved = await manager.ask(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { ...body, reviewDecision: "Approved" },
    });
    expect(approved.status).toBe(200);
  });

  test("of two reviewers who decide at once, one meets a Conflict", async () => {
    const { coach, director, admin, requirementId, submit } = await aSubmission();
    await submit(coach);
    const decide = (by: TestPerson) =>
      by.ask(reviewRequirement, {
        params: { plaId: coach.plaId },
        body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
      });
    await Promise.all(
      [director, admin].map((by) => by.ask(getReview, { query: { requirementId, profileLevelAccessId: coach.plaId } })),
    );
    const answers = await Promise.all([decide(director), decide(admin)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

describe("what a decision does", () => {
  test("requested changes are shown to the member and to reviewers until it is submitted again", async () => {
    const { coach, director, requirementId, submit, on } = await aSubmission();
    const notified = async () => {
      const requirements = [coach, director].map((by) =>
        by.call(getRequirement, {
          params: { id: requirementId },
          query: { profileLevelAccessId: on.profileLevelAccessId },
        }),
      );
      return (await Promise.all(requirements)).map(({ changesRequested }) => changesRequested);
    };
    await submit(coach);
    expect(await notified()).toEqual([false, false]);
    await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId, reviewDecision: "RejectedReset", reviewNotes: "The second page is missing." },
    });
    expect(await notified()).toEqual([true, true]);
    await submit(coach);
    expect(await notified()).toEqual([false, false]);
  });

  test("a reset sends it back with its note, and the member submits again", async () => {
    const { coach, director, requirementId, submit } = await aSubmission();
    await submit(coach);
    const note = "The second page is missing.";
    await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId, reviewDecision: "RejectedReset", reviewNotes: note },
    });
    const seen = await coach.call(getRequirement, {
      params: { id: requirementId },
      query: { profileLevelAccessId: coach.plaId },
    });
    expect(seen).toMatchObject({ status: RequirementStatus.Incomplete, resetNote: note });
    expect((await submit(coach)).body.status).toBe(RequirementStatus.PendingReview);
  });

  test("a disqualification counts on every membership, and its note stays with the reviewers", async () => {
    const { coach, director, requirementId, submit, org, admin } = await aSubmission();
    const second = await admin.call(addMember, {
      body: { levelId: org.levels.otherTeam, labelId: org.labelIds.Volunteer, profileId: coach.profileId },
    });
    await submit(coach);
    const decided = await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId, reviewDecision: "RejectedDisqualified", reviewNotes: "forged" },
    });
    expect(decided).toMatchObject({ status: RequirementStatus.Rejected, overallStatus: "Disqualified" });
    const elsewhere = await coach.call(listRequirements, { params: { plaId: second.profileLevelAccessId } });
    expect(elsewhere.overallStatus).toBe("Disqualified");
    expect(elsewhere.reasons[0]).toEqual({ kind: "rejectedElsewhere" });
    const seen = await coach.call(getRequirement, {
      params: { id: requirementId },
      query: { profileLevelAccessId: coach.plaId },
    });
    expect(JSON.stringify(seen)).not.toContain("forged");
    expect((await submit(coach)).status).toBe(409);
  });

  test("nothing is decided without saying why, except an approval", async () => {
    const { coach, director, requirementId, submit } = await aSubmission();
    await submit(coach);
    const answer = await director.ask(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId, reviewDecision: "RejectedReset", reviewNotes: "  " },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "reviewNotes" }] } });
  });

  test("the reviewer's notes lie sealed in the database", async () => {
    const { coach, director, requirementId, submit, org } = await aSubmission();
    await submit(coach);
    await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId, reviewDecision: "RejectedReset", reviewNotes: "a very particular sentence" },
    });
    const rows = await org.asSystem(async (call) =>
      call.db.execute("SELECT * FROM review WHERE organization_id IS NOT NULL"),
    );
    expect(rows.rows.length).toBe(1);
    expect(JSON.stringify(rows.rows)).not.toContain("particular");
    expect(Buffer.from(rows.rows[0]?.sealed_notes as Buffer).includes("particular")).toBe(false);
  });
});
