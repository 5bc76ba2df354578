import { Readable } from "node:stream";
import { RequirementStatus } from "@touchline/contract";
import {
  addContentPackage,
  createContent,
  getRedoPreview,
  getRedoProgress,
  previewRedo,
} from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import {
  saveContentCustomTraining,
  saveContentDocument,
  saveContentVideo,
} from "@touchline/contract/library/content-kinds";
import { startMemberTask } from "@touchline/contract/reporting/members";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { beginUpload, finishUpload, saveDraft, sendPart } from "@touchline/contract/requirements/submissions";
import { completeWithoutUpload, editCompletedDate, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { addToDay, dayOf, usualSettings as usualOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { asZip, manifest12, zipOf } from "../../../../test/packages.ts";
import { aPdf, aWorld, type Organization, type TestPerson, usualSettings } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { ownFiles } from "../../accounts/accounts/actions/personal-data.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";
import { continueRedo } from "../../compliance/standing/actions/redo-steps.ts";
import { sweepSome } from "../../compliance/standing/actions/sweep.ts";
import { inspected } from "../../files/files/actions/inspect.ts";
import { loadActor } from "../../people/profiles/queries/actor.ts";
import { keepDraft, readDraft } from "../../requirements/requirements/actions/draft.ts";
import { removeSubmittedFile } from "../../requirements/requirements/actions/remove-file.ts";
import { submitFiles } from "../../requirements/requirements/actions/submit.ts";
import { downloadFile, listFiles } from "../../requirements/requirements/actions/view-files.ts";
import { lookAtPackage, openPackage, saveProgress } from "../../requirements/trainings/actions/package.ts";
import { completeVideo } from "../../requirements/videos/actions/complete.ts";
import { openVideo } from "../../requirements/videos/actions/play.ts";
import { saveWatched } from "../../requirements/videos/actions/watch.ts";
import { extendMany } from "../../reviews/reviews/actions/extend.ts";
import { reviewRequirement as review } from "../../reviews/reviews/actions/review.ts";
import { previewRedo as preview } from "./actions/preview-redo.ts";
import { saveSettings } from "./actions/save-settings.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
  world.it.clock.standsAt = null;
});

const zone = "America/Los_Angeles";
const aDay = 86_400_000;
const today = () => dayOf(world.it.clock.now().getTime(), zone);
const day = (days: number) => addToDay(today(), { days });

/** Makes an organization with a number of coaches who completed a yearly agreement today, reviewed if asked. */
async function coaches(many: number, settings: object = {}) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await org.aDocument(admin, { settings });
  const people: TestPerson[] = [];
  for (let n = 0; n < many; n += 1) {
    const coach = await org.aMember("northTeam", "Head Coach");
    people.push(coach);
    await marked(admin, coach);
  }
  return { org, admin, contentId, people, params: { id: contentId } };
}

const marked = async (admin: TestPerson, coach: TestPerson, rest: object = {}) =>
  admin.call(completeWithoutUpload, {
    params: { plaId: coach.plaId },
    body: { requirementId: (await owed(coach)).requirementId, date: today(), reason: "Seen on paper.", ...rest },
  });

async function owed(coach: TestPerson) {
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  const [one] = requirements;
  if (!one) throw new Error("nothing is owed");
  return one;
}

/** Returns the last valid day. */
async function lastDay(coach: TestPerson) {
  const { expiresAt } = await owed(coach);
  return expiresAt === null ? null : dayOf(Date.parse(expiresAt) - 1, zone);
}

const saved = (admin: TestPerson, id: string, redoBy: string | null, settings: object = {}) =>
  admin.call(saveContentDocument, { params: { id }, body: { ...usualSettings, ...settings, redoBy } });

const sent = async (coach: TestPerson) =>
  coach.call(completeDocument, {
    params: { id: (await owed(coach)).requirementId },
    body: { profileLevelAccessId: coach.plaId, completedDate: today() },
    files: [aPdf()],
  });

const decided = async (admin: TestPerson, coach: TestPerson, reviewDecision: "Approved" | "RejectedReset") =>
  admin.ask(reviewRequirement, {
    params: { plaId: coach.plaId },
    body: { requirementId: (await owed(coach)).requirementId, reviewDecision, reviewNotes: "Looked at." },
  });

