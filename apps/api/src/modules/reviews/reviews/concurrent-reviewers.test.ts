import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import {
  deleteDocumentAttachment,
  getRequirement,
  listRequirements,
} from "@touchline/contract/requirements/requirements";
import { getReviewSettings, saveReviewSettings } from "@touchline/contract/reviews/review-settings";
import { claimMinutes } from "@touchline/contract/reviews/reviewing";
import {
  bulkReview,
  claimReview,
  completeWithoutUpload,
  declineDisqualification,
  getAdjacentReview,
  getReview,
  listReviewRequirements,
  releaseReview,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { requirementHistory } from "../../../../test/history.ts";
import { aSubmissionAt, placeOf, type Submission, send } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { transition } from "../../compliance/standing/actions/transition.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { contentById } from "../../library/content/queries/content-by-id.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});
const minutes = (count: number) => {
  world.it.clock.shift += count * 60_000;
};

type Decision = "Approved" | "RejectedReset" | "RejectedDisqualified";
const decide = (by: TestPerson, one: Submission, reviewDecision: Decision = "Approved", reviewNotes = "Looked at.") =>
  by.ask(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision, reviewNotes },
  });
const claim = (by: TestPerson, one: Submission, take = false) =>
  by.ask(claimReview, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, take },
  });
const release = (by: TestPerson, one: Submission) =>
  by.ask(releaseReview, {
    params: { plaId: one.profileLevelAccessId },
    query: { requirementId: one.requirementId },
  });
const decline = (by: TestPerson, one: Submission) =>
  by.ask(declineDisqualification, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reason: "The name is another one." },
  });
const page = (by: TestPerson, one: Submission) => by.call(getReview, { query: placeOf(one) });

/** Two directors of the north and three submissions there, in this order. */
async function aQueue() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const content = await org.aDocument(admin);
  const ana = await org.aMember("north", "Club Director");
  const ben = await org.aMember("north", "Club Director");
  const first = await aSubmissionAt(org, "northTeam");
  const second = await aSubmissionAt(org, "otherTeam");
  const third = await aSubmissionAt(org, "northClub");
  const list = async (by: TestPerson, query: Record<string, unknown> = {}) =>
    (await by.call(listReviewRequirements, { params: { orgId: org.organizationId }, query })).data;
  const ids = async (by: TestPerson, query: Record<string, unknown> = {}) =>
    (await list(by, query)).map((row) => row.requirementId);
  const next = async (by: TestPerson, one: Submission, query: Record<string, unknown> = {}) => {
    const answer = await by.ask(getAdjacentReview, { query: { requirementId: one.requirementId, ...query } as never });
    return answer.status === 204 ? null : answer.body.requirementId;
  };
  const twoDecide = (secondReviewer = true, version = 0) =>
    admin.call(saveReviewSettings, { body: { secondReviewer, templates: [], version } });
  return { org, content, admin, ana, ben, first, second, third, list, ids, next, twoDecide };
}

