import { RequirementStatus, RequirementType, type ResponseOf } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { saveName } from "@touchline/contract/requirements/profile-details";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { getReview, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { getOtherNames, saveOtherNames } from "@touchline/contract/screening/other-names";
import {
  addRegistry,
  getRegistry,
  getRegistryMatches,
  listRegistries,
  loadRegistry,
  useRegistryVersion,
} from "@touchline/contract/screening/registry";
import { usualSettings } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";
import { profile } from "../../../schema/people.ts";

const world = aWorld();
let operator: string;
beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});
/** Removes the registries that other tests have loaded from the search. */
afterEach(async () => {
  const { body } = await ask(world.it.base, operator, listRegistries, {});
  for (const { registryId } of body) await searchVersion(registryId, null);
});

let registries = 0;
async function aRegistry() {
  registries += 1;
  const body = { name: `State ${registries}`, searchUrl: "https://search.example/" };
  return (await ask(world.it.base, operator, addRegistry, { body })).body.registryId;
}

async function load(id: string, csv: string | Buffer, more: { checkOnly?: "true" | "false"; columns?: string } = {}) {
  const answer = await ask(world.it.base, operator, loadRegistry, {
    params: { id },
    body: { asOf: "2026-01-31", checkOnly: "false", ...more },
    files: [new File([csv as never], "registry.csv")],
  });
  await world.it.drainJobs();
  return answer;
}

const searchVersion = (id: string, versionId: string | null) =>
  ask(world.it.base, operator, useRegistryVersion, { params: { id }, body: { versionId } });

/** Creates a coach with this name and date of birth who needs a sex offender search. */
async function aSearched(firstName: string, lastName: string, dateOfBirth: string | null) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const rename = (facts: Partial<{ firstName: string; lastName: string; dateOfBirth: string | null }>) =>
    org.asSystem(({ db, organizationId }) =>
      db
        .update(profile)
        .set(facts)
        .where(and(eq(profile.organizationId, organizationId), eq(profile.profileId, coach.profileId))),
    );
  await rename({ firstName, lastName, dateOfBirth });
  const { contentId } = await admin.call(createContent, {
    body: { type: RequirementType.SexOffenderSearch, name: "Search", description: "", levelId: org.levels.root },
  });
  const { kind: _, ...settings } = usualSettings["sex-offender-search"];
  await admin.call(saveContentOf["sex-offender-search"], { params: { id: contentId }, body: settings });
  await admin.call(assignContent, {
    params: { id: contentId },
    body: {
      contentAssignments: [
        {
          levelId: org.levels.root,
          labelIds: [org.labelIds["Head Coach"]],
          includeBelow: true,
          mandatory: true,
          dueDate: null,
        },
      ],
    },
  });
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Search");
  const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
  return {
    ...{ org, coach, director, on, rename },
    status: async () => (await coach.call(getRequirement, on)).status,
    matches: (who: TestPerson = director) => who.call(getRegistryMatches, on),
    decide: (reviewDecision: "Approved" | "RejectedDisqualified") =>
      director.call(reviewRequirement, {
        params: { plaId: profileLevelAccessId },
        body: { requirementId, reviewDecision, reviewNotes: "Another middle name and address." },
      }),
  };
}

async function search() {
  await world.it.runSchedule("registries.notice");
  await world.it.drainJobs();
}

const heading = "Registry ID,First Name,Last Name,DOB,Aliases,County,Link\n";

test("a person who is in no registry is completed by the search, and stays completed", async () => {
  const { status, matches } = await aSearched("Ana", "Núñez", "1984-05-06");
  await load(await aRegistry(), `${heading}A-1,Kyle,Voss,03/14/1971,,King,\n`);
  await search();
  expect(await status()).toBe(RequirementStatus.Completed);
  await search();
  expect(await matches()).toMatchObject({ matches: [], registries: [{ asOf: "2026-01-31" }] });
});

