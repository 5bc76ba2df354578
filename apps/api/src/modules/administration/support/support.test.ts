import { selectOrganization } from "@touchline/contract/accounts/organizations";
import {
  answerViewRequest,
  askToView,
  beginSupportAccess,
  endSupportAccess,
  findSupportedPeople,
  getSupport,
  listViewRequests,
} from "@touchline/contract/administration/support";
import { viewAsHeader } from "@touchline/contract/administration/view-as";
import { reportIncident } from "@touchline/contract/incidents/incidents";
import { listNotices } from "@touchline/contract/messages/notices";
import { listAudit } from "@touchline/contract/reporting/audit";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, type Organization, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";

const world = aWorld();

let operator: string;
beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});
const as = <E extends Parameters<typeof ask>[2]>(endpoint: E, asked: Parameters<typeof ask<E>>[3] = {}) =>
  ask(world.it.base, operator, endpoint, asked);

async function aClub() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("northTeam", "Club Director");
  return { org, admin, director, params: { id: org.organizationId } };
}

const begin = ({ organizationId }: Pick<Organization, "organizationId">) =>
  as(beginSupportAccess, { params: { id: organizationId }, body: { reason: "She can't open her form", hours: 1 } });

type Sent = { method?: string; token?: string; body?: FormData };

/** Calls as an operator does who views as a person. */
async function viewing(view: string, path: string, { method = "GET", token = operator, body }: Sent = {}) {
  const answer = await fetch(`${world.it.base}${path}`, {
    ...{ method, body: body ?? null },
    headers: { authorization: `Bearer ${token}`, [viewAsHeader]: view },
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : null };
}

/** A person who was asked and allows it, and how a call names the view. */
async function anAllowedView(of: { org: Organization; director: TestPerson }) {
  const params = { id: of.org.organizationId };
  const asked = await as(askToView, { params, body: { profileId: of.director.profileId } });
  const { supportViewId } = asked.body;
  await of.director.call(answerViewRequest, { params: { id: supportViewId }, body: { allowed: true } });
  return { supportViewId, view: `${params.id}/${supportViewId}` };
}

test("support access has a reason and an end, and the organization reads both in its audit log", async () => {
  const { org, admin, params } = await aClub();
  expect((await as(findSupportedPeople, { params, query: { search: "a" } })).status).toBe(403);
  const begun = await begin(org);
  expect(begun.status).toBe(200);
  expect((await begin(org)).status).toBe(409);
  const { accesses } = (await as(getSupport, { params })).body;
  expect(accesses).toMatchObject([{ reason: "She can't open her form", own: true, inEffect: true }]);
  expect((await as(findSupportedPeople, { params, query: { search: admin.email } })).body).toMatchObject([
    { profileId: admin.profileId, roles: ["Administrator"] },
  ]);
  const end = { params: { ...params, supportAccessId: begun.body.supportAccessId } };
  expect((await as(endSupportAccess, end)).status).toBe(204);
  expect((await as(findSupportedPeople, { params, query: { search: "a" } })).status).toBe(403);
  const log = await admin.call(listAudit, { query: { subjects: ["support"] } });
  expect(log.data.map(({ action }) => action).sort()).toEqual([
    "support.begun",
    "support.ended",
    "support.peopleSearched",
  ]);
  expect(JSON.stringify(log.data)).toContain("She can't open her form");
});

test("a person allows an operator to see what they see; nothing can be changed, and only this operator may", async () => {
  const club = await aClub();
  const { org, admin, director } = club;
  const volunteer = await org.aMember("northTeam", "Volunteer");
  const incident = { kind: "Injury", happenedAt: "2026-01-05T12:00:00.000Z", description: "A fall" } as const;
  await director.call(reportIncident, { body: { profileLevelAccessId: volunteer.plaId, ...incident } });
  await begin(org);
  const asked = await as(askToView, { params: club.params, body: { profileId: director.profileId } });
  const waiting = `${org.organizationId}/${asked.body.supportViewId}`;
  const ownPage = selectOrganization.path.replace("{id}", org.organizationId);
  expect((await viewing(waiting, ownPage)).status).toBe(403);
  expect((await director.call(listNotices)).data).toMatchObject([{ kind: "viewRequested" }]);
  expect(await director.call(listViewRequests)).toMatchObject([{ state: "asked", reason: "She can't open her form" }]);
  // Nobody answers for somebody else.
  const answer = { params: { id: asked.body.supportViewId }, body: { allowed: true } };
  expect((await admin.ask(answerViewRequest, answer)).status).toBe(404);
  await director.call(answerViewRequest, answer);
  const seen = await viewing(waiting, ownPage);
  expect(seen).toMatchObject({ status: 200, body: { profileId: director.profileId } });
  expect(seen.body.tabs).not.toContain("Admin");
  // What the director may not see stays hidden, changes and files are refused, and so is whatever is recorded.
  expect((await viewing(waiting, "/api/app/audit")).status).toBe(403);
  expect(await viewing(waiting, "/api/app/member-view", { method: "POST" })).toMatchObject({
    status: 403,
    body: { reason: "viewOnly" },
  });
  expect((await viewing(waiting, "/api/app/incident/incidents")).body).toMatchObject({ reason: "viewOnly" });
  expect((await viewing(waiting, "/api/app/account")).body).toMatchObject({ reason: "viewOnly" });
  const other = await world.it.signIn(admin.email);
  expect((await viewing(waiting, ownPage, { token: other })).status).toBe(403);
  const upload = `/api/app/organization/${org.organizationId}/file?purpose=Logo`;
  const form = new FormData();
  form.append("file", new File(["x"], "logo.png"));
  expect((await viewing(waiting, upload, { method: "POST", body: form })).body).toMatchObject({ reason: "viewOnly" });
  // Nor is a link handed out that works for anyone who has it.
  const link = `/api/app/requirement/${volunteer.profileId}/get-background-check-link?profileLevelAccessId=${volunteer.plaId}`;
  expect((await viewing(waiting, link)).body).toMatchObject({ reason: "viewOnly" });
  const profilePage = (one: TestPerson) => viewing(waiting, `/api/app/profile/${one.profileId}`);
  await profilePage(volunteer);
  await profilePage(director);
  await profilePage(director);
  const viewed = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ path: string; ids: string[] }>(sql`
      SELECT facts->>'path' AS path, facts->'ids' AS ids FROM audit_event
      WHERE organization_id = ${organizationId} AND action = 'support.viewed' ORDER BY audit_event_id`);
    return rows;
  });
  expect(viewed.filter(({ path }) => path === "/api/app/profile/{id}").map(({ ids }) => ids)).toEqual([
    [volunteer.profileId],
    [director.profileId],
  ]);
  await director.call(answerViewRequest, { ...answer, body: { allowed: false } });
  expect((await viewing(waiting, ownPage)).body).toMatchObject({ reason: "viewEnded" });
});

