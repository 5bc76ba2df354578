import { RequirementStatus } from "@touchline/contract";
import { handleIncident, reportIncident } from "@touchline/contract/incidents/incidents";
import { deleteMembership } from "@touchline/contract/people/profiles";
import { exportAudit } from "@touchline/contract/reporting/audit";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { getReview } from "@touchline/contract/reviews/reviews";
import * as contract from "@touchline/contract/screening/adverse-action";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aFlagged, theNotice } from "../../../../test/adverse-actions.ts";
import { openPdf, textOf } from "../../../../test/pdf.ts";
import { aScreened, type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";
import { checkExport } from "../../../security/audit-check.ts";
import { reportToAttempt, restand } from "../../compliance/index.ts";
import { memberTarget } from "../../people/index.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { sealSome } from "../../reporting/audit/actions/seal.ts";
import { mergeProfiles } from "../../reporting/duplicates/actions/merge.ts";
import { requirementOn } from "../../requirements/index.ts";

const world = aWorld();
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => screening.close());

const day = 86_400_000;
type Flagged = Awaited<ReturnType<typeof aFlagged>>;
const final = (one: Flagged, who: TestPerson) =>
  who.ask(contract.sendFinalNotice, one.act({ reason: "Direct relationship." }));

async function downloaded(one: Flagged, who: TestPerson, documentId: string) {
  const { path } = contract.downloadAdverseDocument;
  const { id } = one.on.params;
  const query = new URLSearchParams({ profileLevelAccessId: one.coach.plaId, documentId });
  const headers = { authorization: `Bearer ${await world.it.signIn(who.email)}` };
  return fetch(`${world.it.base}${path.replace("{id}", id)}?${query}`, { headers });
}

test("reports are disposed of before letters, provably, and no sooner than the settings say", async () => {
  const one = await aFlagged(world.it, screening, { daysAgo: 2500 });
  const { admin, director, coach, manager } = one;
  const settings = { waitingDays: 4, reportMonths: 12, letterYears: 5, version: 0 };
  const tooShort = await admin.ask(contract.saveAdverseSettings, { body: settings });
  expect(tooShort.body).toMatchObject({ status: 400, errors: [{ path: "waitingDays" }] });
  await admin.call(contract.saveAdverseSettings, { body: { ...settings, waitingDays: 10 } });
  expect((await director.ask(contract.getAdverseSettings)).status).toBe(403);
  await director.call(contract.startAdverseAction, one.act(theNotice));
  // A shorter period counts for notices to come.
  await admin.call(contract.saveAdverseSettings, { body: { ...settings, waitingDays: 5, version: 1 } });
  world.it.clock.shift += 11 * day;
  expect((await final(one, director)).body).toMatchObject({ status: 409, reason: "periodRuns" });
  world.it.clock.shift += 8 * day;
  expect((await final(one, director)).status).toBe(200);

  const documents = async () => (await one.adverse(director)).action?.documents ?? [];
  const [report, letter, last] = await documents();
  const [reportId, letterId] = [report?.documentId as string, letter?.documentId as string];
  expect(last?.kind).toBe("finalNotice");
  const copy = await downloaded(one, coach, reportId);
  expect(await textOf(await openPdf(new Uint8Array(await copy.arrayBuffer())))).toMatch(/(Result|Status): consider/);
  const read = await openPdf(new Uint8Array(await (await downloaded(one, coach, letterId)).arrayBuffer()));
  const text = await textOf(read);
  for (const part of [theNotice.items, theNotice.agencyAddress, theNotice.agencyPhone, "A Summary of Your Rights"]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain(theNotice.role);
  expect((await downloaded(one, manager, letterId)).status).toBe(403);
  expect((await manager.ask(contract.getAdverseAction, one.on)).status).toBe(403);
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await stranger.ask(contract.getAdverseAction, one.on)).status).toBe(404);

  const disposed = async () => {
    await world.it.runSchedule("adverse.dispose");
    return (await documents()).map(({ disposedAt }) => disposedAt !== null);
  };
  world.it.clock.shift += 360 * day;
  expect(await disposed()).toEqual([false, false, false]);
  world.it.clock.shift += 10 * day;
  // The hold is on another entry of the coach, which is merged into theirs.
  const twin = await one.org.asSystem(async (call) => {
    const person = { firstName: "Same", lastName: "Coach", email: null, dateOfBirth: null };
    const profileId = await createProfile(call, person, null);
    const place = { profileId, levelId: one.org.levels.northTeam, labelId: one.org.labelIds.Volunteer };
    return { profileId, plaId: (await addMember(call, place)).profileLevelAccessId };
  });
  const { incidentId } = await director.call(reportIncident, {
    body: {
      profileLevelAccessId: twin.plaId,
      kind: "Other",
      happenedAt: new Date(Date.now() + world.it.clock.shift).toISOString(),
      description: "A lawsuit was announced.",
    },
  });
  const hold = (held: boolean, version: number) =>
    director.call(handleIncident, { params: { id: incidentId }, body: { held, version } });
  expect((await hold(true, 1)).heldAt).not.toBeNull();
  const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
  await one.org.asSystem((call) => mergeProfiles(call, { keep: coach.profileId, merge: twin.profileId, parts }));
  expect(await disposed()).toEqual([false, false, false]);
  await hold(false, 2);
  expect(await disposed()).toEqual([true, false, false]);
  expect((await downloaded(one, coach, reportId)).status).toBe(409);
  const { rows } = await one.org.asSystem((call) =>
    call.db.execute<{ sha256: string; empty: boolean; told: string }>(sql`
      SELECT document.sha256, document.sealed_content IS NULL AS empty, step.facts ->> 'sha256' AS told
      FROM adverse_action_document AS document JOIN adverse_action_step AS step
        ON step.organization_id = document.organization_id
        AND step.facts ->> 'documentId' = document.adverse_action_document_id::text
      WHERE document.organization_id = ${call.organizationId} AND step.kind = 'disposed'`),
  );
  expect(rows).toMatchObject([{ empty: true, told: rows[0]?.sha256 }]);
  world.it.clock.shift += 1_470 * day;
  expect(await disposed()).toEqual([true, true, true]);
  while (await one.org.asSystem((call) => sealSome(call)));
  const { part } = await admin.call(exportAudit, { body: { format: "ndjson" } });
  const lines = part.split("\n").slice(0, -1);
  expect((await checkExport(lines)).problems).toEqual([]);
  expect(lines.filter((line) => line.includes('"kind":"disposed"'))).toHaveLength(3);
});

