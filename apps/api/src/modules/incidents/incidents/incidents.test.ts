import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { BodyInput } from "@touchline/contract";
import {
  changeIncident,
  exportIncident,
  getIncident,
  getIncidentDocument,
  handleIncident,
  listIncidents,
  reportIncident,
} from "@touchline/contract/incidents/incidents";
import { listNotices } from "@touchline/contract/messages/notices";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import { getTimeline, listMemberMails } from "@touchline/contract/reporting/timeline";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { openPdf, textOf } from "../../../../test/pdf.ts";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { makeGuardian } from "../../joining/families/actions/guardians.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";

const world = aWorld();
let org: Organization;
let admin: TestPerson;
let director: TestPerson;
let manager: TestPerson;
let coach: TestPerson;
beforeAll(async () => {
  org = await world.it.anOrganization();
  admin = await org.aMember("root", "Administrator");
  director = await org.aMember("north", "Club Director");
  manager = await org.aMember("northTeam", "Team Manager");
  coach = await org.aMember("northTeam", "Head Coach");
});

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
const facts = (more: Partial<BodyInput<typeof reportIncident>> = {}): BodyInput<typeof reportIncident> => ({
  profileLevelAccessId: coach.plaId,
  kind: "Misconduct",
  happenedAt: ago(2),
  description: "Shouted at a referee.",
  ...more,
});
const report = (by: TestPerson, more = {}, files: File[] = []) => by.call(reportIncident, { body: facts(more), files });
type Incident = Awaited<ReturnType<typeof report>>;
const changed = (one: Incident, more: Partial<BodyInput<typeof changeIncident>> = {}) => ({
  params: { id: one.incidentId },
  body: {
    kind: one.kind,
    happenedAt: one.happenedAt,
    description: one.description,
    state: one.state,
    version: one.version,
    ...more,
  },
  files: [] as File[],
});
const logged = (action: string, incidentId: string) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute(sql`SELECT actor_profile_id AS by FROM audit_event
      WHERE organization_id = ${organizationId} AND action = ${action} AND subject_id = ${incidentId}
      ORDER BY audit_event_id`);
    return rows.map((row) => row.by);
  });

