import { RequirementStatus, type ResponseOf } from "@touchline/contract";
import { createContent, listContent } from "@touchline/contract/library/content";
import { assignContent, listContentAssignments } from "@touchline/contract/library/content-assignments";
import { getContentDocument, saveContentDocument } from "@touchline/contract/library/content-kinds";
import { addMember, changeRole, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import {
  completeDocument,
  downloadFile,
  getRequirement,
  listFilesToView,
  listRequirements,
} from "@touchline/contract/requirements/requirements";
import { downloadFileArchive } from "@touchline/contract/requirements/submissions";
import { getReview, listReviewRequirements, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { requirementHistory } from "../../../../test/history.ts";
import { aSubmissionAt } from "../../../../test/submissions.ts";
import { aPdf, aWorld, usualSettings } from "../../../../test/world.ts";

const world = aWorld();

/** Converts an assignment as it was read to the shape in which it is sent. */
function asSent(read: ResponseOf<typeof listContentAssignments>[number] | undefined) {
  if (!read) throw new Error("there is no assignment");
  const { levelId, includeBelow, labelIds, mandatory, dueDate, payer } = read;
  return { levelId, includeBelow, labelIds, mandatory, dueDate, payer };
}

describe("an assignment", () => {
  test("reaches its level and, if so said, every level below, under its labels alone", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const below = await org.added(admin, "northTeam", "Head Coach");
    const at = await org.added(admin, "north", "Head Coach");
    await org.added(admin, "southClub", "Head Coach");
    await org.added(admin, "northTeam", "Volunteer");
    expect(await org.aDocument(admin, { at: "north" })).toMatchObject({ demandsAdded: 2, demandsDropped: 0 });
    expect(await org.aDocument(admin, { at: "north", includeBelow: false })).toMatchObject({ demandsAdded: 1 });
    const names = async (plaId: string) =>
      (await admin.call(listRequirements, { params: { plaId } })).requirements.length;
    expect(await names(below.profileLevelAccessId)).toBe(1);
    expect(await names(at.profileLevelAccessId)).toBe(2);
  });

  test("that ends takes what it asked for away, and leaves work done", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const { contentId } = await org.aDocument(admin, { settings: { reviewRequired: false } });
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    await coach.call(completeDocument, {
      params: { id: requirements[0]?.requirementId as string },
      body: { profileLevelAccessId: coach.plaId },
      files: [aPdf()],
    });
    const [assignment] = await admin.call(listContentAssignments, { params: { id: contentId } });
    const ended = await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [] } });
    expect(ended).toMatchObject({ assignments: 0, demandsAdded: 0, demandsDropped: 1, inProgress: false });
    const without = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(without).toMatchObject({ overallStatus: "NoRequirements", requirements: [] });

    const again = [asSent(assignment)];
    await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: again } });
    const back = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(back).toMatchObject({ overallStatus: "Cleared", requirements: [{ status: RequirementStatus.Completed }] });
  });

  test("saved again unchanged changes nothing", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.added(admin, "northTeam", "Head Coach");
    const { contentId } = await org.aDocument(admin);
    const [first] = await admin.call(listContentAssignments, { params: { id: contentId } });
    const same = asSent(first);
    const saved = await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [same] } });
    expect(saved).toEqual({ assignments: 1, changeId: null, demandsAdded: 0, demandsDropped: 0, inProgress: false });
  });

  test("whose due date has passed makes it Overdue; an optional one never is, and leaves the member Optional", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin, { dueDate: "2020-01-31", mandatory: false, name: "Optional" });
    const optional = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(optional).toMatchObject({
      overallStatus: "Optional",
      requirements: [{ status: RequirementStatus.Incomplete }],
    });
    await org.aDocument(admin, { dueDate: "2020-01-31", name: "Mandatory" });
    const both = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(both.overallStatus).toBe("Incomplete");
    expect(both.requirements.map((one) => [one.name, one.status])).toEqual([
      ["Mandatory", RequirementStatus.Overdue],
      ["Optional", RequirementStatus.Incomplete],
    ]);
  });
});