test("a statement with a file waits for the reviewers, and Managers read nothing of any of it", async () => {
  const one = await aFlagged(world.it, screening);
  const { director, coach, manager } = one;
  await director.call(contract.startAdverseAction, one.act(theNotice));
  const request = one.act({ statement: "It was long ago." });
  await coach.call(contract.addAdverseStatement, { ...request, files: [aPdf("letter.pdf")] });
  expect((await director.ask(contract.addAdverseStatement, request)).status).toBe(403);
  const statement = (await one.adverse(director)).action?.steps.find(({ kind }) => kind === "statement");
  expect(statement).toMatchObject({ said: [{ text: "It was long ago." }], files: [{ name: "letter.pdf" }] });
  const fileId = statement?.files[0]?.fileId as string;
  const file = { params: one.on.params, query: { ...one.on.query, fileId } };
  expect((await director.ask(contract.downloadAdverseFile, file)).status).toBe(200);
  expect((await manager.ask(contract.downloadAdverseFile, file)).status).toBe(403);
  await one.org.asSystem((call) =>
    call.db.execute(sql`UPDATE stored_file SET scan = 'infected'
      WHERE organization_id = ${call.organizationId} AND file_id = ${fileId}`),
  );
  for (const who of [director, coach]) {
    const refused = await who.ask(contract.downloadAdverseFile, file);
    expect(refused.body).toMatchObject({ status: 409, reason: "infected" });
  }
  const mailKinds = async (who: TestPerson) =>
    JSON.stringify(await who.call(getTimeline, { params: { id: coach.plaId }, query: {} }));
  expect(await mailKinds(coach)).toContain("adverseStarted");
  expect(await mailKinds(director)).toContain("adverseStatement");
  expect(await mailKinds(manager)).not.toContain("adverse");
});

