import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { createSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { getBackgroundJobs, listFailedJobs, retryFailedJob } from "@touchline/contract/administration/background-jobs";
import {
  closeOrganization,
  downloadOrganizationExport,
  exportOrganization,
  getOrganizationState,
  resumeOrganization,
  suspendOrganization,
} from "@touchline/contract/administration/closing";
import { getUsage, listOrganizationHealth } from "@touchline/contract/administration/oversight";
import { beginSupportAccess } from "@touchline/contract/administration/support";
import { setSwitch } from "@touchline/contract/administration/switches";
import { reportIncident } from "@touchline/contract/incidents/incidents";
import { createApiKey } from "@touchline/contract/integrations/api-keys";
import { listLevelIds } from "@touchline/contract/integrations/eligibility";
import { registerAccount } from "@touchline/contract/joining/invitations";
import { listAudit } from "@touchline/contract/reporting/audit";
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type Organization, operatorAddress, password } from "../../../../test/world.ts";
import { entriesIn } from "../../../documents/zip-entries.ts";

const world = aWorld();

let operator: string;
beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});
const as = <E extends Parameters<typeof ask>[2]>(endpoint: E, request: Parameters<typeof ask<E>>[3] = {}) =>
  ask(world.it.base, operator, endpoint, request);

async function aClub(name?: string) {
  const org = await world.it.anOrganization(name);
  const admin = await org.aMember("root", "Administrator");
  const params = { id: org.organizationId };
  return { org, admin, params, own: { params } };
}

/** Reads the facts of the entries of an action in an organization's audit log. */
async function audited(org: Organization, action: string) {
  const { rows } = await org.asSystem(({ db, organizationId }) =>
    db.execute<{ facts: object }>(sql`
      SELECT facts FROM audit_event WHERE organization_id = ${organizationId} AND action = ${action} ORDER BY at`),
  );
  return rows.map(({ facts }) => facts);
}

test("a suspended organization is used by nobody, and again by everybody once it is resumed", async () => {
  const { admin, own, params } = await aClub();
  const { key } = await admin.call(createApiKey, { body: { name: "Gate", scopes: ["levels.read"], lastDay: null } });
  const byKey = () => ask(world.it.base, key, listLevelIds);
  expect((await byKey()).status).toBe(200);
  expect((await as(suspendOrganization, { params, body: { reason: "They asked for it" } })).status).toBe(204);
  expect((await as(suspendOrganization, { params, body: { reason: "Again" } })).status).toBe(409);
  const suspended = { status: 403, body: { reason: "organizationSuspended" } };
  expect(await admin.ask(selectOrganization, own)).toMatchObject(suspended);
  expect(await byKey()).toMatchObject(suspended);
  expect((await as(resumeOrganization, { params })).status).toBe(204);
  expect((await admin.ask(selectOrganization, own)).status).toBe(200);
  const log = await admin.call(listAudit, { query: { actions: ["organization.suspended"] } });
  expect(JSON.stringify(log.data)).toContain("They asked for it");
});

test("an export that failed for good is seen, is run again, and lets the organization be closed", async () => {
  const { org, params } = await aClub("Closing Club");
  await as(suspendOrganization, { params, body: { reason: "It ends" } });
  const close = () => as(closeOrganization, { params, body: { name: "Closing Club" } });
  expect(await close()).toMatchObject({ status: 409, body: { reason: "noExport" } });
  const { organizationExportId } = (await as(exportOrganization, { params })).body;
  const { files } = world.it.adapters;
  const { receive } = files;
  Object.assign(files, { receive: () => Promise.reject(new Error("The disk is full of Ana Planted")) });
  for (let round = 0; round < 5; round += 1) {
    await world.it.drainJobs({ failures: "told" });
    world.it.clock.shift += 7_200_000;
  }
  Object.assign(files, { receive });
  world.it.clock.shift = 0;
  const { data } = (await as(listFailedJobs, { query: { job: "organization.export" } })).body;
  expect(data).toMatchObject([{ organization: { organizationId: org.organizationId }, tries: 4 }]);
  expect(JSON.stringify(data)).not.toContain("Planted");
  const retried = await as(retryFailedJob, { params: { id: data[0]?.jobId as string } });
  expect(retried.body).toEqual({ retried: 1 });
  expect(await audited(org, "job.retried")).toMatchObject([{ job: "organization.export", count: 1 }]);
  await world.it.drainJobs();
  const counted = (await as(getBackgroundJobs)).body.jobs.find(({ job }) => job === "organization.export");
  expect(counted?.failed ?? 0).toBe(0);

  // It holds personal data, so it needs support access.
  const file = { params: { ...params, organizationExportId } };
  expect(await as(downloadOrganizationExport, file)).toMatchObject({ status: 403, body: { reason: "supportAccess" } });
  await as(beginSupportAccess, { params, body: { reason: "Handing over the export", hours: 1 } });
  const archive = await as(downloadOrganizationExport, file);
  expect(archive.status).toBe(200);
  expect(String(archive.body)).toContain("tables/profile.csv");
  expect((await as(closeOrganization, { params, body: { name: "Another Club" } })).status).toBe(400);
  expect((await close()).status).toBe(204);
  expect((await as(getOrganizationState, { params })).body).toMatchObject({ state: "closed" });
  expect((await as(resumeOrganization, { params })).status).toBe(409);
});

