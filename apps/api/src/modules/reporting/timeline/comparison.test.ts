import { type OverallStatus, overallStatuses } from "@touchline/contract";
import {
  downloadComparison,
  getComparison,
  listComparisonMembers,
  startComparison,
  startComparisonExport,
} from "@touchline/contract/reporting/comparison";
import { getLookBack } from "@touchline/contract/reporting/look-back";
import { getTask } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { addMember, changeRole, deleteMembership } from "../../people/profiles/actions/memberships.ts";
import { moveMembership } from "../../people/profiles/actions/move.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { moveLevel } from "../../setup/levels/actions/move.ts";
import { changeOf } from "./actions/changes.ts";
import { startComparing } from "./actions/look-back.ts";

const world = aWorld();
const day = 86_400_000;
afterEach(() => {
  world.it.clock.shift = 0;
});

const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

async function joins(org: Organization, lastName: string, label: "Head Coach" | "Volunteer") {
  return org.asSystem(async (call) => {
    const person = { firstName: "Ana", lastName, email: null, dateOfBirth: null };
    const then = { activatedAt: call.now, confirmedAt: call.now };
    const profileId = await createProfile(call, person, then as never);
    return addMember(call, { levelId: org.levels.northTeam, labelId: org.labelIds[label], profileId });
  });
}

/** A region ten days ago, and changes since: volunteers have no mandatory requirements, coaches have an agreement. */
async function aRegion() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const clears = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { name: "Agreement", labels: ["Head Coach"], settings: { reviewRequired: false } });
  await org.aDocument(admin, { name: "Newsletter", labels: ["Volunteer"], mandatory: false });
  world.it.clock.shift = -10 * day;
  const leaves = await joins(org, "Leaves", "Volunteer");
  const moves = await joins(org, "Moves", "Volunteer");
  const stays = await joins(org, "Stays", "Volunteer");
  const turns = await joins(org, "=Turns", "Volunteer");
  world.it.clock.shift = 0;
  await joins(org, "Comes", "Head Coach");
  await send(await owedBy(clears, "Agreement"));
  await org.asSystem(async (call) => {
    await deleteMembership(call, { id: leaves.profileLevelAccessId });
    await moveMembership(call, {
      profileLevelAccessId: moves.profileLevelAccessId,
      newLevelId: org.levels.southClub,
    });
    await changeRole(call, { ...turns, newLabelId: org.labelIds["Head Coach"] });
  });
  return { org, admin, director, clears, stays, moves };
}

const between = (by: TestPerson, levelId: string, from: string, to: string) =>
  by.call(startComparison, { params: { id: levelId }, body: { from, to } });
const paramsOf = ({ levelId, comparisonId }: { levelId: string; comparisonId: string }) => ({
  id: levelId,
  comparisonId,
});

test("tells who became cleared, who stopped being it, who came and went, and what of theirs changed", async () => {
  const { org, director } = await aRegion();
  const found = await between(director, org.levels.north, ago(9), new Date().toISOString());
  expect(found).toMatchObject({
    whole: true,
    members: { before: 4, after: 5 },
    cleared: { before: 4, after: 2 },
    // Today's director, who has no requirements, and the coach who joined.
    changes: { became: 1, stopped: 3, joined: 2, left: 0, other: 0 },
  });
  const { data } = await director.call(listComparisonMembers, { params: paramsOf(found) });
  const changes = data.map((row) => [
    row.fullName.split(" ").at(-1),
    row.change,
    row.before?.overallStatus ?? null,
    row.after?.overallStatus ?? null,
    row.opens,
  ]);
  expect(changes).toEqual(
    expect.arrayContaining([
      ["Comes", "joined", null, "Incomplete", true],
      ["Leaves", "stopped", "Optional", null, true],
      // They are elsewhere by now: this director sees only that they aren't here.
      ["Moves", "stopped", "Optional", null, false],
      ["=Turns", "stopped", "Optional", "Incomplete", true],
    ]),
  );
  expect(changes.filter(([, change]) => change === "became")).toEqual([
    [expect.any(String), "became", null, "Cleared", true],
  ]);
  const turned = data.find((row) => row.fullName === "Ana =Turns");
  expect(turned?.requirements.map(({ name, before, after }) => [name, before, after])).toEqual(
    expect.arrayContaining([
      ["Newsletter", 0, null],
      ["Agreement", null, 0],
    ]),
  );
  expect([turned?.before?.labelName, turned?.after?.labelName]).toEqual(["Volunteer", "Head Coach"]);
  // Unchanged members aren't listed.
  expect(changes.some(([name]) => name === "Stays")).toBe(false);
});