describe("an incident", () => {
  test("is reported with documents, and its clock runs for a day", async () => {
    const one = await report(manager, {}, [aPdf("statement.pdf")]);
    expect(one).toMatchObject({
      state: "Open",
      clock: "running",
      mayChange: false,
      documents: [{ name: "statement.pdf" }],
    });
    expect(Date.parse(one.dueAt) - Date.parse(one.reportedAt)).toBe(24 * hour);
    expect(await logged("incident.reported", one.incidentId)).toEqual([manager.profileId]);
    const stored = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ text: string }>(sql`
        SELECT encode(sealed_description, 'escape') AS text FROM incident WHERE organization_id = ${organizationId}`);
      return rows.map((row) => row.text).join();
    });
    expect(stored).not.toContain("referee");
  });

  test("is reported and changed by JSON as well as multipart", async () => {
    const one = await manager.call(reportIncident, { body: facts() });
    const { files: _, ...request } = changed(one, { kind: "Bullying", authorityToldAt: null });
    expect(await director.call(changeIncident, request)).toMatchObject({ kind: "Bullying", version: 2, documents: [] });
    const again = await director.ask(changeIncident, { ...request, body: { ...request.body, version: 1 } });
    expect(again.status).toBe(409);
    const unknown = await director.ask(changeIncident, { ...request, body: { ...request.body, severity: 3 } as never });
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: "severity" }] } });
  });

  test("is worked on by who manages it: told to an authority, closed, documents added, all of it kept", async () => {
    const one = await report(manager);
    const closed = await director.call(changeIncident, {
      ...changed(one, { authorityToldAt: ago(0), description: "Shouted at two referees.", state: "Closed" }),
      files: [aPdf("letter.pdf")],
    });
    expect(closed).toMatchObject({ state: "Closed", clock: "inTime", version: 2, documents: [{ name: "letter.pdf" }] });
    const { history } = await director.call(getIncident, { params: { id: one.incidentId } });
    expect(history[0]?.changes.map((change) => change.field)).toEqual([
      "state",
      "authorityToldAt",
      "description",
      "document",
    ]);
    const again = await director.call(changeIncident, changed(closed, { state: "Open" }));
    expect(again).toMatchObject({ state: "Open", closedAt: null, authorityToldAt: null });
    expect(await logged("incident.changed", one.incidentId)).toEqual([director.profileId, director.profileId]);
  });

  test("is assigned to who may manage it, its steps are noted, and an authority is given it as a PDF/A document", async () => {
    const one = await report(manager, { kind: "Abuse" }, [aPdf("statement.pdf")]);
    const params = { id: one.incidentId };
    const read = await director.call(getIncident, { params });
    expect(read.duties.steps.map(({ key, done }) => [key, done])).toEqual([
      ["danger", false],
      ["federal", false],
    ]);
    const named = read.candidates.map(({ profileId }) => profileId);
    expect(named).toEqual(expect.arrayContaining([director.profileId, admin.profileId]));
    expect(named).not.toContain(manager.profileId);
    const handle = (by: TestPerson, body: BodyInput<typeof handleIncident>) => by.ask(handleIncident, { params, body });
    expect((await handle(director, { assignedTo: coach.profileId, version: 1 })).body).toMatchObject({
      status: 400,
      errors: [{ path: "assignedTo" }],
    });
    expect((await handle(manager, { held: true, version: 1 })).status).toBe(403);
    const assigned = await handle(admin, { assignedTo: director.profileId, stepsDone: ["federal"], version: 1 });
    expect(assigned.body).toMatchObject({ assignee: { profileId: director.profileId }, heldAt: null, version: 2 });
    expect((await handle(director, { held: true, version: 1 })).body).toMatchObject({ reason: "concurrentChange" });
    await director.call(changeIncident, changed({ ...one, version: 2 }, { state: "InReview" }));
    const { duties, history, state } = await director.call(getIncident, { params });
    expect(state).toBe("InReview");
    expect(duties.steps.find(({ key }) => key === "federal")?.done).toBe(true);
    expect(history.at(-1)?.changes.map(({ field }) => field)).toEqual(["assignee", "stepDone"]);
    expect((await manager.ask(exportIncident, { params })).status).toBe(403);
    const answer = await fetch(`${world.it.base}/api/app/incident/${one.incidentId}/report`, {
      headers: { authorization: `Bearer ${await world.it.signIn(director.email)}` },
    });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const pdf = new Uint8Array(await answer.arrayBuffer());
    const text = Buffer.from(pdf).toString("latin1");
    for (const part of ["<pdfaid:part>2<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<", "/GTS_PDFA1", "acsp"]) {
      expect(text).toContain(part);
    }
    const words = await textOf(await openPdf(pdf));
    for (const part of ["Shouted at a referee.", "34 U.S.C. § 20341", "statement.pdf", "Status: In review"])
      expect(words).toContain(part);
    expect(await logged("incident.exported", one.incidentId)).toEqual([director.profileId]);
  });

  test("tells each new assignee by a notice and an email without its content, and not who assigns it to themselves", async () => {
    const assignee = await org.aMember("north", "Club Director");
    const { incidentId: id } = await report(manager);
    const assign = (assignedTo: string | null, version: number) =>
      admin.call(handleIncident, { params: { id }, body: { assignedTo, version } });
    await assign(assignee.profileId, 1);
    await admin.call(handleIncident, { params: { id }, body: { stepsDone: ["danger"], version: 2 } });
    await assign(admin.profileId, 3);
    await assign(assignee.profileId, 4);
    await assign(null, 5);
    const noticesTo = async (who: TestPerson) =>
      (await who.call(listNotices)).data.filter((one) => one.kind === "incidentAssigned" && one.incidentId === id);
    expect([(await noticesTo(assignee)).length, await noticesTo(admin)]).toEqual([2, []]);
    const mails = (await org.asSystem((call) => newestMails(call, 100))).filter(({ text }) => text.includes(id));
    expect(mails.map(({ to, kind }) => [to, kind])).toEqual(Array(2).fill([assignee.email, "incidentAssigned"]));
    const said = JSON.stringify(mails);
    expect(said).toContain(`/incidents/${id}`);
    for (const content of [coach.profileId, coach.plaId, "referee", "Misconduct"]) expect(said).not.toContain(content);
    // Whoever reads the assignee's history may not be allowed to know of the incident.
    const at = { params: { id: assignee.plaId } };
    const seen = [await admin.call(listMemberMails, at), await admin.call(getTimeline, at)];
    expect(JSON.stringify(seen)).not.toContain("incidentAssigned");
  });

  test("changed by two at once keeps the first change and tells the second", async () => {
    const one = await report(director);
    await director.call(changeIncident, changed(one, { kind: "Bullying" }));
    const late = await admin.ask(changeIncident, changed(one, { kind: "Abuse" }));
    expect(late).toMatchObject({ status: 409, body: { reason: "concurrentChange" } });
  });

  test("is overdue when the day has passed and nobody was told", async () => {
    const one = await report(director);
    const later = await org.asSystem(async (call) => {
      const { incidentSeen, shownIncidents } = await import("./queries/incidents.ts");
      const then = { ...call, now: new Date(Date.now() + 25 * hour) };
      return shownIncidents(then, [await incidentSeen(then, one.incidentId)]);
    });
    expect(later[0]?.clock).toBe("overdue");
  });

  test("that lies in the future, or comes with a file that is something else, is refused", async () => {
    const future = await manager.ask(reportIncident, { body: facts({ happenedAt: ago(-1) }), files: [] });
    expect(future).toMatchObject({ status: 400, body: { errors: [{ path: "happenedAt" }] } });
    const odd = await manager.ask(reportIncident, { body: facts(), files: [new File(["MZ"], "tool.exe")] });
    expect(odd.status).toBe(415);
  });
});