test("only an organization that is suspended is exported, without confidential files, sealed and for a week", async () => {
  const { org, admin, params } = await aClub("Quiet Club");
  await org.aDocument(admin, { labels: ["Head Coach", "Volunteer"] });
  await org.aDocument(admin, { labels: ["Team Manager"], name: "Proof of age" });
  const plain = await org.aMember("northTeam", "Head Coach");
  const sealed = await org.aMember("northTeam", "Volunteer");
  const identity = await org.aMember("northTeam", "Team Manager");
  for (const one of [plain, sealed]) await send(await owedBy(one));
  await send(await owedBy(identity, "Proof of age"));
  const incident = { kind: "Injury", happenedAt: "2026-01-05T12:00:00.000Z", description: "A fall" } as const;
  const body = { profileLevelAccessId: sealed.plaId, ...incident };
  await admin.call(reportIncident, { body, files: [aPdf("letter.pdf")] });
  await world.it.drainJobs();
  const rowsOf = (select: SQL) => org.asSystem(async ({ db }) => (await db.execute<{ id: string }>(select)).rows);
  await rowsOf(sql`UPDATE stored_file SET scan = 'clean' WHERE organization_id = ${org.organizationId}`);
  await rowsOf(sql`UPDATE content SET type = 7
    WHERE organization_id = ${org.organizationId} AND name = 'Proof of age'`);
  await rowsOf(sql`UPDATE stored_file SET wrapped_key = '\\x01'
    WHERE organization_id = ${org.organizationId} AND uploaded_by = ${sealed.profileId}`);
  const refused = { status: 409, body: { reason: "state" } };
  await as(beginSupportAccess, { params, body: { reason: "Handing over the export", hours: 1 } });
  expect(await as(exportOrganization, { params })).toMatchObject(refused);

  await as(suspendOrganization, { params, body: { reason: "It ends" } });
  const { organizationExportId } = (await as(exportOrganization, { params })).body;
  await world.it.drainJobs();
  const download = () =>
    fetch(`${world.it.base}/api/app/platform/organization/${org.organizationId}/export/${organizationExportId}`, {
      headers: { authorization: `Bearer ${operator}` },
    });
  const answer = await download();
  const zip = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("content-length")).toBe(String(zip.length));
  const { entries } = await entriesIn({ size: zip.length, read: async (at, length) => zip.subarray(at, at + length) });
  const read = async (path: string) =>
    String(await buffer(entries.find((one) => one.path === path)?.read() ?? Readable.from([])));
  const kept = await rowsOf(sql`SELECT file_id AS id FROM stored_file
    WHERE organization_id = ${org.organizationId} AND uploaded_by = ${plain.profileId}`);
  expect(entries.map(({ path }) => path).filter((path) => path.startsWith("files/"))).toEqual(
    kept.map(({ id }) => `files/${id}.pdf`),
  );
  expect(await read("tables/stored_file.csv")).not.toContain("letter.pdf");
  expect(await read("tables/incident.csv")).toContain("Injury");
  expect(await read("tables/incident.csv")).not.toContain(admin.profileId);
  expect(await read("tables/audit_event.csv")).not.toContain("incident.reported");

  // As it is stored nothing can be read, and nothing is handed out once people use the organization again.
  const [stored] = await rowsOf(sql`SELECT storage_key AS id FROM organization_export
    WHERE organization_id = ${org.organizationId}`);
  const bytes = await buffer(await world.it.adapters.files.open(stored?.id as string));
  expect(bytes.includes("tables/profile.csv")).toBe(false);
  await as(resumeOrganization, { params });
  expect((await download()).status).toBe(409);
  world.it.clock.shift = 8 * 86_400_000;
  await world.it.runSchedule("organization.forgetExports");
  world.it.clock.shift = 0;
  expect(
    await rowsOf(sql`SELECT storage_key AS id FROM organization_export
    WHERE organization_id = ${org.organizationId}`),
  ).toEqual([]);
});

