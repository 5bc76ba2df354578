import type { OverallStatus, ResponseOf } from "@touchline/contract";
import { overallStatuses, RequirementStatus } from "@touchline/contract";
import { getDashboardInfo, listMembers, memberSorts } from "@touchline/contract/people/hierarchy";
import { changeRole, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { overallSeverity } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { requirementHistory } from "../../../../test/history.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LabelName, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { foldCounts } from "../../compliance/standing/actions/fold.ts";
import { fillLevels } from "../../compliance/standing/actions/index-levels.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";

const world = aWorld();

type Row = ResponseOf<typeof listMembers>["data"][number];
type Query = Parameters<TestPerson["call"]>[1] extends infer Asked ? (Asked & { query?: object })["query"] : never;

/** Makes levels count as large, whatever their size: their memberships are then kept in the member index. */
async function madeLarge(org: Organization, ...places: LevelKey[]) {
  await org.asSystem((call) =>
    call.db.execute(sql`
      INSERT INTO level_index (organization_id, level_id, state, filled_pre, filled_membership)
      SELECT ${call.organizationId}::uuid, id, 'building', -1, '00000000-0000-0000-0000-000000000000'
      FROM unnest(${sql.param(places.map((place) => org.levels[place]))}::uuid[]) AS id`),
  );
  while (await org.asSystem(fillLevels));
}

const folded = async (org: Organization) => {
  while ((await org.asSystem(foldCounts)).more);
};

const joined = (
  org: Organization,
  at: LevelKey,
  label: LabelName,
  [firstName, lastName, email]: readonly (string | null)[],
) =>
  org.asSystem((call) =>
    addMember(call, {
      levelId: org.levels[at],
      labelId: org.labelIds[label],
      person: { firstName: firstName ?? "", lastName: lastName ?? "", email: email ?? null, dateOfBirth: null },
    }),
  );

const names = [
  ["José", "Núñez", "jose@club.example"],
  ["Ana", "O'Brien", "ana.obrien@club.example"],
  ["Łukasz", "Żółć", null],
  ["小龍", "李", null],
  ["Anne-Marie", "Smith-Jones", "am@smith.example"],
  ["Björk", "Guðmundsdóttir", null],
  ["Zoe", "Abel", "100%@club.example"],
  ["Ana", "Ängström", null],
  ["Mia", "Anand", null],
  ["Иван", "Иванов", null],
  ["Zoe", "Abel", null],
] as const;
const places: LevelKey[] = ["root", "north", "northClub", "northTeam", "southClub"];
const labels: LabelName[] = ["Head Coach", "Volunteer", "Team Manager"];

/** Reads all pages, by number or by cursor. */
async function everyPage(by: TestPerson, levelId: string, query: Query, perPage: number, how: "page" | "cursor") {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const request = { ...query, perPage, ...(how === "page" ? { page } : cursor ? { cursor } : {}) };
    const { data, pagination } = await by.call(listMembers, { params: { id: levelId }, query: request });
    rows.push(...data);
    if (rows.length >= pagination.totalRecords || data.length === 0) return { rows, total: pagination.totalRecords };
    cursor = pagination.next ?? undefined;
  }
}

