import { RequirementStatus } from "@touchline/contract";
import { savePreferences } from "@touchline/contract/accounts/account-settings";
import { getNextStepFromToken } from "@touchline/contract/joining/invitations";
import { updateContentBase } from "@touchline/contract/library/content";
import { assignContent as assigning } from "@touchline/contract/library/content-assignments";
import { saveContentDocument } from "@touchline/contract/library/content-kinds";
import { saveMailText } from "@touchline/contract/messages/mail-texts";
import { addMember } from "@touchline/contract/people/profiles";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { completeWithoutUpload, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { addToDay, dayOf, isDigestDue, startOfDay, usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { ask } from "../../../../test/http.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type Organization, password } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";
import { continueDays } from "../../compliance/standing/actions/duty-day.ts";
import { sweepSome } from "../../compliance/standing/actions/sweep.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { assignContent } from "../../library/content/actions/assign.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { addMembers } from "../../people/profiles/actions/add-members.ts";
import { addMember as addMembership } from "../../people/profiles/actions/memberships.ts";
import { activateProfile, createProfile } from "../../people/profiles/actions/people.ts";
import { sendDigest } from "./actions/digest.ts";
import { beginRound, continueRound } from "./actions/reminder-round.ts";

const world = aWorld();
const { kind: _, ...document } = usualSettings.document;

const zone = "America/Los_Angeles";
/**
 * Returns noon of a day this many days from now in the organization's time zone, so that clock changes don't skip or repeat a
 * day.
 */
const noonIn = (days: number) =>
  new Date(`${addToDay(dayOf(world.it.clock.now().getTime(), zone), { days })}T20:00:00Z`);

/** Sends the reminders of one day. */
async function remindOn(org: Organization, days: number): Promise<void> {
  const at = <Result>(work: Parameters<typeof org.asSystem<Result>>[0]) =>
    org.asSystem((call) => work({ ...call, now: noonIn(days) }));
  await at(beginRound);
  for (;;) {
    const { more, digests } = await at(continueRound);
    for (const one of digests) await at((call) => sendDigest(call, one));
    if (!more) return;
  }
}

const remindersOf = async (org: Organization) =>
  (await org.asSystem((call) => newestMails(call, 100)))
    .filter(({ kind }) => ["requirementsOpen", "requirementsAgain", "invitationReminder"].includes(kind))
    .toReversed();

/** Returns the days from now on which an address gets a reminder, within a number of days. */
async function daysOf(org: Organization, email: string, days: number, from = 0): Promise<number[]> {
  const got: number[] = [];
  let before = (await remindersOf(org)).filter((mail) => mail.to === email).length;
  for (let day = from; day <= days; day += 1) {
    await remindOn(org, day);
    const mails = (await remindersOf(org)).filter((mail) => mail.to === email).length;
    expect(mails - before).toBeLessThanOrEqual(1);
    if (mails > before) got.push(day);
    before = mails;
  }
  return got;
}

async function aCoachWhoOwes(settings: { mandatory?: boolean; reviewRequired?: boolean } = {}) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await org.aDocument(admin, {
    mandatory: settings.mandatory ?? true,
    settings: { reviewRequired: settings.reviewRequired ?? true },
  });
  return { org, admin, coach, contentId };
}

test("what is open is reminded of on the days of the series, and never again", async () => {
  const { org, coach } = await aCoachWhoOwes();
  expect(await daysOf(org, coach.email, 70)).toEqual([2, 4, 6, 10, 17, 27, 37, 47, 57, 67]);
  const [first] = await remindersOf(org);
  expect(first?.subject).toMatch(/: 1 requirement to complete$/);
  expect(first?.text).toContain("- Coach agreement");
  expect(first?.text).toContain("http://127.0.0.1/requirements");
});

test("a content's frequency replaces the series", async () => {
  const { org, admin, coach, contentId } = await aCoachWhoOwes();
  const body = { name: "Coach agreement", description: "", reminderFrequency: "Weekly" as const };
  await admin.call(updateContentBase, { params: { id: contentId }, body });
  expect(await daysOf(org, coach.email, 30)).toEqual([7, 14, 21, 28]);
});

test("a day's reminders that are begun again, or go twice, write nothing twice", async () => {
  const { org, coach } = await aCoachWhoOwes();
  await remindOn(org, 1);
  const broken = org.asSystem(async (call) => {
    const later = { ...call, now: noonIn(2) };
    await beginRound(later);
    await continueRound(later);
    throw new Error("the process ends before the commit");
  });
  await expect(broken).rejects.toThrow("before the commit");
  expect(await remindersOf(org)).toEqual([]);
  await Promise.all([remindOn(org, 2), remindOn(org, 2)]);
  await remindOn(org, 2);
  expect((await remindersOf(org)).map((mail) => mail.to)).toEqual([coach.email]);
});

test("what is to be done again by a day is reminded of once, when 30 days are left by the organization's calendar", async () => {
  const { org, admin, coach, contentId } = await aCoachWhoOwes({ reviewRequired: false });
  const beside = await org.aMember("northTeam", "Head Coach");
  const { requirementId } = await owedBy(coach);
  await send(await owedBy(coach));
  const redoBy = addToDay(dayOf(Date.now(), zone), { days: 40 });
  await admin.call(saveContentDocument, {
    params: { id: contentId },
    body: { ...document, reviewRequired: false, redoBy },
  });
  // The first of the 30 days in Los Angeles: not yet a second before its midnight.
  const begins = startOfDay(addToDay(redoBy, { days: -29 }), zone);
  const status = async (at: number) => {
    await org.asSystem((call) => sweepSome({ ...call, now: new Date(at) }));
    return org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ status: number }>(
        sql`SELECT status FROM requirement WHERE organization_id = ${organizationId} AND requirement_id = ${requirementId}`,
      );
      return rows[0]?.status;
    });
  };
  expect(await status(begins - 1_000)).toBe(RequirementStatus.Completed);
  expect(await daysOf(org, coach.email, 11)).toEqual([]);
  expect(await status(begins)).toBe(RequirementStatus.ExpiringSoon);
  expect(await daysOf(org, coach.email, 39, 12)).toEqual([12]);
  const [mail] = (await remindersOf(org)).filter((one) => one.to === coach.email);
  expect(mail?.subject).toMatch(/: 1 requirement to complete again$/);
  const written = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(redoBy));
  expect(mail?.text).toContain(`- Coach agreement (complete again by ${written})`);
  expect(mail?.text).not.toContain("to be cleared at");
  // People who never did it get the usual reminders of open requirements.
  const open = (await remindersOf(org)).filter((one) => one.to === beside.email);
  expect(open.every((one) => !one.text.includes("complete again"))).toBe(true);
  // After its end it is open, and follows the reminder days of open requirements.
  await status(startOfDay(addToDay(redoBy, { days: 1 }), zone));
  expect(await daysOf(org, coach.email, 46, 40)).toEqual([43, 45]);
});

