import type { ResponseOf } from "@touchline/contract";
import { addMember } from "@touchline/contract/people/profiles";
import { dismissDuplicate, findSimilarPeople, listDuplicates } from "@touchline/contract/reporting/duplicates";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { runDuring } from "../../../../test/run-during.ts";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";
import { addMembers, createProfiles } from "../../people/profiles/actions/add-members.ts";
import { keepKeys } from "../../people/search/actions/search-keys.ts";
import { compareSome } from "./actions/compare.ts";

const world = aWorld();

type Names = [first: string, last: string, email?: string | null, born?: string | null];

const add = (
  org: Organization,
  by: TestPerson,
  at: LevelKey,
  [firstName, lastName, email = null, born = null]: Names,
) =>
  by.call(addMember, {
    body: {
      levelId: org.levels[at],
      labelId: org.labelIds.Volunteer,
      person: { firstName, lastName, email, dateOfBirth: born },
    },
  });

const alike = (by: TestPerson, [firstName, lastName, email = null, dateOfBirth = null]: Names) =>
  by.call(findSimilarPeople, { body: { firstName, lastName, email, dateOfBirth } });

async function compared(by: TestPerson): Promise<ResponseOf<typeof listDuplicates>> {
  await world.it.runSchedule("duplicates.notice");
  await world.it.drainJobs();
  return by.call(listDuplicates);
}

const names = ({ data }: ResponseOf<typeof listDuplicates>) =>
  data.map(({ entries }) =>
    entries
      .map((one) => `${one.firstName} ${one.lastName}`)
      .sort()
      .join(" and "),
  );

test("a person who is about to be added is recognized by nickname, accent, hyphen, order, address, and date of birth", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await add(org, admin, "northTeam", ["William", "Smith-Jones"]);
  await add(org, admin, "northTeam", ["José", "García López", "jose@example.org", "2011-03-04"]);
  const found = async (person: Names) => (await alike(admin, person)).map((one) => [one.lastName, ...one.reasons]);
  expect(await found(["Bill", "Smith Jones"])).toEqual([["Smith-Jones", "nickname"]]);
  expect(await found(["SMITH JONES", "billy"])).toEqual([["Smith-Jones", "swappedNames", "nickname"]]);
  expect(await found(["Pepe", "Garcia", null, "2011-04-03"])).toEqual([
    ["García López", "nickname", "partOfName", "nearBirth"],
  ]);
  expect(await found(["Jose", "Garcia Lopes", "JOSE@example.org"])).toEqual([
    ["García López", "partOfName", "sameEmail"],
  ]);
  expect(await found(["Eva", "García López", "jose@example.org"])).toEqual([]);
  expect(await found(["Will", "Smith"])).toEqual([]);
});

test("nobody learns of people whom they do not see, and who adds nobody is refused", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const manager = await org.aMember("southClub", "Team Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  await add(org, admin, "northTeam", ["Robert", "Ito"]);
  expect(await alike(manager, ["Bob", "Ito"])).toEqual([]);
  await add(org, admin, "southClub", ["Robert", "Ito", "r@example.org"]);
  expect(await alike(manager, ["Bob", "Ito"])).toMatchObject([{ memberships: [{ levelName: "southClub" }] }]);
  const refused = await coach.ask(findSimilarPeople, {
    body: { firstName: "Bob", lastName: "Ito", email: null, dateOfBirth: null },
  });
  expect(refused.status).toBe(403);
  const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect(await alike(other, ["Bob", "Ito"])).toEqual([]);
});

test("likely pairs are found by a job, the likeliest first, and what was dismissed stays away", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await add(org, admin, "northTeam", ["Bill", "Smith"]);
  await add(org, admin, "southClub", ["William", "Smith"]);
  await add(org, admin, "northTeam", ["Ana", "Lima", "ana@example.org"]);
  await add(org, admin, "otherTeam", ["Anna", "Lima", "ana@example.org"]);
  await add(org, admin, "otherTeam", ["Eva", "Lima", "ana@example.org"]);
  expect((await admin.call(listDuplicates)).inProgress).toBe(true);
  const found = await compared(admin);
  expect(found.inProgress).toBe(false);
  expect(names(found)).toEqual(["Ana Lima and Anna Lima", "Bill Smith and William Smith"]);
  expect(found.data.map(({ reasons }) => reasons)).toEqual([["nickname", "sameEmail"], ["nickname"]]);
  const pair = found.data[1];
  await admin.call(dismissDuplicate, { params: { id: pair?.duplicateId as string } });
  expect(names(await admin.call(listDuplicates))).toEqual(["Ana Lima and Anna Lima"]);
  // Compared again, they are still two.
  await add(org, admin, "southClub", ["Willy", "Smith"]);
  expect(names(await compared(admin)).sort()).toEqual([
    "Ana Lima and Anna Lima",
    "Bill Smith and Willy Smith",
    "William Smith and Willy Smith",
  ]);
  const again = await admin.ask(dismissDuplicate, { params: { id: pair?.duplicateId as string } });
  expect(again.status).toBe(404);
});

