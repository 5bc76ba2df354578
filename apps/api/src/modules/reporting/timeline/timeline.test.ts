import { RequirementStatus } from "@touchline/contract";
import { reportIncident } from "@touchline/contract/incidents/incidents";
import { resendActivation } from "@touchline/contract/joining/invitations";
import { addNote } from "@touchline/contract/people/notes";
import { addMember, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import {
  getAsOf,
  getFormerMember,
  getTimeline,
  listMemberMails,
  type TimelineKind,
} from "@touchline/contract/reporting/timeline";
import { saveName } from "@touchline/contract/requirements/profile-details";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { addToDay, dayOf, startOfDay } from "@touchline/rules";
import { beforeAll, describe, expect, test } from "vitest";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { recordEarlierCompletions } from "../../compliance/standing/actions/earlier-completions.ts";
import { sweepSome } from "../../compliance/standing/actions/sweep.ts";
import { createMembership } from "../../people/profiles/actions/memberships.ts";
import { changesOf } from "./queries/changes.ts";

const world = aWorld();
const zone = "America/Los_Angeles";
const today = () => dayOf(Date.now(), zone);

const timeline = (
  by: TestPerson,
  plaId: string,
  query: { kinds?: TimelineKind[]; perPage?: number; cursor?: string } = {},
) => by.call(getTimeline, { params: { id: plaId }, query });
const asOf = (by: TestPerson, plaId: string, day = today()) =>
  by.call(getAsOf, { params: { id: plaId }, query: { day } });

/** A coach with every kind of event that a timeline can show. */
async function aPast() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const accounts = await org.aMember("north", "Account Manager");
  const manager = await org.aMember("northTeam", "Team Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  const one = await owedBy(coach);
  await send(one);
  const decide = (reviewDecision: "Approved" | "RejectedReset", reviewNotes: string) =>
    director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId: one.requirementId, reviewDecision, reviewNotes },
    });
  await decide("RejectedReset", "The signature is missing.");
  await world.it.drainJobs();
  await send(one);
  await decide("Approved", "");
  const name = { firstName: "Dana", lastName: "Reyes", dateOfBirth: "1985-04-12" };
  await director.call(saveName, { body: { profileId: coach.profileId, ...name } });
  await director.call(addNote, { params: { id: coach.plaId }, body: { text: "Asked to be called in the evening." } });
  await director.call(reportIncident, {
    body: {
      profileLevelAccessId: coach.plaId,
      kind: "Injury",
      happenedAt: new Date(Date.now() - 3_600_000).toISOString(),
      description: "A twisted ankle at practice.",
    },
    files: [],
  });
  return { org, admin, director, accounts, manager, coach };
}

