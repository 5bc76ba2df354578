import { Readable } from "node:stream";
import { type RequirementStatus, requirementStatusLabels } from "@touchline/contract";
import { saveContentDocument } from "@touchline/contract/library/content-kinds";
import type { Validity } from "@touchline/contract/library/content-settings";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { historyRuns } from "../../../../test/history-runs.ts";
import { daysLater, lastDayOf, localDay, NaiveRequirement } from "../../../../test/naive-requirement.ts";
import { aPdf, aWorld, type Organization, type TestPerson, usualSettings } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { Refusal } from "../../../errors.ts";
import { organization } from "../../../schema/accounts.ts";
import { inspected } from "../../files/files/actions/inspect.ts";
import { assignContent } from "../../library/content/actions/assign.ts";
import { saveSettings } from "../../library/content/actions/save-settings.ts";
import { loadActor } from "../../people/profiles/queries/actor.ts";
import { submitFiles } from "../../requirements/requirements/actions/submit.ts";
import { completeWithoutUpload } from "../../reviews/reviews/actions/complete-without-upload.ts";
import { editCompletedDate } from "../../reviews/reviews/actions/edit-completed-date.ts";
import { markIncomplete } from "../../reviews/reviews/actions/mark-incomplete.ts";
import { reinstate } from "../../reviews/reviews/actions/reinstate.ts";
import { reviewRequirement } from "../../reviews/reviews/actions/review.ts";
import { inconsistencies } from "./actions/check.ts";
import { sweepSome } from "./actions/sweep.ts";
import { readPeople } from "./queries/people.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});

const hour = 3_600_000;
const years = 10;

const validity = fc.oneof<fc.Arbitrary<Validity>[]>(
  fc.constant({ type: "None" }),
  fc.constant({ type: "PerRequirement" }),
  fc.record({
    type: fc.constant("Duration"),
    amount: fc.integer({ min: 1, max: 14 }),
    unit: fc.constantFrom("months" as const, "years" as const),
  }),
  fc.record({ type: fc.constant("Duration"), amount: fc.integer({ min: 1, max: 400 }), unit: fc.constant("days") }),
  fc.record({
    type: fc.constant("Annual"),
    month: fc.constantFrom(2, 3, 8, 11),
    day: fc.constantFrom(1, 28),
    earlyDays: fc.constantFrom(0, 30, 120),
  }),
  fc.constant({ type: "Annual", month: 2, day: 29, earlyDays: 0 }),
);

