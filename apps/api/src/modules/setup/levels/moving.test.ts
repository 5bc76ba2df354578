import { assignContent } from "@touchline/contract/library/content-assignments";
import { getDashboardInfo } from "@touchline/contract/people/hierarchy";
import { completeWithoutUpload } from "@touchline/contract/reviews/reviews";
import { deleteLevel, getLevel, listLevelsFollowing, moveLevel } from "@touchline/contract/setup/levels";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { storedAndDerived } from "../../../../test/derived.ts";
import { historyRuns } from "../../../../test/history-runs.ts";
import { drawnTree } from "../../../../test/tree.ts";
import { aWorld, type LevelKey, type Organization } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { Refusal } from "../../../errors.ts";
import { jobTable } from "../../../jobs/queue.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";
import { foldCounts } from "../../compliance/standing/actions/fold.ts";
import { continueLevel } from "../../compliance/standing/actions/follow-level.ts";
import { fillLevels } from "../../compliance/standing/actions/index-levels.ts";
import { addMembers, createProfiles } from "../../people/profiles/actions/add-members.ts";
import { deleteMembership } from "../../people/profiles/actions/memberships.ts";
import { addLevel, changeLevel } from "./actions/edit.ts";
import { moveLevel as move } from "./actions/move.ts";
import { deleteLevel as remove } from "./actions/remove.ts";

const world = aWorld();

/** So many people without a login at a level. */
async function many(org: Organization, people: number, at: LevelKey) {
  for (let start = 0; start < people; start += 500) {
    const some = Array.from({ length: Math.min(500, people - start) }, (_, n) => ({
      profileId: newId(),
      firstName: "Ana",
      lastName: `Number${start + n}`,
      email: null,
      dateOfBirth: null,
      appUserId: null,
      activatedAt: null,
      confirmedAt: null,
    }));
    await org.asSystem(async (call) => {
      await createProfiles(call, some);
      const place = { levelId: org.levels[at], labelId: org.labelIds["Head Coach"] };
      await addMembers(
        call,
        some.map(({ profileId }) => ({ profileLevelAccessId: newId(), profileId, ...place })),
      );
    });
  }
}

async function rowsOf<Row extends Record<string, unknown>>(
  org: Organization,
  query: (call: Call) => ReturnType<typeof sql>,
) {
  const { rows } = await org.asSystem((call) => call.db.execute<Row>(query(call)));
  return rows;
}

/** Counts, indexes, statuses, demands, and numbers equal deriving all of them again. */
async function expectAllRight(org: Organization) {
  await drawnTree(org);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  const { stored, derived } = await storedAndDerived(org);
  expect(stored).toEqual(derived);
}

test("a level with many members moves at once, and their requirements follow step by step, on behalf of whoever moved it", {
  tags: ["thorough"],
}, async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId: northern } = await org.aDocument(admin, { at: "north", name: "Northern rules" });
  const { contentId: southern } = await org.aDocument(admin, { at: "south", name: "Southern rules" });
  await many(org, 1_100, "northTeam");
  await world.it.drainJobs();
  const moved = await admin.call(moveLevel, {
    params: { id: org.levels.northClub },
    body: { parentId: org.levels.southClub },
  });
  expect(moved).toMatchObject({ members: 1_100, following: { done: 0, total: 1_100 } });
  // Lists and counts are those of the new tree before anybody has followed.
  expect((await admin.call(getLevel, { params: { id: org.levels.south } })).members).toBe(1_100);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  const owing = async (contentId: string) => {
    const { requirements } = await admin.call(getDashboardInfo, { params: { id: org.levels.root } });
    return requirements.find((one) => one.contentId === contentId)?.total ?? 0;
  };
  expect([await owing(northern), await owing(southern)]).toEqual([1_100, 0]);
  const [round] = await rowsOf<{ round: string }>(
    org,
    ({ organizationId }) => sql`SELECT round FROM level_following WHERE organization_id = ${organizationId}`,
  );
  const step = { levelId: org.levels.northClub, round: round?.round as string };
  expect(await org.asSystem((call) => continueLevel(call, step, 200))).toBe(true);
  expect(await admin.call(listLevelsFollowing, {})).toEqual([
    { levelId: org.levels.northClub, name: "northClub", done: 200, total: 1_100 },
  ]);
  expect([await owing(northern), await owing(southern)]).toEqual([900, 200]);
  const steps = await world.it.drainJobs();
  expect(steps.filter((one) => one.job === "standing.followLevel").length).toBeGreaterThan(1);
  expect(await admin.call(listLevelsFollowing, {})).toEqual([]);
  expect([await owing(northern), await owing(southern)]).toEqual([0, 1_100]);
  // What the steps counted went into the counts with them, and nobody adds it up anymore.
  const pending = await rowsOf(
    org,
    ({ organizationId }) => sql`SELECT FROM requirement_count_delta WHERE organization_id = ${organizationId} LIMIT 1`,
  );
  expect(pending).toEqual([]);
  const by = await rowsOf(
    org,
    ({ organizationId }) => sql`
      SELECT DISTINCT kind, actor, actor_profile_id AS id FROM requirement_event
      WHERE organization_id = ${organizationId} AND kind = 'dropped'`,
  );
  expect(by).toEqual([{ kind: "dropped", actor: "person", id: admin.profileId }]);
  await expectAllRight(org);
});