/** Lets days pass. Sessions end before that, so the rest is done without signing in. */
const later = async (org: Organization, days: number) => {
  world.it.clock.shift += days * aDay;
  await org.asSystem(sweepSome);
};

async function acting<Result>(org: Organization, person: TestPerson, act: (call: Call) => Promise<Result>) {
  return org.asSystem(async (call) => {
    const acting = await loadActor(call, { appUserId: person.appUserId }, person.profileId);
    if (!acting) throw new Error("nobody acts");
    return act({ ...call, ...acting });
  });
}

/** Returns the status of a person's only requirement, and the last day of its latest completion. */
const stands = (org: Organization, { profileId }: TestPerson) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ id: string; status: RequirementStatus; ends: number | null }>(sql`
      SELECT requirement.requirement_id AS id, requirement.status,
        (extract(epoch FROM done.expires_at) * 1000)::float8 AS ends
      FROM requirement LEFT JOIN attempt AS done ON done.organization_id = requirement.organization_id
        AND done.requirement_id = requirement.requirement_id AND done.state = 'approved'
      WHERE requirement.organization_id = ${organizationId} AND requirement.profile_id = ${profileId}
      ORDER BY done.completed_at DESC NULLS LAST LIMIT 1`);
    const { id = "", status, ends = null } = rows[0] ?? {};
    return { requirementId: id, status, lastDay: ends === null ? null : dayOf(ends - 1, zone) };
  });

async function submits(org: Organization, coach: TestPerson) {
  const { requirementId } = await stands(org, coach);
  await acting(org, coach, async (call) => {
    const received = await call.adapters.files.receive(
      Readable.from([Buffer.from(await aPdf().arrayBuffer())]),
      10_000,
    );
    if (!received) throw new Error("too large");
    const upload = await inspected(call.adapters, { ...received, name: "agreement.pdf" });
    const place = { requirementId, profileLevelAccessId: coach.plaId };
    await submitFiles(call, { ...place, completedDate: today(), uploads: [upload] });
  });
}

async function reviews(
  org: Organization,
  admin: TestPerson,
  coach: TestPerson,
  reviewDecision: "Approved" | "RejectedReset",
) {
  const { requirementId } = await stands(org, coach);
  const place = { requirementId, profileLevelAccessId: coach.plaId };
  await acting(org, admin, (call) => review(call, { ...place, reviewDecision, reviewNotes: "Looked at." }));
}

const consistent = async (org: Organization) => expect(await org.asSystem(inconsistencies)).toEqual([]);

test("what was completed on an earlier version counts through the day at most, and nothing that is completed since", async () => {
  const { org, admin, contentId, people } = await coaches(1);
  const [before] = people as [TestPerson];
  const since = await org.aMember("northTeam", "Head Coach");
  await saved(admin, contentId, day(60));
  await marked(admin, since);
  expect(await lastDay(before)).toBe(day(60));
  expect(await lastDay(since)).toBe(addToDay(today(), { years: 1 }));
  expect((await owed(before)).status).toBe(RequirementStatus.Completed);
  await consistent(org);
  const { data } = await admin.call(getTimeline, { params: { id: before.plaId } });
  expect(data[0]).toMatchObject({ what: "redoAsked", redoBy: day(60), actorName: expect.any(String) });
  const by = day(60);
  await later(org, 40);
  expect((await stands(org, before)).status).toBe(RequirementStatus.ExpiringSoon);
  await later(org, 21);
  expect(today() > by).toBe(true);
  expect((await stands(org, before)).status).toBe(RequirementStatus.Expired);
  expect((await stands(org, since)).status).toBe(RequirementStatus.Completed);
  await consistent(org);
});