test("what ends by its own validity, or was done again, is no reason to remind of doing it again", async () => {
  const { org, admin, coach, contentId } = await aCoachWhoOwes({ reviewRequired: false });
  await send(await owedBy(coach));
  const redoBy = addToDay(dayOf(Date.now(), zone), { days: 20 });
  const body = { ...document, reviewRequired: false, redoBy };
  await admin.call(saveContentDocument, { params: { id: contentId }, body });
  await send(await owedBy(coach));
  await org.asSystem(sweepSome);
  expect(await daysOf(org, coach.email, 19)).toEqual([]);
  const yearly = await world.it.anOrganization();
  const boss = await yearly.aMember("root", "Administrator");
  const runner = await yearly.aMember("northTeam", "Head Coach");
  const validity = { type: "Duration", amount: 20, unit: "days" } as const;
  await yearly.aDocument(boss, { settings: { reviewRequired: false, validity } });
  await send(await owedBy(runner));
  expect(await daysOf(yearly, runner.email, 18)).toEqual([]);
});

test("what is to be done again has own words of its own, so that nobody who has done all reads that it is open", async () => {
  const { org, admin, coach, contentId } = await aCoachWhoOwes({ reviewRequired: false });
  const words = (subject: string) => ({ en: { subject, body: "{requirements}\n\n[Go]({link})" }, es: null });
  for (const [kind, subject] of [
    ["requirementsOpen", "{how many} to complete"],
    ["requirementsAgain", "{how many} once more"],
  ] as const) {
    await admin.call(saveMailText, { params: { kind }, body: { texts: words(subject), version: 0 } });
  }
  await send(await owedBy(coach));
  const redoBy = addToDay(dayOf(Date.now(), zone), { days: 20 });
  const body = { ...document, reviewRequired: false, redoBy };
  await admin.call(saveContentDocument, { params: { id: contentId }, body });
  await org.asSystem(sweepSome);
  expect(await daysOf(org, coach.email, 3)).toEqual([1]);
  expect((await remindersOf(org)).map(({ subject }) => subject)).toEqual(["1 once more"]);
  await org.aDocument(admin, { name: "Travel form" });
  expect(await daysOf(org, coach.email, 4, 4)).toEqual([4]);
  expect((await remindersOf(org)).at(-1)?.subject).toBe("1 to complete");
});