const step = fc.record({
  what: fc.constantFrom(
    ...(["submit", "submit", "submit", "submit", "approve", "approve", "approve", "reset", "disqualify"] as const),
    ...([
      "reinstate",
      "markComplete",
      "markIncomplete",
      "editDate",
      "editUntil",
      "demand",
      "drop",
      "wait",
      "wait",
    ] as const),
    ...(["version", "redoBy", "redoBy"] as const),
  ),
  /** How many days ago the given day was. */
  ago: fc.constantFrom(0, 0, 0, 1, 10, 40, 400),
  /** How many days it is valid, when that is given. */
  good: fc.constantFrom(1, 29, 30, 31, 200, 800),
  reviewed: fc.boolean(),
  mandatory: fc.boolean(),
  due: fc.constantFrom(null, 0, 5, 45),
  /** How much time passes until the next step: mostly around the days on which something changes, at any hour. */
  days: fc.constantFrom(0, 0, 1, 1, 7, 28, 29, 30, 31, 60, 200, 365, 366),
  hours: fc.integer({ min: 0, max: 23 }),
  /** Or until a day that rules easily get wrong: the next leap day, the day that a validity names, or the day before. */
  until: fc.constantFrom(...([null, null, null, null, null, "leapDay", "namedDay", "dayBefore"] as const)),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Zones with clock changes at midnight and by half an hour, in both hemispheres, far east and far west. */
const zones = ["America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo", "Pacific/Apia", "UTC"];

const nothingMore = { ago: 0, good: 30, reviewed: false, mandatory: true, due: null, hours: 0 } as const;
/** Completed on February 29, which random histories rarely reach, and then day by day past the end of the year. */
const onALeapDay: Step[] = [
  { ...nothingMore, what: "wait", days: 0, until: "leapDay" },
  { ...nothingMore, what: "submit", days: 365, until: null },
  ...[1, 1, 1].map((days) => ({ ...nothingMore, what: "wait" as const, days: days as 1, until: null })),
];

async function acting<Result>(org: Organization, person: TestPerson, act: (call: Call) => Promise<Result>) {
  return org.asSystem(async (call) => {
    const acting = await loadActor(call, { appUserId: person.appUserId }, person.profileId);
    if (!acting) throw new Error("nobody acts");
    return act({ ...call, ...acting });
  });
}

async function anUpload(call: Call) {
  const file = aPdf();
  const received = await call.adapters.files.receive(Readable.from([Buffer.from(await file.arrayBuffer())]), 10_000);
  if (!received) throw new Error("too large");
  return inspected(call.adapters, { ...received, name: file.name });
}

/**
 * Plays a step in the product and in the reference model. The product must refuse exactly the steps that the model does not
 * allow.
 */
async function play(on: Played, { what, ago, good, reviewed, mandatory, due }: Step): Promise<void> {
  const { org, admin, coach, contentId, requirementId, paper } = on;
  const now = world.it.clock.now().getTime();
  const today = localDay(now, paper.zone);
  const day = daysLater(today, -ago);
  const place = { requirementId, profileLevelAccessId: coach.plaId };
  const needsDay = paper.validity.type === "PerRequirement";
  const validUntil = daysLater(today, good);
  const tried = async (allowed: boolean, act: () => Promise<unknown>, then: () => void) => {
    const refusal = await act().then(
      () => null,
      (error) => error as Error,
    );
    if (refusal !== null && !(refusal instanceof Refusal)) throw refusal;
    expect(`${what} ${refusal === null ? "done" : "refused"}`).toBe(`${what} ${allowed ? "done" : "refused"}`);
    if (refusal === null) then();
  };
  const { pending, counted } = paper;
  const entry = (completedOn: string, validUntilDay: string | null) => ({
    completedOn,
    // A past day counts from its beginning; a completion today counts from now.
    completedAt: completedOn === today ? now : startOf(completedOn, paper.zone),
    lastDay: lastDayOf(paper.validity, completedOn, validUntilDay),
    validUntil: validUntilDay,
    taken: false,
    redo: null,
    version: paper.versions.length,
  });
  if (what === "submit") {
    await org.asSystem((call) => reviewFrom(call, contentId, reviewed));
    const validUntilDay = needsDay ? validUntil : null;
    const sent = entry(day, validUntilDay);
    await tried(
      // Content without review isn't submitted when it would end before the valid completion.
      paper.maySubmit(now) && (reviewed || !paper.isOutdone(sent)),
      () =>
        acting(org, coach, async (call) =>
          submitFiles(call, {
            ...place,
            completedDate: day,
            ...(validUntilDay ? { validUntil: validUntilDay } : {}),
            uploads: [await anUpload(call)],
          }),
        ),
      () => paper.entries.push({ ...sent, state: reviewed ? "pending" : "approved" }),
    );
  } else if (what === "approve" || what === "reset" || what === "disqualify") {
    const decision = { approve: "Approved", reset: "RejectedReset", disqualify: "RejectedDisqualified" } as const;
    const behind = pending && paper.isOutdone(pending);
    await tried(
      // A submission isn't approved when it has expired by the time of review, or ends before the valid completion.
      pending !== undefined &&
        !(what === "approve" && (behind || (paper.namedAfter(pending.version) ?? today) < today)),
      () =>
        acting(org, admin, (call) =>
          reviewRequirement(call, { ...place, reviewDecision: decision[what], reviewNotes: "Because." }),
        ),
      () => {
        if (!pending) return;
        pending.state = what === "approve" ? "approved" : what === "reset" ? "reset" : "disqualified";
        if (what === "approve") paper.meetsVersions(pending);
      },
    );
  } else if (what === "reinstate") {
    await tried(
      paper.barred,
      () => acting(org, admin, (call) => reinstate(call, { ...place, reason: "A mistake." })),
      () => {
        for (const one of paper.entries) if (one.state === "approved" || one.state === "disqualified") one.taken = true;
      },
    );
  } else if (what === "markComplete") {
    const mayBe = pending !== undefined || paper.maySubmit(now);
    const validUntilDay = needsDay ? validUntil : null;
    const fresh = entry(day, validUntilDay);
    await tried(
      paper.demand !== null && !paper.barred && mayBe && !paper.isOutdone(fresh),
      () =>
        acting(org, admin, (call) =>
          completeWithoutUpload(call, {
            ...place,
            date: day,
            reason: "Seen.",
            ...(validUntilDay ? { validUntil: validUntilDay } : {}),
          }),
        ),
      () => {
        // The version of the pending submission counts, as long as that is valid.
        const counts = pending && (paper.namedAfter(pending.version) ?? today) >= today;
        const version = counts ? pending.version : fresh.version;
        if (pending) pending.state = "withdrawn";
        const marked = { ...fresh, version, state: "approved" as const };
        paper.meetsVersions(marked);
        paper.entries.push(marked);
      },
    );
  } else if (what === "markIncomplete") {
    const done = ["Completed", "ExpiringSoon"].includes(paper.statusAt(now));
    await tried(
      paper.demand !== null && done,
      () => acting(org, admin, (call) => markIncomplete(call, { ...place, reason: "Not theirs." })),
      () => {
        for (const one of paper.entries) if (one.state === "approved") one.taken = true;
      },
    );
  } else if (what === "editDate") {
    // At noon, so that the day is the same in every zone that is played.
    const noon = middayOf(day, paper.zone);
    const before = counted?.validUntil ?? null;
    await tried(
      paper.demand !== null &&
        counted !== undefined &&
        !paper.barred &&
        noon <= now &&
        !(needsDay && (before ?? "") < day),
      () =>
        acting(org, admin, (call) =>
          editCompletedDate(call, { ...place, completedDateTime: new Date(noon).toISOString() }),
        ),
      () => {
        if (!counted) return;
        counted.completedOn = day;
        counted.completedAt = noon;
        counted.lastDay = lastDayOf(paper.validity, day, counted.validUntil);
        paper.meetsVersions(counted);
      },
    );
  } else if (what === "editUntil") {
    // The newest one in the model, even when it doesn't count because an older one is valid for longer.
    const corrected = (reviewed ? paper.newerButShorter : undefined) ?? counted;
    await tried(
      paper.demand !== null &&
        corrected !== undefined &&
        !paper.barred &&
        needsDay &&
        validUntil >= corrected.completedOn,
      () =>
        acting(org, admin, async (call) =>
          editCompletedDate(call, {
            ...place,
            validUntil,
            ...(corrected && corrected !== counted ? { attemptId: await timelineText(call, coach.profileId) } : {}),
          }),
        ),
      () => {
        if (!corrected) return;
        corrected.validUntil = validUntil;
        corrected.lastDay = validUntil;
        paper.meetsVersions(corrected);
      },
    );
  } else if (what === "version" || what === "redoBy") {
    const redoBy = what === "version" ? null : daysLater(today, good);
    for (const [reviewRequired, by] of [
      [true, redoBy],
      [false, null],
    ] as const) {
      const settings = { kind: "document" as const, ...usualSettings, ...on.settings, reviewRequired, redoBy: by };
      await acting(org, admin, (call) => saveSettings(call, { contentId, settings }));
    }
    paper.addVersion(redoBy);
  } else if (what === "demand" || what === "drop") {
    const dueDate = due === null ? null : daysLater(today, due);
    const labelIds = [org.labelIds["Head Coach"]];
    const assignment = { levelId: org.levels.root, includeBelow: true, labelIds, mandatory, dueDate };
    await org.asSystem((call) =>
      assignContent(call, {
        contentId,
        contentAssignments: what === "drop" ? [] : [{ ...assignment, payer: "Organization" }],
      }),
    );
    if (what === "drop" && pending) pending.state = "withdrawn";
    paper.demand = what === "drop" ? null : { mandatory, dueDate };
  }
}

/** Returns the renewal that the product reports as shorter; correcting it shows whether it is the right one. */
async function timelineText(call: Call, profileId: string): Promise<string> {
  const { requirements } = await readPeople(call, [profileId]);
  return requirements.get(profileId)?.[0]?.shorterRenewal?.attemptId ?? profileId;
}

/** Finds the first moment of a day by searching the calendar minute by minute. */
function startOf(day: string, zone: string): number {
  let at = middayOf(day, zone);
  while (localDay(at - hour / 4, zone) === day) at -= hour / 4;
  return at;
}

/** Finds the instant of noon on a day by searching hour by hour. */
function middayOf(day: string, zone: string): number {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  const around = Date.parse(`${day}T12:00:00Z`);
  for (let half = -30; half <= 30; half += 1) {
    const at = around + half * (hour / 2);
    if (localDay(at, zone) === day && clock.format(at) === "12:00") return at;
  }
  throw new Error(`no noon on ${day} in ${zone}`);
}

async function reviewFrom(call: Call, contentId: string, reviewRequired: boolean) {
  // Each version exists twice, reviewed and not: which of them is in force is not tested here.
  await call.db.execute(sql`
    UPDATE content SET current_version_id = (
      SELECT content_version_id FROM content_version
      WHERE organization_id = ${call.organizationId} AND content_id = ${contentId}
        AND (settings ->> 'reviewRequired')::boolean = ${reviewRequired} ORDER BY number DESC LIMIT 1)
    WHERE organization_id = ${call.organizationId} AND content_id = ${contentId}`);
}

type Played = {
  org: Organization;
  admin: TestPerson;
  coach: TestPerson;
  contentId: string;
  requirementId: string;
  settings: { validity: Validity; asksCompletionDate: boolean };
  paper: NaiveRequirement;
};

test(`random histories of ${years} years say what a reader of the rules would say: live, as stored, and at any instant since`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      validity,
      fc.array(step, { minLength: 40, maxLength: 90 }),
      async (zone, rule, steps) => {
        world.it.clock.shift = 0;
        const org = await world.it.anOrganization();
        await org.asSystem(({ db, organizationId }) =>
          db.update(organization).set({ timeZone: zone }).where(eq(organization.organizationId, organizationId)),
        );
        const admin = await org.aMember("root", "Administrator");
        const coach = await org.aMember("northTeam", "Head Coach");
        const settings = { validity: rule, asksCompletionDate: true };
        const { contentId } = await org.aDocument(admin, { settings: { ...settings, reviewRequired: true } });
        await admin.call(saveContentDocument, {
          params: { id: contentId },
          body: { ...usualSettings, ...settings, reviewRequired: false },
        });
        const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
        const requirementId = requirements[0]?.requirementId as string;
        const paper = new NaiveRequirement(rule, zone);
        const on: Played = { org, admin, coach, contentId, requirementId, settings, paper };

        const began = Date.now();
        const pages: { from: number; paper: NaiveRequirement }[] = [{ from: began, paper: paper.copy() }];
        for (const one of steps) {
          const from = world.it.clock.now().getTime();
          await play(on, one);
          pages.push({ from, paper: paper.copy() });
          world.it.clock.shift += one.days * 24 * hour + one.hours * hour + 1 + untilDay(one.until, rule, zone);
          await org.asSystem(sweepSome);
          const now = world.it.clock.now().getTime();
          const said = await org.asSystem((call) => storedStatus(call, requirementId));
          expect(`${new Date(now).toISOString()} ${requirementStatusLabels[said]}`).toBe(
            `${new Date(now).toISOString()} ${wordsOf(paper.statusAt(now))}`,
          );
          if (world.it.clock.shift > years * 366 * 24 * hour) break;
        }
        await everyInstant(on, pages);
        expect(await org.asSystem(inconsistencies)).toEqual([]);
      },
    ),
    {
      numRuns: historyRuns(3),
      seed: 20_261_122,
      endOnFailure: true,
      examples: [["UTC", { type: "Duration", amount: 1, unit: "years" }, onALeapDay]],
    },
  );
}, 240_000);