test("is narrowed by what became of whom and by name, and comes page by page", async () => {
  const { org, director } = await aRegion();
  const found = await between(director, org.levels.north, ago(9), new Date().toISOString());
  const names = async (query: Record<string, unknown>) =>
    (await director.call(listComparisonMembers, { params: paramsOf(found), query: query as never })).data.map(
      (row) => row.fullName,
    );
  expect(await names({ changes: ["stopped"] })).toEqual(["Ana =Turns", "Ana Leaves", "Ana Moves"].sort());
  expect(await names({ changes: ["stopped"], search: "leav" })).toEqual(["Ana Leaves"]);
  expect(await names({ changes: ["left"] })).toEqual([]);
  expect(await names({ search: "leaves@example.org" })).toEqual([]);
  const read: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await director.call(listComparisonMembers, {
      params: paramsOf(found),
      query: { perPage: 1, ...(cursor && { cursor }) } as never,
    });
    read.push(...page.data.map((row) => row.fullName));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(read).toEqual(await names({}));
  expect(read).toHaveLength(6);
});

test("is refused for moments that are to come, or the wrong way round, and for who does not see the members", async () => {
  const { org, admin, director } = await aRegion();
  const coach = await org.aMember("northTeam", "Head Coach");
  const south = await org.aMember("south", "Club Director");
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const ask = (by: TestPerson, from: string, to: string) =>
    by.ask(startComparison, { params: { id: org.levels.north }, body: { from, to } });
  const one = ago(3);
  expect((await ask(director, one, one)).status).toBe(400);
  expect((await ask(director, ago(3), ago(4))).status).toBe(400);
  expect((await ask(director, ago(3), "2999-01-01")).status).toBe(400);
  const found = await between(director, org.levels.north, ago(9), ago(1));
  const params = paramsOf(found);
  const statuses = async (by: TestPerson) => [
    (await ask(by, ago(9), ago(1))).status,
    (await by.ask(getComparison, { params })).status,
    (await by.ask(listComparisonMembers, { params })).status,
    (await by.ask(startComparisonExport, { params, body: { search: "", changes: [] } })).status,
  ];
  expect(await statuses(admin)).toEqual([200, 200, 200, 200]);
  expect(await statuses(south)).toEqual([403, 403, 403, 403]);
  expect(await statuses(coach)).toEqual([403, 403, 403, 403]);
  expect(await statuses(stranger)).toEqual([404, 404, 404, 404]);
  // A comparison can't be read as a look back, and the other way round.
  expect(
    (await director.ask(getLookBack, { params: { id: org.levels.north, lookBackId: found.comparisonId } })).status,
  ).toBe(404);
  await org.asSystem((call) => moveLevel(call, { levelId: org.levels.northTeam, parentId: org.levels.south }));
  expect((await director.ask(getComparison, { params })).status).toBe(409);
});

test("of a large level comes step by step, and what was worked out goes after a day", async () => {
  const { org } = await aRegion();
  const request = { levelId: org.levels.root, from: ago(9), to: new Date(Date.now() - 1).toISOString() };
  await org.asSystem((call) => startComparing(call, request, 2));
  await world.it.drainJobs();
  const kept = () =>
    org.asSystem(async (call) => {
      const { rows } = await call.db.execute<{ state: string; changes: number }>(sql`
        SELECT state, (SELECT count(*)::int FROM look_back_change WHERE organization_id = ${call.organizationId}) AS changes
        FROM look_back WHERE organization_id = ${call.organizationId}`);
      return rows;
    });
  expect(await kept()).toEqual([{ state: "whole", changes: expect.any(Number) }]);
  expect((await kept())[0]?.changes).toBeGreaterThan(5);
  world.it.clock.shift = day + 60_000;
  await world.it.runSchedule("timeline.tendLookBacks");
  await world.it.drainJobs();
  expect(await kept()).toEqual([]);
});