test("files of a statement are disposed of with the report, also their bytes, and the record keeps their digest", async () => {
  const one = await aFlagged(world.it, screening, { daysAgo: 2500 });
  const { director, admin, coach } = one;
  await director.call(contract.startAdverseAction, one.act(theNotice));
  const said = one.act({ statement: "It was long ago." });
  await coach.call(contract.addAdverseStatement, { ...said, files: [aPdf("letter.pdf")] });
  world.it.clock.shift += 20 * day;
  const { offense, timePassed, role } = theNotice;
  await director.call(contract.addAssessment, one.act({ offense, timePassed, role }));
  expect((await final(one, director)).status).toBe(200);
  const file = async () => {
    const steps = (await one.adverse(director)).action?.steps ?? [];
    return steps.find(({ kind }) => kind === "statement")?.files[0];
  };
  const fileId = (await file())?.fileId as string;
  const ask = (who: TestPerson) =>
    who.ask(contract.downloadAdverseFile, { params: one.on.params, query: { ...one.on.query, fileId } });
  const stored = async () => {
    const { rows } = await one.org.asSystem((call) =>
      call.db.execute<{ key: string; sha256: string }>(sql`SELECT storage_key AS key, sha256 FROM stored_file
        WHERE organization_id = ${call.organizationId} AND file_id = ${fileId}`),
    );
    return rows[0] as { key: string; sha256: string };
  };
  const { key, sha256 } = await stored();
  const dispose = async () => {
    await world.it.runSchedule("adverse.dispose");
    await world.it.runSchedule("http.removeOrphanedFiles");
  };
  world.it.clock.shift += 360 * day;
  await dispose();
  expect((await ask(coach)).status).toBe(200);
  world.it.clock.shift += 10 * day;
  await dispose();
  for (const who of [coach, director]) expect((await ask(who)).body).toMatchObject({ status: 409, reason: "disposed" });
  expect((await file())?.disposedAt).not.toBeNull();
  await expect(world.it.adapters.files.open(key)).rejects.toThrow();
  while (await one.org.asSystem((call) => sealSome(call)));
  const { part } = await admin.call(exportAudit, { body: { format: "ndjson" } });
  const lines = part.split("\n").slice(0, -1);
  expect((await checkExport(lines)).problems).toEqual([]);
  const sealed = lines.filter((line) => line.includes('"statementFile"') && line.includes(sha256));
  expect(sealed).toHaveLength(1);
  // It is done once.
  await dispose();
  const steps = (await one.adverse(director)).action?.steps ?? [];
  expect(steps.filter(({ kind, text }) => kind === "disposed" && text.includes(sha256))).toHaveLength(1);
});

test("a check that was found elsewhere takes the report as a file, and the agency by hand", async () => {
  world.it.clock.shift = -60 * day;
  const one = await aScreened(world.it, screening, { settings: { clientId: null, productId: null } });
  const { director, coach, on } = one;
  await one.org.asSystem(async (call) => {
    const place = { requirementId: on.params.id, profileLevelAccessId: coach.plaId };
    const target = await memberTarget(call, place.profileLevelAccessId);
    const read = await requirementOn(call, target, place.requirementId);
    const subject = { ...place, profileId: target.profileId, contentId: read.required.contentId };
    await reportToAttempt(call, subject, { kind: "externalReviewFailed", type: 3 }, read.required.versionId, {
      submittedAt: call.now,
    });
    await restand(call, [target.profileId]);
  });
  const body = { profileLevelAccessId: coach.plaId, ...theNotice };
  expect((await director.call(contract.getAdverseAction, on)).beginning).toMatchObject({ uploadsReport: true });
  const without = await director.ask(contract.startAdverseAction, { params: on.params, body });
  expect(without.body).toMatchObject({ status: 400, errors: [{ path: "file" }] });
  await director.call(contract.startAdverseAction, { params: on.params, body, files: [aPdf("report.pdf")] });
  const { action } = await director.call(contract.getAdverseAction, on);
  expect(action).toMatchObject({ state: "waiting", agency: { phone: theNotice.agencyPhone } });
});

test("who leaves during the waiting period isn't decided on, and who is merged is", async () => {
  const one = await aFlagged(world.it, screening);
  const { org, admin, director, coach } = one;
  await director.call(contract.startAdverseAction, one.act(theNotice));
  await director.call(deleteMembership, { params: { id: coach.plaId } });
  world.it.clock.shift += 15 * day;
  await world.it.runSchedule("adverse.periods");
  expect((await final(one, admin)).status).toBe(404);
  const back = await org.asSystem(async (call) => {
    const at = { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId: coach.profileId };
    const added = await addMember(call, at);
    await restand(call, [coach.profileId]);
    return added;
  });
  const kept = await org.added(admin, "otherTeam", "Head Coach");
  const keep = "merge" as const;
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE profile SET app_user_id = NULL
      WHERE organization_id = ${call.organizationId} AND profile_id = ${kept.profileId}`),
  );
  await org.asSystem((call) =>
    mergeProfiles(call, {
      ...{ keep: coach.profileId, merge: kept.profileId },
      parts: { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: keep },
    }),
  );
  const on = { params: one.on.params, query: { profileLevelAccessId: back.profileLevelAccessId } };
  const { action } = await admin.call(contract.getAdverseAction, on);
  expect(action?.state).toBe("waiting");
  const review = await admin.call(getReview, { query: { requirementId: on.params.id, ...on.query } });
  expect(review.source).toBe("FlaggedBackgroundCheck");
  const ended = await admin.call(contract.sendFinalNotice, {
    params: on.params,
    body: { ...on.query, reason: "Direct relationship." },
  });
  expect(ended.status).toBe(RequirementStatus.Rejected);
});