test("it ends nothing later than it would end anyway, and also completions that would never expire", async () => {
  const yearly = await coaches(1);
  await saved(yearly.admin, yearly.contentId, day(500));
  expect(await lastDay(yearly.people[0] as TestPerson)).toBe(addToDay(today(), { years: 1 }));
  const { data } = await yearly.admin.call(getTimeline, { params: { id: (yearly.people[0] as TestPerson).plaId } });
  expect(data.filter((one) => one.kind === "requirements" && one.what === "redoAsked")).toEqual([]);
  await consistent(yearly.org);
  const forEver = await coaches(1, { validity: { type: "None" } });
  expect(await lastDay(forEver.people[0] as TestPerson)).toBeNull();
  await saved(forEver.admin, forEver.contentId, day(90), { validity: { type: "None" } });
  expect(await lastDay(forEver.people[0] as TestPerson)).toBe(day(90));
  await consistent(forEver.org);
});

test("of several later versions the earliest day counts, each for those before it; a version without a day takes none back", async () => {
  const { org, admin, contentId, people } = await coaches(1);
  const [first] = people as [TestPerson];
  await saved(admin, contentId, day(60));
  const second = await org.aMember("northTeam", "Head Coach");
  await marked(admin, second);
  await saved(admin, contentId, null);
  expect(await lastDay(first)).toBe(day(60));
  await saved(admin, contentId, day(90));
  expect([await lastDay(first), await lastDay(second)]).toEqual([day(60), day(90)]);
  await saved(admin, contentId, day(45));
  expect([await lastDay(first), await lastDay(second)]).toEqual([day(45), day(45)]);
  await consistent(org);
});

test("a day that has passed is refused, by the preview as well", async () => {
  const { admin, params, people } = await coaches(1);
  const body = { ...usualSettings, redoBy: day(-1) };
  const refused = await admin.ask(saveContentDocument, { params, body });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "redoBy" }] } });
  expect((await admin.ask(previewRedo, { params, body: { redoBy: day(-1) } })).status).toBe(400);
  expect(await lastDay(people[0] as TestPerson)).toBe(addToDay(today(), { years: 1 }));
  expect((await admin.ask(saveContentDocument, { params, body: { ...usualSettings, redoBy: today() } })).status).toBe(
    200,
  );
  expect(await lastDay(people[0] as TestPerson)).toBe(today());
});

test("it may be done again at once, long before the day", async () => {
  const { org, admin, contentId, people } = await coaches(1, { reviewRequired: false });
  const [coach] = people as [TestPerson];
  expect((await owed(coach)).actions).not.toContain("upload");
  await saved(admin, contentId, day(200), { reviewRequired: false });
  expect((await owed(coach)).actions).toContain("upload");
  await sent(coach);
  expect(await lastDay(coach)).toBe(addToDay(today(), { years: 1 }));
  expect((await owed(coach)).actions).not.toContain("upload");
  await consistent(org);
});

test("what was sent in on an earlier version and is approved since ends by that day; once it has passed it is sent back", async () => {
  const { org, admin, contentId } = await coaches(0);
  const coach = await org.aMember("northTeam", "Head Coach");
  const late = await org.aMember("northTeam", "Head Coach");
  await sent(coach);
  await sent(late);
  await saved(admin, contentId, day(60));
  expect((await decided(admin, coach, "Approved")).status).toBe(200);
  expect(await lastDay(coach)).toBe(day(60));
  const by = day(60);
  await later(org, 61);
  const refusal = await reviews(org, admin, late, "Approved").catch((error) => error);
  expect(refusal).toMatchObject({ code: "conflict", reason: "redoPassed", message: expect.stringContaining(by) });
  expect((await stands(org, late)).status).toBe(RequirementStatus.PendingReview);
  await reviews(org, admin, late, "RejectedReset");
  await submits(org, late);
  await reviews(org, admin, late, "Approved");
  expect((await stands(org, late)).lastDay).toBe(addToDay(today(), { years: 1 }));
  await consistent(org);
});

async function extended(
  admin: TestPerson,
  org: Organization,
  coach: TestPerson,
  contentId: string,
  validUntil: string,
) {
  await admin.call(startMemberTask, {
    params: { id: org.levels.root },
    body: {
      selection: { profileLevelAccessIds: [coach.plaId] },
      act: { kind: "members.extend", contentId, validUntil, reason: "Offices are closed." },
    },
  });
  await world.it.drainJobs();
}