test("after another move the steps of the previous one stop, and a round without a job is taken up again", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { at: "north", name: "Northern rules" });
  await org.aDocument(admin, { at: "south", name: "Southern rules" });
  for (let n = 0; n < 5; n += 1) await org.added(admin, n % 2 ? "northTeam" : "otherTeam", "Head Coach");
  const moveTo = (place: LevelKey) =>
    org.asSystem((call) => move(call, { levelId: org.levels.northClub, parentId: org.levels[place] }, 0));
  const roundNow = async () =>
    (
      await rowsOf<{ round: string }>(
        org,
        ({ organizationId }) => sql`SELECT round FROM level_following WHERE organization_id = ${organizationId}`,
      )
    )[0]?.round as string;
  const step = (round: string) =>
    org.asSystem((call) => continueLevel(call, { levelId: org.levels.northClub, round }, 2));
  await moveTo("south");
  const first = await roundNow();
  expect(await step(first)).toBe(true);
  await moveTo("north");
  expect(await step(first)).toBe(false);
  const second = await roundNow();
  expect(await step(second)).toBe(true);
  // A part of it moves away at the same time and has a round of its own.
  await admin.call(moveLevel, { params: { id: org.levels.otherTeam }, body: { parentId: org.levels.southClub } });
  await world.it.drainJobs();
  expect(await roundNow()).toBeUndefined();
  await expectAllRight(org);

  await moveTo("south");
  await org
    .asSystem(({ db, organizationId }) =>
      db.execute(sql`
      DELETE FROM ${sql.raw(jobTable)} WHERE data->'payload'->>'round' = (
        SELECT round::text FROM level_following WHERE organization_id = ${organizationId})`),
    )
    .catch(() => undefined);
  world.it.clock.shift = 120_000;
  await world.it.runSchedule("standing.notice");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
  expect(await roundNow()).toBeUndefined();
  await expectAllRight(org);
});