describe("a person's timeline", () => {
  let past: Awaited<ReturnType<typeof aPast>>;
  beforeAll(async () => {
    past = await aPast();
  });

  test("is one history of everything, newest first", async () => {
    const { data } = await timeline(past.director, past.coach.plaId);
    expect(new Set(data.map((line) => line.kind))).toEqual(
      new Set(["incidents", "notes", "details", "requirements", "mails", "memberships"]),
    );
    const at = data.map((line) => line.at);
    expect(at).toEqual(at.toSorted().reverse());
    expect(data.find((line) => line.kind === "details")).toMatchObject({ what: "name", actorName: expect.any(String) });
    expect(data.find((line) => line.kind === "notes")).toMatchObject({ text: "Asked to be called in the evening." });
    expect(data.find((line) => line.kind === "mails")).toMatchObject({ what: expect.any(String), state: "Sent" });
    expect(data.filter((line) => line.kind === "memberships").map((line) => line.what)).toContain("joined");
  });

  test("comes page by page without gaps or repeats, whatever the page's size", async () => {
    const whole = (await timeline(past.director, past.coach.plaId, { perPage: 100 })).data;
    for (const perPage of [1, 3, 7]) {
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await timeline(past.director, past.coach.plaId, { perPage, ...(cursor ? { cursor } : {}) });
        read.push(...page.data.map((line) => line.id));
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(read).toEqual(whole.map((line) => line.id));
    }
  });

  test("is filtered by kind", async () => {
    const { data } = await timeline(past.director, past.coach.plaId, { kinds: ["notes", "mails"] });
    expect(new Set(data.map((line) => line.kind))).toEqual(new Set(["notes", "mails"]));
  });

  test("tells the person nothing of notes and incidents about them", async () => {
    const { data, kinds } = await timeline(past.coach, past.coach.plaId);
    expect(new Set(data.map((line) => line.kind))).toEqual(
      new Set(["details", "requirements", "mails", "memberships"]),
    );
    expect(kinds).toEqual(["requirements", "exceptions", "memberships", "details", "mails"]);
    expect((await timeline(past.coach, past.coach.plaId, { kinds: ["notes", "incidents", "log"] })).data).toEqual([]);
  });

  test("tells what became of what to who may correct details, to others only that it changed", async () => {
    const detailsFor = async (by: TestPerson) =>
      (await timeline(by, past.coach.plaId, { kinds: ["details"] })).data.map((line) =>
        line.kind === "details" ? line.changes : null,
      );
    const [changes] = await detailsFor(past.accounts);
    expect(changes).toContainEqual({ field: "firstName", before: "Head-Coach", after: "Dana" });
    expect(await detailsFor(past.manager)).toEqual([null]);
  });

  test("tells a Manager of no incident but their own reports, and a Director of all within reach", async () => {
    expect((await timeline(past.manager, past.coach.plaId, { kinds: ["incidents"] })).data).toEqual([]);
    expect((await timeline(past.director, past.coach.plaId, { kinds: ["incidents"] })).data).toHaveLength(1);
  });

  test("tells an Admin alone of the log", async () => {
    expect((await timeline(past.director, past.coach.plaId)).kinds).not.toContain("log");
    expect((await timeline(past.admin, past.coach.plaId)).kinds).toContain("log");
  });

  test("refuses a cursor that somebody made up", async () => {
    const answer = await past.director.ask(getTimeline, {
      params: { id: past.coach.plaId },
      query: { cursor: "bm9uc2Vuc2U" },
    });
    expect(answer.status).toBe(400);
  });

  test("and all that goes with it are not found from another organization, and refused from beside", async () => {
    const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const beside = await past.org.aMember("south", "Club Director");
    const params = { id: past.coach.plaId };
    for (const [by, status] of [
      [other, 404],
      [beside, 403],
    ] as const) {
      expect((await by.ask(getTimeline, { params })).status).toBe(status);
      expect((await by.ask(getAsOf, { params, query: { day: today() } })).status).toBe(status);
      expect((await by.ask(listMemberMails, { params })).status).toBe(status);
    }
  });

  test("costs the same few statements however long it is", async () => {
    const count = (plaId: string) => world.it.statementsOf(async () => void (await timeline(past.admin, plaId)));
    await count(past.coach.plaId);
    const long = await count(past.coach.plaId);
    const short = await count(past.manager.plaId);
    expect(long).toBeLessThanOrEqual(short + 1);
  });
});

describe("mails to a person", () => {
  test("are listed with kind, time, and state; their text only for Admins and the person, without working links", async () => {
    const { director, admin, coach } = await aPast();
    const mails = async (by: TestPerson) => (await by.call(listMemberMails, { params: { id: coach.plaId } })).data;
    const [seen] = await mails(director);
    expect(seen).toMatchObject({ state: "Sent", content: null });
    expect((await mails(admin))[0]?.content?.text).toContain("The signature is missing.");
    expect((await mails(coach))[0]?.content?.text).toContain("The signature is missing.");
  });
});

