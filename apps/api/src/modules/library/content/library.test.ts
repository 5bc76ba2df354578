import { RequirementStatus } from "@touchline/contract";
import {
  createContent,
  deleteContent,
  duplicateContent,
  getArchiveEffect,
  getContentKind,
  getContentVersion,
  listContent,
  listContentLibrary,
  listContentNames,
  listContentVersions,
  listUsSoccerLicenses,
  restoreContent,
} from "@touchline/contract/library/content";
import { assignContent, listContentAssignments } from "@touchline/contract/library/content-assignments";
import { getContentDocument, saveContentDocument } from "@touchline/contract/library/content-kinds";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { describe, expect, test } from "vitest";
import { aPdf, aWorld, type Organization, type TestPerson, usualSettings } from "../../../../test/world.ts";
import { deleteContent as archive } from "./actions/archive.ts";

const world = aWorld();

async function start() {
  const org = await world.it.anOrganization();
  return { org, admin: await org.aMember("root", "Administrator") };
}

/** Adds a document that was never assigned. */
async function unused(org: Organization, admin: TestPerson, name = "Never asked", at: "root" | "north" = "root") {
  const { contentId } = await admin.call(createContent, {
    body: { type: 0, name, description: "", levelId: org.levels[at] },
  });
  await admin.call(saveContentDocument, { params: { id: contentId }, body: usualSettings });
  return { id: contentId };
}

const libraryOf = (org: Organization, who: TestPerson, query: Record<string, unknown> = {}) =>
  who.call(listContentLibrary, { params: { id: org.organizationId }, query: query as never });

describe("taking a requirement out of use", () => {
  test("deletes content that was never assigned, and it isn't listed anywhere anymore", async () => {
    const { org, admin } = await start();
    const params = await unused(org, admin);
    const effect = { outcome: "removed", assignments: 0, owedOn: 0, open: 0, completed: 0 };
    expect(await admin.call(getArchiveEffect, { params })).toEqual(effect);
    expect(await admin.call(deleteContent, { params })).toMatchObject({ outcome: "removed" });
    expect((await admin.ask(getContentKind, { params })).status).toBe(404);
    expect((await admin.ask(restoreContent, { params })).status).toBe(404);
    for (const archived of ["false", "true"]) expect((await libraryOf(org, admin, { archived })).data).toEqual([]);
  });

  test("archives content that was assigned: no one needs it anymore, completions stay, and it can be read as it was", async () => {
    const { org, admin } = await start();
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aMember("southClub", "Head Coach");
    const { contentId } = await org.aDocument(admin, { settings: { reviewRequired: false } });
    const params = { id: contentId };
    const owed = () => coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const [first] = (await owed()).requirements;
    await coach.call(completeDocument, {
      params: { id: first?.requirementId as string },
      body: { profileLevelAccessId: coach.plaId },
      files: [aPdf()],
    });
    expect(await admin.call(getArchiveEffect, { params })).toEqual({
      ...{ outcome: "archived", assignments: 1, owedOn: 2, open: 0, completed: 1 },
    });
    const done = { outcome: "archived", demandsDropped: 2, inProgress: false };
    expect(await admin.call(deleteContent, { params })).toEqual(done);
    expect(await owed()).toMatchObject({ overallStatus: "NoRequirements", requirements: [] });
    expect(await admin.call(listContentAssignments, { params })).toEqual([]);
    expect(await admin.call(getContentDocument, { params })).toMatchObject({ version: 1 });
    const content = await admin.call(getContentKind, { params });
    expect(content.permittedActions).toEqual(["duplicate", "restore"]);
    expect(content.refusals.edit).toBe("This requirement is archived. Restore it first.");
    const changed = await admin.ask(saveContentDocument, { params, body: usualSettings });
    expect(changed).toMatchObject({ status: 409, body: { reason: "archived" } });
    expect((await admin.ask(deleteContent, { params })).status).toBe(409);

    await admin.call(restoreContent, { params });
    expect((await owed()).requirements).toEqual([]);
    const assignment = { levelId: org.levels.root, labelIds: [org.labelIds["Head Coach"]], includeBelow: true };
    await admin.call(assignContent, {
      params,
      body: { contentAssignments: [{ ...assignment, mandatory: true, dueDate: null }] },
    });
    expect((await owed()).requirements).toMatchObject([{ status: RequirementStatus.Completed }]);
    expect((await admin.ask(restoreContent, { params })).status).toBe(409);
  });

  test("is archived step by step if many people need it, and no one needs it in the end", async () => {
    const { org, admin } = await start();
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aMember("southClub", "Head Coach");
    const { contentId } = await org.aDocument(admin);
    const done = await org.asSystem((call) => archive(call, { contentId }, 1));
    expect(done).toEqual({ outcome: "archived", demandsDropped: 0, inProgress: true });
    await world.it.drainJobs();
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(requirements).toEqual([]);
  });

  test("is refused where it is assigned beyond the levels one looks after, and says so beforehand", async () => {
    const { org, admin } = await start();
    const director = await org.aMember("north", "Club Director");
    await org.aMember("southClub", "Head Coach");
    const params = await unused(org, admin, "Of the north", "north");
    await org.aDocument(admin, { at: "south" });
    const assignment = { labelIds: [org.labelIds["Head Coach"]], includeBelow: true, mandatory: true, dueDate: null };
    await admin.call(assignContent, {
      params,
      body: { contentAssignments: [{ ...assignment, levelId: org.levels.south }] },
    });
    const { permittedActions } = await director.call(getContentKind, { params });
    expect(permittedActions).not.toContain("archive");
    expect(await director.ask(deleteContent, { params })).toMatchObject({
      status: 403,
      body: { reason: "assignedBeyond" },
    });
    expect((await admin.call(deleteContent, { params })).outcome).toBe("archived");
  });
});