test("is made into a file by a task, as the list was narrowed, with no cell that is computed, and is in the audit log", async () => {
  const { org, admin, director } = await aRegion();
  const found = await between(director, org.levels.north, ago(9), new Date().toISOString());
  const params = paramsOf(found);
  const begun = await director.call(startComparisonExport, { params, body: { search: "", changes: ["stopped"] } });
  expect((await director.ask(downloadComparison, { params: { id: begun.taskId } })).status).toBe(404);
  await world.it.drainJobs();
  expect(await director.call(getTask, { params: { id: begun.taskId } })).toMatchObject({
    kind: "comparison.export",
    state: "done",
  });
  const text = String(await director.call(downloadComparison, { params: { id: begun.taskId } }));
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFF?Changes from,.*,To,.*,Time zone,/);
  expect(lines[0]).toContain("America/Los_Angeles");
  expect(lines[2]).toMatch(/^Created on,.*,Created by,Club-Director/);
  expect(lines.slice(5).map((line) => line.split(",").slice(0, 2).join(","))).toEqual([
    "Ana =Turns,No longer cleared",
    "Ana Leaves,No longer cleared",
    "Ana Moves,No longer cleared",
  ]);
  expect(lines[5]).toContain("Volunteer,northTeam,Optional,Head Coach,northTeam,Incomplete");
  expect(lines[5]).toContain("Agreement: not required → Incomplete");
  expect(lines[6]).toContain("Volunteer,northTeam,Optional,,,Not a member here");
  // Only its creator can download it, as long as they can see the level.
  expect((await admin.ask(downloadComparison, { params: { id: begun.taskId } })).status).toBe(404);
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ facts: unknown }>(sql`SELECT facts FROM audit_event
      WHERE organization_id = ${call.organizationId} AND action = 'comparison.exported'`),
  );
  expect(rows).toEqual([{ facts: expect.objectContaining({ from: found.from, to: found.to, changes: ["stopped"] }) }]);
  world.it.clock.shift = 8 * day;
  await world.it.runSchedule("timeline.forgetComparisons");
  world.it.clock.shift = 0;
  expect((await director.ask(downloadComparison, { params: { id: begun.taskId } })).status).toBe(404);
});

test("names the change of a membership for every status before and after", () => {
  const stood = (overallStatus: OverallStatus | null) =>
    overallStatus === null ? null : { levelId: "a", labelId: "b", overallStatus, demands: [] };
  const cleared = ["Cleared", "Optional"];
  for (const was of [null, ...overallStatuses]) {
    for (const is of [null, ...overallStatuses]) {
      const change = changeOf({ before: stood(was), after: stood(is) })?.change ?? "none";
      const expected =
        was === is
          ? "none"
          : cleared.includes(is ?? "") && !cleared.includes(was ?? "")
            ? "became"
            : cleared.includes(was ?? "") && !cleared.includes(is ?? "")
              ? "stopped"
              : was === null
                ? "joined"
                : is === null
                  ? "left"
                  : "other";
      expect(`${was} ${is} ${change}`).toBe(`${was} ${is} ${expected}`);
    }
  }
  const [before, after] = [stood("Incomplete"), stood("Incomplete")];
  if (!before || !after) throw new Error("nobody stood");
  const elsewhere = { ...after, levelId: "c" };
  const otherwise = { ...after, demands: [{ contentId: "d", status: 7 as const }] };
  expect(changeOf({ before, after: elsewhere })).toEqual({ change: "other", requirements: [] });
  expect(changeOf({ before, after: { ...after, labelId: "e" } })?.change).toBe("other");
  expect(changeOf({ before, after: otherwise })).toEqual({
    change: "other",
    requirements: [{ contentId: "d", before: null, after: 7 }],
  });
});

test("takes the same number of statements for few and for many", async () => {
  const { org, director } = await aRegion();
  const cost = (from: string) =>
    world.it.statementsOf(async () => void (await between(director, org.levels.north, from, ago(1))));
  await cost(ago(8));
  const few = await cost(ago(7));
  for (let n = 0; n < 12; n += 1) await joins(org, `More${n}`, "Head Coach");
  expect(await cost(ago(6))).toBe(few);
});