describe("when people change", () => {
  test("another label brings other duties, at once and by name", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin, { name: "For coaches" });
    await org.aDocument(admin, { name: "For volunteers", labels: ["Volunteer"] });
    const changed = await admin.call(changeRole, {
      query: { profileLevelAccessId: coach.plaId, newLabelId: org.labelIds.Volunteer },
    });
    expect(changed.requirements.map((one) => one.outcome).sort()).toEqual(["added", "dropped"]);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(requirements.map((one) => one.name)).toEqual(["For volunteers"]);
  });

  test("a submission whose demand goes is withdrawn and leaves the queue", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    await coach.call(completeDocument, {
      params: { id: requirements[0]?.requirementId as string },
      body: { profileLevelAccessId: coach.plaId },
      files: [aPdf()],
    });
    await admin.call(changeRole, {
      query: { profileLevelAccessId: coach.plaId, newLabelId: org.labelIds.Volunteer },
    });
    const member = await admin.call(getMember, { params: { id: coach.plaId } });
    const history = await requirementHistory(admin, coach.plaId);
    expect(history.map((event) => event.toState)).toContain("withdrawn");
    expect(member.membership.overallStatus).toBe("NoRequirements");
  });

  test("what a provider found is still reviewed when its demand goes", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin);
    const { by: coach, requirementId } = await aSubmissionAt(org, "northTeam");
    await org.asSystem((call) =>
      call.db.execute(
        sql`UPDATE attempt SET source = 'FlaggedBackgroundCheck' WHERE organization_id = ${call.organizationId} AND requirement_id = ${requirementId}`,
      ),
    );
    await admin.call(changeRole, {
      query: { profileLevelAccessId: coach.plaId, newLabelId: org.labelIds.Volunteer },
    });
    const queue = { params: { orgId: org.organizationId }, query: { type: "Pending" as const } };
    const { data } = await admin.call(listReviewRequirements, queue);
    expect(data.map((each) => each.requirementId)).toEqual([requirementId]);
    const at = { profileLevelAccessId: coach.plaId };
    const about = { params: { id: requirementId }, query: at };
    const opened = await admin.call(getReview, { query: { requirementId, ...at } });
    expect(opened).toMatchObject({ status: RequirementStatus.PendingReview, attempt: { state: "pendingReview" } });
    expect(opened.permittedDecisions).toEqual(["Approved", "RejectedReset"]);
    const [file] = await admin.call(listFilesToView, about);
    const fileId = file?.fileId as string;
    expect((await admin.ask(downloadFile, { ...about, query: { ...at, fileId } })).status).toBe(200);
    expect((await admin.ask(downloadFileArchive, about)).status).toBe(200);
    // Nobody owes it, and only its reviewers are notified.
    expect(await admin.call(getRequirement, about)).toMatchObject({ demanded: false });
    const owed = { params: { plaId: coach.plaId } };
    for (const by of [admin, coach]) expect((await by.call(listRequirements, owed)).requirements).toEqual([]);
    expect((await admin.call(getMember, { params: { id: coach.plaId } })).requirements).toEqual([]);
    const accounts = await org.aMember("root", "Account Manager");
    for (const by of [coach, accounts]) {
      expect((await by.ask(getRequirement, about)).status).toBe(404);
      expect((await by.ask(listFilesToView, about)).status).toBe(404);
      expect((await by.ask(getReview, { query: { requirementId, ...at } })).status).toBe(404);
    }
    const review = { requirementId, reviewDecision: "Approved" as const, reviewNotes: "Not theirs." };
    await admin.call(reviewRequirement, { params: { plaId: coach.plaId }, body: review });
    expect((await admin.call(listReviewRequirements, queue)).data).toEqual([]);
  });

  test("a submission for a membership that ends is reviewed under another one that still needs it", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const second = await admin.call(addMember, {
      body: { levelId: org.levels.otherTeam, labelId: org.labelIds["Head Coach"], profileId: coach.profileId },
    });
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const requirementId = requirements[0]?.requirementId as string;
    await coach.call(completeDocument, {
      params: { id: requirementId },
      body: { profileLevelAccessId: coach.plaId },
      files: [aPdf()],
    });
    const [before, after] = [
      await org.aMember("northTeam", "Team Manager"),
      await org.aMember("otherTeam", "Team Manager"),
    ];
    const waitsFor = async (manager: typeof before) =>
      (await manager.call(listReviewRequirements, { params: { orgId: org.organizationId } })).data.length;
    expect([await waitsFor(before), await waitsFor(after)]).toEqual([1, 0]);
    await admin.call(deleteMembership, { params: { id: coach.plaId } });
    expect([await waitsFor(before), await waitsFor(after)]).toEqual([0, 1]);
    const queue = await admin.call(listReviewRequirements, { params: { orgId: org.organizationId } });
    expect(queue.data).toMatchObject([{ profileLevelAccessId: second.profileLevelAccessId, levelName: "otherTeam" }]);
    const decided = await admin.call(reviewRequirement, {
      params: { plaId: second.profileLevelAccessId },
      body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    expect(decided.overallStatus).toBe("Cleared");
  });

  test("a membership that ends drops what it owed; nobody ends or changes their own", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const ended = await admin.call(deleteMembership, { params: { id: coach.plaId } });
    expect(ended.requirements.map((one) => one.outcome)).toEqual(["dropped"]);
    expect((await admin.ask(getMember, { params: { id: coach.plaId } })).status).toBe(404);
    expect((await admin.ask(deleteMembership, { params: { id: admin.plaId } })).status).toBe(409);
  });

  test("nobody gives a role above their own", async () => {
    const org = await world.it.anOrganization();
    const manager = await org.aMember("northTeam", "Team Manager");
    const director = await org.aMember("north", "Club Director");
    const coach = await org.aMember("northTeam", "Head Coach");
    const make = (by: typeof manager, label: "Administrator" | "Club Director") =>
      by.ask(changeRole, { query: { profileLevelAccessId: coach.plaId, newLabelId: org.labelIds[label] } });
    expect((await make(manager, "Club Director")).status).toBe(403);
    expect(await make(director, "Administrator")).toMatchObject({ status: 403, body: { reason: "aboveOwnRole" } });
    expect((await make(director, "Club Director")).status).toBe(200);
  });
});

