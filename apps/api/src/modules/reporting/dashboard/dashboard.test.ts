import { RequirementStatus } from "@touchline/contract";
import { getHeatMap, heatContents, listMembers } from "@touchline/contract/people/hierarchy";
import { done } from "@touchline/rules";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { historyRuns } from "../../../../test/history-runs.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LabelName, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { foldCounts } from "../../compliance/standing/actions/fold.ts";
import { fillLevels } from "../../compliance/standing/actions/index-levels.ts";

const world = aWorld();

const places: LevelKey[] = ["root", "north", "northClub", "northTeam", "otherTeam", "south", "southClub"];
const statuses = Object.values(RequirementStatus);
const open = statuses.filter((status) => !done(status));
const isDone = statuses.filter(done);

/** Makes levels count as large, whatever their size. */
async function madeLarge(org: Organization, ...large: LevelKey[]) {
  await org.asSystem((call) =>
    call.db.execute(sql`
      INSERT INTO level_index (organization_id, level_id, state, filled_pre, filled_membership)
      SELECT ${call.organizationId}::uuid, id, 'building', -1, '00000000-0000-0000-0000-000000000000'
      FROM unnest(${sql.param(large.map((place) => org.levels[place]))}::uuid[]) AS id`),
  );
  while (await org.asSystem(fillLevels));
}

/** Reads all results of a call that is paged by number. */
async function everybody(by: TestPerson, levelId: string, query: object): Promise<number> {
  let rows = 0;
  for (let page = 1; ; page += 1) {
    const request = { params: { id: levelId }, query: { ...query, page, perPage: 5 } };
    const { data, pagination } = await by.call(listMembers, request);
    rows += data.length;
    if (data.length === 0) {
      expect(pagination.more).toBe(false);
      expect(pagination.totalRecords).toBe(rows);
      return rows;
    }
  }
}

/** Which labels people have where, what is assigned, and who has done it. */
const histories = fc.record({
  people: fc.array(
    fc.record({
      at: fc.constantFrom<LevelKey>(...places),
      label: fc.constantFrom<LabelName>("Head Coach", "Volunteer"),
      sends: fc.boolean(),
    }),
    { minLength: 3, maxLength: 8 },
  ),
  contents: fc.array(
    fc.record({
      at: fc.constantFrom<LevelKey>("root", "north", "northClub", "south"),
      labels: fc.constantFrom<LabelName[]>(["Head Coach"], ["Volunteer"], ["Head Coach", "Volunteer"]),
      late: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  large: fc.boolean(),
});

test("every cell of a heat map equals the length of the list behind it, for every viewer", {
  timeout: 300_000,
}, async () => {
  const seen = { open: 0, done: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(histories, async ({ people, contents, large }) => {
      const org = await world.it.anOrganization();
      const admin = await org.aMember("root", "Administrator");
      const manager = await org.aMember("north", "Team Manager");
      if (large) await madeLarge(org, "root", "north", "northClub");
      for (const [index, { at, labels, late }] of contents.entries()) {
        const dueDate = late ? { dueDate: "2026-01-01" } : {};
        await org.aDocument(admin, {
          at,
          labels,
          name: `Asked ${index}`,
          settings: { reviewRequired: false },
          ...dueDate,
        });
      }
      for (const [index, { at, label, sends }] of people.entries()) {
        const person = await org.aMember(at, label);
        const first = await owedBy(person, "Asked 0").catch(() => null);
        if (first && sends) await send(first);
        // Some changes are in the counts, some are pending.
        if (index % 2 === 0) while ((await org.asSystem(foldCounts)).more);
      }
      for (const [viewer, from] of [
        [admin, "root"],
        [manager, "north"],
      ] as const) {
        const map = await viewer.call(getHeatMap, { params: { id: org.levels[from] } });
        expect(map.pagination.totalRecords).toBe(from === "root" ? 2 : 1);
        expect(map.children).toHaveLength(map.pagination.totalRecords);
        for (const row of [map.whole, ...map.children]) {
          for (const [index, { contentId }] of map.contents.entries()) {
            const cell = row.cells[index] ?? { owed: 0, done: 0 };
            const count = (requirementStatuses: number[]) =>
              everybody(viewer, row.levelId, { content: contentId, requirementStatuses });
            expect(await count([])).toBe(cell.owed);
            expect(await count(isDone)).toBe(cell.done);
            expect(await count(open)).toBe(cell.owed - cell.done);
            seen.open += cell.owed - cell.done;
            seen.done += cell.done;
            if (row.cells[index] === null) seen.none += 1;
          }
        }
      }
      expect((await manager.ask(getHeatMap, { params: { id: org.levels.south } })).status).toBe(403);
    }),
    { numRuns: historyRuns(2), seed: 20_261_122 },
  );
  expect(Math.min(seen.open, seen.done, seen.none)).toBeGreaterThan(3);
});

test("a heat map has the contents with the largest share left first, at most so many, and says that there are more", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northClub", "Head Coach");
  await org.aMember("northClub", "Head Coach");
  for (let index = 0; index <= heatContents; index += 1) {
    const name = `Content ${String(index).padStart(2, "0")}`;
    await org.aDocument(admin, { at: "root", labels: ["Head Coach"], name, settings: { reviewRequired: false } });
  }
  await send(await owedBy(coach, "Content 00"));
  const map = await admin.call(getHeatMap, { params: { id: org.levels.root } });
  expect(map.moreContents).toBe(true);
  expect(map.contents.map((one) => one.name)).toEqual(
    Array.from({ length: heatContents }, (_, index) => `Content ${String(index + 1).padStart(2, "0")}`),
  );
  expect(map.whole.cells[0]).toEqual({ owed: 2, done: 0 });
});

test("no other organization's requirement narrows a list, nor is in a heat map", async () => {
  const [org, other] = [await world.it.anOrganization(), await world.it.anOrganization()];
  const admin = await org.aMember("root", "Administrator");
  const theirs = await other.aMember("root", "Administrator");
  await other.aDocument(theirs, { at: "root", labels: ["Head Coach"] });
  await other.aMember("northClub", "Head Coach");
  const [content] = (await theirs.call(getHeatMap, { params: { id: other.levels.root } })).contents;
  expect(await everybody(theirs, other.levels.root, { content: content?.contentId })).toBe(1);
  expect(await everybody(admin, org.levels.root, { content: content?.contentId })).toBe(0);
  expect((await admin.call(getHeatMap, { params: { id: org.levels.root } })).contents).toEqual([]);
  expect((await admin.ask(getHeatMap, { params: { id: other.levels.root } })).status).toBe(404);
});