test("a document of an incident is sealed on disk, also one that came before documents were sealed, and opens as it was", async () => {
  const { incidentId: id, documents } = await report(manager, {}, [aPdf("statement.pdf")]);
  const docId = documents[0]?.docId as string;
  const { files } = world.it.adapters;
  const stored = () =>
    org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ key: string; sealed: boolean }>(sql`
        SELECT storage_key AS key, wrapped_key IS NOT NULL AS sealed FROM stored_file
        WHERE organization_id = ${organizationId} AND file_id = ${docId}`);
      const { key, sealed } = rows[0] ?? { key: "", sealed: false };
      return { sealed, bytes: await buffer(await files.open(key)) };
    });
  const before = await stored();
  expect([before.sealed, before.bytes.includes("%PDF")]).toEqual([false, true]);
  await world.it.drainJobs();
  const after = await stored();
  expect([after.sealed, after.bytes.includes("%PDF")]).toEqual([true, false]);
  const key = files.newKey();
  await files.receive(Readable.from([before.bytes]), before.bytes.length, key);
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE stored_file SET storage_key = ${key}, wrapped_key = NULL
      WHERE organization_id = ${organizationId} AND file_id = ${docId}`),
  );
  world.it.clock.shift = hour;
  await world.it.runSchedule("incidents.noticeUnsealedDocuments");
  world.it.clock.shift = 0;
  await world.it.drainJobs();
  expect((await stored()).sealed).toBe(true);
  const file = await director.ask(getIncidentDocument, { params: { id, docId } });
  expect(String(file.body)).toContain("%PDF");
});

describe("who may", () => {
  test("read: managers of incidents within reach, and reporters what they reported; each look is logged", async () => {
    const one = await report(manager);
    const other = await org.aMember("northTeam", "Team Manager");
    const accounts = await org.aMember("north", "Account Manager");
    const ids = async (by: TestPerson) =>
      (await by.call(listIncidents, { query: { ProfileId: coach.profileId, perPage: 100 } })).data.map(
        (row) => row.incidentId,
      );
    expect(await ids(manager)).toContain(one.incidentId);
    expect(await ids(director)).toContain(one.incidentId);
    expect(await ids(other)).not.toContain(one.incidentId);
    expect(await ids(accounts)).not.toContain(one.incidentId);
    expect((await other.ask(getIncident, { params: { id: one.incidentId } })).status).toBe(404);
    await admin.call(getIncident, { params: { id: one.incidentId } });
    expect(await logged("incident.viewed", one.incidentId)).toEqual([
      manager.profileId,
      director.profileId,
      admin.profileId,
    ]);
  });

  test("filter by membership and state, page by page with a total", async () => {
    const somebody = await org.aMember("northTeam", "Volunteer");
    for (let count = 0; count < 3; count += 1) await report(director, { profileLevelAccessId: somebody.plaId });
    const query = { ProfileLevelAccessId: somebody.plaId, perPage: 2 };
    const first = await director.call(listIncidents, { query });
    const second = await director.call(listIncidents, { query: { ...query, page: 2 } });
    expect([first.data.length, second.data.length, first.pagination.totalRecords]).toEqual([2, 1, 3]);
    await director.call(changeIncident, changed(first.data[0] as Incident, { state: "Closed" }));
    const open = await director.call(listIncidents, { query: { ...query, states: ["Open"] } });
    expect(open.pagination.totalRecords).toBe(2);
  });

  test("change: not who only reports", async () => {
    const one = await report(manager);
    expect((await manager.ask(changeIncident, changed(one))).status).toBe(403);
  });

  test("read a document: everyone who may read the incident, and each view is logged", async () => {
    const one = await report(manager, {}, [aPdf()]);
    const params = { id: one.incidentId, docId: one.documents[0]?.docId ?? "" };
    const file = await director.ask(getIncidentDocument, { params });
    expect(file.status).toBe(200);
    expect(String(file.body)).toContain("%PDF");
    expect(await logged("incident.documentViewed", one.incidentId)).toEqual([director.profileId]);
    const elsewhere = await report(manager);
    expect((await director.ask(getIncidentDocument, { params: { ...params, id: elsewhere.incidentId } })).status).toBe(
      404,
    );
  });

  test("not about themselves: a director neither reads nor changes what was reported against them", async () => {
    const one = await report(admin, { profileLevelAccessId: director.plaId });
    expect((await director.ask(getIncident, { params: { id: one.incidentId } })).status).toBe(404);
    expect((await director.ask(changeIncident, changed(one))).status).toBe(404);
    const { data } = await director.call(listIncidents, { query: { ProfileId: director.profileId } });
    expect(data).toEqual([]);
  });

  test("nobody reports one against themselves, nor against a child they guard: others look after it", async () => {
    const child = await org.asSystem(async (call) => {
      const born = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2015-05-05" };
      const profileId = await createProfile(call, born, null);
      const place = { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId };
      const { profileLevelAccessId } = await addMember(call, place);
      await makeGuardian(call, { guardianProfileId: director.profileId, childProfileId: profileId });
      return profileLevelAccessId;
    });
    for (const profileLevelAccessId of [director.plaId, child]) {
      const answer = await director.ask(reportIncident, { body: facts({ profileLevelAccessId }), files: [] });
      expect(answer).toMatchObject({ status: 403, body: { reason: "aboutOneself" } });
    }
    const one = await report(manager, { profileLevelAccessId: child });
    const { candidates, state } = await admin.call(getIncident, { params: { id: one.incidentId } });
    expect(state).toBe("Open");
    expect(candidates.map(({ profileId }) => profileId)).not.toContain(director.profileId);
  });

  test("report: not an Individual, not beyond reach; another organization finds nothing", async () => {
    const beside = await org.aMember("south", "Club Director");
    const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const one = await report(manager, {}, [aPdf()]);
    for (const [by, status] of [
      [coach, 403],
      [beside, 403],
      [other, 404],
    ] as const) {
      expect((await by.ask(reportIncident, { body: facts(), files: [] })).status).toBe(status);
    }
    for (const by of [beside, other]) {
      expect((await by.ask(getIncident, { params: { id: one.incidentId } })).status).toBe(404);
      expect((await by.ask(changeIncident, changed(one))).status).toBe(404);
      const params = { id: one.incidentId, docId: one.documents[0]?.docId ?? "" };
      expect((await by.ask(getIncidentDocument, { params })).status).toBe(404);
      const { data } = await by.call(listIncidents, {});
      expect(data.map((row) => row.incidentId)).not.toContain(one.incidentId);
    }
    expect((await coach.ask(listIncidents, {})).status).toBe(403);
  });
});

test("an incident about an entry that went into one's own is about oneself", async () => {
  const colleague = await org.aMember("north", "Club Director");
  const twin = await org.asSystem(async (call) => {
    const person = { firstName: "Dana", lastName: "Director", email: null, dateOfBirth: null };
    const profileId = await createProfile(call, person, null);
    const place = { profileId, levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer };
    return { profileId, plaId: (await addMember(call, place)).profileLevelAccessId };
  });
  const one = await report(manager, { profileLevelAccessId: twin.plaId });
  expect((await colleague.ask(getIncident, { params: { id: one.incidentId } })).status).toBe(200);
  const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
  const body = { keep: colleague.profileId, merge: twin.profileId, parts };
  await admin.call(mergeProfiles, { body });
  expect((await colleague.ask(getIncident, { params: { id: one.incidentId } })).status).toBe(404);
  const seen = await colleague.call(listIncidents, { query: { perPage: 100 } });
  expect(seen.data.map(({ incidentId }) => incidentId)).not.toContain(one.incidentId);
  expect((await director.ask(getIncident, { params: { id: one.incidentId } })).status).toBe(200);
});