describe("the library", () => {
  test("keeps versions apart: a submission under way stays on the one it was made on", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const { contentId } = await org.aDocument(admin);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const requirementId = requirements[0]?.requirementId as string;
    await coach.call(completeDocument, {
      params: { id: requirementId },
      body: { profileLevelAccessId: coach.plaId },
      files: [aPdf()],
    });
    const saved = await admin.call(saveContentDocument, {
      params: { id: contentId },
      body: { ...usualSettings, instructions: "Another text." },
    });
    expect(saved.version).toBe(2);
    const seen = await coach.call(getRequirement, {
      params: { id: requirementId },
      query: { profileLevelAccessId: coach.plaId },
    });
    expect(seen.attempt?.contentVersion).toBe(1);
    expect(seen.settings.instructions).toBe(usualSettings.instructions);
  });

  test("is not for Individuals, and a Manager looks after their own levels only", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const manager = await org.aMember("northTeam", "Team Manager");
    const { contentId } = await org.aDocument(admin);
    const list = { query: { organizationId: org.organizationId } };
    expect((await coach.ask(listContent, list)).status).toBe(403);
    expect(await manager.call(listContent, list)).toEqual([]);
    expect((await manager.ask(getContentDocument, { params: { id: contentId } })).status).toBe(403);
    const own = await manager.ask(createContent, {
      body: { type: 0, name: "Team rules", description: "", levelId: org.levels.northTeam },
    });
    expect(own.status).toBe(200);
    const body = { type: 0 as const, name: "Club rules", description: "", levelId: org.levels.northClub };
    expect((await manager.ask(createContent, { body })).status).toBe(403);
  });

  test("assigns nothing that has no settings yet", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { contentId } = await admin.call(createContent, {
      body: { type: 0, name: "Empty", description: "", levelId: org.levels.root },
    });
    const answer = await admin.ask(assignContent, { params: { id: contentId }, body: { contentAssignments: [] } });
    expect(answer).toMatchObject({ status: 409, body: { reason: "noVersion" } });
  });
});