test("people who stay cleared until a day are told what they will lose it by, and again once they have", async () => {
  const { org, admin, coach } = await aCoachWhoOwes({ reviewRequired: false });
  await send(await owedBy(coach));
  const { contentId } = await org.aDocument(admin, { name: "Travel form", labels: ["Volunteer"] });
  const until = addToDay(dayOf(Date.now(), zone), { days: 80 });
  const all = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]], mandatory: true };
  await admin.call(assigning, {
    params: { id: contentId },
    body: { contentAssignments: [all], keepClearedUntil: until },
  });
  expect(await daysOf(org, coach.email, 80)).toEqual([2, 4, 6, 10, 17, 27, 37, 47, 57, 67]);
  const [mail] = await remindersOf(org);
  const written = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(until));
  expect(mail?.text).toContain(`- Travel form (due on ${written} to stay cleared)`);
  expect(mail?.text).toContain(
    "Complete these requirements by the dates shown to stay cleared at Cascade Youth Soccer:",
  );
  await org.asSystem((call) => continueDays({ ...call, now: noonIn(81) }, 100));
  expect(await daysOf(org, coach.email, 92, 81)).toEqual([83, 85, 87, 91]);
  expect((await remindersOf(org)).at(-1)?.text).toContain("to be cleared at");
});

test("people who stay cleared in two places until different days are told the earlier day", async () => {
  const { org, admin, coach } = await aCoachWhoOwes({ reviewRequired: false });
  await org.asSystem((call) =>
    addMembers(call, [
      {
        profileLevelAccessId: newId(),
        profileId: coach.profileId,
        levelId: org.levels.southClub,
        labelId: org.labelIds["Head Coach"],
      },
    ]),
  );
  await send(await owedBy(coach));
  const { contentId } = await org.aDocument(admin, { name: "Travel form", labels: ["Volunteer"] });
  const at = (place: "north" | "south") => ({
    ...{ levelId: org.levels[place], includeBelow: true, labelIds: [org.labelIds["Head Coach"]], mandatory: true },
  });
  const inDays = (days: number) => addToDay(dayOf(Date.now(), zone), { days });
  const keeping = (contentAssignments: ReturnType<typeof at>[], keepClearedUntil: string) =>
    admin.call(assigning, { params: { id: contentId }, body: { contentAssignments, keepClearedUntil } });
  await keeping([at("north")], inDays(40));
  await keeping([at("north"), at("south")], inDays(80));
  expect(await daysOf(org, coach.email, 3)).toEqual([2]);
  const [mail] = await remindersOf(org);
  const written = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(inDays(40)));
  expect(mail?.text).toContain(`- Travel form (due on ${written} to stay cleared)`);
});