describe("a claim", () => {
  test("shows others who reviews it, in the list and on the page, until it is released", async () => {
    const { ana, ben, first, list } = await aQueue();
    expect((await claim(ana, first)).body.claim).toMatchObject({ mine: true, profileId: ana.profileId });
    expect((await list(ben))[0]?.claim).toMatchObject({ mine: false, profileId: ana.profileId });
    expect((await page(ben, first)).claim).toMatchObject({ mine: false });
    expect((await claim(ben, first)).body.claim).toMatchObject({ mine: false, profileId: ana.profileId });
    // Nobody lets go of what another has.
    await release(ben, first);
    expect((await page(ben, first)).claim).toMatchObject({ mine: false });
    expect((await release(ana, first)).status).toBe(204);
    expect((await page(ben, first)).claim).toBeNull();
    expect((await release(ana, first)).status).toBe(204);
  });

  test("keeps others from deciding, one by one and at once, until they take it over on purpose", async () => {
    const { ana, ben, first, second } = await aQueue();
    await claim(ana, first);
    const refused = await decide(ben, first);
    expect([refused.status, refused.body.reason]).toEqual([409, "claimed"]);
    const { results } = await ben.call(bulkReview, {
      body: {
        requirements: [placeOf(first), placeOf(second)],
        review: { reviewDecision: "Approved", reviewNotes: "" },
      },
    });
    expect(results.map((one) => (one.outcome === "done" ? "done" : one.reason))).toEqual(["claimed", "done"]);
    expect((await claim(ben, first, true)).body.claim).toMatchObject({ mine: true, profileId: ben.profileId });
    expect((await decide(ana, first)).body.reason).toBe("claimed");
    expect((await decide(ben, first)).status).toBe(200);
  });

  test("is over after some minutes unless it is renewed", async () => {
    const { ana, ben, first } = await aQueue();
    await claim(ana, first);
    minutes(1);
    await claim(ana, first);
    minutes(claimMinutes - 1);
    expect((await page(ben, first)).claim).toMatchObject({ mine: false });
    minutes(1);
    expect((await page(ben, first)).claim).toBeNull();
    expect((await claim(ben, first)).body.claim?.mine).toBe(true);
    expect((await claim(ana, first)).body.claim?.mine).toBe(false);
  });

  test("is passed over by the way from one to the next, and found by the filter", async () => {
    const { ana, ben, first, second, third, next, ids } = await aQueue();
    await claim(ana, second);
    expect(await next(ben, first)).toBe(third.requirementId);
    expect(await next(ana, first)).toBe(second.requirementId);
    expect(await next(ben, third, { dir: "previous" })).toBe(first.requirementId);
    expect(await ids(ben, { claimed: "others" })).toEqual([second.requirementId]);
    expect(await ids(ana, { claimed: "mine" })).toEqual([second.requirementId]);
    expect(await ids(ben, { claimed: "mine" })).toEqual([]);
    expect(await ids(ben, { claimed: "nobody" })).toEqual([first.requirementId, third.requirementId]);
    minutes(claimMinutes);
    expect(await next(ben, first)).toBe(second.requirementId);
  });

  test("goes with the decision, and is not for what has been decided", async () => {
    const { org, ana, ben, first } = await aQueue();
    await claim(ana, first);
    await decide(ana, first);
    const { rows } = await org.asSystem((call) =>
      call.db.execute(sql`SELECT FROM review_claim WHERE organization_id = ${call.organizationId}`),
    );
    expect(rows).toEqual([]);
    expect(await claim(ben, first)).toMatchObject({ status: 200, body: { claim: null } });
  });

  test("is one of five at most for one reviewer, and what is over goes in time", async () => {
    const { org, ana, ben } = await aQueue();
    const count = async () => {
      const { rows } = await org.asSystem((call) =>
        call.db.execute<{ held: number }>(
          sql`SELECT count(*)::int AS held FROM review_claim WHERE organization_id = ${call.organizationId}`,
        ),
      );
      return rows[0]?.held;
    };
    const more: Submission[] = [];
    for (let index = 0; index < 7; index += 1) more.push(await aSubmissionAt(org, "northTeam"));
    for (const one of more) {
      world.it.clock.shift += 1_000;
      await claim(ana, one);
    }
    expect(await count()).toBe(5);
    minutes(claimMinutes);
    await claim(ben, more[0] as Submission);
    expect(await count()).toBe(1);
  });

  test("is only for reviewers with access: not for members, not for one's own, not elsewhere", async () => {
    const { org, first } = await aQueue();
    const south = await org.aMember("southClub", "Club Director");
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await claim(first.by, first)).status).toBe(403);
    expect((await release(first.by, first)).status).toBe(403);
    expect((await claim(south, first)).status).toBe(403);
    expect((await claim(stranger, first)).status).toBe(404);
  });

  test("of twenty who open and decide at once exactly one has it, and exactly one decides", async () => {
    const { org, first } = await aQueue();
    const many = await Promise.all(Array.from({ length: 20 }, () => org.aMember("north", "Club Director")));
    for (const one of many) await page(one, first);
    const claims = await Promise.all(many.map((one) => claim(one, first)));
    expect(claims.filter((one) => one.status === 200 && one.body.claim?.mine)).toHaveLength(1);
    minutes(claimMinutes);
    const decisions = await Promise.all(many.map((one) => decide(one, first)));
    expect(decisions.map((one) => one.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect((await page(many[0] as TestPerson, first)).decisions).toHaveLength(1);
  });
});