describe.each(["small levels, read as they are", "large levels, read by the member index"])(
  "the members list at %s",
  (size) => {
    let org: Organization;
    let admin: TestPerson;
    let everybody: Row[];

    beforeAll(async () => {
      org = await world.it.anOrganization();
      admin = await org.aMember("root", "Administrator");
      if (size.startsWith("large")) await madeLarge(org, "root", "north");
      for (const [index, name] of names.entries()) {
        await joined(org, places[index % places.length] as LevelKey, labels[index % labels.length] as LabelName, name);
      }
      await org.aDocument(admin, { at: "north", labels: ["Head Coach"] });
      await org.aDocument(admin, {
        at: "root",
        labels: ["Head Coach", "Volunteer"],
        mandatory: false,
        dueDate: "2026-01-01",
        name: "Of two roles",
      });
      await org.aDocument(admin, { at: "northClub", labels: ["Volunteer"], dueDate: "2026-01-01", name: "Overdue" });
      if (size.startsWith("large")) await folded(org);
      everybody = (await everyPage(admin, org.levels.root, {}, 100, "page")).rows;
    });

    test("holds everybody at the level and below, by last name", async () => {
      expect(everybody).toHaveLength(names.length + 1);
      expect(everybody.map((row) => row.fullName).slice(0, 5)).toEqual([
        "Zoe Abel",
        "Zoe Abel",
        "Mia Anand",
        "Ana Ängström",
        "Björk Guðmundsdóttir",
      ]);
      const north = await everyPage(admin, org.levels.north, {}, 100, "page");
      const below = new Set<string>([org.levels.north, org.levels.northClub, org.levels.northTeam]);
      expect(north.rows).toEqual(everybody.filter((row) => below.has(row.levelId)));
    });

    test.each(memberSorts.flatMap((sortCol) => (["ASC", "DESC"] as const).map((sortDir) => ({ sortCol, sortDir }))))(
      "by $sortCol $sortDir is whole and in order, by page and by cursor",
      async (sort) => {
        const { rows } = await everyPage(admin, org.levels.root, sort, 100, "page");
        const sign = sort.sortDir === "ASC" ? 1 : -1;
        const place = new Map(everybody.map((row, index) => [row.profileLevelAccessId, index]));
        const at = (row: Row) => place.get(row.profileLevelAccessId) as number;
        const expected = [...everybody].sort((a, b) => {
          if (sort.sortCol === "FullName") return sign * (at(a) - at(b));
          if (sort.sortCol === "Role") return sign * a.labelName.localeCompare(b.labelName) || at(a) - at(b);
          return sign * (overallSeverity[b.overallStatus] - overallSeverity[a.overallStatus]) || at(a) - at(b);
        });
        expect(rows).toEqual(expected);
        for (const how of ["page", "cursor"] as const) {
          expect((await everyPage(admin, org.levels.root, sort, 2, how)).rows).toEqual(expected);
          expect((await everyPage(admin, org.levels.root, sort, 5, how)).rows).toEqual(expected);
        }
      },
    );

    test("is narrowed by overall status, label and requirement status, together too, with the total", async () => {
      for (const overall of overallStatuses) {
        const { rows, total } = await everyPage(admin, org.levels.root, { overallStatuses: [overall] }, 3, "cursor");
        expect(rows).toEqual(everybody.filter((row) => row.overallStatus === overall));
        expect(total).toBe(rows.length);
      }
      const labelled = [org.labelIds["Head Coach"], org.labelIds.Volunteer];
      const coaches = await everyPage(
        admin,
        org.levels.root,
        { labels: labelled, overallStatuses: ["NotActivated"] },
        2,
        "page",
      );
      expect(coaches.rows).toEqual(
        everybody.filter((row) => labelled.includes(row.labelId) && row.overallStatus === "NotActivated"),
      );
      expect(coaches.total).toBeGreaterThan(0);
      const overdue = { requirementStatuses: [RequirementStatus.Overdue] };
      const late = await everyPage(admin, org.levels.root, overdue, 2, "cursor");
      expect(late.rows.length).toBeGreaterThan(0);
      expect(new Set(late.rows.map((row) => row.labelName))).toEqual(new Set(["Volunteer"]));
      const none = { requirementStatuses: [RequirementStatus.Rejected] };
      expect(await everyPage(admin, org.levels.root, none, 10, "page")).toEqual({ rows: [], total: 0 });
    });

    test("is filtered and sorted by one JSON object, as by the names beside it", async () => {
      const filtered = (filters: unknown, beside: Query = {}) =>
        everyPage(admin, org.levels.root, { ...beside, filters: JSON.stringify(filters) }, 3, "cursor");
      const choices: [Record<string, unknown>, Query][] = [
        [{}, {}],
        [
          { sortCol: "Role", sortDir: "DESC" },
          { sortCol: "Role", sortDir: "DESC" },
        ],
        [{ search: "an" }, { search: "an" }],
        [{ labels: [org.labelIds.Volunteer] }, { labels: [org.labelIds.Volunteer] }],
        [{ requirementStatuses: [4] }, { requirementStatuses: [RequirementStatus.Overdue] }],
        [{ overallStatuses: ["NotActivated"] }, { overallStatuses: ["NotActivated"] }],
      ];
      for (const [filters, names] of choices) {
        const byNames = await everyPage(admin, org.levels.root, names, 3, "cursor");
        expect(await filtered(filters), JSON.stringify(filters)).toEqual(byNames);
      }
      const overdue = await filtered({ requirementStatuses: [4] });
      expect(overdue.total).toBeGreaterThan(0);
      expect(overdue.total).toBeLessThan(everybody.length);
      // Values in the object take precedence; those it leaves out come from the query.
      expect(await filtered({ search: "abel" }, { search: "anand", sortDir: "DESC" })).toEqual(
        await everyPage(admin, org.levels.root, { search: "abel", sortDir: "DESC" }, 3, "cursor"),
      );
    });

    test("refuses a filter object that is no JSON, or that names what the list does not know", async () => {
      for (const filters of ["{", "[]", '"x"', '{"status":4}', '{"requirementStatuses":[9]}', '{"sortCol":"Age"}']) {
        const answer = await admin.ask(listMembers, { params: { id: org.levels.root }, query: { filters } });
        expect(answer.status, filters).toBe(400);
      }
    });

    test("is filtered by one requirement and its status, in any order", async () => {
      const { requirements } = await admin.call(getDashboardInfo, { params: { id: org.levels.root } });
      const overdue = requirements.find((one) => one.name === "Overdue");
      const content = overdue?.contentId;
      const volunteers = everybody.filter((row) => row.labelName === "Volunteer" && row.levelName !== "north");
      const owing = await everyPage(admin, org.levels.root, { content }, 100, "page");
      expect(owing.total).toBe(overdue?.total);
      expect(owing.rows).toHaveLength(owing.total);
      expect(volunteers).toEqual(expect.arrayContaining(owing.rows));
      // Others have something overdue as well, but not this content; and nobody has completed it.
      const late = { content, requirementStatuses: [RequirementStatus.Overdue, RequirementStatus.Rejected] };
      expect((await everyPage(admin, org.levels.root, late, 100, "page")).rows).toEqual(owing.rows);
      const complete = { content, requirementStatuses: [RequirementStatus.Completed] };
      expect(await everyPage(admin, org.levels.root, complete, 10, "page")).toEqual({ rows: [], total: 0 });
      const coaches = { content, labels: [org.labelIds["Head Coach"]] };
      expect(await everyPage(admin, org.levels.root, coaches, 10, "page")).toEqual({ rows: [], total: 0 });
      const labelled = { content, labels: [org.labelIds.Volunteer], overallStatuses: ["NotActivated" as const] };
      expect(await everyPage(admin, org.levels.root, labelled, 10, "page")).toEqual(owing);
      expect((await everyPage(admin, org.levels.root, { content, search: "an" }, 10, "page")).rows).toEqual(
        (await everyPage(admin, org.levels.root, { search: "an" }, 10, "page")).rows.filter((row) =>
          owing.rows.some((one) => one.profileLevelAccessId === row.profileLevelAccessId),
        ),
      );
      for (const sortCol of memberSorts) {
        const sort = { content, sortCol, sortDir: "DESC" as const };
        const { rows, total } = await everyPage(admin, org.levels.root, sort, 100, "page");
        const all = await everyPage(admin, org.levels.root, { sortCol, sortDir: "DESC" }, 100, "page");
        expect(total).toBe(owing.total);
        expect(rows).toEqual(
          all.rows.filter((row) => owing.rows.some((one) => one.profileLevelAccessId === row.profileLevelAccessId)),
        );
        for (const how of ["page", "cursor"] as const) {
          expect((await everyPage(admin, org.levels.root, sort, 1, how)).rows).toEqual(rows);
        }
      }
    });

    test("filtered by one requirement continues past roles without anyone who needs it", async () => {
      const { requirements } = await admin.call(getDashboardInfo, { params: { id: org.levels.root } });
      const content = requirements.find((one) => one.name === "Of two roles")?.contentId;
      const sort = { content, sortCol: "Role" as const };
      const { rows, total } = await everyPage(admin, org.levels.root, sort, 1, "cursor");
      expect(rows).toHaveLength(total);
      expect([...new Set(rows.map((row) => row.labelName))]).toEqual(["Head Coach", "Volunteer"]);
      expect(rows).toEqual((await everyPage(admin, org.levels.root, sort, 100, "page")).rows);
    });

    test.each([
      ["nunez", ["José Núñez"]],
      ["  NÚÑEZ jos ", ["José Núñez"]],
      ["obrien", ["Ana O'Brien"]],
      ["o’brien", ["Ana O'Brien"]],
      ["lukasz", ["Łukasz Żółć"]],
      ["zolc", ["Łukasz Żółć"]],
      ["李", ["小龍 李"]],
      ["jones", ["Anne-Marie Smith-Jones"]],
      ["smith-jones", ["Anne-Marie Smith-Jones"]],
      ["gudm", ["Björk Guðmundsdóttir"]],
      ["иван", ["Иван Иванов"]],
      ["abel zoe", ["Zoe Abel", "Zoe Abel"]],
      // People with it as the last name come first.
      ["an", ["Mia Anand", "Ana Ängström", "Ana O'Brien", "Anne-Marie Smith-Jones"]],
      ["jose@club", ["José Núñez"]],
      ["smith.example", ["Anne-Marie Smith-Jones"]],
      ["100%@", ["Zoe Abel"]],
      ["%", []],
      ["_", []],
      ["nobody", []],
    ])("finds by %s", async (search, expected) => {
      const whole = await everyPage(admin, org.levels.root, { search }, 100, "page");
      expect(whole.rows.map((row) => row.fullName)).toEqual(expected);
      expect(whole.total).toBe(expected.length);
      expect((await everyPage(admin, org.levels.root, { search }, 1, "cursor")).rows).toEqual(whole.rows);
    });

    test("finds backwards too, last names first all the same", async () => {
      const { rows } = await everyPage(admin, org.levels.root, { search: "an", sortDir: "DESC" }, 100, "page");
      expect(rows.map((row) => row.fullName)).toEqual([
        "Ana Ängström",
        "Mia Anand",
        "Anne-Marie Smith-Jones",
        "Ana O'Brien",
      ]);
    });

    test("searches within the other filters and the level", async () => {
      const query = { search: "zoe", labels: [org.labelIds["Head Coach"]] };
      const { rows } = await everyPage(admin, org.levels.root, query, 10, "page");
      expect(rows.map((row) => [row.fullName, row.labelName])).toEqual([["Zoe Abel", "Head Coach"]]);
      expect((await everyPage(admin, org.levels.southClub, { search: "nunez" }, 10, "page")).total).toBe(0);
    });

    test("refuses a cursor that leads nowhere with a sentence", async () => {
      const after = { group: "", name: "\0", id: org.levels.root };
      for (const place of ["nonsense", { skip: -1 }, { after }, { after: { ...after, name: "\ud800" } }]) {
        const cursor = Buffer.from(JSON.stringify(place)).toString("base64url");
        const answer = await admin.ask(listMembers, { params: { id: org.levels.root }, query: { cursor } });
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(/Go back to the first page/);
      }
    });

    test("and the dashboard follow a change of label and a membership that ends at once", async () => {
      const { profileLevelAccessId } = await joined(org, "northTeam", "Head Coach", ["Late", "Comer", null]);
      const seen = async () => {
        const list = await everyPage(admin, org.levels.north, { search: "comer" }, 10, "page");
        const counts = await admin.call(getDashboardInfo, { params: { id: org.levels.north } });
        const all = await everyPage(admin, org.levels.north, {}, 100, "page");
        expect(counts.total).toBe(all.total);
        const ofLabel = counts.labels.find((one) => one.labelName === list.rows[0]?.labelName);
        expect(sumOf(ofLabel?.overall)).toBe(
          all.rows.filter((row) => row.labelName === list.rows[0]?.labelName).length,
        );
        return list.rows.map((row) => row.labelName);
      };
      expect(await seen()).toEqual(["Head Coach"]);
      await admin.call(changeRole, {
        query: { profileLevelAccessId, newLabelId: org.labelIds.Volunteer },
      });
      expect(await seen()).toEqual(["Volunteer"]);
      await admin.call(deleteMembership, { params: { id: profileLevelAccessId } });
      expect(await seen()).toEqual([]);
    });
  },
);

