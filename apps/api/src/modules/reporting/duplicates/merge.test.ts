import { RequirementStatus } from "@touchline/contract";
import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { addGuardian, getMemberFamily } from "@touchline/contract/joining/families";
import { assignContent, listContentExceptions } from "@touchline/contract/library/content-assignments";
import { addMember, getMember } from "@touchline/contract/people/profiles";
import {
  listDuplicates,
  type MergeChoices,
  mergeProfiles,
  previewMerge,
} from "@touchline/contract/reporting/duplicates";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { completeWithoutUpload, listSubmissions, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { endOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { factsNotKept } from "../../../../test/fact-mismatches.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LabelName, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";
import { foldCounts } from "../../compliance/standing/actions/fold.ts";
import { continueRezoning } from "../../compliance/standing/actions/rezone.ts";
import { transition } from "../../compliance/standing/actions/transition.ts";

const world = aWorld();
const { Completed, PendingReview, Rejected } = RequirementStatus;

const asProposed: MergeChoices = {
  name: "keep",
  email: "keep",
  dateOfBirth: "keep",
  contact: "keep",
  photo: "keep",
};
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const add = (
  org: Organization,
  by: TestPerson,
  at: LevelKey,
  label: LabelName,
  firstName: string,
  born: string | null = null,
) =>
  by.call(addMember, {
    body: {
      levelId: org.levels[at],
      labelId: org.labelIds[label],
      person: { firstName, lastName: "Núñez", email: null, dateOfBirth: born },
    },
  });

const merge = (by: TestPerson, keep: string, gone: string, parts: Partial<MergeChoices> = {}) =>
  by.ask(mergeProfiles, { body: { keep, merge: gone, parts: { ...asProposed, ...parts } } });
const preview = (by: TestPerson, keep: string, gone: string) => by.ask(previewMerge, { query: { keep, merge: gone } });
const see = (by: TestPerson, plaId: string) => by.call(getMember, { params: { id: plaId } });

const complete = (by: TestPerson, plaId: string, requirementId: string, date: string) =>
  by.call(completeWithoutUpload, {
    params: { plaId },
    body: { requirementId, date, reason: "Seen in person." },
  });

/** Returns a person's requirement by name, with its id and status. */
async function owed(by: TestPerson, plaId: string, name = "Coach agreement") {
  const found = (await see(by, plaId)).requirements.find((one) => one.name === name);
  if (!found) throw new Error(`they do not owe ${name}`);
  return found;
}

/** The stored counts equal those counted from scratch. */
async function countsAreRight(org: Organization) {
  await org.asSystem(foldCounts);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
}

describe("two entries of one person", () => {
  test("become one with everything that was done, as the preview said", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { labels: ["Head Coach"] });
    await org.aDocument(admin, { labels: ["Volunteer"], name: "Code of conduct" });
    const coach = await org.aMember("northTeam", "Head Coach");
    await send(await owedBy(coach));
    // An administrator adds the same person again: at the same level, and at another.
    const bill = await add(org, admin, "northTeam", "Head Coach", "Bill", "1985-04-12");
    const elsewhere = await admin.call(addMember, {
      body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId: bill.profileId },
    });
    const agreement = await owed(admin, bill.profileLevelAccessId);
    await complete(admin, bill.profileLevelAccessId, agreement.requirementId, dayAgo(10));
    const conduct = await owed(admin, elsewhere.profileLevelAccessId, "Code of conduct");
    await complete(admin, elsewhere.profileLevelAccessId, conduct.requirementId, dayAgo(5));

    const previewed = await admin.call(previewMerge, { query: { keep: coach.profileId, merge: bill.profileId } });
    expect(previewed).toMatchObject({ refusal: null, login: "kept" });
    expect(previewed.memberships.map((one) => `${one.of} ${one.levelName} ${one.collapses}`).sort()).toEqual([
      "keep northTeam false",
      "merge northTeam true",
      "merge southClub false",
    ]);
    const results = previewed.requirements;
    expect(new Map(results.map((one) => [one.contentName, [one.keep, one.merge, one.result]]))).toEqual(
      new Map([
        ["Coach agreement", [PendingReview, Completed, Completed]],
        ["Code of conduct", [null, Completed, Completed]],
      ]),
    );

    const done = await merge(admin, coach.profileId, bill.profileId);
    expect(done).toMatchObject({ status: 200, body: { profileId: coach.profileId } });
    const member = await see(admin, coach.plaId);
    expect(member.memberships.map((one) => `${one.labelName} at ${one.levelName}`).sort()).toEqual([
      "Head Coach at northTeam",
      "Volunteer at southClub",
    ]);
    for (const { contentName, result } of results) {
      const plaId = contentName === "Coach agreement" ? coach.plaId : elsewhere.profileLevelAccessId;
      expect([contentName, (await owed(admin, plaId, contentName)).status]).toEqual([contentName, result]);
    }
    // The membership that moved keeps its id, and its page belongs to the other entry.
    expect((await see(admin, elsewhere.profileLevelAccessId)).profileId).toBe(coach.profileId);
    expect((await admin.ask(getMember, { params: { id: bill.profileLevelAccessId } })).status).toBe(404);
    const submissions = await admin.call(listSubmissions, {
      params: { id: (await owed(admin, coach.plaId)).requirementId },
      query: { profileLevelAccessId: coach.plaId },
    });
    expect(submissions).toHaveLength(2);
    const past = await admin.call(getTimeline, {
      params: { id: coach.plaId },
      query: { kinds: ["requirements"], perPage: 100 },
    });
    expect(past.data.filter((one) => one.kind === "requirements" && one.what === "markedComplete")).toHaveLength(2);
    await countsAreRight(org);
  });

  test("Rejected wins, and of two completions the one that is good for longer", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { labels: ["Head Coach"] });
    await org.aDocument(admin, {
      labels: ["Head Coach"],
      name: "First aid",
      settings: { validity: { type: "PerRequirement" } },
    });
    const coach = await org.aMember("northTeam", "Head Coach");
    const submission = await owedBy(coach);
    const twin = await add(org, admin, "otherTeam", "Head Coach", "Bob");
    const theirs = await owed(admin, twin.profileLevelAccessId);
    await complete(admin, twin.profileLevelAccessId, theirs.requirementId, dayAgo(3));
    await send(submission);
    await admin.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId: submission.requirementId, reviewDecision: "RejectedDisqualified", reviewNotes: "No." },
    });
    const aid = {
      keep: await owed(admin, coach.plaId, "First aid"),
      gone: await owed(admin, twin.profileLevelAccessId, "First aid"),
    };
    const until = (by: string, requirementId: string, date: string, validUntil: string) =>
      admin.call(completeWithoutUpload, {
        params: { plaId: by },
        body: { requirementId, date, reason: "Seen.", validUntil },
      });
    const inDays = (days: number) => dayAgo(-days);
    await until(coach.plaId, aid.keep.requirementId, dayAgo(2), inDays(100));
    await until(twin.profileLevelAccessId, aid.gone.requirementId, dayAgo(20), inDays(300));

    expect((await merge(admin, coach.profileId, twin.profileId)).status).toBe(200);
    expect((await owed(admin, coach.plaId)).status).toBe(Rejected);
    const firstAid = await owed(admin, coach.plaId, "First aid");
    expect(firstAid.expiresAt?.slice(0, 10) ?? "").toSatisfy((day: string) => day >= inDays(299));
    await countsAreRight(org);
  });

  test("of two open submissions the weightier one continues, and the other is kept as withdrawn", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { labels: ["Head Coach"] });
    const coach = await org.aMember("northTeam", "Head Coach");
    const submission = await owedBy(coach);
    await send(submission);
    const twin = await add(org, admin, "otherTeam", "Head Coach", "Bob");
    const theirs = await owed(admin, twin.profileLevelAccessId);
    await org.asSystem(async (call) => {
      const { rows } = await call.db.execute<{ id: string }>(sql`
        SELECT content_version_id AS id FROM content_version WHERE organization_id = ${call.organizationId}`);
      const subject = {
        requirementId: theirs.requirementId,
        profileId: twin.profileId,
        contentId: theirs.contentId,
        profileLevelAccessId: twin.profileLevelAccessId,
      };
      await transition(call, subject, { kind: "sentToApplicant" }, rows[0]?.id as string);
    });
    const result = await preview(admin, coach.profileId, twin.profileId);
    expect(result.body).toMatchObject({ requirements: [{ withdraws: true, result: PendingReview }] });
    expect((await merge(admin, coach.profileId, twin.profileId)).status).toBe(200);
    expect((await owed(admin, coach.plaId)).status).toBe(PendingReview);
    const { rows } = await org.asSystem((call) =>
      call.db.execute(sql`SELECT state FROM attempt WHERE organization_id = ${call.organizationId} ORDER BY state`),
    );
    expect(rows).toEqual([{ state: "pendingReview" }, { state: "withdrawn" }]);
  });

  test("what is chosen is kept: names, date of birth, address; and the entry that went is found no more", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const one = await add(org, admin, "northTeam", "Volunteer", "Bill");
    const other = await add(org, admin, "otherTeam", "Volunteer", "William", "1980-02-03");
    await world.it.runSchedule("duplicates.notice");
    await world.it.drainJobs();
    expect((await admin.call(listDuplicates)).data).toHaveLength(1);
    expect((await merge(admin, one.profileId, other.profileId, { name: "merge" })).status).toBe(200);
    expect(await see(admin, one.profileLevelAccessId)).toMatchObject({
      firstName: "William",
      dateOfBirth: "1980-02-03",
      memberships: [{ levelName: "northTeam" }, { levelName: "otherTeam" }],
    });
    await world.it.runSchedule("duplicates.notice");
    await world.it.drainJobs();
    expect((await admin.call(listDuplicates)).data).toEqual([]);
    const { rows } = await org.asSystem((call) =>
      call.db.execute(sql`
        SELECT merged_into, archived_at IS NOT NULL AS archived FROM profile
        WHERE organization_id = ${call.organizationId} AND profile_id = ${other.profileId}`),
    );
    expect(rows).toEqual([{ merged_into: one.profileId, archived: true }]);
    const { rows: audited } = await org.asSystem((call) =>
      call.db.execute(sql`
        SELECT subject_id, facts->>'from' AS gone FROM audit_event
        WHERE organization_id = ${call.organizationId} AND action = 'person.merged'`),
    );
    expect(audited).toEqual([{ subject_id: one.profileId, gone: other.profileId }]);
    await countsAreRight(org);
  });

  test("a date of birth that comes with a merge decides at once what is asked by age", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { contentId } = await org.aDocument(admin, { labels: ["Volunteer"] });
    const ages = { from: 18, to: null, by: "Birthday" as const };
    const to = { levelId: org.levels.root, labelIds: [org.labelIds.Volunteer], includeBelow: true, mandatory: true };
    await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [{ ...to, ages }] } });
    const unknown = await add(org, admin, "northTeam", "Volunteer", "Bill");
    const adult = await add(org, admin, "otherTeam", "Head Coach", "Bill", "1980-02-03");
    const names = async () => (await see(admin, unknown.profileLevelAccessId)).requirements.map((one) => one.name);
    expect(await names()).toEqual([]);
    expect((await merge(admin, unknown.profileId, adult.profileId, { dateOfBirth: "merge" })).status).toBe(200);
    expect(await names()).toEqual(["Coach agreement"]);
    // The other way round: a child's date of birth removes it again.
    const child = await add(org, admin, "otherTeam", "Head Coach", "Bill", dayAgo(10 * 366));
    expect((await merge(admin, unknown.profileId, child.profileId, { dateOfBirth: "merge" })).status).toBe(200);
    expect(await names()).toEqual([]);
    await countsAreRight(org);
  });

  test("the exceptions of the merged profile are kept, and of two exceptions the longer one continues", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { contentId } = await org.aDocument(admin, { labels: ["Volunteer"] });
    const one = await add(org, admin, "northTeam", "Volunteer", "Bill");
    const other = await add(org, admin, "otherTeam", "Head Coach", "Bill");
    const third = await add(org, admin, "otherTeam", "Head Coach", "Bill");
    const to = { levelId: org.levels.root, labelIds: [org.labelIds.Volunteer], includeBelow: true, mandatory: true };
    const exempt = (profileId: string, untilDay: string | null) => ({
      ...{ profileId, levelId: null, includeBelow: false, labelId: null, untilDay, reason: "Did it elsewhere." },
    });
    const exceptions = [exempt(other.profileId, "2099-01-31"), exempt(third.profileId, "2098-01-31")];
    await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [to], exceptions } });
    const names = async () => (await see(admin, one.profileLevelAccessId)).requirements.map((found) => found.name);
    expect(await names()).toEqual(["Coach agreement"]);
    expect((await merge(admin, one.profileId, other.profileId)).status).toBe(200);
    expect(await names()).toEqual([]);
    expect((await merge(admin, one.profileId, third.profileId)).status).toBe(200);
    const listed = await admin.call(listContentExceptions, { params: { id: contentId } });
    expect(listed.exceptions).toMatchObject([
      { profileId: one.profileId, untilDay: "2099-01-31", reason: "Did it elsewhere." },
    ]);
    await countsAreRight(org);
  });

  test("guardians of a child's two entries, and children of a guardian's, are joined", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const mother = await org.aMember("northTeam", "Volunteer");
    const father = await add(org, admin, "northTeam", "Volunteer", "Paco", "1980-01-01");
    const fatherAgain = await add(org, admin, "otherTeam", "Volunteer", "Francisco", "1980-01-01");
    const child = await add(org, admin, "northTeam", "Volunteer", "Noa", "2015-01-01");
    const childAgain = await add(org, admin, "otherTeam", "Volunteer", "Noa", "2015-01-01");
    const guard = (guardianProfileId: string, childProfileId: string) =>
      admin.call(addGuardian, { body: { guardianProfileId, childProfileId, reason: "Asked for." } });
    await guard(mother.profileId, child.profileId);
    await guard(mother.profileId, childAgain.profileId);
    await guard(father.profileId, childAgain.profileId);
    await guard(fatherAgain.profileId, child.profileId);
    expect((await preview(admin, child.profileId, childAgain.profileId)).body).toMatchObject({
      refusal: { kind: "tooManyGuardians" },
    });
    expect(await merge(admin, child.profileId, childAgain.profileId)).toMatchObject({
      status: 409,
      body: { reason: "tooManyGuardians" },
    });
    expect((await merge(admin, father.profileId, fatherAgain.profileId)).status).toBe(200);
    expect((await merge(admin, child.profileId, childAgain.profileId)).status).toBe(200);
    const family = await admin.call(getMemberFamily, { params: { id: child.profileLevelAccessId } });
    const open = family.guardians.filter((one) => one.endedAt === null);
    expect(open.map((one) => one.profileId).sort()).toEqual([mother.profileId, father.profileId].sort());
    await countsAreRight(org);
  });

  test("of two people who merge the same profiles at once, one succeeds and the other gets a conflict", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const second = await org.aMember("root", "Administrator");
    const one = await add(org, admin, "northTeam", "Volunteer", "Bill");
    const other = await add(org, admin, "northTeam", "Volunteer", "William");
    const answers = await Promise.all([
      merge(admin, one.profileId, other.profileId),
      merge(second, other.profileId, one.profileId),
      merge(second, one.profileId, other.profileId),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    await countsAreRight(org);
  });
});