test("what is optional at one place and mandatory at another is named with the day of where it is mandatory", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const south = { levelId: org.levels.southClub, labelId: org.labelIds["Head Coach"], profileId: coach.profileId };
  await admin.call(addMember, { body: south });
  const { contentId } = await org.aDocument(admin, { name: "Travel form", labels: ["Volunteer"] });
  const at = (place: "north" | "south", mandatory: boolean, dueDate: string) => ({
    ...{ levelId: org.levels[place], includeBelow: true, labelIds: [org.labelIds["Head Coach"]], mandatory, dueDate },
  });
  const contentAssignments = [at("north", false, "2031-05-01"), at("south", true, "2031-06-01")];
  await admin.call(assigning, { params: { id: contentId }, body: { contentAssignments } });
  expect(await daysOf(org, coach.email, 3)).toEqual([2]);
  const [mail] = await remindersOf(org);
  expect(mail?.text).toContain("- Travel form (due on June 1, 2031)");
});

test("a newly mandatory requirement is reminded of from then on; an edited assignment doesn't restart reminders", async () => {
  const { org, coach, contentId } = await aCoachWhoOwes({ mandatory: false });
  const assignedOn = (days: number, more: { mandatory: boolean; dueDate?: string }) =>
    org.asSystem((call) =>
      assignContent(
        { ...call, now: noonIn(days) },
        {
          contentId,
          contentAssignments: [
            {
              ...{ levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] },
              ...{ payer: "Organization" as const, ...more },
            },
          ],
        },
      ),
    );
  expect(await daysOf(org, coach.email, 12)).toEqual([]);
  await assignedOn(100, { mandatory: true });
  expect(await daysOf(org, coach.email, 105, 101)).toEqual([102, 104]);
  await assignedOn(105, { mandatory: true, dueDate: "2031-01-31" });
  expect(await daysOf(org, coach.email, 118, 106)).toEqual([106, 110, 117]);
});

test("what ran out for an entry that went into another is reminded of from then, and to that one", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  world.it.clock.shift -= 21 * 86_400_000;
  const kept = await org.aMember("southClub", "Volunteer");
  const gone = await org.added(admin, "northTeam", "Head Coach", "Twin");
  const validity = { type: "Duration", amount: 20, unit: "days" } as const;
  await org.aDocument(admin, { settings: { validity } });
  const plaId = gone.profileLevelAccessId;
  const [owed] = (await admin.call(listRequirements, { params: { plaId } })).requirements;
  const requirementId = owed?.requirementId as string;
  const seen = { date: dayOf(world.it.clock.now().getTime(), zone), reason: "Seen on paper." };
  await admin.call(completeWithoutUpload, { params: { plaId }, body: { requirementId, ...seen } });
  world.it.clock.shift += 21 * 86_400_000;
  await org.asSystem(sweepSome);
  const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
  await admin.call(mergeProfiles, { body: { keep: kept.profileId, merge: gone.profileId, parts } });
  expect(await daysOf(org, kept.email, 7)).toEqual([2, 4, 6]);
});

test("after days on which nothing ran, everything that fell due is reminded of once", async () => {
  const { org, coach } = await aCoachWhoOwes();
  await remindOn(org, 1);
  await remindOn(org, 9);
  expect((await remindersOf(org)).map((mail) => mail.to)).toEqual([coach.email]);
  await remindOn(org, 10);
  expect(await remindersOf(org)).toHaveLength(2);
});