const redated = async (admin: TestPerson, coach: TestPerson, daysAgo: number) =>
  admin.call(editCompletedDate, {
    params: { plaId: coach.plaId },
    body: {
      requirementId: (await owed(coach)).requirementId,
      completedDateTime: new Date(world.it.clock.now().getTime() - daysAgo * aDay).toISOString(),
    },
  });

test("a decree that is made afterwards goes beyond the day; one from before ends by it; a corrected date keeps both", async () => {
  const { org, admin, contentId, people } = await coaches(3);
  const [before, after, plain] = people as [TestPerson, TestPerson, TestPerson];
  await extended(admin, org, before, contentId, day(700));
  await saved(admin, contentId, day(60));
  await extended(admin, org, after, contentId, day(100));
  const ends = async () => [await lastDay(before), await lastDay(after), await lastDay(plain)];
  expect(await ends()).toEqual([day(60), day(100), day(60)]);
  for (const coach of [before, after, plain]) await redated(admin, coach, 3);
  expect(await ends()).toEqual([day(60), day(100), day(60)]);
  await redated(admin, plain, 340);
  expect(await lastDay(plain)).toBe(addToDay(dayOf(Date.now() - 340 * aDay, zone), { years: 1 }));
  // A version saved after the extension takes precedence again, although its day is later than the first one's.
  await saved(admin, contentId, day(80));
  expect((await ends()).slice(0, 2)).toEqual([day(60), day(80)]);
  await redated(admin, after, 4);
  expect(await lastDay(after)).toBe(day(80));
  await consistent(org);
});

test("the last valid day of a document gives way to it as well", async () => {
  const settings = { validity: { type: "PerRequirement" } as const };
  const { org, admin, contentId } = await coaches(0, settings);
  const coach = await org.aMember("northTeam", "Head Coach");
  await marked(admin, coach, { validUntil: day(300) });
  await saved(admin, contentId, day(60), settings);
  expect(await lastDay(coach)).toBe(day(60));
  await redated(admin, coach, 2);
  expect(await lastDay(coach)).toBe(day(60));
  await consistent(org);
});

test("before it is saved it tells how many completions end and who is cleared no longer then; step by step where there are many", async () => {
  const { org, admin, contentId, people, params } = await coaches(3);
  const [first, second, short] = people as [TestPerson, TestPerson, TestPerson];
  const never = await org.aMember("northTeam", "Head Coach");
  const incomplete = await org.aMember("southClub", "Head Coach");
  await marked(admin, incomplete);
  await org.aDocument(admin, { name: "Another", at: "southClub" });
  await redated(admin, short, 350);
  const wanted = { params, body: { redoBy: day(60) } };
  const previewed = await admin.call(previewRedo, wanted);
  // One has another open requirement and isn't cleared; one ends before; one never did it.
  expect(previewed).toMatchObject({ done: 5, total: 5, result: { ending: 3, losingClearance: { memberships: 2 } } });
  const named = previewed.result?.losingClearance.examples.map((one) => one.profileLevelAccessId);
  expect(named?.sort()).toEqual([first.plaId, second.plaId].sort());
  expect(await lastDay(first)).toBe(addToDay(today(), { years: 1 }));

  const begun = await acting(org, admin, (call) => preview(call, { contentId, redoBy: day(60) }, 2));
  expect(begun).toMatchObject({ done: 2, total: 5, result: null });
  await world.it.drainJobs();
  const read = { id: contentId, previewId: begun.previewId };
  const done = await admin.call(getRedoPreview, { params: read });
  expect(done).toMatchObject({ done: 5, total: 5, result: { ending: 3, losingClearance: { memberships: 2 } } });
  const director = await org.aMember("root", "Club Director");
  expect((await director.ask(getRedoPreview, { params: read })).status).toBe(404);
  expect((await never.ask(previewRedo, wanted)).status).toBe(403);

  // The predicted effect happens, on the day after and not before.
  await saved(admin, contentId, day(60));
  const cleared = async () => {
    const members = await Promise.all([first, second, short, never].map((one) => overall(org, one)));
    return members.filter((status) => status === "Cleared").length;
  };
  expect(await cleared()).toBe(3);
  await later(org, 30);
  expect(await cleared()).toBe(2);
  await later(org, 31);
  expect(await cleared()).toBe(0);
});