test("a person who may be in a registry is reviewed, with the registry's entry next to the person's data", async () => {
  const { status, matches } = await aSearched("Bill", "Harper", "1971-03-04");
  await load(
    await aRegistry(),
    `${heading}A-1,William,Harper,3/4/1971,Billy Reed,King,https://registry.example/A-1\nA-2,Ruth,Okafor,3/14/1971,,Lewis,\n`,
  );
  await search();
  expect(await status()).toBe(RequirementStatus.PendingReview);
  const found = await matches();
  expect(found.person).toEqual({ names: ["Bill Harper"], dateOfBirth: "1971-03-04" });
  expect(found.matches).toEqual([
    {
      registryName: `State ${registries}`,
      asOf: "2026-01-31",
      entryId: "A-1",
      names: ["William Harper", "Billy Reed"],
      dateOfBirth: "1971-03-04",
      score: 96,
      reasons: ["nickname", "sameBirth"],
      link: "https://registry.example/A-1",
      facts: [{ label: "County", value: "King" }],
      dismissed: false,
    },
  ] satisfies ResponseOf<typeof getRegistryMatches>["matches"]);
});

test("an entry that a review has dismissed is not asked about again, also in the next version; another one is", async () => {
  const { status, matches, decide } = await aSearched("Ann", "Lee", "1971-03-04");
  const registry = await aRegistry();
  await load(registry, `${heading}A-1,Ann,Lee,1971-03-04,,King,\n`);
  await search();
  await decide("Approved");
  expect(await status()).toBe(RequirementStatus.Completed);
  await load(registry, `${heading}A-1,Ann,Lee,1971-03-04,,Lewis,\n`);
  await search();
  expect(await status()).toBe(RequirementStatus.Completed);
  expect((await matches()).matches.map((one) => one.dismissed)).toEqual([true]);
  await load(registry, `${heading}A-1,Ann,Lee,1971-03-04,,Lewis,\nB-7,Anne,Lee,1971-03-04,,King,\n`);
  await search();
  // The earlier result counts while the match is in review.
  expect((await matches()).matches.map((one) => [one.entryId, one.dismissed])).toEqual([
    ["B-7", false],
    ["A-1", true],
  ]);
});

test("who is confirmed in a registry is disqualified, and no later search changes that", async () => {
  const { status, decide } = await aSearched("Ann", "Lee", "1971-03-04");
  const registry = await aRegistry();
  await load(registry, `${heading}A-1,Ann,Lee,1971-03-04,,King,\n`);
  await search();
  await decide("RejectedDisqualified");
  await load(registry, `${heading}Z-9,Nobody,Else,1950-01-01,,King,\n`);
  await search();
  expect(await status()).toBe(RequirementStatus.Rejected);
});

test("a new name is searched for, and so is a date of birth once it is known", async () => {
  const { status, rename } = await aSearched("Ana", "Núñez", null);
  await load(await aRegistry(), `${heading}A-1,Dana,Reed,1984-05-06,,King,\n`);
  await search();
  expect(await status()).toBe(RequirementStatus.Incomplete);
  await rename({ dateOfBirth: "1984-05-06" });
  await search();
  expect(await status()).toBe(RequirementStatus.Completed);
  const renamed = await aSearched("Ana", "Núñez", "1984-05-06");
  await search();
  await renamed.rename({ firstName: "Dana", lastName: "Reed" });
  await search();
  expect((await renamed.matches()).matches).toHaveLength(1);
});

test("other names that a person says are searched for too, and never push out a name that they had", async () => {
  const { org, coach, director, on, status, matches } = await aSearched("Ana", "Núñez", "1984-05-06");
  await load(await aRegistry(), `${heading}A-1,Dana,Reed,1984-05-06,,King,\nA-2,Noa,Park,1984-05-06,,King,\n`);
  await search();
  expect(await status()).toBe(RequirementStatus.Completed);
  const save = (names: { firstName: string; lastName: string }[]) =>
    coach.ask(saveOtherNames, { params: on.params, body: { ...on.query, names } });
  const one = { firstName: " Dana ", lastName: "Reed" };
  expect((await save(Array.from({ length: 5 }, () => one))).status).toBe(400);
  expect((await save([one])).status).toBe(200);
  await search();
  expect(await matches()).toMatchObject({
    person: { names: ["Ana Núñez", "Dana Reed"] },
    matches: [{ entryId: "A-1" }],
  });
  expect((await coach.call(getOtherNames, on)).names).toEqual([{ firstName: "Dana", lastName: "Reed" }]);
  expect((await director.ask(getOtherNames, on)).status).toBe(403);
  const rename = (firstName: string, lastName: string) =>
    director.call(saveName, { body: { profileId: coach.profileId, firstName, lastName, dateOfBirth: "1984-05-06" } });
  await rename("Noa", "Park");
  await rename("Ana", "Núñez");
  await save(["One", "Two", "Three", "Four"].map((lastName) => ({ firstName: "Other", lastName })));
  await search();
  expect((await matches()).matches.map(({ entryId }) => entryId).sort()).toEqual(["A-1", "A-2"]);
  const rows = await org.asSystem(({ db, organizationId }) =>
    db.execute(`SELECT sealed_names FROM other_name WHERE organization_id = '${organizationId}'`),
  );
  expect(String(rows.rows[0]?.sealed_names)).not.toContain("Other");
});

