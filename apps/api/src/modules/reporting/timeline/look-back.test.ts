import { type OverallStatus, overallStatuses, RequirementStatus } from "@touchline/contract";
import { changeKinds } from "@touchline/contract/reporting/comparison";
import {
  downloadLookBack,
  getLookBack,
  listLookBackMembers,
  type lookBack as shape,
  startLookBack,
} from "@touchline/contract/reporting/look-back";
import { getAsOf } from "@touchline/contract/reporting/timeline";
import { overallStatus } from "@touchline/rules";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { historyRuns } from "../../../../test/history-runs.ts";
import { aWorld, type LabelName, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { jobTable } from "../../../jobs/queue.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";
import { decideAttempts } from "../../compliance/standing/actions/decide.ts";
import { lockDuties } from "../../compliance/standing/actions/lock-duties.ts";
import { restand } from "../../compliance/standing/actions/restand.ts";
import { presentAttempt, transition } from "../../compliance/standing/actions/transition.ts";
import { overallFacts, owedOn, readPeople } from "../../compliance/standing/queries/people.ts";
import {
  addMember,
  changeRole,
  createMembership,
  deleteMembership,
} from "../../people/profiles/actions/memberships.ts";
import { moveMembership } from "../../people/profiles/actions/move.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { moveLevel } from "../../setup/levels/actions/move.ts";
import { deleteLevel } from "../../setup/levels/actions/remove.ts";
import { mergeProfiles } from "../duplicates/actions/merge.ts";
import { startComparing, startLookingBack } from "./actions/look-back.ts";
import { continueLookingBack, forgetSome } from "./actions/look-back-steps.ts";
import { membersOfComparison, shownComparison } from "./queries/comparison.ts";
import { membersOfLookBack, shownLookBack } from "./queries/look-back.ts";

const world = aWorld();
const day = 86_400_000;
afterEach(() => {
  world.it.clock.shift = 0;
});

type LookBack = z.output<typeof shape>;
const names: LabelName[] = ["Head Coach", "Volunteer"];
const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T;
const noFilter = { search: "", overallStatuses: [], labels: [], requirementStatuses: [] };

/** A membership's standing, in a form that can be compared. */
type Stood = {
  profileLevelAccessId: string;
  profileId: string;
  levelId: string;
  labelId: string;
  overallStatus: OverallStatus;
  requirements: string[];
};

const sorted = (some: readonly Stood[]) =>
  some.toSorted((a, b) => (a.profileLevelAccessId < b.profileLevelAccessId ? -1 : 1));

/** Reads every membership of the organization by the live queries at the call's moment. */
async function livesNow(call: Call): Promise<Stood[]> {
  const { rows } = await call.db.execute<{ id: string }>(
    sql`SELECT profile_id AS id FROM profile WHERE organization_id = ${call.organizationId}`,
  );
  const people = await readPeople(
    call,
    rows.map((row) => row.id),
  );
  return sorted(
    people.memberships.map((membership) => {
      const { profileLevelAccessId, profileId, levelId, labelId } = membership;
      const owed = owedOn(people.requirements.get(profileId) ?? [], profileLevelAccessId, call.now);
      return {
        ...{ profileLevelAccessId, profileId, levelId, labelId },
        overallStatus: overallStatus(overallFacts(people, membership, call.now)),
        requirements: owed.map(({ requirement, status }) => `${requirement.contentId} ${status}`).sort(),
      };
    }),
  );
}

/** Looks back in small steps and small pages. @returns the members it found, and its counts. */
async function looksBack(org: Organization, levelId: string, at: Date, most: number) {
  const lookBackId = await org.asSystem((call) => startLookingBack(call, { levelId, asOf: at.toISOString() }, most));
  while (await org.asSystem((call) => continueLookingBack(call, lookBackId, most)));
  const where = { levelId, lookBackId };
  const read: Stood[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await org.asSystem((call) => membersOfLookBack(call, where, { ...noFilter, perPage: 3, cursor }));
    read.push(
      ...page.data.map(({ requirements, profileLevelAccessId, profileId, levelId, labelId, overallStatus }) => ({
        ...{ profileLevelAccessId, profileId, levelId, labelId, overallStatus },
        requirements: requirements.map((one) => `${one.contentId} ${one.status}`).sort(),
      })),
    );
    if (page.next === null) break;
    cursor = page.next;
  }
  return { members: sorted(read), view: await org.asSystem((call) => shownLookBack(call, where)) };
}

type Change = { change: string; person: string; before: Stood | null; after: Stood | null; requirements: string[] };

/** Returns the changes between two lists by direct comparison, without unchanged members. */
function differences(then: readonly Stood[], since: readonly Stood[]): Map<string, Change> {
  const clear = (one: Stood | null) => one?.overallStatus === "Cleared" || one?.overallStatus === "Optional";
  const changes = new Map<string, Change>();
  for (const id of new Set([...then, ...since].map((one) => one.profileLevelAccessId))) {
    const before = then.find((one) => one.profileLevelAccessId === id) ?? null;
    const after = since.find((one) => one.profileLevelAccessId === id) ?? null;
    const { profileId: _was, ...was } = before ?? { profileId: "" };
    const { profileId: _is, ...is } = after ?? { profileId: "" };
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const change =
      clear(after) && !clear(before)
        ? "became"
        : clear(before) && !clear(after)
          ? "stopped"
          : before === null
            ? "joined"
            : after === null
              ? "left"
              : "other";
    const [had, has] = [before?.requirements ?? [], after?.requirements ?? []];
    const requirements = [
      ...had.filter((one) => !has.includes(one)).map((one) => `was ${one}`),
      ...has.filter((one) => !had.includes(one)).map((one) => `is ${one}`),
    ].sort();
    changes.set(id, { change, person: (after ?? before)?.profileId ?? "", before, after, requirements });
  }
  return changes;
}

/** Compares in small steps and small pages. @returns the members it found, and its counts. */
async function compares(org: Organization, levelId: string, from: Date, to: Date, most: number) {
  const between = { levelId, from: from.toISOString(), to: to.toISOString() };
  const lookBackId = await org.asSystem((call) => startComparing(call, between, most));
  while (await org.asSystem((call) => continueLookingBack(call, lookBackId, most)));
  const where = { levelId, lookBackId };
  const changes = new Map<string, unknown>();
  for (let cursor: string | undefined; ; ) {
    const page = await org.asSystem((call) =>
      membersOfComparison(call, where, { search: "", changes: [], perPage: 3, cursor }),
    );
    for (const row of page.data) {
      expect(changes.has(row.profileLevelAccessId)).toBe(false);
      const side = (stood: (typeof row)["before"]) =>
        stood && { levelId: stood.levelId, labelId: stood.labelId, overallStatus: stood.overallStatus };
      const requirements = row.requirements
        .flatMap(({ contentId, before, after }) => [
          ...(before === null ? [] : [`was ${contentId} ${before}`]),
          ...(after === null ? [] : [`is ${contentId} ${after}`]),
        ])
        .sort();
      const [before, after] = [side(row.before), side(row.after)];
      changes.set(row.profileLevelAccessId, { change: row.change, person: row.profileId, before, after, requirements });
    }
    if (page.next === null) break;
    cursor = page.next;
  }
  return { changes, view: await org.asSystem((call) => shownComparison(call, where)) };
}

/** Computes the counts again from the list. */
function counted(members: readonly Stood[]) {
  const overall = Object.fromEntries(
    overallStatuses.map((status) => [status, members.filter((one) => one.overallStatus === status).length]),
  );
  const labels = [...Map.groupBy(members, (one) => one.labelId)].map(([labelId, of]) => [labelId, of.length]).sort();
  const requirements = [
    ...Map.groupBy(
      members.flatMap((one) => one.requirements),
      (one) => one,
    ),
  ]
    .map(([one, of]) => `${one}: ${of.length}`)
    .sort();
  return { members: members.length, overall, labels, requirements };
}

const countsOf = ({ members, overall, labels, requirements }: LookBack) => ({
  members,
  overall,
  labels: labels.map((one) => [one.labelId, Object.values(one.overall).reduce((sum, many) => sum + many, 0)]).sort(),
  requirements: requirements
    .flatMap(({ contentId, statuses }) =>
      Object.entries(statuses).map(([status, many]) => `${contentId} ${status}: ${many}`),
    )
    .sort(),
});

const step = fc.record({
  what: fc.constantFrom(
    ...(["join", "join", "join", "join", "submit", "submit", "decide", "decide", "activate", "wait", "wait"] as const),
    ...(["add", "move", "move", "relabel", "remove", "merge", "moveLevel", "deleteLevel"] as const),
  ),
  n: fc.nat(1000),
  m: fc.nat(1000),
  days: fc.integer({ min: 0, max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const places: LevelKey[] = ["root", "north", "northClub", "northTeam", "otherTeam", "southClub"];

/** Chooses all parts of the entry that is kept. */
const kept = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;

/** Plays a step of an organization's history through the code that writes it; refused steps are fine. */
async function play(org: Organization, { what, n, m }: Step): Promise<void> {
  await org
    .asSystem(async (call) => {
      const { rows } = await call.db.execute<{ id: string }>(sql`
        SELECT profile_id AS id FROM profile
        WHERE organization_id = ${call.organizationId} AND merged_into IS NULL ORDER BY profile_id`);
      const people = rows.map((row) => row.id);
      const levelId = org.levels[pick(places, m)];
      const labelId = org.labelIds[pick(names, n)];
      if (what === "join" || people.length === 0) {
        const then = n % 3 === 0 ? {} : { activatedAt: call.now, confirmedAt: call.now };
        const person = { firstName: "Ana", lastName: `Ruiz${n}`, email: null, dateOfBirth: null };
        const profileId = await createProfile(call, person, then as never);
        await addMember(call, { levelId, labelId, profileId });
        return;
      }
      const profileId = pick(people, n);
      const held = await readPeople(call, [profileId]);
      const seat = pick(held.memberships, m);
      if (what === "add") {
        await lockDuties(call, "memberships");
        await createMembership(call, { profileId, levelId, labelId });
      } else if (what === "move" && seat) await moveMembership(call, { ...seat, newLevelId: levelId });
      else if (what === "relabel" && seat) await changeRole(call, { ...seat, newLabelId: labelId });
      else if (what === "remove" && seat) await deleteMembership(call, { id: seat.profileLevelAccessId });
      else if (what === "merge") await mergeProfiles(call, { keep: profileId, merge: pick(people, m), parts: kept });
      else if (what === "moveLevel") {
        await moveLevel(call, { levelId, parentId: org.levels[pick(["south", "north", "northClub"] as const, n)] });
      } else if (what === "deleteLevel" && levelId !== org.levels.root && n % 3 === 0) {
        const { rows: there } = await call.db.execute<{ id: string }>(sql`
          SELECT membership.profile_level_access_id AS id FROM level AS top
          JOIN level AS here ON here.organization_id = top.organization_id AND here.pre BETWEEN top.pre AND top.last
          JOIN profile_level_access AS membership
            ON membership.organization_id = here.organization_id AND membership.level_id = here.level_id
          WHERE top.organization_id = ${call.organizationId} AND top.level_id = ${levelId}`);
        for (const { id } of there) await deleteMembership(call, { id });
        await deleteLevel(call, levelId);
      } else if (what === "activate") {
        await call.db.execute(sql`UPDATE profile SET activated_at = ${n % 2 === 0 ? null : call.now.toISOString()}
          WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}`);
        await restand(call, [profileId]);
      } else if (seat && (what === "submit" || what === "decide")) {
        const one = pick(held.requirements.get(profileId) ?? [], m);
        if (!one) return;
        const { requirementId, contentId } = one;
        const subject = { requirementId, profileId, contentId, profileLevelAccessId: seat.profileLevelAccessId };
        const { rows: versions } = await call.db.execute<{ id: string }>(sql`
          SELECT current_version_id AS id FROM content
          WHERE organization_id = ${call.organizationId} AND content_id = ${contentId}`);
        const expiresAt = new Date(call.now.getTime() + ((m % 60) + 1) * day);
        if (what === "submit") {
          const reviewWanted = m % 2 === 0;
          const dates = { submittedAt: call.now, completedAt: call.now };
          await transition(call, subject, { kind: "submitted", reviewWanted, type: 0 }, versions[0]?.id ?? "", {
            ...dates,
            ...(reviewWanted ? {} : { decidedAt: call.now, expiresAt }),
          });
        }
        const open = await presentAttempt(call, requirementId);
        if (what === "decide" && open) {
          const decision = pick(["Approved", "Approved", "RejectedReset", "RejectedDisqualified"] as const, n);
          const completion = { completedAt: call.now, validUntil: null, expiresAt };
          await decideAttempts(call, [
            {
              ...{ subject, attemptId: open.attemptId, decision },
              completion: decision === "Approved" ? completion : null,
            },
          ]);
        }
        await restand(call, [profileId]);
      }
    })
    .catch((error: { name?: string }) => {
      if (error.name !== "Refusal") throw error;
    });
}

/** Maps today's tree, including levels that used to be below one, and which entries were merged into which. */
async function asItIsToday(call: Call) {
  const { rows: levels } = await call.db.execute<{ id: string; parent: string | null; gone: boolean }>(sql`
    SELECT level_id AS id, parent_id AS parent, archived_at IS NOT NULL AS gone FROM level
    WHERE organization_id = ${call.organizationId}`);
  const { rows: merged } = await call.db.execute<{ id: string; into: string }>(sql`
    SELECT profile_id AS id, merged_into AS into FROM profile
    WHERE organization_id = ${call.organizationId} AND merged_into IS NOT NULL`);
  const isBelow = (levelId: string, top: string): boolean => {
    if (levelId === top) return true;
    const parent = levels.find((one) => one.id === levelId)?.parent ?? null;
    return parent !== null && isBelow(parent, top);
  };
  return {
    isBelow,
    present: (levelId: string) => !levels.find((one) => one.id === levelId)?.gone,
    personOf: (profileId: string) => merged.find((one) => one.id === profileId)?.into ?? profileId,
  };
}

test("at any instant of random histories, a level's list and counts are what was live then", async () => {
  let compared = 0;
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 36 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, most) => {
        world.it.clock.shift = 0;
        const org = await world.it.anOrganization();
        const admin = await org.aMember("root", "Administrator");
        const soon = new Date(Date.now() + 20 * day).toISOString().slice(0, 10);
        await org.aDocument(admin, { name: "Agreement", labels: names, dueDate: soon });
        await org.aDocument(admin, { name: "Policy", at: "north", mandatory: false, labels: ["Head Coach"] });
        const said: { at: Date; live: Stood[] }[] = [];
        let shift = 0;
        for (const one of steps) {
          await play(org, one);
          said.push(await org.asSystem(async (call) => ({ at: call.now, live: await livesNow(call) })));
          if (one.what === "wait") {
            // As time passes, it alone causes changes that nothing has written.
            shift += one.days * day;
            world.it.clock.shift = shift;
            said.push(await org.asSystem(async (call) => ({ at: call.now, live: await livesNow(call) })));
          }
          shift += 1_000;
          world.it.clock.shift = shift;
        }
        const today = await org.asSystem(asItIsToday);
        for (const [index, { at, live }] of said.entries()) {
          const top = org.levels[pick(["root", "north", "northClub", "south"] as const, index)];
          if (!today.present(top)) continue;
          const { members, view: shown } = await looksBack(org, top, at, most);
          const expected = live
            .filter((one) => today.isBelow(one.levelId, top))
            .map((one) => ({ ...one, profileId: today.personOf(one.profileId) }));
          expect(members).toEqual(expected);
          expect(countsOf(shown)).toEqual(counted(expected));
          expect(shown).toMatchObject({ whole: true, total: shown.looked });
          compared += expected.length;
        }
        for (const [index, one] of said.entries()) {
          const earlier = said[(index * 7) % Math.max(index, 1)];
          const top = org.levels[pick(["north", "root", "northClub", "south"] as const, index)];
          if (index % 3 !== 2 || !earlier || earlier.at >= one.at || !today.present(top)) continue;
          const here = (live: readonly Stood[]) =>
            live
              .filter((each) => today.isBelow(each.levelId, top))
              .map((each) => ({ ...each, profileId: today.personOf(each.profileId) }));
          const { changes: comparedChanges, view: shown } = await compares(org, top, earlier.at, one.at, most);
          const [before, after] = [here(earlier.live), here(one.live)];
          const expected = differences(before, after);
          const place = (stood: Stood | null) =>
            stood && { levelId: stood.levelId, labelId: stood.labelId, overallStatus: stood.overallStatus };
          expect(Object.fromEntries(comparedChanges)).toEqual(
            Object.fromEntries(
              [...expected].map(([id, each]) => [
                id,
                { ...each, before: place(each.before), after: place(each.after) },
              ]),
            ),
          );
          const many = (kind: string) => [...expected.values()].filter(({ change }) => change === kind).length;
          const cleared = (live: readonly Stood[]) =>
            live.filter(({ overallStatus: status }) => status === "Cleared" || status === "Optional").length;
          expect(shown).toMatchObject({
            whole: true,
            members: { before: before.length, after: after.length },
            cleared: { before: cleared(before), after: cleared(after) },
            changes: Object.fromEntries(changeKinds.map((kind) => [kind, many(kind)])),
          });
          expect(shown.cleared.before + shown.changes.became - shown.changes.stopped).toBe(shown.cleared.after);
          changes += expected.size;
        }
        // The steps set themselves until when something is valid, whatever its validity.
        const astray = await org.asSystem(inconsistencies);
        expect(astray.filter(({ what }) => what !== "completion")).toEqual([]);
        world.it.clock.shift = 0;
      },
    ),
    { numRuns: historyRuns(4), seed: 20_261_122, endOnFailure: true },
  );
  // The property would hold for nobody as well.
  expect(compared).toBeGreaterThan(100);
  expect(changes).toBeGreaterThan(20);
}, 240_000);

const begin = (by: TestPerson, levelId: string, asOf: string) =>
  by.call(startLookBack, { params: { id: levelId }, body: { asOf } });
const listed = (by: TestPerson, { levelId, lookBackId }: LookBack, query: Record<string, unknown> = {}) =>
  by.call(listLookBackMembers, { params: { id: levelId, lookBackId }, query: query as never });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Runs at an earlier moment, by setting the clock. */
async function earlier<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  world.it.clock.shift = -ms;
  return act().finally(() => {
    world.it.clock.shift = 0;
  });
}

/** A club as it was ten days ago, and somebody who joined since. */
async function aClub() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const north = await org.aMember("north", "Club Director");
  const south = await org.aMember("south", "Club Director");
  const { contentId } = await org.aDocument(admin, { name: "Agreement", labels: names });
  const members = await earlier(10 * day, () =>
    org.asSystem(async (call) => {
      const joins = async (lastName: string, place: LevelKey, label: LabelName) => {
        const person = { firstName: "Ana", lastName, email: null, dateOfBirth: null };
        const then = { activatedAt: call.now, confirmedAt: call.now };
        const profileId = await createProfile(call, person, then as never);
        return addMember(call, { levelId: org.levels[place], labelId: org.labelIds[label], profileId });
      };
      return {
        stays: await joins("Stays", "northClub", "Head Coach"),
        leaves: await joins("Leaves", "northTeam", "Head Coach"),
        moves: await joins("Moves", "northTeam", "Volunteer"),
        "=danger": await joins("=Danger", "northTeam", "Volunteer"),
      };
    }),
  );
  await org.asSystem(async (call) => {
    await deleteMembership(call, { id: members.leaves.profileLevelAccessId });
    await moveMembership(call, {
      profileLevelAccessId: members.moves.profileLevelAccessId,
      newLevelId: org.levels.southClub,
    });
    await changeRole(call, {
      profileLevelAccessId: members.stays.profileLevelAccessId,
      newLabelId: org.labelIds.Volunteer,
    });
  });
  await org.added(admin, "northClub", "Volunteer", "Later");
  const then = new Date(Date.now() - 9 * day).toISOString();
  return { org, admin, north, south, contentId, members, then };
}