const overall = (org: Organization, { plaId }: TestPerson) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ status: string }>(sql`
      SELECT overall_status AS status FROM member_standing
      WHERE organization_id = ${organizationId} AND profile_level_access_id = ${plaId}`);
    return rows[0]?.status;
  });

test("many completions are updated step by step, on behalf of whoever saved it, and decisions in the meantime are right at once", async () => {
  const { org, admin, contentId, people, params } = await coaches(5);
  const [first] = people as [TestPerson];
  const last = people.at(-1) as TestPerson;
  const pending = await org.aMember("northTeam", "Head Coach");
  await sent(pending);
  const settings = { kind: "document" as const, ...usualSettings, redoBy: day(60) };
  await acting(org, admin, (call) => saveSettings(call, { contentId, settings }, 0));
  expect(await admin.call(getRedoProgress, { params })).toEqual({ inProgress: true, done: 0, total: null });
  expect((await first.ask(getRedoProgress, { params })).status).toBe(403);
  expect(await lastDay(first)).toBe(addToDay(today(), { years: 1 }));
  await consistent(org);
  expect((await decided(admin, pending, "Approved")).status).toBe(200);
  expect(await lastDay(pending)).toBe(day(60));
  // An extension made before the steps reach it still comes after the version.
  const decree = { contentId, validUntil: day(500), reason: "Closed." };
  await acting(org, admin, (call) => extendMany(call, [last.plaId], decree));
  expect(await lastDay(last)).toBe(day(500));

  const step = () => org.asSystem((call) => continueRedo(call, 2));
  expect(await step()).toBe(true);
  expect(await admin.call(getRedoProgress, { params })).toEqual({ inProgress: true, done: 2, total: 6 });
  const ids: string[] = [];
  for await (const id of world.it.tenancy.organizationsRedoing()) ids.push(id);
  expect(ids).toContain(org.organizationId);
  await world.it.drainJobs();
  expect(await admin.call(getRedoProgress, { params })).toEqual({ inProgress: false, done: 0, total: null });
  const ends = await Promise.all([...people.slice(0, 4), last, pending].map(lastDay));
  expect(ends).toEqual([day(60), day(60), day(60), day(60), day(500), day(60)]);
  await consistent(org);
  const { data } = await admin.call(getTimeline, { params: { id: first.plaId } });
  expect(data[0]).toMatchObject({ what: "redoAsked", actorName: await nameOf(org, admin) });
});

const nameOf = (org: Organization, { profileId }: TestPerson) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ name: string }>(sql`
      SELECT first_name || ' ' || last_name AS name FROM profile
      WHERE organization_id = ${organizationId} AND profile_id = ${profileId}`);
    return rows[0]?.name;
  });

test("the checker sees a completion that counts longer than it may", async () => {
  const { org, admin, contentId, people } = await coaches(1);
  await saved(admin, contentId, day(60));
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`
      UPDATE attempt SET redo_by = NULL, redo_number = NULL
      WHERE organization_id = ${organizationId} AND profile_level_access_id = ${people[0]?.plaId}`),
  );
  expect((await org.asSystem(inconsistencies)).map((one) => one.what)).toEqual(["redo", "completion"]);
});

test("a draft from an earlier version continues with the current one once the earlier version doesn't count anymore", async () => {
  const { org, admin, contentId } = await coaches(0, { reviewRequired: false });
  const coach = await org.aMember("northTeam", "Head Coach");
  const { requirementId } = await owed(coach);
  await coach.call(saveDraft, {
    params: { id: requirementId },
    body: { profileLevelAccessId: coach.plaId, fields: { completedDate: today() } },
  });
  await saved(admin, contentId, day(60), { reviewRequired: false, instructions: "Both sides." });
  await later(org, 61);
  await submits(org, coach);
  expect((await stands(org, coach)).lastDay).toBe(addToDay(today(), { years: 1 }));
  await consistent(org);
});

/** Makes content of a kind that is assigned to every coach, and a coach. */
async function aRequirement(type: 4 | 8) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type, name: "Safety", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  const assign = () =>
    admin.call(assignContent, {
      params,
      body: {
        contentAssignments: [
          {
            ...{ levelId: org.levels.root, labelIds: [org.labelIds["Head Coach"]], includeBelow: true },
            ...{ mandatory: true, dueDate: null },
          },
        ],
      },
    });
  return { org, admin, params, assign };
}