test("whom an unfinished day did not reach is reminded on the next one, and nobody whom it reached is reminded twice", async () => {
  const { org, coach } = await aCoachWhoOwes();
  const coaches = [coach, await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  await remindOn(org, 1);
  const at = (days: number, work: Parameters<typeof org.asSystem<unknown>>[0]) =>
    org.asSystem((call) => work({ ...call, now: noonIn(days) }));
  /** Sends the reminders of a day in a process that ends after this many people. */
  const broken = async (days: number, most: number) => {
    await at(days, beginRound);
    expect(await at(days, (call) => continueRound(call, most))).toMatchObject({ more: true });
  };
  const reached = async () => (await remindersOf(org)).map((mail) => mail.to);
  // The administrator and one coach, of four people.
  await broken(2, 2);
  expect(await reached()).toEqual([coaches[0]?.email]);
  await broken(3, 3);
  expect(await reached()).toEqual([coaches[0]?.email, coaches[1]?.email]);
  await remindOn(org, 4);
  const all = coaches.map((one) => one.email);
  // The fourth day is a reminder day for all of them; for the last one it makes up for the second as well.
  expect((await reached()).slice(2).sort()).toEqual([...all].sort());
  await at(4, continueRound);
  await remindOn(org, 5);
  expect(await reached()).toHaveLength(5);
});

test("what an unfinished day left is not taken up again beside a later day: nobody gets two mails", async () => {
  const { org, coach } = await aCoachWhoOwes();
  const beyond = await org.aMember("northTeam", "Head Coach");
  const at = (days: number, work: Parameters<typeof org.asSystem<unknown>>[0]) =>
    org.asSystem((call) => work({ ...call, now: noonIn(days) }));
  await remindOn(org, 1);
  await at(2, beginRound);
  await at(2, (call) => continueRound(call, 2));
  await remindOn(org, 4);
  expect(await at(4, continueRound)).toEqual({ more: false, digests: [] });
  expect((await remindersOf(org)).map((mail) => mail.to)).toEqual([coach.email, coach.email, beyond.email]);
});

test("nobody is reminded of what is optional, waits on others, is done, or of anything when disqualified", async () => {
  const optional = await aCoachWhoOwes({ mandatory: false });
  const pending = await aCoachWhoOwes();
  await send(await owedBy(pending.coach));
  const done = await aCoachWhoOwes({ reviewRequired: false });
  await send(await owedBy(done.coach));
  const rejected = await aCoachWhoOwes();
  await rejected.org.aDocument(rejected.admin, { name: "Concussion course" });
  const { requirementId } = await owedBy(rejected.coach);
  await send(await owedBy(rejected.coach));
  await rejected.admin.call(reviewRequirement, {
    params: { plaId: rejected.coach.plaId },
    body: { requirementId, reviewDecision: "RejectedDisqualified", reviewNotes: "Not with us." },
  });
  for (const { org, coach } of [optional, pending, done, rejected]) {
    expect(await daysOf(org, coach.email, 6)).toEqual([]);
  }
});

test("people who turned reminders off get none", async () => {
  const { org, coach } = await aCoachWhoOwes();
  await coach.call(savePreferences, { body: { muted: ["reminders"] } });
  expect(await daysOf(org, coach.email, 4)).toEqual([]);
});

test("a guardian gets one mail a day, about themselves and the children they guard, by name", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  Object.assign(org.labelIds, { Player: family.player });
  await org.aDocument(admin, { labels: ["Player" as never], name: "Concussion course" });
  await org.aDocument(admin, { labels: ["Volunteer"], name: "Volunteer code" });
  await added(parent, family, { firstName: "Noa" });
  await added(parent, family, { firstName: "Ilse" });
  expect(await daysOf(org, parent.email, 2)).toEqual([2]);
  const [mail] = await remindersOf(org);
  expect(mail?.subject).toMatch(/3 requirements to complete/);
  for (const line of ["- Noa: Concussion course", "- Ilse: Concussion course", "- Volunteer code"]) {
    expect(mail?.text).toContain(line);
  }
});