const sumOf = (counts: Record<string, number> | undefined) =>
  Object.values(counts ?? {}).reduce((sum, one) => sum + one, 0);

describe("the dashboard of a level", () => {
  test.each(["before", "after"])(
    "counts what the list shows, %s the counts are folded and the level is large",
    async (when) => {
      const org = await world.it.anOrganization();
      const admin = await org.aMember("root", "Administrator");
      for (const [index, name] of names.entries()) {
        await joined(org, places[index % places.length] as LevelKey, labels[index % labels.length] as LabelName, name);
      }
      await org.aDocument(admin, { at: "root", labels: ["Head Coach", "Volunteer"], dueDate: "2026-01-01" });
      if (when === "after") {
        await folded(org);
        await madeLarge(org, "root", "north");
      }
      for (const place of ["root", "north", "northTeam", "south"] as const) {
        const { rows } = await everyPage(admin, org.levels[place], {}, 100, "page");
        const info = await admin.call(getDashboardInfo, { params: { id: org.levels[place] } });
        const overall = (from: Row[]) =>
          Object.fromEntries(
            overallStatuses.map((status) => [status, from.filter((row) => row.overallStatus === status).length]),
          ) as Record<OverallStatus, number>;
        expect(info.total).toBe(rows.length);
        expect(info.overall).toEqual(overall(rows));
        for (const label of info.labels) {
          expect(label.overall).toEqual(overall(rows.filter((row) => row.labelId === label.labelId)));
        }
        const owing = rows.filter((row) => row.owed > 0).length;
        expect(info.requirements).toEqual(
          owing === 0
            ? []
            : [
                {
                  contentId: expect.any(String),
                  name: "Coach agreement",
                  type: 0,
                  total: owing,
                  statuses: { [RequirementStatus.Overdue]: owing },
                },
              ],
        );
      }
      const root = await admin.call(getDashboardInfo, { params: { id: org.levels.root } });
      expect(root.children.map((child) => child.name)).toEqual(["north", "south"]);
      for (const child of root.children) {
        const own = await admin.call(getDashboardInfo, { params: { id: child.levelId } });
        expect(child).toMatchObject({ total: own.total, overall: own.overall });
      }
    },
  );

  test("is for those who see the members there", async () => {
    const org = await world.it.anOrganization();
    const director = await org.aMember("northClub", "Club Director");
    const coach = await org.aMember("northTeam", "Head Coach");
    const ask = (by: TestPerson, place: LevelKey) => by.ask(getDashboardInfo, { params: { id: org.levels[place] } });
    expect((await ask(director, "northTeam")).status).toBe(200);
    expect((await ask(director, "north")).status).toBe(403);
    expect((await ask(coach, "northTeam")).status).toBe(403);
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await ask(stranger, "northTeam")).status).toBe(404);
  });
});