/** Makes a one-minute video that somebody has watched fully without pressing Complete. */
async function watched() {
  const { org, admin, params, assign } = await aRequirement(4);
  const { kind: _, ...usual } = usualOf.video;
  const save = (change: object) =>
    admin.call(saveContentVideo, {
      params,
      body: { ...usual, videoUrl: "https://video.example.org/one.mp4", seconds: 60, percent: 95, ...change },
    });
  await save({});
  await assign();
  const coach = await org.aMember("northTeam", "Head Coach");
  const place = { requirementId: (await owed(coach)).requirementId, profileLevelAccessId: coach.plaId };
  const watch = async () => {
    await acting(org, coach, (call) => saveWatched(call, { ...place, from: 0, to: 0 }));
    world.it.clock.shift += 60_000;
    return acting(org, coach, (call) => saveWatched(call, { ...place, from: 0, to: 60 }));
  };
  expect(await watch()).toMatchObject({ watched: 60, enough: true });
  const seen = () => acting(org, coach, (call) => openVideo(call, place));
  const complete = () => acting(org, coach, (call) => completeVideo(call, place)).catch((error) => error);
  return { org, save, watch, seen, complete };
}

test("a video that was watched on an earlier version completes no later one of which another video is to be watched", async () => {
  const { org, save, watch, seen, complete } = await watched();
  await save({ videoUrl: "https://video.example.org/two.mp4", redoBy: day(1) });
  expect(await seen()).toMatchObject({ url: expect.stringContaining("one.mp4"), enough: true });
  await later(org, 3);
  expect(await complete()).toMatchObject({ code: "conflict", reason: "notWatchedEnough" });
  expect(await seen()).toMatchObject({ url: expect.stringContaining("two.mp4"), stretches: [], enough: false });
  expect(await watch()).toMatchObject({ stretches: [[0, 60]] });
  expect(await complete()).toMatchObject({ status: RequirementStatus.Completed });
  await consistent(org);
});

test("what was watched stays where the later version plays the same video and asks for as much of it", async () => {
  const words = await watched();
  await words.save({ captions: "WEBVTT", redoBy: day(1) });
  await later(words.org, 3);
  expect(await words.seen()).toMatchObject({ captions: "WEBVTT", enough: true });
  expect(await words.complete()).toMatchObject({ status: RequirementStatus.Completed });
  await consistent(words.org);
  world.it.clock.shift = 0;
  const more = await watched();
  await more.save({ percent: 100, redoBy: day(1) });
  await later(more.org, 3);
  expect(await more.complete()).toMatchObject({ reason: "notWatchedEnough" });
});

const completed = { "cmi.core.lesson_status": "completed" };

/** Makes a training in two parts, the first of which somebody has passed. */
async function halfTaken(settings: object = {}) {
  const { org, admin, params, assign } = await aRequirement(8);
  const { kind: _, ...usual } = usualOf["custom-training"];
  const aPackage = async (first: string) => {
    const parts = [first, "Two"].map((title) => ({ title, href: `${title.toLowerCase()}.html` }));
    const files = { "imsmanifest.xml": manifest12(parts), [`${first.toLowerCase()}.html`]: "<p>1", "two.html": "<p>2" };
    return (await admin.call(addContentPackage, { params, body: {}, files: [asZip(await zipOf(files))] })).fileId;
  };
  const save = (packageFileId: string, change: object = {}) =>
    admin.call(saveContentCustomTraining, { params, body: { ...usual, ...settings, packageFileId, ...change } });
  const before = await aPackage("One");
  await save(before);
  await assign();
  const coach = await org.aMember("northTeam", "Head Coach");
  const place = { requirementId: (await owed(coach)).requirementId, profileLevelAccessId: coach.plaId };
  const open = (item: number) => acting(org, coach, (call) => openPackage(call, { ...place, item }, null));
  const report = (sittingId: string) =>
    acting(org, coach, (call) =>
      saveProgress(call, { ...place, sittingId, values: completed, ended: true, wish: "" }, null),
    ).catch((error) => error);
  const { sittingId } = await open(0);
  await report(sittingId);
  const seen = () => acting(org, coach, (call) => lookAtPackage(call, place));
  expect(await seen()).toMatchObject({ items: [{ outcome: "passed" }, { begun: false }] });
  return { org, admin, coach, place, sittingId, before, aPackage, save, open, report, seen };
}