test("only what is asked, or excepted from, at the levels that change is looked at; where that is nothing, nobody is", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId: everywhere } = await org.aDocument(admin, { name: "Everybody's rules" });
  await org.aDocument(admin, { at: "north", name: "Northern rules" });
  for (let n = 0; n < 3; n += 1) await org.added(admin, "northTeam", "Head Coach");
  const owed = async () =>
    (
      await rowsOf<{ owed: number }>(
        org,
        ({ organizationId }) => sql`SELECT count(*)::int AS owed FROM demand WHERE organization_id = ${organizationId}`,
      )
    )[0]?.owed;
  const moveTo = (place: LevelKey, what: LevelKey = "northTeam") =>
    org.asSystem((call) => move(call, { levelId: org.levels[what], parentId: org.levels[place] }, 0));
  const rounds = () =>
    rowsOf<{ contents: string[] }>(
      org,
      ({ organizationId }) => sql`SELECT contents FROM level_following WHERE organization_id = ${organizationId}`,
    );
  expect(await owed()).toBe(6);
  // From one club to a level next to it, and neither assigns anything.
  await moveTo("otherTeam");
  expect(await rounds()).toEqual([]);
  expect(await owed()).toBe(6);
  await expectAllRight(org);

  // An exception that is in force where it comes to, and nothing that is asked there.
  const levelId = org.levels.southClub;
  const exempt = { profileId: null, levelId, includeBelow: true, labelId: null, reason: "Not here", untilDay: null };
  const head = [org.labelIds["Head Coach"]];
  const contentAssignments = [{ levelId: org.levels.root, includeBelow: true, labelIds: head, mandatory: true }];
  await admin.call(assignContent, { params: { id: everywhere }, body: { contentAssignments, exceptions: [exempt] } });
  await moveTo("southClub");
  expect((await rounds()).map(({ contents }) => contents.length)).toEqual([2]);
  await world.it.drainJobs();
  expect(await owed()).toBe(0);
  await expectAllRight(org);
}, 60_000);

test("a person who is moved out during a move follows both moves", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { at: "north", name: "Northern rules" });
  for (let n = 0; n < 3; n += 1) await org.added(admin, "otherTeam", "Head Coach");
  for (const [what, where] of [
    ["northClub", "south"],
    ["otherTeam", "southClub"],
  ] as const) {
    await org.asSystem((call) => move(call, { levelId: org.levels[what], parentId: org.levels[where] }, 0));
  }
  await world.it.drainJobs();
  await expectAllRight(org);
}, 60_000);

test("many moves at once leave a tree, right numbers and right counts", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { at: "north", name: "Northern rules" });
  for (const place of ["northTeam", "southClub", "northClub"] as const) await org.added(admin, place, "Head Coach");
  const places = Object.keys(org.levels) as LevelKey[];
  const moves = places.flatMap((what) => places.map((where) => ({ what, where }))).filter((_, n) => n % 2 === 0);
  const answers = await Promise.all(
    moves.map(({ what, where }) =>
      admin.ask(moveLevel, { params: { id: org.levels[what] }, body: { parentId: org.levels[where] } }),
    ),
  );
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 409]);
  await world.it.drainJobs();
  await expectAllRight(org);
}, 60_000);

test("who waits for a move is judged by the tree that it leaves", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("northClub", "Club Director");
  // While the director waits, the team is taken from their club.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let moved: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    moved = resolve;
  });
  const moving = org.asSystem(async (call) => {
    await move(call, { levelId: org.levels.northTeam, parentId: org.levels.southClub });
    moved();
    await held;
  });
  await done;
  const deletion = director.ask(deleteLevel, { params: { id: org.levels.northTeam } });
  // Waits for the tree, as the database sees it.
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await world.it.database.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    );
    waiting = rows[0]?.n ?? 0;
  }
  release();
  await moving;
  expect((await deletion).status).toBe(403);
  expect((await admin.call(getLevel, { params: { id: org.levels.northTeam } })).parentId).toBe(org.levels.southClub);
});

type Step =
  | { kind: "add" | "rename" | "move" | "remove" | "large"; one: number; other: number }
  | { kind: "join" | "leave" | "complete"; one: number; other: number }
  | { kind: "fold" | "fill" | "jobs"; one: number; other: number };
const kinds: Step["kind"][] = [
  "add",
  "rename",
  "move",
  "move",
  "move",
  "remove",
  "large",
  "join",
  "join",
  "leave",
  "complete",
  "fold",
  "fill",
  "jobs",
];