describe("the members list", () => {
  test("shows a director nothing outside the levels they look after", async () => {
    const org = await world.it.anOrganization();
    const director = await org.aMember("north", "Club Director");
    expect((await director.ask(listMembers, { params: { id: org.levels.root } })).status).toBe(403);
    expect((await director.ask(listMembers, { params: { id: org.levels.south } })).status).toBe(403);
    expect((await director.ask(listMembers, { params: { id: org.levels.northTeam } })).status).toBe(200);
  });

  test("finds everyone at a large level even if many more have the name elsewhere, by address too", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await madeLarge(org, "root", "north");
    for (let n = 0; n < 14; n += 1) await joined(org, "southClub", "Volunteer", ["Robin", `South${n}`, null]);
    await joined(org, "northTeam", "Volunteer", ["Robin", "Young", null]);
    await joined(org, "northClub", "Head Coach", ["Kim", "Robinson", null]);
    await joined(org, "northTeam", "Head Coach", ["Kim", "Miller", "robin.miller@club.example"]);
    await joined(org, "northTeam", "Head Coach", ["Anne Robin", "Adler", null]);
    await joined(org, "southClub", "Head Coach", ["Kim", "Meyer", "robin.meyer@club.example"]);
    const found = (query: Query, perPage: number) =>
      everyPage(admin, org.levels.north, { search: "robin", ...query }, perPage, "cursor");
    const inOrder = ["Kim Robinson", "Anne Robin Adler", "Kim Miller", "Robin Young"];
    for (const perPage of [1, 3, 100]) {
      const { rows, total } = await found({}, perPage);
      expect(rows.map((row) => row.fullName)).toEqual(inOrder);
      expect(total).toBe(4);
    }
    const coaches = await found({ labels: [org.labelIds["Head Coach"]] }, 100);
    expect(coaches.rows.map((row) => row.fullName)).toEqual(inOrder.slice(0, 3));
    const byRole = await found({ sortCol: "Role" }, 100);
    expect(byRole.rows.map((row) => row.fullName)).toEqual(inOrder);
    expect((await everyPage(admin, org.levels.root, { search: "robin" }, 100, "page")).total).toBe(19);
  });

  test("is empty beyond its last page, and knows the total all the same", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const beyond = await admin.call(listMembers, { params: { id: org.levels.root }, query: { page: 9 } });
    expect(beyond).toEqual({
      data: [],
      pagination: { page: 9, perPage: 25, totalRecords: 1, more: false, next: null },
    });
  });
});