describe("whether submissions are reviewed", () => {
  test("is said by Directors and Admins alone; a Manager changes everything else", async () => {
    const { org, admin } = await start();
    const manager = await org.aMember("north", "Team Manager");
    const params = await unused(org, admin, "Of the north", "north");
    const save = (who: TestPerson, change: object) =>
      who.ask(saveContentDocument, { params, body: { ...usualSettings, ...change } });
    const { permittedActions, refusals } = await manager.call(getContentKind, { params });
    expect(permittedActions).toEqual(["edit", "assign", "duplicate", "archive"]);
    expect(refusals.reviewPolicies).toContain("Your role doesn't allow this");
    expect(await save(manager, { reviewRequired: false })).toMatchObject({ status: 403, body: { reason: "role" } });
    expect((await save(manager, { instructions: "Both sides." })).status).toBe(200);
    const director = await org.aMember("north", "Club Director");
    expect((await save(director, { reviewRequired: false })).status).toBe(200);
    expect((await save(manager, { reviewRequired: false, instructions: "One side." })).status).toBe(200);
    expect((await save(manager, { reviewRequired: true })).status).toBe(403);
  });

  test("is not said by a Manager with the first settings, nor with a duplicate", async () => {
    const { org, admin } = await start();
    const manager = await org.aMember("north", "Team Manager");
    const base = { type: 0 as const, name: "New", description: "", levelId: org.levels.north };
    const { contentId } = await manager.call(createContent, { body: base });
    const unreviewed = { ...usualSettings, reviewRequired: false };
    const first = await manager.ask(saveContentDocument, { params: { id: contentId }, body: unreviewed });
    expect(first.status).toBe(403);
    const params = await unused(org, admin, "Not reviewed", "north");
    await admin.call(saveContentDocument, { params, body: unreviewed });
    const body = { name: "Mine", levelId: org.levels.north };
    const copy = await manager.call(duplicateContent, { params, body });
    const { settings } = await manager.call(getContentDocument, { params: { id: copy.contentId } });
    expect(settings?.reviewRequired).toBe(true);
    const own = await admin.call(duplicateContent, { params, body });
    const kept = await manager.call(getContentDocument, { params: { id: own.contentId } });
    expect(kept.settings?.reviewRequired).toBe(false);
  });
});

describe("versions", () => {
  test("tell who saved them and what changed in words, and an old one can be looked at", async () => {
    const { org, admin } = await start();
    const params = await unused(org, admin);
    const changed = { validity: { type: "Duration", amount: 6, unit: "months" }, reviewRequired: false } as const;
    await admin.call(saveContentDocument, { params, body: { ...usualSettings, ...changed, redoBy: "2027-01-31" } });
    const { data, pagination } = await admin.call(listContentVersions, { params });
    expect(pagination.totalRecords).toBe(2);
    expect(data[0]).toMatchObject({ version: 2, redoBy: "2027-01-31", by: { profileId: admin.profileId } });
    expect(data[0]?.changes).toEqual([
      { field: "reviewRequired", label: "Reviewed", before: "Yes", after: "No" },
      {
        ...{ field: "validity", label: "Valid for" },
        ...{ before: "1 year after completion", after: "6 months after completion" },
      },
    ]);
    expect(data[1]).toMatchObject({ version: 1, changes: [] });
    const second = await admin.call(listContentVersions, { params, query: { perPage: 1 } as never });
    expect(second.data).toMatchObject([{ version: 2, changes: [{ field: "reviewRequired" }, { field: "validity" }] }]);
    const old = await admin.call(getContentVersion, { params: { ...params, version: "1" } });
    expect(old.settings).toMatchObject({ kind: "document", reviewRequired: true });
    expect(old.facts).toContainEqual({ field: "reviewRequired", label: "Reviewed", value: "Yes" });
    expect((await admin.ask(getContentVersion, { params: { ...params, version: "3" } })).status).toBe(404);
  });
});

