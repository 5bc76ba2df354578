import { RequirementStatus, RequirementType } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { usSoccerSettings } from "@touchline/contract/library/content-settings";
import { saveName, setUssfId } from "@touchline/contract/requirements/profile-details";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { getHeldLicenses, refreshHeldLicenses } from "@touchline/contract/screening/licenses";
import { usualSettings } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SimulatedLookups, simulateLookups } from "../../../../test/lookups.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { profile } from "../../../schema/people.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();
let lookups: SimulatedLookups;
beforeAll(async () => {
  lookups = await simulateLookups(world.it);
});
beforeEach(() => lookups.useLicenses());
afterEach(async () => {
  world.it.clock.shift = 0;
  passed = 0;
  await lookups.clearFaults();
});
afterAll(() => lookups.close());

const minute = 60_000;
const day = 1_440 * minute;

const fault = (name: string, times = 1) => lookups.fault(name, "us-soccer", times);
/** What somebody holds from now on, by days from today. */
const holds = (id: string, ...licenses: { key: string; issued: number; expires: number | null }[]) =>
  lookups.steer("PUT", `licenses/${id}`, { licenses });
let passed = 0;
/** So much time passes for what runs by itself, and whatever is due happens. People call by the present clock, as their logins do. */
async function pass(milliseconds: number) {
  passed += milliseconds;
  world.it.clock.shift = passed;
  await world.it.runSchedule("licenses.notice");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
}

let ids = 1;
/** An id of nobody before; the last two digits say what the simulator has of it. */
function anId(end: string): string {
  ids += 1;
  return `${String(ids).padStart(14, "4")}${end}`;
}

/** A coach of whom a license is asked. */
async function aLicense(more: Record<string, unknown> = {}, organization?: Organization) {
  const org = organization ?? (await world.it.anOrganization());
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const { contentId } = await admin.call(createContent, {
    body: { type: RequirementType.USSoccer, name: "License", description: "", levelId: org.levels.root },
  });
  const { kind: _, ...usual } = usualSettings["us-soccer"];
  const save = (changes: object) =>
    admin.call(saveContentOf["us-soccer"], {
      params: { id: contentId },
      body: usSoccerSettings.parse({ ...usual, licenses: ["coach_3"], ...more, ...changes }) as never,
    });
  await save({});
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [assignment] } });
  const aCoach = async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.asSystem(({ db, organizationId }) =>
      db
        .update(profile)
        .set({ dateOfBirth: "1984-05-06" })
        .where(and(eq(profile.organizationId, organizationId), eq(profile.profileId, coach.profileId))),
    );
    return withLicense(coach);
  };
  return { org, admin, director, save, aCoach, ...(await aCoach()) };
}

async function withLicense(coach: TestPerson) {
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "License");
  const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
  const idBody = (ussfId: string) => ({ params: { id: coach.profileId }, body: { profileLevelAccessId, ussfId } });
  return {
    coach,
    on,
    requirementId,
    askToEnter: (id: string) => coach.ask(setUssfId, idBody(id)),
    enter: async (id: string) => {
      await coach.call(setUssfId, idBody(id));
      await world.it.drainJobs();
    },
    seen: (who: TestPerson = coach) => who.call(getHeldLicenses, on),
    requirement: () => coach.call(getRequirement, on),
    status: async () => (await coach.call(getRequirement, on)).status,
    refresh: async () => {
      const licenses = await coach.call(refreshHeldLicenses, { params: on.params, body: on.query });
      await world.it.drainJobs();
      return licenses;
    },
  };
}