test("parts that were passed in one package count for no part of another that takes its place", async () => {
  world.it.clock.standsAt = Date.now();
  const { org, coach, place, sittingId, aPackage, save, open, report, seen } = await halfTaken();
  const fields = { completedDate: today() };
  await acting(org, coach, (call) => keepDraft(call, { ...place, fields }));
  world.it.clock.shift += 60_000;
  await report(sittingId);
  await save(await aPackage("Other"), { redoBy: day(1) });
  expect(await seen()).toMatchObject({ items: [{ title: "One", outcome: "passed" }, {}], seconds: 60 });
  await later(org, 3);
  const anew = { title: "Other", outcome: "open", begun: false, tries: 0 };
  expect(await seen()).toMatchObject({ items: [anew, { begun: false }], seconds: 0 });
  expect(await report(sittingId)).toMatchObject({ code: "conflict", reason: "otherSitting" });
  expect(await report((await open(1)).sittingId)).toMatchObject({
    submitted: null,
    items: [anew, { outcome: "passed" }],
  });
  expect(await acting(org, coach, (call) => readDraft(call, place))).toMatchObject({ fields });
  expect(await report((await open(0)).sittingId)).toMatchObject({ submitted: RequirementStatus.Completed });
  await consistent(org);
});

/** Adds a certificate to a draft that isn't submitted. */
async function laidIn(
  coach: TestPerson,
  { requirementId: id, profileLevelAccessId }: { requirementId: string; profileLevelAccessId: string },
) {
  const content = Buffer.from(await aPdf().arrayBuffer());
  const { uploadId } = await coach.call(beginUpload, {
    params: { id },
    body: { profileLevelAccessId, name: "certificate.pdf", bytes: content.length },
  });
  await coach.call(sendPart, {
    params: { id, uploadId },
    body: { profileLevelAccessId, offset: 0 },
    files: [new File([content], "part")],
  });
  return (await coach.call(finishUpload, { params: { id, uploadId }, body: { profileLevelAccessId } })).fileId;
}

test("an unsubmitted certificate is carried over into the new attempt once, and no one else can see it before or after", async () => {
  const { org, admin, coach, place, aPackage, save, open } = await halfTaken({ acceptsCertificates: true });
  const fileId = await laidIn(coach, place);
  await save(await aPackage("Other"), { redoBy: day(1) });
  await later(org, 3);
  await open(0);
  const draft = () => acting(org, coach, (call) => readDraft(call, place));
  expect((await draft()).files).toMatchObject([{ fileId }]);
  const own = () => acting(org, coach, (call) => ownFiles(call, coach.profileId, coach.profileId));
  expect(await own()).toHaveLength(1);
  const lookedAt = () =>
    Promise.all([
      acting(org, admin, (call) => listFiles(call, place)).catch((error) => error.reason),
      acting(org, admin, (call) => downloadFile(call, { ...place, fileId })).catch((error) => error.code),
    ]);
  expect(await lookedAt()).toEqual(["noFile", "notFound"]);
  await acting(org, coach, (call) => removeSubmittedFile(call, { ...place, fileId }));
  expect((await draft()).files).toEqual([]);
  expect(await own()).toEqual([]);
  expect(await lookedAt()).toEqual(["noFile", "notFound"]);
  await consistent(org);
});

test("parts that were passed stay so where the later version has the same package and asks for the same score", async () => {
  const { org, before, save, open, report, seen } = await halfTaken();
  await save(before, { instructions: "At home.", redoBy: day(1) });
  await later(org, 3);
  expect(await seen()).toMatchObject({ items: [{ outcome: "passed" }, { begun: false }] });
  expect(await report((await open(1)).sittingId)).toMatchObject({ submitted: RequirementStatus.Completed });
  await consistent(org);
});