test("a child's requirements count from the day on which the guardian joined, if that was later", async () => {
  const { org, admin, player } = await aFamilyOrganization(world.it);
  Object.assign(org.labelIds, { Player: player });
  await org.aDocument(admin, { labels: ["Player" as never], name: "Concussion course" });
  const email = "late.parent@clubs.example";
  const { profileId: parent } = await org.anInvited("northTeam", "Volunteer", email);
  const child = await org.asSystem(async (call) => {
    const person = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2015-05-05" };
    const profileId = await createProfile(call, person, null);
    await addMembership(call, { levelId: org.levels.northTeam, labelId: player, profileId });
    return profileId;
  });
  const pair = { guardianProfileId: parent, childProfileId: child };
  await org.asSystem((call) => addGuardian(call, pair));
  const { sub } = await world.it.accounts.create({ email, password });
  await org.asSystem((call) => activateProfile({ ...call, now: noonIn(10) }, parent, sub, null));
  expect(await daysOf(org, email, 21, 10)).toEqual([12, 14, 16, 20]);
});

test("an unconfirmed address gets no reminders, because it may belong to someone else", async () => {
  const { org } = await aCoachWhoOwes();
  const email = "not.confirmed@clubs.example";
  const { sub } = await world.it.accounts.create({ email, password });
  await org.asSystem(async (call) => {
    const person = { firstName: "Ana", lastName: "Waits", email, dateOfBirth: "1985-04-12" };
    const account = { appUserId: sub, activatedAt: call.now, confirmedAt: null };
    const profileId = await createProfile(call, person, account);
    await addMembership(call, { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId });
  });
  expect(await daysOf(org, email, 6)).toEqual([]);
});

test("an invitation that is open is reminded of on days 2, 4, 7 and 10, with a link that works, until it is taken up", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const email = "ana.invited@clubs.example";
  await admin.call(addMember, {
    body: {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      person: { firstName: "Ana", lastName: "Invited", email, dateOfBirth: null },
    },
  });
  expect(await daysOf(org, email, 14)).toEqual([2, 4, 7, 10]);
  const token = (await world.it.linksTo(email, "/signup")).at(-1) as string;
  const { body } = await ask(world.it.base, null, getNextStepFromToken, { query: { token } });
  expect(body).toMatchObject({ step: "full-signup-form", invitation: { firstName: "Ana" } });
});

test("the scheduler begins where it is nine in the morning, not before, and once a day", async () => {
  const { org, coach } = await aCoachWhoOwes();
  const rounds = () =>
    org.asSystem(async (call) => {
      const { rows } = await call.db.execute<{ day: string; ended: boolean }>(
        `SELECT day::text, ended_at IS NOT NULL AS ended FROM reminder_round
         WHERE organization_id = '${org.organizationId}' ORDER BY day`,
      );
      return rows;
    });
  const day = addToDay(dayOf(world.it.clock.now().getTime(), zone), { days: 2 });
  const pass = async (time: string) => {
    // By local clocks, in summer and in winter.
    const sinceMidnight = Date.parse(`1970-01-01T${time}Z`);
    world.it.clock.shift = startOfDay(day, zone) + sinceMidnight - Date.now();
    await world.it.runSchedule("reminders.notice");
    await world.it.drainJobs();
  };
  try {
    await pass("08:59:00");
    expect(await rounds()).toEqual([]);
    await pass("09:01:00");
    await pass("17:00:00");
    expect(await rounds()).toEqual([{ day, ended: true }]);
    expect((await remindersOf(org)).map((mail) => mail.to)).toEqual([coach.email]);
  } finally {
    world.it.clock.shift = 0;
  }
});

test("on Mondays people who manage others get a summary of their levels and pending items once, and no one else", async () => {
  const { org, admin, coach } = await aCoachWhoOwes();
  const director = await org.aMember("north", "Club Director");
  const south = await org.aMember("south", "Head Coach");
  await send(await owedBy(south));
  const today = dayOf(world.it.clock.now().getTime(), zone);
  const monday = [1, 2, 3, 4, 5, 6, 7].find((days) =>
    isDigestDue(addToDay(today, { days: days - 1 }), addToDay(today, { days })),
  ) as number;
  for (const days of [monday - 1, monday, monday, monday + 1]) await remindOn(org, days);
  const mails = (await org.asSystem((call) => newestMails(call, 100))).filter(({ kind }) => kind === "digest");
  expect(mails.map((mail) => mail.to).sort()).toEqual([admin.email, director.email].sort());
  const of = (email: string) => mails.find((mail) => mail.to === email)?.text ?? "";
  // The director sees only the north; the admin sees everything, with the pending submission.
  expect(of(director.email)).toMatch(/- .*: 1 Incomplete, 1 No Requirements$/m);
  expect(of(director.email)).not.toContain("pending review");
  expect(of(admin.email)).toMatch(/- .*: 2 Incomplete, 2 No Requirements$/m);
  expect(of(admin.email)).toContain("1 submission is pending review.");
  expect(of(coach.email)).toBe("");
});