describe("a license", () => {
  test("that counts completes the requirement through its own last day, and says that it is simulated", async () => {
    const one = await aLicense();
    const id = anId("11");
    await holds(id, { key: "coach_3", issued: -400, expires: 330 }, { key: "safety_1", issued: -10, expires: 300 });
    await one.enter(id);
    expect(await one.seen()).toMatchObject({
      provider: { name: "U.S. Soccer", simulated: true },
      identity: "confirmed",
      problem: null,
      licenses: [
        { key: "coach_3", standing: "counts", issuer: "U.S. Soccer" },
        { key: "safety_1", standing: "notAccepted" },
      ],
    });
    expect(await one.status()).toBe(RequirementStatus.Completed);
    const { expiresAt } = await one.requirement();
    const last = new Date(Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`) + 330 * day);
    expect(Math.abs(Date.parse(expiresAt ?? "") - last.getTime())).toBeLessThan(2 * day);
  });

  test.each([
    ["that expired", "12"],
    ["of a referee", "13"],
    ["that isn't there", "15"],
  ])("%s leaves it owed", async (_, end) => {
    const one = await aLicense();
    await one.enter(anId(end));
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
    expect((await one.seen()).refreshedAt).not.toBeNull();
  });

  test("of a higher grade counts where the content says so, and a lower one never does", async () => {
    const one = await aLicense({ licenses: ["coach_4"] });
    const [higher, lower] = [anId("11"), anId("11")];
    await holds(higher, { key: "coach_16", issued: -10, expires: 300 });
    await holds(lower, { key: "coach_1", issued: -10, expires: 300 });
    await one.enter(higher);
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
    await one.save({ higherGrades: true });
    await pass(2 * minute);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    const other = await one.aCoach();
    await other.enter(lower);
    expect(await other.status()).toBe(RequirementStatus.Incomplete);
  });

  test("that ends before the day through which it must be valid doesn't count", async () => {
    const one = await aLicense({ validity: { type: "PerRequirement" }, validThrough: "2090-06-30" });
    await one.enter(anId("11"));
    expect((await one.seen()).licenses[0]).toMatchObject({ standing: "endsTooEarly" });
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
  });

  test("that is revoked makes the requirement owed again in the night, and one that appears completes it", async () => {
    const one = await aLicense();
    const id = anId("11");
    await holds(id);
    await one.enter(id);
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
    await holds(id, { key: "coach_3", issued: -1, expires: 400 });
    await pass(1.5 * day);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    await holds(id);
    await pass(1.5 * day);
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
    expect((await one.requirement()).attempt?.state).toBe("approved");
    await holds(id, { key: "coach_3", issued: -1, expires: 400 });
    await pass(1.5 * day);
    expect(await one.status()).toBe(RequirementStatus.Completed);
  });

  test("that ends is emailed to the member once, with a link to their licenses", async () => {
    const one = await aLicense();
    const id = anId("11");
    await holds(id, { key: "coach_3", issued: -300, expires: 400 });
    await one.enter(id);
    const notices = async () =>
      (await one.org.asSystem((call) => newestMails(call, 50))).filter(({ kind }) => kind === "licenseEnded");
    await pass(day);
    expect(await notices()).toEqual([]);
    await holds(id);
    await pass(day);
    await pass(day);
    expect(await notices()).toMatchObject([
      {
        to: one.coach.email,
        subject: "License: your license no longer counts",
        text: expect.stringContaining(`/requirements/${one.requirementId}?pla=`),
      },
    ]);
  });

  test("that is renewed counts longer, and one that is shortened ends earlier", async () => {
    const one = await aLicense();
    const id = anId("11");
    await holds(id, { key: "coach_3", issued: -300, expires: 10 });
    await one.enter(id);
    expect(await one.status()).toBe(RequirementStatus.ExpiringSoon);
    await holds(id, { key: "coach_3", issued: 0, expires: 700 });
    await pass(1.5 * day);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    await holds(id, { key: "coach_3", issued: 0, expires: 5 });
    await pass(1.5 * day);
    expect(await one.status()).toBe(RequirementStatus.ExpiringSoon);
  });

  test("without an end counts as long as the content says, and is renewed once it is about to expire", async () => {
    const one = await aLicense({ validity: { type: "Duration", amount: 60, unit: "days" }, licenses: ["coach_1"] });
    await one.enter(anId("17"));
    expect(await one.status()).toBe(RequirementStatus.Completed);
    const { attempt } = await one.requirement();
    await pass(2 * day);
    expect((await one.requirement()).attempt?.attemptId).toBe(attempt?.attemptId);
    await pass(50 * day);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    expect((await one.requirement()).attempt?.attemptId).not.toBe(attempt?.attemptId);
  });
});

describe("an ID", () => {
  test("that somebody else of the organization has is refused, until they have another", async () => {
    const one = await aLicense();
    const other = await one.aCoach();
    const id = anId("11");
    await one.enter(id);
    expect(await other.askToEnter(id)).toMatchObject({ status: 409, body: { reason: "ussfIdTaken" } });
    await one.enter(anId("15"));
    expect(await other.askToEnter(id)).toMatchObject({ status: 204 });
    await world.it.drainJobs();
    expect(await other.status()).toBe(RequirementStatus.Completed);
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
  });

  test.each([
    ["another name", "91", "nameDiffers"],
    ["another date of birth", "81", "birthDiffers"],
    ["both", "71", "bothDiffer"],
    ["nobody's record confirmed", "61", "unknown"],
  ])("with %s is reviewed, and never completes by itself", async (_, end, identity) => {
    const one = await aLicense();
    await one.enter(anId(end));
    expect(await one.status()).toBe(RequirementStatus.PendingReview);
    expect(await one.seen(one.director)).toMatchObject({
      identity,
      identityText: expect.stringMatching(/U\.S\. Soccer/),
    });
    await pass(1.5 * day);
    expect(await one.status()).toBe(RequirementStatus.PendingReview);
  });

  test("that a reviewer found to be theirs counts from then on; one that was sent back isn't reviewed every night", async () => {
    const one = await aLicense();
    const decide = (
      reviewDecision: "Approved" | "RejectedReset",
      of: typeof one | Awaited<ReturnType<typeof one.aCoach>>,
    ) =>
      one.director.call(reviewRequirement, {
        params: { plaId: of.on.query.profileLevelAccessId },
        body: {
          requirementId: of.requirementId,
          reviewDecision,
          reviewNotes: reviewDecision === "Approved" ? "" : "Check the ID.",
          ...(reviewDecision === "Approved"
            ? { validUntil: new Date(Date.now() + 40 * day).toISOString().slice(0, 10) }
            : {}),
        } as never,
      });
    const other = await one.aCoach();
    await one.enter(anId("91"));
    await other.enter(anId("91"));
    await decide("Approved", one);
    await decide("RejectedReset", other);
    await pass(1.5 * day);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    expect(await other.status()).toBe(RequirementStatus.Incomplete);
    await pass(60 * day);
    expect(await one.status()).toBe(RequirementStatus.Completed);
  });

  test("is looked up again after a new name, because it may belong to someone else", async () => {
    const one = await aLicense();
    await one.enter(anId("11"));
    const { profileId } = one.coach;
    const body = { profileId, firstName: "Someone", lastName: "Else", dateOfBirth: "1984-05-06" };
    await one.admin.call(saveName, { body });
    expect((await one.seen()).looking).toBe(true);
    await pass(2 * minute);
    expect(await one.seen()).toMatchObject({ looking: false, identity: "confirmed" });
  });

  test("that U.S. Soccer doesn't know says so, and shows no license anymore", async () => {
    const one = await aLicense();
    const id = anId("11");
    await one.enter(id);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    await one.enter(anId("10"));
    expect(await one.seen()).toMatchObject({ problem: { kind: "unknownId" }, licenses: [] });
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
  });
});

describe("U.S. Soccer", () => {
  test.each([
    ["500", "busy"],
    ["429", "busy"],
    ["drop", "unreachable"],
    ["timeout-before", "unreachable"],
    ["malformed", "malformed"],
    ["schema-drift", "malformed"],
  ])("answering with %s changes nothing, says so to member and director, and is asked again", async (name, problem) => {
    const one = await aLicense();
    const id = anId("11");
    await holds(id, { key: "coach_3", issued: -400, expires: 330 });
    await one.enter(id);
    const { attempt } = await one.requirement();
    await fault(name);
    // For this one person, whoever else is due.
    world.it.clock.shift = 2 * minute;
    await one.refresh();
    world.it.clock.shift = 0;
    for (const who of [one.coach, one.director]) {
      expect((await one.seen(who)).problem).toMatchObject({
        kind: problem,
        text: expect.stringMatching(/^U\.S\. Soccer/),
      });
    }
    expect((await one.seen()).licenses).toHaveLength(1);
    expect(await one.status()).toBe(RequirementStatus.Completed);
    await lookups.clearFaults();
    await pass(day);
    expect((await one.seen()).problem).toBeNull();
    expect((await one.requirement()).attempt?.attemptId).toBe(attempt?.attemptId);
  });

  test("that doesn't accept the key is reported to operators, and asked again", async () => {
    const one = await aLicense();
    lookups.useLicenses({ clientSecret: "wrong" });
    await one.enter(anId("11"));
    expect((await one.seen()).problem).toMatchObject({ kind: "unauthorized" });
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
    lookups.useLicenses();
    await pass(16 * minute);
    expect(await one.status()).toBe(RequirementStatus.Completed);
  });

  test("is asked at most once a minute by hand", async () => {
    const one = await aLicense();
    const id = anId("11");
    await holds(id);
    await one.enter(id);
    await holds(id, { key: "coach_3", issued: -1, expires: 400 });
    expect((await one.refresh()).refreshableAt).not.toBeNull();
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
    world.it.clock.shift = 2 * minute;
    await one.refresh();
    expect(await one.status()).toBe(RequirementStatus.Completed);
  });

  test("isn't asked without a key: the organization completes the requirement by hand", async () => {
    const one = await aLicense();
    Object.assign(world.it.adapters, { licenses: null });
    await one.enter(anId("11"));
    expect(await one.seen()).toMatchObject({ provider: null, looking: false, licenses: [] });
    expect(await one.status()).toBe(RequirementStatus.Incomplete);
  });
});