test("a match is a false or a confirmed one: nothing can be asked of the member again", async () => {
  const { director, on } = await aSearched("Ann", "Lee", "1971-03-04");
  await load(await aRegistry(), `${heading}A-1,Ann,Lee,1971-03-04,,King,\n`);
  await search();
  expect(
    (await director.call(getReview, { query: { requirementId: on.params.id, ...on.query } })).permittedDecisions,
  ).toEqual(["Approved", "RejectedDisqualified"]);
  const reset = await director.ask(reviewRequirement, {
    params: { plaId: on.query.profileLevelAccessId },
    body: { requirementId: on.params.id, reviewDecision: "RejectedReset", reviewNotes: "Send it again." },
  });
  expect(reset.body).toMatchObject({ status: 409, reason: "registryMatch" });
});

test("an entry without a date of birth is found by the whole name, and is marked as such", async () => {
  const { status, matches } = await aSearched("Søren", "Østergård", "1984-05-06");
  await load(await aRegistry(), `${heading}A-1,Soren,Ostergard,,,King,\n`);
  await search();
  expect(await status()).toBe(RequirementStatus.PendingReview);
  expect((await matches()).matches.map((one) => one.reasons)).toEqual([["sameName", "noBirth"]]);
});

test("matches are shown to reviewers: neither the person nor a Manager sees them", async () => {
  const { org, coach, on } = await aSearched("Ann", "Lee", "1971-03-04");
  const manager = await org.aMember("northTeam", "Team Manager");
  await load(await aRegistry(), `${heading}A-1,Ann,Lee,1971-03-04,,King,\n`);
  await search();
  for (const who of [coach, manager]) expect((await who.ask(getRegistryMatches, on)).status).toBe(403);
  expect(JSON.stringify(await coach.call(getRequirement, on))).not.toMatch(/A-1|King|registry/i);
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await stranger.ask(getRegistryMatches, on)).status).toBe(404);
});

test("without any registry nobody is searched", async () => {
  const { status } = await aSearched("Ana", "Núñez", "1984-05-06");
  await search();
  expect(await status()).toBe(RequirementStatus.Incomplete);
});

test("a check tells what each row becomes, and leaves the version that is searched as it is", async () => {
  const registry = await aRegistry();
  await load(registry, `${heading}A-1,Ann,Lee,1971-03-04,,King,\n`);
  const { body } = await load(
    registry,
    'Number;Offender Name;DOB;AKA\n1;"Lee, Ann";31.12.1970;Annie Lee | A. Lee\n2;;1.2.1970;\n3;Kyle Voss;nineteen seventy;\n1;Dana Reed;;\n4;Ruth Okafor;;\n',
    { checkOnly: "true" },
  );
  expect(body).toMatchObject({
    versionId: null,
    columns: [
      { heading: "Number", field: "entryId" },
      { heading: "Offender Name", field: "fullName" },
      { heading: "DOB", field: "dateOfBirth" },
      { heading: "AKA", field: "aliases" },
    ],
    entries: 2,
    withoutBirth: 1,
    refused: 3,
    refusedRows: [
      { row: 3, reason: "This row has no first and last name." },
      { row: 4, reason: "The date of birth “nineteen seventy” can't be read. Write it like 1980-12-31." },
      { row: 5, reason: "“1” is the ID of an earlier row." },
    ],
    sample: [{ names: ["Ann Lee", "Annie Lee", "A. Lee"], dateOfBirth: "1970-12-31" }, {}],
  });
  const { body: read } = await ask(world.it.base, operator, getRegistry, { params: { id: registry } });
  expect(read.versions.map((one) => [one.entries, one.versionId === read.currentVersionId])).toEqual([[1, true]]);
});