describe("the library", () => {
  test("is listed page by page, by type, words, level and state", async () => {
    const { org, admin } = await start();
    await org.added(admin, "northTeam", "Head Coach");
    const { contentId } = await org.aDocument(admin, { name: "Concussion 100%" });
    await unused(org, admin, "Of the north", "north");
    await admin.call(createContent, { body: { type: 10, name: "Live", description: "", levelId: org.levels.root } });
    const names = async (query: Record<string, unknown>) =>
      (await libraryOf(org, admin, query)).data.map((one) => one.name);
    expect(await names({})).toEqual(["Concussion 100%", "Live", "Of the north"]);
    expect(await names({ type: "10" })).toEqual(["Live"]);
    expect(await names({ type: ["0", "10"], search: "concussion" })).toEqual(["Concussion 100%"]);
    expect(await names({ search: "0%" })).toEqual(["Concussion 100%"]);
    expect(await names({ search: "%" })).toEqual(["Concussion 100%"]);
    expect(await names({ levelId: org.levels.north })).toEqual(["Of the north"]);
    expect(await names({ state: "notFinished" })).toEqual(["Live"]);
    expect(await names({ state: "notAssigned" })).toEqual(["Live", "Of the north"]);
    expect(await names({ state: "updateAvailable" })).toEqual([]);
    const { data, pagination } = await libraryOf(org, admin, { perPage: "1", page: "3" });
    expect(pagination).toEqual({ page: 3, perPage: 1, totalRecords: 3 });
    expect(data).toMatchObject([{ name: "Of the north", owedOn: 0 }]);
    const [listed] = (await libraryOf(org, admin, { search: "concussion" })).data;
    expect(listed).toMatchObject({ contentId, assignments: 1, owedOn: 1, version: 1, fromPlatform: false });
    const all = await admin.call(listContent, { query: { organizationId: org.organizationId } });
    expect(all.map((one) => one.name)).toEqual(await names({}));
  });

  test("shows a Director what lies within reach, and nobody another organization's", async () => {
    const { org, admin } = await start();
    const director = await org.aMember("north", "Club Director");
    const away = await unused(org, admin, "Of the root");
    await unused(org, admin, "Of the north", "north");
    expect((await libraryOf(org, director)).data.map((one) => one.name)).toEqual(["Of the north"]);
    const other = await start();
    const params = { id: org.organizationId };
    for (const listing of [listContentLibrary, listContentNames]) {
      expect((await other.admin.ask(listing, { params })).status).toBe(404);
    }
    for (const act of [deleteContent, getArchiveEffect, listContentVersions, restoreContent] as const) {
      expect((await other.admin.ask(act, { params: away })).status).toBe(404);
    }
    const body = { name: "Taken", levelId: other.org.levels.root };
    expect((await other.admin.ask(duplicateContent, { params: away, body })).status).toBe(404);
  });

  test("names what can be assigned, at most a thousand, and says how many there are", async () => {
    const { org, admin } = await start();
    const first = await unused(org, admin, "A first");
    await admin.call(createContent, {
      body: { type: 0, name: "Unfinished", description: "", levelId: org.levels.root },
    });
    const params = { id: org.organizationId };
    expect(await admin.call(listContentNames, { params })).toEqual({
      data: [{ contentId: first.id, name: "A first", type: 0 }],
      total: 1,
    });
    await org.asSystem((call) =>
      call.db.execute(`INSERT INTO content (organization_id, content_id, level_id, type, name, description,
          current_version_id, created_at)
        SELECT organization_id, gen_random_uuid(), level_id, type, 'Many ' || n, '', current_version_id, created_at
        FROM content, generate_series(1, 1005) AS n
        WHERE organization_id = '${org.organizationId}' AND content_id = '${first.id}'`),
    );
    const many = await admin.call(listContentNames, { params });
    expect([many.data.length, many.total]).toEqual([1_000, 1_006]);
    const some = await admin.call(listContentNames, { params, query: { search: "many 1005" } });
    expect(some.data.map((one) => one.name)).toEqual(["Many 1005"]);
    const whole = await libraryOf(org, admin, { perPage: "100", page: "10" });
    expect(whole.data).toHaveLength(100);
    expect((await admin.call(listContent, { query: { organizationId: org.organizationId } })).length).toBe(1_000);
  });

  test("knows the licenses of the national federation", async () => {
    const { admin } = await start();
    const licenses = await admin.call(listUsSoccerLicenses);
    expect(licenses).toContainEqual({ key: "coach_16", name: "Pro License", discipline: "coach", rank: 1 });
    expect(new Set(licenses.map((one) => one.key)).size).toBe(licenses.length);
  });
});