test("after any history, counts and lists equal counting everything again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ kind: fc.constantFrom(...kinds), one: fc.nat(), other: fc.nat() }), {
        minLength: 15,
        maxLength: 30,
      }),
      async (steps) => {
        const org = await world.it.anOrganization();
        const admin = await org.aMember("root", "Administrator");
        await org.aDocument(admin, { at: "root", name: "Everywhere" });
        await org.aDocument(admin, { at: "north", name: "Northern rules", labels: ["Head Coach", "Volunteer"] });
        await org.aDocument(admin, { at: "southClub", name: "Club rules", mandatory: false });
        for (const place of ["northTeam", "southClub"] as const) await org.added(admin, place, "Head Coach");
        for (const step of steps) await taken(org, admin, step as Step);
        expect(await org.asSystem(inconsistencies)).toEqual([]);
        await world.it.drainJobs();
        await expectAllRight(org);
      },
    ),
    { numRuns: historyRuns(2), seed: 20_261_122, endOnFailure: true },
  );
}, 300_000);

async function taken(org: Organization, admin: Awaited<ReturnType<Organization["aMember"]>>, step: Step) {
  const levels = await rowsOf<{ id: string; name: string }>(
    org,
    ({ organizationId }) => sql`
      SELECT level_id AS id, name FROM level WHERE organization_id = ${organizationId} AND archived_at IS NULL ORDER BY pre`,
  );
  const levelAt = (n: number) => levels[n % levels.length]?.id as string;
  const name = `Level ${step.other % 40}`;
  const verbs: Record<Step["kind"], () => Promise<unknown>> = {
    add: () => org.asSystem((call) => addLevel(call, { parentId: levelAt(step.one), name, kind: "Team" })),
    rename: () => org.asSystem((call) => changeLevel(call, { levelId: levelAt(step.one), name, kind: "Team" })),
    // Some follow at once, others step by step.
    move: () =>
      org.asSystem((call) =>
        move(call, { levelId: levelAt(step.one), parentId: levelAt(step.other) }, step.one % 2 ? 300 : 0),
      ),
    remove: () => org.asSystem((call) => remove(call, levelAt(step.one))),
    large: () =>
      org.asSystem(({ db, organizationId }) =>
        db.execute(sql`
          INSERT INTO level_index (organization_id, level_id, state, filled_pre, filled_membership)
          VALUES (${organizationId}, ${levelAt(step.one)}, 'building', -1, '00000000-0000-0000-0000-000000000000')
          ON CONFLICT DO NOTHING`),
      ),
    join: () =>
      org.asSystem(async (call) => {
        const profileId = newId();
        const unknown = { appUserId: null, email: null, dateOfBirth: null, activatedAt: null, confirmedAt: null };
        await createProfiles(call, [{ profileId, firstName: "Ana", lastName: `N${step.one % 50}`, ...unknown }]);
        const labelId = org.labelIds[step.other % 3 ? "Head Coach" : "Volunteer"];
        await addMembers(call, [{ profileLevelAccessId: newId(), profileId, levelId: levelAt(step.one), labelId }]);
      }),
    leave: async () => {
      const members = await rowsOf<{ id: string }>(
        org,
        ({ organizationId }) => sql`
          SELECT profile_level_access_id AS id FROM profile_level_access
          WHERE organization_id = ${organizationId} AND profile_id <> ${admin.profileId} ORDER BY id`,
      );
      const id = members[step.one % Math.max(1, members.length)]?.id;
      if (id) await org.asSystem((call) => deleteMembership(call, { id }));
    },
    complete: async () => {
      const owed = await rowsOf<{ pla: string; id: string }>(
        org,
        ({ organizationId }) => sql`
          SELECT profile_level_access_id AS pla, requirement_id AS id FROM demand
          WHERE organization_id = ${organizationId} ORDER BY 1, 2`,
      );
      const one = owed[step.one % Math.max(1, owed.length)];
      if (!one) return;
      const body = { requirementId: one.id, date: "2026-01-10", reason: "On paper." };
      await admin.ask(completeWithoutUpload, { params: { plaId: one.pla }, body });
    },
    fold: () => org.asSystem(foldCounts),
    fill: () => org.asSystem(fillLevels),
    jobs: () => world.it.drainJobs(),
  };
  await verbs[step.kind]().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