test("operators see how each organization is doing, and find one among many by name and by problem", async () => {
  await aClub("Northern Lights");
  const bare = await world.it.anOrganization("Northern Wilderness");
  await bare.aMember("northTeam", "Volunteer");
  await world.it.runSchedule("oversight.measure");
  const find = async (query: { search: string; problems?: "noAdministrator"[] }) =>
    (await as(listOrganizationHealth, { query })).body.data;
  expect((await find({ search: "northern" })).map(({ name }) => name)).toEqual([
    "Northern Lights",
    "Northern Wilderness",
  ]);
  const [alone] = await find({ search: "northern", problems: ["noAdministrator"] });
  expect(alone?.name).toBe("Northern Wilderness");
  expect(await find({ search: "northern lights" })).toMatchObject([
    { state: "active", health: { members: 1, problems: [] } },
  ]);
  expect((await as(getUsage)).body.organizations).toBeGreaterThan(1);
});

test("a paused feature is refused to one organization, and to everyone, until it is resumed", async () => {
  const [one, other] = [await aClub(), await aClub()];
  const callBy = async ({ admin }: typeof one) => {
    const body = { name: "Gate", scopes: ["levels.read" as const], lastDay: null };
    const { key } = await admin.call(createApiKey, { body });
    return () => ask(world.it.base, key, listLevelIds);
  };
  const [byOne, byOther] = [await callBy(one), await callBy(other)];
  const pause = async (organizationId: string | null, reason: string | null) => {
    await as(setSwitch, { body: { feature: "apiKeys", organizationId, reason } });
    // A process reads the switches again after two seconds.
    world.it.clock.shift -= 600_000;
  };
  await pause(one.params.id, "Too many calls");
  expect(await byOne()).toMatchObject({ status: 403, body: { reason: "paused" } });
  expect((await byOther()).status).toBe(200);
  await pause(null, "Something is wrong");
  expect((await byOther()).status).toBe(403);
  await pause(null, null);
  await pause(one.params.id, null);
  expect((await byOne()).status).toBe(200);
  expect(await audited(one.org, "organization.featurePaused")).toMatchObject([{ feature: "apiKeys" }]);
  expect(await audited(one.org, "organization.featureResumed")).toMatchObject([{ feature: "apiKeys" }]);
  world.it.clock.shift = 0;
});

test("sign-ups paused for one organization are refused there, and not elsewhere", async () => {
  const [one, other] = [await aClub(), await aClub()];
  const urlOf = async ({ org, admin }: typeof one) => {
    const at = { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"] };
    const { path } = await admin.call(createSignupUrl, { body: at });
    return new URL(path, "http://any").searchParams.get("token") as string;
  };
  const [byOne, byOther] = [await urlOf(one), await urlOf(other)];
  const bearer = await world.it.signIn(one.admin.email);
  const join = (token: string) => ask(world.it.base, bearer, registerAccount, { body: { token } });
  await as(setSwitch, { body: { feature: "signups", organizationId: one.params.id, reason: "Too many" } });
  world.it.clock.shift -= 600_000;
  expect(await join(byOne)).toMatchObject({ status: 403, body: { reason: "paused" } });
  expect((await join(byOther)).body).not.toMatchObject({ reason: "paused" });
  world.it.clock.shift = 0;
});