describe("nobody merges", () => {
  test("two logins, the entry with the login away, themselves, or what is merged already", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const other = await org.aMember("otherTeam", "Head Coach");
    const added = await add(org, admin, "northTeam", "Volunteer", "Bill");
    const again = await add(org, admin, "northTeam", "Volunteer", "William");
    const refused = async (keep: string, gone: string) => {
      const { status, body } = await merge(admin, keep, gone);
      return [status, (body as { reason?: string }).reason];
    };
    expect(await refused(coach.profileId, other.profileId)).toEqual([409, "twoLogins"]);
    expect(await refused(added.profileId, coach.profileId)).toEqual([409, "keepTheLogin"]);
    expect(await refused(admin.profileId, added.profileId)).toEqual([409, "ownEntry"]);
    expect(await refused(added.profileId, added.profileId)).toEqual([409, "sameEntry"]);
    expect((await merge(admin, added.profileId, again.profileId)).status).toBe(200);
    expect(await refused(added.profileId, again.profileId)).toEqual([409, "alreadyMerged"]);
    expect(await refused(again.profileId, coach.profileId)).toEqual([409, "alreadyMerged"]);
  });

  test("while the days of the organization move to another time zone; afterwards they do, and no day is left behind", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { dueDate: "2030-06-30" });
    const one = await add(org, admin, "northTeam", "Head Coach", "Bill");
    const other = await add(org, admin, "otherTeam", "Head Coach", "William");
    await admin.call(saveOrganizationSettings, {
      params: { id: org.organizationId },
      body: { timeZone: "Pacific/Auckland" },
    });
    // The administrator and the first of the two; the other's days haven't moved yet.
    await org.asSystem((call) => continueRezoning(call, 2));
    expect(await merge(admin, one.profileId, other.profileId)).toMatchObject({
      status: 409,
      body: { reason: "datesMoving", detail: expect.stringContaining("Try again in a few minutes.") },
    });
    expect((await preview(admin, one.profileId, other.profileId)).body).toMatchObject({
      refusal: { kind: "datesMoving" },
    });
    while (await org.asSystem((call) => continueRezoning(call, 2)));
    expect((await preview(admin, one.profileId, other.profileId)).body).toMatchObject({ refusal: null });
    expect((await merge(admin, one.profileId, other.profileId)).status).toBe(200);
    const due = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ at: string }>(
        sql`SELECT DISTINCT due_at AS at FROM demand WHERE organization_id = ${organizationId}`,
      );
      return rows.map(({ at }) => new Date(at).getTime());
    });
    expect(due).toEqual([endOfDay("2030-06-30", "Pacific/Auckland")]);
    await countsAreRight(org);
  });

  test("who is beyond their levels, above their role, or of another organization", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const director = await org.aMember("northClub", "Club Director");
    const manager = await org.aMember("northClub", "Team Manager");
    const one = await add(org, admin, "northTeam", "Volunteer", "Bill");
    const near = await add(org, admin, "otherTeam", "Volunteer", "William");
    const far = await add(org, admin, "southClub", "Volunteer", "Willy");
    const above = await add(org, admin, "northTeam", "Administrator", "Billy");
    const status = async (by: TestPerson, gone: string) => [
      (await preview(by, one.profileId, gone)).status,
      (await merge(by, one.profileId, gone)).status,
    ];
    expect(await status(manager, near.profileId)).toEqual([403, 403]);
    expect(await status(director, far.profileId)).toEqual([403, 403]);
    expect(await status(director, above.profileId)).toEqual([403, 403]);
    const elsewhere = await world.it.anOrganization();
    const stranger = await elsewhere.aMember("root", "Administrator");
    expect(await status(stranger, near.profileId)).toEqual([404, 404]);
    expect(await status(director, near.profileId)).toEqual([200, 200]);
    expect((await see(director, one.profileLevelAccessId)).memberships).toHaveLength(2);
  });
});