describe("the list, narrowed", () => {
  test("to a level and below, a role, a content, the newest first, what is due soon", async () => {
    const { org, content, admin, ana, first, second, third, ids } = await aQueue();
    const volunteers = await org.aDocument(admin, { name: "Code of conduct", labels: ["Volunteer"] });
    const helper = await org.aMember("northTeam", "Volunteer");
    const { owedBy } = await import("../../../../test/submissions.ts");
    const code = await owedBy(helper, "Code of conduct");
    await send(code);
    const all = [first, second, third, code].map((one) => one.requirementId);
    expect(await ids(ana)).toEqual(all);
    expect(await ids(ana, { order: "newest" })).toEqual([...all].reverse());
    expect(await ids(ana, { levelId: org.levels.northTeam })).toEqual([all[0], all[3]]);
    expect(await ids(admin, { levelId: org.levels.northTeam })).toEqual([all[0], all[3]]);
    expect(await ids(admin, { levelId: org.levels.southClub })).toEqual([]);
    expect(await ids(ana, { labelId: [org.labelIds.Volunteer] })).toEqual([all[3]]);
    expect(await ids(ana, { contentId: [volunteers.contentId] })).toEqual([all[3]]);
    expect(await ids(ana, { contentId: [content.contentId] })).toEqual(all.slice(0, 3));
    expect(await ids(ana, { dueSoon: "true" })).toEqual([]);
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE demand SET due_at = ${new Date(Date.now() + 86_400_000).toISOString()}
        WHERE organization_id = ${call.organizationId} AND requirement_id = ${second.requirementId}`),
    );
    expect(await ids(ana, { dueSoon: "true" })).toEqual([all[1]]);
  });

  test("of what was decided by the role and the level of then, oldest first too", async () => {
    const { org, ana, admin, first, second, ids } = await aQueue();
    await decide(ana, first);
    await decide(ana, second);
    const historical = { type: "Historical" };
    expect(await ids(ana, { ...historical, order: "oldest" })).toEqual([first.requirementId, second.requirementId]);
    expect(await ids(admin, { ...historical, levelId: org.levels.otherTeam })).toEqual([second.requirementId]);
    expect(await ids(ana, { ...historical, labelId: [org.labelIds.Volunteer] })).toEqual([]);
  });

  test("to a level that lies elsewhere it finds nothing, and none that is not there", {
    tags: ["thorough"],
  }, async () => {
    const { org, ana, ids } = await aQueue();
    expect(await ids(ana, { levelId: org.levels.southClub })).toEqual([]);
    const answer = await ana.ask(listReviewRequirements, {
      params: { orgId: org.organizationId },
      query: { levelId: ana.plaId } as never,
    });
    expect(answer.status).toBe(404);
  });

  test("moves from one to the next in its order", async () => {
    const { ana, first, second, third, next } = await aQueue();
    expect(await next(ana, third, { order: "newest" })).toBe(second.requirementId);
    expect(await next(ana, first, { order: "newest" })).toBeNull();
  });
});

describe("a disqualification that takes two", () => {
  test("is proposed by the first, waits, and is confirmed by another", async () => {
    const { ana, ben, first, list, ids, twoDecide } = await aQueue();
    await twoDecide();
    const proposed = await decide(ana, first, "RejectedDisqualified", "Not this person's signature.");
    expect(proposed.body).toMatchObject({ proposed: true, overallStatus: "Incomplete" });
    expect((await list(ben))[0]).toMatchObject({ requirementId: first.requirementId, proposed: true, claim: null });
    expect(await ids(ben, { proposed: "true" })).toEqual([first.requirementId]);
    expect((await page(ana, first)).proposal).toMatchObject({ mine: true, mayConfirm: false, mayDecline: true });
    const review = await page(ben, first);
    expect(review.proposal).toMatchObject({ mine: false, mayConfirm: true, notes: "Not this person's signature." });
    expect(review.permittedDecisions).toEqual([]);
    const confirmed = await decide(ben, first, "RejectedDisqualified", "Seen too.");
    expect(confirmed.body).toMatchObject({ proposed: false, overallStatus: "Disqualified" });
    const history = await requirementHistory(ben, first.profileLevelAccessId);
    expect(history.map((event) => event.toState ?? event.what).slice(0, 3)).toEqual([
      "status",
      "disqualified",
      "disqualifyProposed",
    ]);
    expect((await page(ben, first)).proposals).toMatchObject([
      { what: "proposed", notes: "Not this person's signature." },
    ]);
  });

  test("no one can confirm their own, and nothing else is decided in the meantime", async () => {
    const { ana, ben, first, twoDecide } = await aQueue();
    await twoDecide();
    await decide(ana, first, "RejectedDisqualified");
    const again = await decide(ana, first, "RejectedDisqualified");
    expect([again.status, again.body.reason]).toEqual([403, "ownProposal"]);
    for (const by of [ana, ben]) {
      for (const decision of ["Approved", "RejectedReset"] as const) {
        const refused = await decide(by, first, decision);
        expect([refused.status, refused.body.reason]).toEqual([409, "proposed"]);
      }
    }
    // Also when it takes one only since.
    await twoDecide(false, 1);
    expect((await decide(ana, first, "RejectedDisqualified")).body.reason).toBe("ownProposal");
    expect((await decide(ben, first, "RejectedDisqualified")).status).toBe(200);
  });

  test("is not passed by with a completion: it is decided first", async () => {
    const { ana, ben, first, twoDecide } = await aQueue();
    await twoDecide();
    await decide(ana, first, "RejectedDisqualified");
    const params = { plaId: first.profileLevelAccessId };
    const date = new Date(world.it.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const body = { requirementId: first.requirementId, date, reason: "Seen on paper." };
    for (const by of [ana, ben]) {
      const refused = await by.ask(completeWithoutUpload, { params, body });
      expect([refused.status, refused.body.reason]).toEqual([409, "decideFirst"]);
      expect(refused.body.message).toContain("proposed disqualification");
    }
    expect((await page(ben, first)).proposal).toMatchObject({ mine: false });
    await decline(ben, first);
    expect((await ben.ask(completeWithoutUpload, { params, body })).status).toBe(200);
  });

  test("is declined by another, or taken back, with the reason in the history, and awaits review as before", async () => {
    const { org, ana, ben, first, twoDecide } = await aQueue();
    await twoDecide();
    expect((await decline(ben, first)).status).toBe(409);
    await decide(ana, first, "RejectedDisqualified");
    const manager = await org.aMember("north", "Team Manager");
    expect((await decline(manager, first)).status).toBe(403);
    expect((await decline(first.by, first)).status).toBe(403);
    expect((await decline(ben, first)).status).toBe(200);
    expect((await decline(ben, first)).status).toBe(409);
    expect((await page(ben, first)).proposals.map((one) => [one.what, one.notes])).toEqual([
      ["proposed", "Looked at."],
      ["declined", "The name is another one."],
    ]);
    await decide(ana, first, "RejectedDisqualified");
    expect((await decline(ana, first)).status).toBe(200);
    expect((await decide(ben, first, "Approved")).body.overallStatus).toBe("Cleared");
  });

  test("is shown on the page also after the profile was merged", { tags: ["thorough"] }, async () => {
    const { org, content, admin, ana, ben, twoDecide } = await aQueue();
    await twoDecide();
    const gone = await org.added(admin, "northTeam", "Head Coach", "Twin");
    const { profileId, profileLevelAccessId } = gone;
    const { requirements } = await admin.call(listRequirements, { params: { plaId: profileLevelAccessId } });
    const requirementId = requirements[0]?.requirementId as string;
    await org.asSystem(async (call) => {
      const { currentVersionId } = await contentById(call, content.contentId);
      const of = { requirementId, profileId, contentId: content.contentId, profileLevelAccessId };
      const sentIn = { kind: "submitted", reviewWanted: true, type: 0 } as const;
      await transition(call, of, sentIn, currentVersionId as string, { submittedAt: call.now });
    });
    const first = { by: admin, requirementId, profileLevelAccessId };
    await decide(ana, first, "RejectedDisqualified");
    await decline(ben, first);
    const kept = await org.aMember("southClub", "Volunteer");
    const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
    await admin.call(mergeProfiles, { body: { keep: kept.profileId, merge: profileId, parts } });
    expect((await page(ben, first)).proposals.map((one) => one.what)).toEqual(["proposed", "declined"]);
  });

  test("of many at once each is proposed, and of twenty who confirm or decline at once one does", async () => {
    const { org, ana, first, second, twoDecide } = await aQueue();
    await twoDecide();
    const { results } = await ana.call(bulkReview, {
      body: {
        requirements: [placeOf(first), placeOf(second)],
        review: { reviewDecision: "RejectedDisqualified", reviewNotes: "Forged." },
      },
    });
    expect(results).toMatchObject([{ proposed: true }, { proposed: true }]);
    const many = await Promise.all(Array.from({ length: 20 }, () => org.aMember("north", "Club Director")));
    const answers = await Promise.all(
      many.map((by, index) => (index % 2 ? decide(by, first, "RejectedDisqualified") : decline(by, first))),
    );
    // Whoever comes after a decline proposes anew, or meets that proposal.
    const declined = answers.some((one, index) => index % 2 === 0 && one.status === 200);
    if (!declined) expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(answers.every((one) => [200, 409].includes(one.status))).toBe(true);
    expect((await page(ana, first)).decisions.length).toBeLessThanOrEqual(1);
    expect((await page(ana, second)).proposal).toMatchObject({ mine: true });
  });

  test("while it is proposed the member can't withdraw and is told why; after it is declined, they can", async () => {
    const { ana, first, twoDecide } = await aQueue();
    await twoDecide();
    const read = async () => first.by.call(getRequirement, { params: { id: first.requirementId }, query: at });
    const at = { profileLevelAccessId: first.profileLevelAccessId };
    const takeBack = async () => {
      const fileId = (await read()).attempt?.files[0]?.fileId as string;
      return first.by.ask(deleteDocumentAttachment, { params: { id: first.requirementId }, query: { ...at, fileId } });
    };
    expect(await read()).toMatchObject({ staysAsSent: false, actions: expect.arrayContaining(["delete"]) });
    await decide(ana, first, "RejectedDisqualified");
    const proposed = await read();
    expect(proposed.staysAsSent).toBe(true);
    expect(proposed.actions).not.toContain("delete");
    const { requirements } = await first.by.call(listRequirements, { params: { plaId: first.profileLevelAccessId } });
    expect(requirements[0]?.actions).not.toContain("delete");
    const refused = await takeBack();
    expect([refused.status, refused.body.reason]).toEqual([409, "beingDecided"]);
    expect((await page(ana, first)).proposal).toMatchObject({ mine: true });
    expect((await decline(ana, first)).status).toBe(200);
    expect((await takeBack()).status).toBe(200);
  });

  test("is shown to reviewers of such a requirement: not to the member, a guardian, or people who only manage members", async () => {
    const { org, admin, ana, first, twoDecide } = await aQueue();
    await twoDecide();
    await decide(ana, first, "RejectedDisqualified");
    await decline(ana, first);
    const guardian = await org.aMember("northTeam", "Volunteer");
    await org.asSystem(async (call) => {
      const of = { organizationId: call.organizationId, childProfileId: first.by.profileId };
      await call.db.execute(sql`UPDATE profile SET date_of_birth = current_date - interval '12 years'
        WHERE organization_id = ${of.organizationId} AND profile_id = ${of.childProfileId}`);
      await addGuardian(call, { guardianProfileId: guardian.profileId, childProfileId: of.childProfileId });
    });
    const accounts = await org.aMember("north", "Account Manager");
    const manager = await org.aMember("northTeam", "Team Manager");
    const plaId = first.profileLevelAccessId;
    const noticesFor = async (by: TestPerson) =>
      (await requirementHistory(by, plaId)).flatMap(({ what }) => (what.startsWith("disqualify") ? [what] : []));
    const both = ["disqualifyDeclined", "disqualifyProposed"];
    for (const by of [ana, admin, manager]) expect(await noticesFor(by)).toEqual(both);
    for (const by of [first.by, guardian, accounts]) expect(await noticesFor(by)).toEqual([]);
    // Pages are as full as if it had never been.
    const { data, next } = await first.by.call(getTimeline, {
      params: { id: plaId },
      query: { kinds: ["requirements"], perPage: 2 },
    });
    expect(data).toHaveLength(2);
    expect(next).not.toBeNull();

    const put = (change: ReturnType<typeof sql>) =>
      org.asSystem((call) => call.db.execute(sql`${change} WHERE organization_id = ${call.organizationId}`));
    await put(sql`UPDATE organization SET managers_review = false`);
    expect(await noticesFor(manager)).toEqual([]);
    await put(sql`UPDATE organization SET managers_review = true`);
    expect(await noticesFor(manager)).toEqual(both);
    await put(sql`UPDATE content SET type = 9`);
    expect(await noticesFor(manager)).toEqual([]);
    expect(await noticesFor(ana)).toEqual(both);
  });

  test("a Manager neither proposes nor confirms", async () => {
    const { org, ana, first, twoDecide } = await aQueue();
    await twoDecide();
    const manager = await org.aMember("north", "Team Manager");
    expect((await decide(manager, first, "RejectedDisqualified")).status).toBe(403);
    await decide(ana, first, "RejectedDisqualified");
    expect((await page(manager, first)).proposal).toMatchObject({ mayConfirm: false, mayDecline: false });
    expect((await decide(manager, first, "RejectedDisqualified")).status).toBe(403);
  });

  test("a proposal's words lie sealed, and go with the submission when it is withdrawn and sent again", async () => {
    const { org, ana, first, twoDecide } = await aQueue();
    await twoDecide();
    await decide(ana, first, "RejectedDisqualified", "Looks forged to me.");
    const { rows } = await org.asSystem((call) =>
      call.db.execute<{ text: string }>(
        sql`SELECT sealed_note::text AS text FROM requirement_note WHERE organization_id = ${call.organizationId}`,
      ),
    );
    expect(rows).toHaveLength(1);
    expect(Buffer.from(String(rows[0]?.text).slice(2), "hex").toString()).not.toContain("forged");
  });
});

describe("reasons that are written often", () => {
  const template = {
    title: "Unreadable",
    type: null,
    decision: "RejectedReset" as const,
    en: "Dear {firstName}, your {requirement} cannot be read.",
    es: "{firstName}: no se puede leer.",
  };

  test("are the organization's own: Admins change them, reviewers read them, members do not", async () => {
    const { org, admin, ana, first } = await aQueue();
    const body = { secondReviewer: false, templates: [template], version: 0 };
    const manager = await org.aMember("northTeam", "Team Manager");
    expect(await ana.call(getReviewSettings)).toEqual({
      secondReviewer: false,
      reasonsOptional: false,
      templates: [],
      version: 0,
    });
    expect((await ana.ask(saveReviewSettings, { body })).status).toBe(403);
    expect(await admin.call(saveReviewSettings, { body })).toEqual({ ...body, reasonsOptional: false, version: 1 });
    expect((await manager.call(getReviewSettings)).templates).toEqual([template]);
    expect((await first.by.ask(getReviewSettings)).status).toBe(403);
    const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await other.call(getReviewSettings)).templates).toEqual([]);
  });

  test("use only known placeholders, and of two people who change them at once one gets a conflict", async () => {
    const { admin } = await aQueue();
    const wrong = { ...template, es: "{nombre}: no se puede leer." };
    const refused = await admin.ask(saveReviewSettings, {
      body: { secondReviewer: false, templates: [template, wrong], version: 0 },
    });
    expect([refused.status, refused.body.errors[0]?.path]).toEqual([400, "templates.1.es"]);
    const body = { secondReviewer: true, templates: [template], version: 0 };
    const both = await Promise.all([
      admin.ask(saveReviewSettings, { body }),
      admin.ask(saveReviewSettings, { body: { ...body, templates: [] } }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    expect((await admin.ask(saveReviewSettings, { body })).status).toBe(409);
    expect((await admin.ask(saveReviewSettings, { body: { ...body, version: 1 } })).status).toBe(200);
  });
});