describe("the page of somebody who is a member in two regions", () => {
  async function inTwoRegions() {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const southern = await org.asSystem((call) =>
      addMember(call, { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId: coach.profileId }),
    );
    await org.aDocument(admin, { at: "north", name: "Northern agreement" });
    await org.aDocument(admin, { at: "south", labels: ["Volunteer"], name: "Southern agreement" });
    const plaIds = { north: coach.plaId, south: southern.profileLevelAccessId };
    const southernOne = await owedBy({ ...coach, plaId: plaIds.south }, "Southern agreement");
    await send(southernOne);
    await admin.call(reviewRequirement, {
      params: { plaId: plaIds.south },
      body: {
        requirementId: southernOne.requirementId,
        reviewDecision: "RejectedReset",
        reviewNotes: "Not signed.",
      },
    });
    const seenBy = async (by: TestPerson, plaId: string) => {
      const { memberships } = await by.call(getMember, { params: { id: plaId } });
      const history = await requirementHistory(by, plaId);
      return {
        at: memberships.map((one) => one.levelName).sort(),
        contents: [...new Set(history.map((one) => one.contentName))].sort(),
      };
    };
    return { org, admin, coach, plaIds, seenBy };
  }
  const both = {
    at: ["northTeam", "southClub"],
    contents: ["Northern agreement", "Southern agreement"],
  };

  test("shows each region's director the memberships and the history of their own region alone", async () => {
    const { org, plaIds, seenBy } = await inTwoRegions();
    const northern = await org.aMember("north", "Club Director");
    const southern = await org.aMember("south", "Club Director");
    expect(await seenBy(northern, plaIds.north)).toEqual({ at: ["northTeam"], contents: ["Northern agreement"] });
    expect(await seenBy(southern, plaIds.south)).toEqual({ at: ["southClub"], contents: ["Southern agreement"] });
  });

  test("shows all of it to an administrator and to the person", async () => {
    const { admin, coach, plaIds, seenBy } = await inTwoRegions();
    expect(await seenBy(admin, plaIds.north)).toEqual(both);
    expect(await seenBy(coach, plaIds.north)).toEqual(both);
  });

  test("keeps what a region has seen when the membership there ends, and tells the other nothing", async () => {
    const { org, admin, coach, plaIds, seenBy } = await inTwoRegions();
    const northern = await org.aMember("north", "Club Director");
    await admin.call(deleteMembership, { params: { id: plaIds.south } });
    expect(await seenBy(northern, plaIds.north)).toEqual({ at: ["northTeam"], contents: ["Northern agreement"] });
    expect(await seenBy(coach, plaIds.north)).toEqual({ ...both, at: ["northTeam"] });
  });
});