/** Counts the milliseconds from now to the next such day at this hour, day by day; 0 when the validity names no day. */
function untilDay(until: Step["until"], rule: Validity, zone: string): number {
  const now = world.it.clock.now().getTime();
  const annual = rule.type === "Annual" ? rule : null;
  if (until === null || (until !== "leapDay" && annual === null)) return 0;
  const named =
    annual === null ? "" : `-${String(annual.month).padStart(2, "0")}-${String(annual.day).padStart(2, "0")}`;
  const isReached = (day: string) => {
    if (until === "leapDay") return day.endsWith("-02-29");
    return (until === "dayBefore" ? daysLater(day, 1) : day).endsWith(named);
  };
  for (let days = 0; days < 1_500; days += 1)
    if (isReached(localDay(now + days * 24 * hour, zone))) return days * 24 * hour;
  return 0;
}

const wordsOf = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace(/ ./g, (two) => two.toLowerCase());

async function storedStatus(call: Call, requirementId: string): Promise<RequirementStatus> {
  const { rows } = await call.db.execute<{ status: RequirementStatus }>(sql`
    SELECT status FROM requirement WHERE organization_id = ${call.organizationId} AND requirement_id = ${requirementId}`);
  return rows[0]?.status ?? 0;
}

/** Checks the history at instants in between: on both sides of each recorded one, and at many others. */
async function everyInstant(
  { org, requirementId }: Played,
  pages: readonly { from: number; paper: NaiveRequirement }[],
) {
  const { rows: events } = await org.asSystem((call) =>
    call.db.execute<{ at: number; to_status: RequirementStatus }>(sql`
      SELECT (extract(epoch FROM at) * 1000)::float8 AS at, to_status FROM requirement_event
      WHERE organization_id = ${call.organizationId} AND requirement_id = ${requirementId} AND kind = 'status'
      ORDER BY requirement_event_id`),
  );
  for (const [index, { from, paper }] of pages.entries()) {
    const until = pages[index + 1]?.from ?? world.it.clock.now().getTime();
    const named = events.flatMap(({ at }) => [at - 1, at]);
    const between = Array.from({ length: 5 }, (_, n) => from + ((until - from) * (n + 1)) / 6);
    for (const at of [...named, ...between].map(Math.round)) {
      // Playing the step took a moment.
      if (at <= from + 10_000 || at >= until) continue;
      const recorded = events.findLast((event) => event.at <= at)?.to_status ?? 0;
      expect(`${new Date(at).toISOString()} ${requirementStatusLabels[recorded]}`).toBe(
        `${new Date(at).toISOString()} ${wordsOf(paper.statusAt(at))}`,
      );
    }
  }
}