test("each row of a bad file has its fate told, dates are read in six formats, and no formula is computed", async () => {
  const dates = ["1971-03-14", "03/14/1971", "1971/03/14", "14 March 1971", "Mar 14, 1971", "14-Mar-1971"];
  const lines = [
    "ID,First,Last,DOB,Note",
    ...dates.map((date, place) => `D-${place},Ann,Lee,${date.includes(",") ? `"${date}"` : date},`),
    'Q-1,"Ann,Lee,1971-03-14,',
    'Q-2,Ann,Lee,1971-03-14,a "quoted" word',
    `L-1,Ann,Lee,1971-03-14,${"x".repeat(1_000_000)}`,
    "=1+1,Ann,=cmd|' /C calc'!A0,1971-03-14,=HYPERLINK(1)",
    "D-0,Kyle,Voss,1980-01-02,",
    "W-1,Ann,Lee,1971-03-14,x,y,z",
    "M-1,Ann,Lee,1971-13-45,",
    "",
    "\0E-1,Ruth,Okafor,1964-05-06,",
  ];
  const { body } = await load(await aRegistry(), lines.join("\r\n"), { checkOnly: "true" });
  expect(body.refusedRows).toEqual([
    { row: 8, reason: "A quotation mark in this row isn't closed. Fix it in your file." },
    { row: 10, reason: "A cell of this row has more than 4,000 characters." },
    { row: 12, reason: "“D-0” is the ID of an earlier row." },
    { row: 13, reason: "This row has more cells than there are columns." },
    { row: 14, reason: "The date of birth “1971-13-45” can't be read. Write it like 1980-12-31." },
  ]);
  expect(body).toMatchObject({ entries: 9, withoutBirth: 0, refused: 5 });
  expect(new Set(body.sample.map((one) => one.dateOfBirth))).toEqual(new Set(["1971-03-14"]));
});

test("columns can be told what they are", async () => {
  const csv = "Vorname,Nachname,Geburtstag\nAnn,Lee,1971-03-04\n";
  const registry = await aRegistry();
  expect((await load(registry, csv)).body).toMatchObject({ status: 400, errors: [{ path: "columns" }] });
  const columns = JSON.stringify({ Vorname: "firstName", Nachname: "lastName", Geburtstag: "dateOfBirth" });
  expect((await load(registry, csv, { columns })).body).toMatchObject({ entries: 1, withoutBirth: 0 });
});

test("other names may stand in several columns, also under one heading", async () => {
  const csv = "First,Last,DOB,Alias,Alias\nAnn,Lee,1971-03-04,Annie Lee,Dana Reed\n";
  expect((await load(await aRegistry(), csv, { checkOnly: "true" })).body.sample[0]?.names).toEqual([
    "Ann Lee",
    "Annie Lee",
    "Dana Reed",
  ]);
});

test("an earlier version can be searched again", async () => {
  const registry = await aRegistry();
  const first = (await load(registry, `${heading}A-1,Ann,Lee,1971-03-04,,King,\n`)).body.versionId;
  await load(registry, `${heading}B-1,Kyle,Voss,1971-03-04,,King,\n`);
  await searchVersion(registry, first);
  const { matches } = await aSearched("Ann", "Lee", "1971-03-04");
  await search();
  expect((await matches()).matches.map((one) => one.entryId)).toEqual(["A-1"]);
});

test("only operators see and load registries", async () => {
  const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const registry = await aRegistry();
  expect((await admin.ask(listRegistries, {})).status).toBe(403);
  expect((await admin.ask(getRegistry, { params: { id: registry } })).status).toBe(403);
  const body = { asOf: "2026-01-31", checkOnly: "true" as const };
  const files = [new File([heading], "registry.csv")];
  expect((await admin.ask(loadRegistry, { params: { id: registry }, body, files })).status).toBe(403);
});

test.each([
  ["UTF-16", Buffer.from(`\ufeff${heading}A-1,José,Núñez,1971-03-04,,King,\n`, "utf16le")],
  ["Windows-1252", Buffer.from(`${heading}A-1,José,Núñez,1971-03-04,,King,\n`, "latin1")],
])("a file in %s is read", async (_, csv) => {
  expect((await load(await aRegistry(), csv, { checkOnly: "true" })).body.sample).toEqual([
    { names: ["José Núñez"], dateOfBirth: "1971-03-04" },
  ]);
});

test.each([
  ["nothing", "", 415],
  ["headings alone", heading, 415],
])("a file of %s is refused", async (_, csv, status) => {
  expect((await load(await aRegistry(), csv)).status).toBe(status);
});