const digestsOf = async (org: Organization) =>
  (await org.asSystem((call) => newestMails(call, 100))).filter(({ kind }) => kind === "digest").toReversed();

/** Returns the next Monday, in days from now, that has a Sunday before it. */
function nextMonday(): number {
  const today = dayOf(world.it.clock.now().getTime(), zone);
  return [1, 2, 3, 4, 5, 6, 7].find((days) =>
    isDigestDue(addToDay(today, { days: days - 1 }), addToDay(today, { days })),
  ) as number;
}

test("people who chose a daily summary get one that says so, and people who chose none don't", async () => {
  const { org, admin } = await aCoachWhoOwes();
  const [daily, never] = [await org.aMember("north", "Club Director"), await org.aMember("root", "Administrator")];
  const quiet = await world.it.anOrganization();
  const inQuiet = await quiet.aMember("root", "Administrator");
  for (const one of [daily, inQuiet]) await one.call(savePreferences, { body: { digest: "daily" } });
  await never.call(savePreferences, { body: { digest: "never" } });
  const monday = nextMonday();
  for (const days of [monday, monday + 1, monday + 1, monday + 2]) {
    await remindOn(org, days);
    await remindOn(quiet, days);
  }
  const mails = await digestsOf(org);
  expect(mails.filter(({ to }) => to === daily.email)).toHaveLength(3);
  expect(mails.find(({ to }) => to === daily.email)?.subject).toMatch(/: daily summary$/);
  expect(mails.find(({ to }) => to === daily.email)?.text).toContain("every day that something needs your attention");
  expect(mails.filter(({ to }) => to === admin.email).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/: weekly summary$/),
  ]);
  expect(mails.filter(({ to }) => to === never.email)).toEqual([]);
  // Nothing is missing there.
  expect(await digestsOf(quiet)).toEqual([]);
});

test("people who change the setting before it is sent get none", async () => {
  const { org, admin } = await aCoachWhoOwes();
  await admin.call(savePreferences, { body: { digest: "never" } });
  await org.asSystem((call) => sendDigest(call, { profileId: admin.profileId, day: "2026-11-23" }));
  expect(await digestsOf(org)).toEqual([]);
});

test("the digest of a Monday on which nothing ran comes on the day after, once", async () => {
  const { org, admin } = await aCoachWhoOwes();
  const monday = nextMonday();
  for (const days of [monday - 1, monday + 1, monday + 2]) await remindOn(org, days);
  expect((await digestsOf(org)).map(({ to }) => to)).toEqual([admin.email]);
});

test("a reminder in the organization's own words lists what is open, by the placeholder's name", async () => {
  const { org, admin, coach } = await aCoachWhoOwes();
  const en = { subject: "{how many} left", body: "Come on, {first name}:\n\n{requirements}\n\n[Do it now]({link})" };
  const params = { kind: "requirementsOpen" };
  await admin.call(saveMailText, { params, body: { texts: { en, es: null }, version: 0 } });
  await remindOn(org, 2);
  const [mail] = await remindersOf(org);
  expect(mail).toMatchObject({ to: coach.email, subject: "1 left" });
  expect(mail?.text).toMatch(
    /^Come on, [^\n]+:\n\n- Coach agreement\n\nDo it now:\nhttp:\/\/127\.0\.0\.1\/requirements\n/,
  );
});