describe("as of a past day", () => {
  test("of today is what the member page says now", async () => {
    const { director, coach } = await aPast();
    const live = await director.call(getMember, { params: { id: coach.plaId } });
    const then = await asOf(director, coach.plaId);
    expect(
      then.memberships.map(({ profileLevelAccessId, overallStatus }) => [profileLevelAccessId, overallStatus]),
    ).toEqual(live.memberships.map(({ profileLevelAccessId, overallStatus }) => [profileLevelAccessId, overallStatus]));
    expect(then.memberships[0]?.reasons.map((one) => one.kind)).toEqual(live.reasons.map((one) => one.kind));
    expect(then.memberships[0]?.requirements).toEqual([
      expect.objectContaining({
        name: "Coach agreement",
        status: RequirementStatus.Completed,
        mandatory: true,
        evidence: expect.objectContaining({
          decision: "Approved",
          reviewerName: expect.stringContaining("Club-Director"),
          completedAt: live.requirements[0]?.completedAt,
        }),
      }),
    ]);
  });

  test("proves years later who was cleared on a Saturday, and by what, although it has lapsed since", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { contentId } = await org.aDocument(admin);
    const then = dayOf(Date.now() - 3 * 365 * 86_400_000, zone);
    const saturday = addToDay(then, { days: 6 - new Date(then).getUTCDay() });
    world.it.clock.shift = startOfDay(saturday, zone) + 15 * 3_600_000 - Date.now();
    const coach = await org.aMember("northTeam", "Head Coach");
    const completion = { profileId: coach.profileId, contentId, completedOn: saturday, validUntil: null };
    expect(await org.asSystem((call) => recordEarlierCompletions(call, [completion]))).toEqual(["recorded"]);
    world.it.clock.shift = 0;
    await org.asSystem(sweepSome);
    const standing = async (day: string) => {
      const [one] = (await asOf(admin, coach.plaId, day)).memberships;
      return one && [one.labelName, one.levelName, one.overallStatus, one.requirements[0]?.status];
    };
    expect(await standing(saturday)).toEqual(["Head Coach", "northTeam", "Cleared", RequirementStatus.Completed]);
    const proof = (await asOf(admin, coach.plaId, saturday)).memberships[0]?.requirements[0]?.evidence;
    expect(dayOf(Date.parse(proof?.completedAt ?? ""), zone)).toBe(saturday);
    expect(await standing(addToDay(saturday, { days: -1 }))).toBeUndefined();
    expect(await standing(addToDay(saturday, { days: 340 }))).toEqual([
      ...["Head Coach", "northTeam", "Cleared"],
      RequirementStatus.ExpiringSoon,
    ]);
    expect(await standing(today())).toEqual(["Head Coach", "northTeam", "Incomplete", RequirementStatus.Expired]);
  });

  test("of somebody who has left still answers, by the address that led to them", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { plaId } = await org.aMember("northTeam", "Head Coach");
    expect((await asOf(admin, plaId)).memberships[0]?.overallStatus).toBe("NoRequirements");
    await admin.call(deleteMembership, { params: { id: plaId } });
    expect((await asOf(admin, plaId)).memberships).toEqual([]);
    const { data } = await timeline(admin, plaId);
    expect(data.map((line) => (line.kind === "memberships" ? line.what : line.kind))).toContain("left");
    const beside = await org.aMember("south", "Club Director");
    expect((await beside.ask(getAsOf, { params: { id: plaId }, query: { day: today() } })).status).toBe(403);
  });

  test("of somebody who has left ends, for whoever sees them no more, where their sight ended", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const director = await org.aMember("north", "Club Director");
    const { profileId, profileLevelAccessId: plaId } = await org.anInvited(
      "northTeam",
      "Head Coach",
      "ana@example.org",
    );
    const mails = async (by: TestPerson) =>
      (await by.call(listMemberMails, { params: { id: plaId }, query: {} })).data.map((one) => one.kind);
    const texts = async (by: TestPerson) =>
      (await timeline(by, plaId)).data.map((line) => [line.kind, "what" in line ? line.what : ""].join(" "));
    await admin.call(deleteMembership, { params: { id: plaId } });
    const [then, mailedThen] = [await texts(director), await mails(director)];
    expect(then).toContain("memberships left");
    // Later, in another region.
    world.it.clock.shift = 1_000;
    const name = { firstName: "Dana", lastName: "Reyes", dateOfBirth: "1985-04-12" };
    const { profileLevelAccessId: southern } = await admin.call(addMember, {
      body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId },
    });
    await admin.call(saveName, { body: { profileId, ...name } });
    world.it.clock.shift = 120_000;
    await admin.call(resendActivation, { body: { profileLevelAccessIds: [southern] } });
    world.it.clock.shift = 0;
    expect(await texts(director)).toEqual(then);
    expect(await mails(director)).toEqual(mailedThen);
    expect((await texts(admin)).length).toBeGreaterThan(then.length);
    expect((await mails(admin)).length).toBe(mailedThen.length + 1);
    // Once they are visible again, so is what happened meanwhile.
    await admin.call(addMember, {
      body: { levelId: org.levels.otherTeam, labelId: org.labelIds.Volunteer, profileId },
    });
    expect((await mails(director)).length).toBe(mailedThen.length + 1);
  });

  test("before the first record says so instead of guessing, and of a day to come nothing", async () => {
    const { director, coach } = await aPast();
    const before = await asOf(director, coach.plaId, "2020-02-29");
    expect(before.memberships).toEqual([]);
    expect(before.recordedFrom).not.toBeNull();
    const answer = await director.ask(getAsOf, { params: { id: coach.plaId }, query: { day: "2999-01-01" } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "day" }] } });
  });

  test("of a year before any calendar here is refused, as a day, a minute or an instant", async () => {
    const { director, coach } = await aPast();
    for (const day of ["0000-06-01", "0000-06-01T12:00", "0000-06-01T12:00:00Z", "9999-12-31"]) {
      const answer = await director.ask(getAsOf, { params: { id: coach.plaId }, query: { day } });
      const errors = [{ path: "day", message: "Enter a date from 1900 to 2999." }];
      expect(answer, day).toMatchObject({ status: 400, body: { errors } });
    }
  });

  test("tells a director of their own region's memberships alone", async () => {
    const { org, admin, director, coach } = await aPast();
    const southern = await org.asSystem((call) =>
      createMembership(call, {
        profileId: coach.profileId,
        levelId: org.levels.southClub,
        labelId: org.labelIds.Volunteer,
      }),
    );
    expect((await asOf(admin, coach.plaId)).memberships).toHaveLength(2);
    expect((await asOf(director, coach.plaId)).memberships.map((one) => one.levelName)).toEqual(["northTeam"]);
    expect(
      (await director.ask(getAsOf, { params: { id: southern.profileLevelAccessId }, query: { day: today() } })).status,
    ).toBe(403);
  });
});