describe("a level as it stood", () => {
  test("shows who was there in which role, whatever happened since, next to today's status", async () => {
    const { org, north, then } = await aClub();
    const found = await begin(north, org.levels.north, then);
    expect(found).toMatchObject({ at: then, whole: true, members: 4, looked: 6, total: 6 });
    expect(found.overall).toMatchObject({ Incomplete: 4 });
    // Those who stayed, those who joined, and the director.
    expect(Object.values(found.today).reduce((sum, many) => sum + many, 0)).toBe(4);
    expect(found.labels.map((one) => [one.labelName, one.overall.Incomplete])).toEqual([
      ["Head Coach", 2],
      ["Volunteer", 2],
    ]);
    const { data } = await listed(north, found);
    expect(data.map((row) => [row.fullName, row.labelName, row.levelName, row.opens])).toEqual([
      ["Ana =Danger", "Volunteer", "northTeam", true],
      ["Ana Leaves", "Head Coach", "northTeam", true],
      // Now out of sight: they were there, but this director may not open their page.
      ["Ana Moves", "Volunteer", "northTeam", false],
      ["Ana Stays", "Head Coach", "northClub", true],
    ]);
    expect(data[0]?.requirements).toEqual([
      { contentId: expect.any(String), name: "Agreement", status: RequirementStatus.Incomplete },
    ]);
  });

  test("is filtered by status, role, requirement and name, and comes page by page", async () => {
    const { org, north, contentId, then } = await aClub();
    const found = await begin(north, org.levels.north, then);
    const namesBy = async (query: Record<string, unknown>) =>
      (await listed(north, found, query)).data.map((row) => row.fullName.slice(4));
    expect(await namesBy({ overallStatuses: ["Cleared"] })).toEqual([]);
    expect(await namesBy({ overallStatuses: ["Cleared", "Incomplete"] })).toHaveLength(4);
    expect(await namesBy({ labels: [org.labelIds.Volunteer] })).toEqual(["=Danger", "Moves"]);
    expect(await namesBy({ content: contentId, requirementStatuses: [RequirementStatus.Incomplete] })).toHaveLength(4);
    expect(await namesBy({ content: contentId, requirementStatuses: [RequirementStatus.Completed] })).toEqual([]);
    expect(await namesBy({ content: org.levels.north })).toEqual([]);
    expect(await namesBy({ requirementStatuses: [RequirementStatus.Incomplete] })).toHaveLength(4);
    expect(await namesBy({ search: "ana st" })).toEqual(["Stays"]);
    expect(await namesBy({ search: "tays" })).toEqual([]);
    expect(await namesBy({ search: "stays@example.org" })).toEqual([]);
    expect(await namesBy({ search: "!" })).toEqual([]);
    const read: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listed(north, found, { perPage: 1, ...(cursor && { cursor }) });
      read.push(...page.data.map((row) => row.fullName.slice(4)));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(read).toEqual(["=Danger", "Leaves", "Moves", "Stays"]);
    const made = { params: { id: found.levelId, lookBackId: found.lookBackId }, query: { cursor: "bm9uc2Vuc2U" } };
    expect((await north.ask(listLookBackMembers, made)).status).toBe(400);
  });

  test("is nothing of what is to come; a day ends by the organization's clocks; before the records it says so", async () => {
    const { org, north } = await aClub();
    const ask = (asOf: string) => north.ask(startLookBack, { params: { id: org.levels.north }, body: { asOf } });
    for (const asOf of [new Date(Date.now() + 60_000).toISOString(), "2999-01-01", "2999-01-01T10:00"]) {
      expect(await ask(asOf)).toMatchObject({ status: 400 });
    }
    for (const asOf of ["yesterday", "2026-02-30", "2026-13-01T10:00", ""]) expect((await ask(asOf)).status).toBe(400);
    // Days of 23 and of 25 hours, in Los Angeles.
    expect((await begin(north, org.levels.north, "2026-03-08")).at).toBe("2026-03-09T06:59:59.999Z");
    expect((await begin(north, org.levels.north, "2025-11-02")).at).toBe("2025-11-03T07:59:59.999Z");
    expect((await begin(north, org.levels.north, "2025-11-02T01:30")).at).toBe("2025-11-02T08:30:00.000Z");
    const before = await begin(north, org.levels.north, "2020-02-29");
    expect(before).toMatchObject({ members: 0, whole: true });
    expect(Date.parse(before.recordedFrom ?? "")).toBeGreaterThan(Date.parse("2020-02-29"));
  });

  test("of two records of one millisecond is the later one", async () => {
    const { org, admin, members } = await aClub();
    const at = new Date(Date.now() + 60_000);
    const membership = { profileLevelAccessId: members.stays.profileLevelAccessId };
    // Both have one instant; the second is the one written second.
    for (const label of ["Head Coach", "Volunteer", "Head Coach"] as const) {
      await org.asSystem((call) =>
        changeRole({ ...call, now: at }, { ...membership, newLabelId: org.labelIds[label] }),
      );
    }
    world.it.clock.shift = 120_000;
    const { members: stood } = await looksBack(org, org.levels.northClub, at, 100);
    const one = stood.find((each) => each.profileLevelAccessId === membership.profileLevelAccessId);
    expect(one?.labelId).toBe(org.labelIds["Head Coach"]);
    const { members: before } = await looksBack(org, org.levels.northClub, new Date(at.getTime() - 1), 100);
    expect(before.find((each) => each.profileLevelAccessId === membership.profileLevelAccessId)?.labelId).toBe(
      org.labelIds.Volunteer,
    );
    expect(admin.plaId).toBeDefined();
  });

  test("is for who sees the level's members today, and for nobody else", async () => {
    const { org, admin, north, south, then } = await aClub();
    const coach = await org.aMember("northTeam", "Head Coach");
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const found = await begin(north, org.levels.north, then);
    const params = { id: found.levelId, lookBackId: found.lookBackId };
    const statuses = async (by: TestPerson) => [
      (await by.ask(startLookBack, { params: { id: found.levelId }, body: { asOf: then } })).status,
      (await by.ask(getLookBack, { params })).status,
      (await by.ask(listLookBackMembers, { params })).status,
      (await by.ask(downloadLookBack, { params })).status,
    ];
    expect(await statuses(admin)).toEqual([200, 200, 200, 200]);
    expect(await statuses(south)).toEqual([403, 403, 403, 403]);
    expect(await statuses(coach)).toEqual([403, 403, 403, 403]);
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404]);
    // The result for one level can't be read through another.
    const byAnother = { id: org.levels.southClub, lookBackId: found.lookBackId };
    expect((await south.ask(getLookBack, { params: byAnother })).status).toBe(404);
    expect((await south.ask(listLookBackMembers, { params: byAnother })).status).toBe(404);
  });

  test("is computed again for an instant so recent that an earlier write may still arrive", async () => {
    const { org, north } = await aClub();
    const near = new Date(Date.now() - 5_000).toISOString();
    const far = minutesAgo(2);
    const twice = async (asOf: string) => [
      (await begin(north, org.levels.north, asOf)).lookBackId,
      (await begin(north, org.levels.north, asOf)).lookBackId,
    ];
    expect(new Set(await twice(near)).size).toBe(2);
    expect(new Set(await twice(far)).size).toBe(1);
    const kept = (await twice(far))[0];
    world.it.clock.shift = 16 * 60_000;
    expect(await org.asSystem((call) => startLookingBack(call, { levelId: org.levels.north, asOf: far }))).not.toBe(
      kept,
    );
  });

  test("leads to where one person stood at that very instant", async () => {
    const { admin, members, then } = await aClub();
    const at = (asOf: string) =>
      admin.call(getAsOf, { params: { id: members.stays.profileLevelAccessId }, query: { day: asOf } });
    expect(await at(then)).toMatchObject({ at: then, memberships: [{ labelName: "Head Coach" }] });
    expect((await at(new Date(Date.now() - 1).toISOString())).memberships[0]?.labelName).toBe("Volunteer");
    expect((await at(new Date(Date.parse(then) - 5 * day).toISOString())).memberships).toEqual([]);
  });

  test("is computed again if levels below were added or removed in the meantime", async () => {
    const { org, admin, north, then } = await aClub();
    const found = await begin(north, org.levels.north, then);
    expect((await begin(admin, org.levels.north, then)).lookBackId).toBe(found.lookBackId);
    await org.asSystem((call) => moveLevel(call, { levelId: org.levels.northTeam, parentId: org.levels.south }));
    const params = { id: found.levelId, lookBackId: found.lookBackId };
    expect((await north.ask(getLookBack, { params })).status).toBe(409);
    expect((await north.ask(listLookBackMembers, { params })).status).toBe(409);
    expect((await north.ask(downloadLookBack, { params })).status).toBe(409);
    // The team's past moved with it.
    const anew = await begin(north, org.levels.north, then);
    expect((await listed(north, anew)).data.map((row) => row.fullName)).toEqual(["Ana Stays"]);
  });

  test("has those in it whose level was deleted since, at the level above", async () => {
    const { org, north, south, then } = await aClub();
    const { data } = await listed(north, await begin(north, org.levels.northTeam, then));
    for (const { profileLevelAccessId } of data.filter((row) => row.opens)) {
      if (data.find((row) => row.fullName === "Ana Leaves")?.profileLevelAccessId === profileLevelAccessId) continue;
      await org.asSystem((call) => deleteMembership(call, { id: profileLevelAccessId }));
    }
    await org.asSystem((call) => deleteLevel(call, org.levels.northTeam));
    const found = await begin(north, org.levels.northClub, then);
    expect((await listed(north, found)).data.map((row) => [row.fullName, row.levelName])).toEqual([
      ["Ana =Danger", "northTeam"],
      ["Ana Leaves", "northTeam"],
      ["Ana Moves", "northTeam"],
      ["Ana Stays", "northClub"],
    ]);
    expect((await begin(south, org.levels.south, then)).members).toBe(0);
  });

  test("of a large level is computed step by step, and given up and removed if no one waits for it anymore", async () => {
    const { org, then, members } = await aClub();
    const levelId = org.levels.north;
    const first = await org.asSystem((call) => startLookingBack(call, { levelId, asOf: then }, 2));
    const read = () => org.asSystem((call) => shownLookBack(call, { levelId, lookBackId: first }));
    expect(await read()).toMatchObject({ whole: false, looked: 2, total: 6 });
    const file = org.asSystem(async (call) => {
      const { lookBackFile } = await import("./queries/look-back-file.ts");
      return lookBackFile(call, { levelId, lookBackId: first }, { ...noFilter, format: "csv" });
    });
    await expect(file).rejects.toThrow("This report isn't ready yet");
    // Asked again, it returns the same one; another one replaces it.
    expect(await org.asSystem((call) => startLookingBack(call, { levelId, asOf: then }, 2))).toBe(first);
    const second = await org.asSystem((call) => startLookingBack(call, { levelId: org.levels.root, asOf: then }, 2));
    expect(await org.asSystem((call) => continueLookingBack(call, first, 2))).toBe(false);
    await world.it.drainJobs();
    const whole = await org.asSystem((call) => shownLookBack(call, { levelId: org.levels.root, lookBackId: second }));
    expect(whole).toMatchObject({ whole: true, members: Object.keys(members).length });
    const kept = () =>
      org.asSystem(async (call) => {
        const { rows } = await call.db.execute<{ looks: number; rows: number }>(sql`
          SELECT (SELECT count(*)::int FROM look_back WHERE organization_id = ${call.organizationId}) AS looks,
            (SELECT count(*)::int FROM look_back_member WHERE organization_id = ${call.organizationId}) AS rows`);
        return rows[0];
      });
    await world.it.runSchedule("timeline.tendLookBacks");
    await world.it.drainJobs();
    expect(await kept()).toEqual({ looks: 1, rows: 4 });
    expect(await org.asSystem((call) => forgetSome(call, second, 3))).toBe(true);
    world.it.clock.shift = day + 60_000;
    await world.it.runSchedule("timeline.tendLookBacks");
    await world.it.drainJobs();
    expect(await kept()).toEqual({ looks: 0, rows: 0 });
  });

  test("is there for everyone who asked for it, even if the first person leaves", async () => {
    const { org, north, then } = await aClub();
    const levelId = org.levels.north;
    const first = await org.asSystem((call) => startLookingBack(call, { levelId, asOf: then }, 2));
    const joined = await begin(north, levelId, then);
    await org.asSystem((call) => startLookingBack(call, { levelId: org.levels.root, asOf: then }, 2));
    const params = { id: levelId, lookBackId: first };
    expect((await north.ask(getLookBack, { params })).status).toBe(409);
    const own = { id: levelId, lookBackId: joined.lookBackId };
    expect(await north.ask(getLookBack, { params: own })).toMatchObject({ status: 200, body: { whole: true } });
    // A finished result is shared by everybody.
    expect(await org.asSystem((call) => startLookingBack(call, { levelId, asOf: then }, 2))).toBe(joined.lookBackId);
    await world.it.drainJobs();
  });

  test("continues where its job was given up", async () => {
    const { org, then } = await aClub();
    const levelId = org.levels.north;
    const lookBackId = await org.asSystem((call) => startLookingBack(call, { levelId, asOf: then }, 2));
    await org.asSystem((call) =>
      call.db.execute(sql`
        DELETE FROM ${sql.raw(jobTable)} USING (SELECT ${call.organizationId}::text AS organization_id) AS own
        WHERE data->'payload'->>'lookBackId' = ${lookBackId}::text AND data->>'organizationId' = own.organization_id`),
    );
    world.it.clock.shift = 5 * 60_000;
    await world.it.runSchedule("timeline.tendLookBacks");
    await world.it.drainJobs();
    const found = await org.asSystem((call) => shownLookBack(call, { levelId, lookBackId }));
    expect(found).toMatchObject({ whole: true, members: 4 });
  });

  test("is a file that says of when it is, when it was made and by whom, with no cell that is computed", async () => {
    const { org, north, then } = await aClub();
    const found = await begin(north, org.levels.north, then);
    const params = { id: found.levelId, lookBackId: found.lookBackId };
    const text = String(await north.call(downloadLookBack, { params, query: { labels: [org.labelIds.Volunteer] } }));
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toContain("Status on");
    expect(lines[0]).toContain("America/Los_Angeles");
    expect(lines[2]).toMatch(/^Created on,.*,Created by,Club-Director/);
    expect(lines.at(-2)).toContain("Ana =Danger,Volunteer,northTeam,Incomplete,Agreement: ");
    expect(lines.at(-1)).toContain("Ana Moves");
    expect(text).not.toContain("Stays");
    const sheet = await north.ask(downloadLookBack, { params, query: { format: "xlsx" } });
    expect(sheet.status).toBe(200);
    const tooMany = org.asSystem(async (call) => {
      const { lookBackFile } = await import("./queries/look-back-file.ts");
      const where = { levelId: found.levelId, lookBackId: found.lookBackId };
      return lookBackFile(call, where, { ...noFilter, format: "csv" }, 3);
    });
    await expect(tooMany).rejects.toThrow("More than 3 rows");
  });

  test("takes the same number of statements for few and for many", async () => {
    const { org, north, then } = await aClub();
    const cost = async (asOf: string) =>
      world.it.statementsOf(async () => void (await begin(north, org.levels.north, asOf)));
    await begin(north, org.levels.north, minutesAgo(5));
    const few = await cost("2020-01-01");
    expect(await cost(then)).toBeLessThanOrEqual(few + 3);
  });
});