test("among hundreds of one name, who was born on the same day or has the same address is found all the same", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const crowd = Array.from({ length: 40 }, (_, number) => number);
  const office = "office@example.org";
  await org.asSystem(async (call) => {
    const unused = { appUserId: null, activatedAt: null, confirmedAt: null };
    const people = [
      ...crowd.map((day) => ({
        firstName: "Maria",
        lastName: "Garcia",
        email: null,
        dateOfBirth: `1980-01-${10 + (day % 20)}`,
      })),
      ...crowd.map((number) => ({
        firstName: "Kim",
        lastName: `Of${"abcdefgh"[number % 8]}${number}`,
        email: office,
        dateOfBirth: null,
      })),
      { firstName: "María", lastName: "García", email: null, dateOfBirth: "1971-06-05" },
      { firstName: "Maria", lastName: "Garcia", email: office, dateOfBirth: null },
    ].map((one) => ({ ...one, ...unused, profileId: newId() }));
    await createProfiles(call, people);
    await addMembers(
      call,
      people.map(({ profileId }) => ({
        profileLevelAccessId: newId(),
        profileId,
        levelId: org.levels.northTeam,
        labelId: org.labelIds.Volunteer,
      })),
    );
  });
  const named = (dateOfBirth: string | null, email: string | null) =>
    admin.call(findSimilarPeople, { body: { firstName: "Maria", lastName: "Garcia", email, dateOfBirth } });
  expect((await named("1971-06-05", null))[0]).toMatchObject({ dateOfBirth: "1971-06-05" });
  expect((await named(null, office))[0]).toMatchObject({ email: office });
});

test("a pair is shown to people who may change both, page by page", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("northClub", "Club Director");
  const manager = await org.aMember("northClub", "Team Manager");
  for (const [first, last] of [
    ["Bob", "One"],
    ["Tom", "Two"],
    ["Kate", "Three"],
  ] as const) {
    await add(org, admin, "northTeam", [first, last]);
    await add(org, admin, last === "Two" ? "southClub" : "otherTeam", [
      { Bob: "Robert", Tom: "Thomas", Kate: "Katherine" }[first],
      last,
    ]);
  }
  expect(names(await compared(admin))).toHaveLength(3);
  expect(names(await director.call(listDuplicates)).sort()).toEqual([
    "Bob One and Robert One",
    "Kate Three and Katherine Three",
  ]);
  expect((await manager.ask(listDuplicates)).status).toBe(403);
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await admin.call(listDuplicates, { query: { perPage: 2, ...(after ? { after } : {}) } });
    seen.push(...names(page));
    if (page.next === null) break;
    after = page.next;
  }
  expect(new Set(seen).size).toBe(3);
  expect(seen).toHaveLength(3);
  const elsewhere = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const [pair] = (await admin.call(listDuplicates)).data;
  const foreign = await elsewhere.ask(dismissDuplicate, { params: { id: pair?.duplicateId as string } });
  expect(foreign.status).toBe(404);
});

test("a pair tells a director of the places within their reach alone", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("northClub", "Club Director");
  const { profileId } = await add(org, admin, "northTeam", ["Robert", "Ito"]);
  await add(org, admin, "otherTeam", ["Bob", "Ito"]);
  await admin.call(addMember, {
    body: { levelId: org.levels.southClub, labelId: org.labelIds["Head Coach"], profileId },
  });
  const placesOf = ({ data }: Awaited<ReturnType<typeof compared>>) =>
    data.flatMap(({ entries }) => entries.flatMap((one) => one.memberships.map(({ levelName }) => levelName))).sort();
  expect(placesOf(await compared(admin))).toEqual(["northTeam", "otherTeam", "southClub"]);
  expect(placesOf(await director.call(listDuplicates))).toEqual(["northTeam", "otherTeam"]);
});

test("people are compared while they are renamed, without a deadlock", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { profileId } = await add(org, admin, "northTeam", ["Robert", "Ito"]);
  const named = { profileId, firstName: "Bob", lastName: "Ito", email: null };
  const compare = async () => {
    for (let times = 0; times < 60; times += 1) await org.asSystem(compareSome);
  };
  await runDuring(
    2,
    () => org.asSystem((call) => keepKeys(call, [named])),
    () => [compare()],
  );
});

test("marking a pair as different people is audited once", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await add(org, admin, "northTeam", ["Robert", "Ito"]);
  await add(org, admin, "southClub", ["Bob", "Ito"]);
  const [pair] = (await compared(admin)).data;
  const params = { id: pair?.duplicateId as string };
  await admin.call(dismissDuplicate, { params });
  await admin.ask(dismissDuplicate, { params });
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ both: string }>(sql`
      SELECT concat_ws(' ', profile_id, facts->>'otherId') AS both FROM audit_event
      WHERE organization_id = ${call.organizationId} AND action = 'person.toldApart'`),
  );
  expect(rows.map((row) => row.both.split(" ").sort())).toEqual([pair?.entries.map((one) => one.profileId).sort()]);
});