test("whose a membership was is told to whoever saw them then, with since when it is no more", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const former = (by: TestPerson) => by.ask(getFormerMember, { params: { id: coach.plaId } });
  expect((await former(director)).status).toBe(404);
  await org.asSystem((call) =>
    createMembership(call, {
      profileId: coach.profileId,
      levelId: org.levels.southClub,
      labelId: org.labelIds.Volunteer,
    }),
  );
  await admin.call(deleteMembership, { params: { id: coach.plaId } });
  expect(await former(director)).toMatchObject({
    status: 200,
    body: { profileId: coach.profileId, levelName: "northTeam", labelName: "Head Coach", memberships: [] },
  });
  const { body } = await former(admin);
  expect(body.memberships.map((one) => one.levelName)).toEqual(["southClub"]);
  expect(Math.abs(Date.parse(body.leftAt) - Date.now())).toBeLessThan(60_000);
  expect((await former(await org.aMember("south", "Club Director"))).status).toBe(403);
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await former(stranger)).status).toBe(404);
});

test("changes are told field by field, only what differs", () => {
  expect(changesOf("name", { before: { a: "x", b: "y" }, after: { a: "x", b: "z" } })).toEqual([
    { field: "b", before: "y", after: "z" },
  ]);
  expect(changesOf("dateOfBirth", { before: null, after: "1985-04-12" })).toEqual([
    { field: "dateOfBirth", before: "", after: "1985-04-12" },
  ]);
  expect(changesOf("emergencyContacts", { before: null, after: [{ firstName: "Ana", phone: "1" }] })).toEqual([
    { field: "emergencyContacts", before: "", after: "Ana 1" },
  ]);
});