test("a view ends with the support access, and after half an hour", async () => {
  const [early, late] = [await aClub(), await aClub()];
  const pageOf = ({ org }: typeof early) => selectOrganization.path.replace("{id}", org.organizationId);
  world.it.clock.shift = -31 * 60_000;
  await begin(early.org);
  const half = await anAllowedView(early);
  expect((await viewing(half.view, pageOf(early))).status).toBe(200);
  world.it.clock.shift = 0;
  expect((await viewing(half.view, pageOf(early))).body).toMatchObject({ reason: "viewEnded" });
  const { body } = await begin(late.org);
  const { view } = await anAllowedView(late);
  expect((await viewing(view, pageOf(late))).status).toBe(200);
  await as(endSupportAccess, { params: { ...late.params, supportAccessId: body.supportAccessId } });
  expect((await viewing(view, pageOf(late))).body).toMatchObject({ reason: "viewEnded" });
});

test("two tabs begin one support access, and without it nothing of people or of other operators' reasons is shown", async () => {
  const { org, director, params } = await aClub();
  const begun = await Promise.all([begin(org), begin(org), begin(org)]);
  expect(begun.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await as(askToView, { params, body: { profileId: director.profileId } });
  const other = newId();
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`INSERT INTO support_access
      SELECT organization_id, ${other}, ${other}, sealed_reason, started_at - interval '1 day', started_at
      FROM support_access WHERE organization_id = ${organizationId}`),
  );
  const supportAccessId = begun.find(({ status }) => status === 200)?.body.supportAccessId as string;
  await as(endSupportAccess, { params: { ...params, supportAccessId } });
  expect((await as(getSupport, { params })).body).toMatchObject({
    accesses: [
      { own: true, reason: "She can't open her form" },
      { own: false, reason: null },
    ],
    views: [],
  });
});

test("nobody is asked who may be a minor: without a date of birth only those with a role that has access", async () => {
  const { org, director, params } = await aClub();
  const volunteer = await org.aMember("northTeam", "Volunteer");
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE profile SET date_of_birth = NULL WHERE organization_id = ${organizationId}`),
  );
  await begin(org);
  const askFor = ({ profileId }: TestPerson) => as(askToView, { params, body: { profileId } });
  expect(await askFor(volunteer)).toMatchObject({ status: 409, body: { reason: "minor" } });
  expect((await askFor(director)).status).toBe(200);
});

test("whoever isn't an operator begins nothing", async () => {
  const { admin, params } = await aClub();
  const answer = await admin.ask(beginSupportAccess, { params, body: { reason: "Curious", hours: 1 } });
  expect(answer).toMatchObject({ status: 403, body: { reason: "notOperator" } });
});
