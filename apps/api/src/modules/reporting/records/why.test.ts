import { type BodyInput, RequirementStatus } from "@touchline/contract";
import { getWhy } from "@touchline/contract/compliance/why";
import { assignContent, listContentAssignments } from "@touchline/contract/library/content-assignments";
import { getMember } from "@touchline/contract/people/profiles";
import { startMemberTask } from "@touchline/contract/reporting/members";
import { getAsOf } from "@touchline/contract/reporting/timeline";
import { completeWithoutUpload, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { addToDay, dayOf, endOfDay } from "@touchline/rules";
import { describe, expect, test } from "vitest";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { recordEarlierCompletions } from "../../compliance/standing/actions/earlier-completions.ts";
import { sweepSome } from "../../compliance/standing/actions/sweep.ts";

const world = aWorld();
const zone = "America/Los_Angeles";
const today = () => dayOf(world.it.clock.now().getTime(), zone);
const why = (by: TestPerson, plaId: string, at?: string) =>
  by.call(getWhy, { params: { id: plaId }, query: at === undefined ? {} : { at } });
const ask = (by: TestPerson, plaId: string, at?: string) =>
  by.ask(getWhy, { params: { id: plaId }, query: at === undefined ? {} : { at } });
const deciding = <Rule extends { decides: boolean }>(rules: readonly Rule[]) => rules.find((one) => one.decides);

async function aClub() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const manager = await org.aMember("northTeam", "Team Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await org.aDocument(admin, { dueDate: addToDay(today(), { days: 10 }) });
  return { org, admin, director, manager, coach, contentId };
}

describe("why a membership stands as it does", () => {
  test("is the rule that decided, what it follows from, and by whose assignment that is owed", async () => {
    const { manager, coach, contentId } = await aClub();
    const tree = await why(manager, coach.plaId);
    const member = await manager.call(getMember, { params: { id: coach.plaId } });
    expect(tree).toMatchObject({
      profileId: coach.profileId,
      past: false,
      labelName: "Head Coach",
      levelName: "northTeam",
      overallStatus: member.membership.overallStatus,
      since: member.overallStatusSince,
      next: null,
    });
    expect(tree.rules.map((one) => [one.rule, one.holds, one.decides])).toEqual([
      ["rejected", false, false],
      ["notConfirmed", false, false],
      ["notActivated", false, false],
      ["nothingDemanded", false, false],
      ["mandatoryOpen", true, true],
      ["optionalOpen", false, false],
      ["allDone", false, false],
    ]);
    const [one] = tree.requirements;
    expect(one).toMatchObject({
      contentId,
      name: "Coach agreement",
      status: RequirementStatus.Incomplete,
      decides: true,
      mandatory: true,
      dueAt: member.requirements[0]?.dueAt,
      next: { at: member.requirements[0]?.dueAt, status: RequirementStatus.Overdue },
      counts: null,
      open: null,
    });
    expect(deciding(one?.rules ?? [])).toMatchObject({ rule: "open", at: member.requirements[0]?.dueAt });
    expect(one?.owedBy).toEqual([
      expect.objectContaining({
        levelName: "Cascade Youth Soccer",
        includeBelow: true,
        labelNames: ["Head Coach"],
        mandatory: true,
        age: null,
        byAnswers: false,
        due: { type: "Fixed", date: addToDay(today(), { days: 10 }), days: null },
        dueAt: member.requirements[0]?.dueAt,
        assignedBy: expect.stringContaining("Administrator "),
        endedAt: null,
      }),
    ]);
  });

  test("names the completion that counts with who decided, and when time will change it", async () => {
    const { director, coach } = await aClub();
    const submitted = await owedBy(coach);
    await send(submitted);
    const waiting = await why(coach, coach.plaId);
    expect(waiting.requirements[0]).toMatchObject({
      status: RequirementStatus.PendingReview,
      open: { state: "pendingReview", since: expect.any(String) },
    });
    await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId: submitted.requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    const cleared = await why(coach, coach.plaId);
    const [one] = cleared.requirements;
    expect(cleared.overallStatus).toBe("Cleared");
    expect(deciding(cleared.rules)?.rule).toBe("allDone");
    expect(one?.counts).toMatchObject({
      decision: "Approved",
      reviewerName: expect.stringContaining("Club-Director "),
      extendedUntil: null,
    });
    expect(deciding(one?.rules ?? [])).toMatchObject({ rule: "valid", at: one?.counts?.expiresAt });
    expect(cleared.next).toEqual({ at: one?.counts?.expiresAt, status: "Incomplete" });
    expect(one?.next?.status).toBe(RequirementStatus.ExpiringSoon);
  });

  test("of an instant that has passed is what was recorded then, as the as-of page says it", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { contentId } = await org.aDocument(admin);
    const then = addToDay(today(), { days: -800 });
    world.it.clock.shift = endOfDay(then, zone) - 3_600_000 - Date.now();
    const coach = await org.aMember("northTeam", "Head Coach");
    const completion = { profileId: coach.profileId, contentId, completedOn: then, validUntil: null };
    await org.asSystem((call) => recordEarlierCompletions(call, [completion]));
    world.it.clock.shift = 0;
    await org.asSystem(sweepSome);
    const end = (day: string) => new Date(endOfDay(day, zone) - 1).toISOString();
    for (const [day, rule, overall] of [
      [then, "valid", "Cleared"],
      [addToDay(then, { days: 340 }), "validNotLong", "Cleared"],
      [addToDay(then, { days: 400 }), "expired", "Incomplete"],
    ] as const) {
      const tree = await why(admin, coach.plaId, end(day));
      expect(tree).toMatchObject({ past: true, at: end(day), overallStatus: overall });
      expect(deciding(tree.requirements[0]?.rules ?? [])?.rule).toBe(rule);
      expect(tree.requirements[0]?.counts?.completedAt.slice(0, 4)).toBe(then.slice(0, 4));
      // The other call about the past.
      const asOf = await admin.call(getAsOf, { params: { id: coach.plaId }, query: { day } });
      expect(asOf.memberships[0]?.overallStatus).toBe(overall);
      expect(asOf.memberships[0]?.requirements[0]?.status).toBe(tree.requirements[0]?.status);
    }
    expect((await why(admin, coach.plaId)).past).toBe(false);
    expect((await ask(admin, coach.plaId, "2019-01-01T00:00:00.000Z")).status).toBe(404);
    expect((await ask(admin, coach.plaId, "2999-01-01T00:00:00.000Z")).status).toBe(400);
  });

  test("says who barred and when, and to nobody with which words", async () => {
    const { admin, director, manager, coach } = await aClub();
    const submitted = await owedBy(coach);
    await send(submitted);
    await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: {
        requirementId: submitted.requirementId,
        reviewDecision: "RejectedDisqualified",
        reviewNotes: "The confidential words.",
      },
    });
    for (const by of [coach, manager, director, admin]) {
      const tree = await why(by, coach.plaId);
      expect(tree.overallStatus).toBe("Disqualified");
      expect(deciding(tree.requirements[0]?.rules ?? [])?.rule).toBe("disqualified");
      expect(tree.requirements[0]?.barred?.reviewerName).toContain("Club-Director ");
      expect(JSON.stringify(tree)).not.toContain("confidential words");
    }
  });

  test("tells what reviewers did and by which decree it counts, the reason to reviewers alone", async () => {
    const { org, admin, manager, coach, contentId } = await aClub();
    const { requirementId } = await owedBy(coach);
    await admin.call(completeWithoutUpload, {
      params: { plaId: coach.plaId },
      body: { requirementId, date: addToDay(today(), { days: -400 }), reason: "Seen on paper." },
    });
    const validUntil = addToDay(today(), { days: 60 });
    await admin.call(startMemberTask, {
      params: { id: org.levels.root },
      body: {
        selection: { profileLevelAccessIds: [coach.plaId] },
        act: { kind: "members.extend", contentId, validUntil, reason: "Offices are closed." },
      },
    });
    await world.it.drainJobs();
    const acts = async (by: TestPerson) => {
      const [one] = (await why(by, coach.plaId)).requirements;
      expect(one?.counts?.extendedUntil).toBe(validUntil);
      return one?.acts.map((act) => [act.kind, act.actorName, act.reason]);
    };
    const name = expect.stringContaining("Administrator ");
    const expected = [
      ["markedComplete", name, "Seen on paper."],
      ["extended", name, `${validUntil}: Offices are closed.`],
    ];
    expect(await acts(manager)).toEqual(expected);
    expect(await acts(coach)).toEqual(expected.map(([kind, by]) => [kind, by, null]));
  });

  test("lists exceptions that hold, and those that are over beside what is owed again", async () => {
    const { admin, coach, contentId } = await aClub();
    const params = { id: contentId };
    const assignments = (await admin.call(listContentAssignments, { params })).map(({ levelId, labelIds }) => ({
      levelId,
      labelIds,
      includeBelow: true,
      mandatory: true,
    }));
    const exception = {
      ...{ profileId: coach.profileId, levelId: null, includeBelow: false, labelId: null },
      ...{ reason: "Injured", untilDay: null },
    };
    await admin.call(assignContent, {
      params,
      body: { contentAssignments: assignments, exceptions: [exception] },
    });
    const spared = await why(admin, coach.plaId);
    expect(spared).toMatchObject({ overallStatus: "NoRequirements", requirements: [] });
    expect(spared.exemptions).toEqual([
      expect.objectContaining({ contentId, reason: "Injured", createdBy: expect.stringContaining("Administrator ") }),
    ]);
    await admin.call(assignContent, { params, body: { contentAssignments: assignments, exceptions: [] } });
    const again = await why(admin, coach.plaId);
    expect(again.exemptions).toEqual([]);
    expect(again.requirements[0]?.formerExemptions).toEqual([
      expect.objectContaining({ reason: "Injured", endedAt: expect.any(String) }),
    ]);
  });

  test("shows the reason for an exception to people who may make one there, and not to the person concerned", async () => {
    const { org, admin, director, manager, coach, contentId } = await aClub();
    const params = { id: contentId };
    const contentAssignments = (await admin.call(listContentAssignments, { params })).map(({ levelId, labelIds }) => ({
      ...{ levelId, labelIds, includeBelow: true, mandatory: true },
    }));
    const excepting = (exceptions: BodyInput<typeof assignContent>["exceptions"]) =>
      admin.call(assignContent, { params, body: { contentAssignments, exceptions } });
    const exception = {
      ...{ profileId: coach.profileId, levelId: null, includeBelow: false, labelId: null },
      ...{ reason: "Injured", untilDay: null },
    };
    /** As the tree and the member page show it. */
    const reasonsFor = async (by: TestPerson) => {
      const [exemption] = (await by.call(getMember, { params: { id: coach.plaId } })).exemptions;
      const { exemptions, requirements } = await why(by, coach.plaId);
      const row = exemptions[0] ?? requirements[0]?.formerExemptions[0];
      return [exemption?.reason, row?.reason];
    };
    const accountant = await org.aMember("root", "Account Manager");
    await excepting([exception]);
    for (const by of [admin, director, manager]) expect(await reasonsFor(by)).toEqual(["Injured", "Injured"]);
    for (const by of [accountant, coach]) expect(await reasonsFor(by)).toEqual([null, null]);
    // For a level above their reach, members of theirs are shown without the reason.
    await excepting([{ ...exception, profileId: null, levelId: org.levels.root, includeBelow: true }]);
    expect(await reasonsFor(admin)).toEqual(["Injured", "Injured"]);
    for (const by of [director, manager, coach]) expect(await reasonsFor(by)).toEqual([null, null]);
    await excepting([]);
    expect((await reasonsFor(admin))[1]).toBe("Injured");
    expect((await reasonsFor(coach))[1]).toBeNull();
  });

  test("is not found from another organization, refused from beside, and costs the same however much is owed", async () => {
    const { org, admin, director, coach } = await aClub();
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const beside = await org.aMember("south", "Club Director");
    expect((await ask(stranger, coach.plaId)).status).toBe(404);
    expect((await ask(beside, coach.plaId)).status).toBe(403);
    const other = await org.aMember("otherTeam", "Volunteer");
    expect((await ask(other, coach.plaId)).status).toBe(403);
    const count = () => world.it.statementsOf(async () => void (await why(director, coach.plaId)));
    await count();
    const few = await count();
    for (const name of ["One more", "Another", "A fourth"]) await org.aDocument(admin, { name });
    expect((await why(director, coach.plaId)).requirements).toHaveLength(4);
    expect(await count()).toBeLessThanOrEqual(few);
  });
});
