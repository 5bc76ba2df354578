import { RequirementStatus } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentBackgroundCheck } from "@touchline/contract/library/content-kinds";
import { getProfileDetails, saveName, updateProfile } from "@touchline/contract/requirements/profile-details";
import { completeWithoutUpload, editCompletedDate } from "@touchline/contract/reviews/reviews";
import {
  type ConsentKind,
  downloadConsent,
  listConsents,
  recordConsent,
  withdrawConsent,
} from "@touchline/contract/screening/consents";
import { dayOf, usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { attachedTo, openPdf, textOf } from "../../../../test/pdf.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { screeningClient } from "../../../schema/screening.ts";
import { restand } from "../../compliance/standing/actions/restand.ts";
import { makeGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { memberTarget } from "../../people/profiles/queries/members.ts";
import { requirementOn } from "../../requirements/requirements/queries/requirement-rows.ts";
import { readConsents, sha256Of } from "./queries.ts";

const world = aWorld();

async function missingConsents(call: Call, subject: { requirementId: string; profileLevelAccessId: string }) {
  const target = await memberTarget(call, subject.profileLevelAccessId);
  return (await readConsents(call, target, await requirementOn(call, target, subject.requirementId))).missing;
}
const name = "Background check";
const federal: ConsentKind[] = ["electronic", "disclosure", "rights", "authorization"];

/** A background check that is ordered at Checkr, owed by head coaches. */
async function aCheck(org: Organization, change: { notice?: string } = {}) {
  const admin = await org.aMember("root", "Administrator");
  const clientId = newId();
  await org.asSystem(({ db, organizationId, now }) =>
    db.insert(screeningClient).values({
      ...{ organizationId, screeningClientId: clientId, provider: 3, accountId: "acc", name: "Checkr" },
      ...{ connectedBy: admin.profileId, connectedAt: now },
    }),
  );
  const { contentId } = await admin.call(createContent, {
    body: { type: 3, name, description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  const { kind: _, ...usual } = usualSettings["background-check"];
  const settings = { ...usual, provider: 3 as const, clientId, productId: "basic", product: "Basic" };
  await admin.call(saveContentBackgroundCheck, { params, body: { ...settings, ...change } });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  return { admin, params, settings };
}

async function livesIn(person: TestPerson, stateId: string | null, profileId = person.profileId) {
  const before = await person.call(getProfileDetails, { params: { id: profileId } });
  const contactInformation = { ...before.contactInformation, stateId };
  await person.call(updateProfile, { params: { id: profileId }, body: { contactInformation } });
}

const look = async (person: TestPerson) => {
  const { requirementId: id } = await owedBy(person, name);
  return person.call(listConsents, { params: { id, plaId: person.plaId } });
};

async function sign(person: TestPerson, kind: ConsentKind, more: object = {}) {
  const { pages, requirementId, signs } = await look(person);
  const version = pages.find((page) => page.kind === kind)?.version ?? "0".repeat(64);
  return person.ask(recordConsent, {
    params: { id: requirementId },
    body: { profileLevelAccessId: person.plaId, kind, version, accepted: true, name: signs.name, ...more },
  });
}

async function signAll(person: TestPerson) {
  for (const kind of (await look(person)).missing) {
    if (kind !== "homeState") expect((await sign(person, kind)).status).toBe(200);
  }
}

const kindsOf = async (person: TestPerson) => (await look(person)).pages.map((page) => page.kind);

test("a coach signs each document on its own, and nothing is missing then", async () => {
  const org = await world.it.anOrganization();
  await aCheck(org, { notice: "We check **everyone**." });
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-TX");
  const first = await look(coach);
  expect(first).toMatchObject({ providerName: "Checkr, Inc.", homeState: "US-TX", homeStateMissing: false });
  expect(first.missing).toEqual(["electronic", "notice", "disclosure", "rights", "authorization"]);
  const subject = { requirementId: first.requirementId, profileLevelAccessId: coach.plaId };
  expect(await org.asSystem((call) => missingConsents(call, subject))).toEqual(first.missing);
  const answers = [];
  for (const kind of first.missing) answers.push((await sign(coach, kind as ConsentKind)).body.missing);
  expect(answers.map((missing) => missing.length)).toEqual([4, 3, 2, 1, 0]);
  expect(await org.asSystem((call) => missingConsents(call, subject))).toEqual([]);
  const { given } = await look(coach);
  expect(given).toHaveLength(5);
  expect(given.every((one) => one.counts && one.as === "self" && one.withdrawnAt === null)).toBe(true);
});

test("the disclosure stands alone: nothing on its page but the disclosure", async () => {
  const org = await world.it.anOrganization("Harbor FC");
  await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-CA");
  const disclosure = (await look(coach)).pages.find((page) => page.kind === "disclosure");
  expect(disclosure?.copyOption).toBeNull();
  expect(disclosure?.text).toContain("Harbor FC may obtain a consumer report about you");
  expect(disclosure?.text).not.toMatch(/authorize|release|copy|California|rights|agree/i);
});

test("which states' notices are asked goes by where the person lives and where the organization is", async () => {
  const org = await world.it.anOrganization();
  await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  const states = async () => (await kindsOf(coach)).filter((kind) => kind.startsWith("state-"));
  for (const state of ["CA", "MA", "MN", "NJ", "NY", "OK", "WA"]) {
    await livesIn(coach, `US-${state}`);
    expect(await states()).toEqual([`state-${state}`]);
  }
  await livesIn(coach, "US-TX");
  expect(await states()).toEqual([]);
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE organization SET country_code = 'UnitedStates', state_code = 'CA'
      WHERE organization_id = ${organizationId}`),
  );
  expect(await states()).toEqual(["state-CA"]);
  await livesIn(coach, "US-NY");
  expect(await states()).toEqual(["state-CA", "state-NY"]);
});

test("where somebody lives is asked first, and who lives abroad says so", async () => {
  const org = await world.it.anOrganization();
  await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  const unknown = await look(coach);
  expect(unknown).toMatchObject({ homeState: null, homeStateMissing: true });
  expect(unknown.missing[0]).toBe("homeState");
  expect((await sign(coach, "abroad")).body.missing).toEqual(federal);
  expect((await look(coach)).homeStateMissing).toBe(false);
});

test("the box that asks for a copy of the report is recorded where the law asks for one", async () => {
  const org = await world.it.anOrganization();
  await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-MN");
  await sign(coach, "state-MN", { wantsCopy: true });
  await sign(coach, "disclosure", { wantsCopy: true });
  const { given } = await look(coach);
  expect(Object.fromEntries(given.map((one) => [one.kind, one.wantsCopy]))).toEqual({
    "state-MN": true,
    disclosure: null,
  });
});

test("signed twice it is one signature; another version, name or document is refused", async () => {
  const org = await world.it.anOrganization();
  const { admin, params, settings } = await aCheck(org, { notice: "One." });
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-TX");
  const [one, two] = [await sign(coach, "notice"), await sign(coach, "notice")];
  expect(two.body.screeningConsentId).toBe(one.body.screeningConsentId);
  expect((await look(coach)).given).toHaveLength(1);
  expect(await sign(coach, "disclosure", { version: "0".repeat(64) })).toMatchObject({
    status: 409,
    body: { reason: "newVersion" },
  });
  expect(await sign(coach, "disclosure", { name: "Somebody Else" })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "name" }] },
  });
  expect((await sign(coach, "disclosure", { accepted: false })).status).toBe(400);
  expect((await sign(coach, "state-CA")).status).toBe(404);
  // A new text is signed anew; what was signed before stays in the record.
  await admin.call(saveContentBackgroundCheck, { params, body: { ...settings, notice: "Two." } });
  expect((await look(coach)).missing).toContain("notice");
  await sign(coach, "notice");
  expect((await look(coach)).given.filter((consent) => consent.kind === "notice")).toHaveLength(2);
});

test("nobody signs for another adult, and strangers find nothing", async () => {
  const org = await world.it.anOrganization();
  const { admin } = await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-TX");
  const { requirementId: id, pages } = await look(coach);
  const body = {
    ...{ profileLevelAccessId: coach.plaId, kind: "disclosure" as const, accepted: true as const, name: "Any Body" },
    version: pages.find((page) => page.kind === "disclosure")?.version ?? "",
  };
  expect((await admin.ask(recordConsent, { params: { id }, body })).status).toBe(403);
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await stranger.ask(recordConsent, { params: { id }, body })).status).toBe(404);
  expect((await stranger.ask(listConsents, { params: { id, plaId: coach.plaId } })).status).toBe(404);
  const manager = await org.aMember("northTeam", "Volunteer");
  expect((await manager.ask(listConsents, { params: { id, plaId: coach.plaId } })).status).toBe(403);
});

test("a guardian signs for a minor, the minor doesn't, and at 18 it must be signed again", async () => {
  const org = await world.it.anOrganization();
  const { admin } = await aCheck(org);
  const guardian = await org.aMember("northTeam", "Volunteer");
  const { plaId, profileId } = await org.asSystem(async (call) => {
    const child = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2012-05-05" };
    const profileId = await createProfile(call, child, null);
    const at = { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId };
    const { profileLevelAccessId } = await addMember(call, at);
    await makeGuardian(call, { guardianProfileId: guardian.profileId, childProfileId: profileId });
    await restand(call, [profileId]);
    return { plaId: profileLevelAccessId, profileId };
  });
  const child = { ...guardian, plaId } as TestPerson;
  await livesIn(guardian, "US-TX", profileId);
  expect((await look(child)).signs).toMatchObject({ as: "guardian", allowed: true });
  await signAll(child);
  const { given, missing, requirementId: id } = await look(child);
  expect(missing).toEqual([]);
  expect(given[0]).toMatchObject({ as: "guardian", counts: true });
  await admin.call(saveName, {
    body: { profileId, firstName: "Noa", lastName: "Little", dateOfBirth: "1995-05-05" },
  });
  const adult = await admin.call(listConsents, { params: { id, plaId } });
  expect(adult.missing).toEqual(federal);
  expect(adult.given.every((one) => !one.counts)).toBe(true);
});

test("a withdrawn consent doesn't count anymore, everything must be signed again, and the record keeps both", async () => {
  const org = await world.it.anOrganization();
  await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-TX");
  await signAll(coach);
  const { requirementId: id, withdrawable } = await look(coach);
  expect(withdrawable).toBe(true);
  const body = { profileLevelAccessId: coach.plaId };
  const { status, withdrawnAt } = await coach.call(withdrawConsent, { params: { id }, body });
  expect(status).toBe(RequirementStatus.Incomplete);
  const after = await look(coach);
  expect(after.missing).toEqual(federal);
  expect(after.given.map((one) => one.withdrawnAt)).toEqual(federal.map(() => withdrawnAt));
  expect((await coach.ask(withdrawConsent, { params: { id }, body })).status).toBe(409);
  await signAll(coach);
  expect((await look(coach)).given.map((one) => one.counts)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("what was signed for one check isn't used for the next, and counts for 60 days", async () => {
  const org = await world.it.anOrganization();
  const { admin } = await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-TX");
  await signAll(coach);
  const { requirementId } = await look(coach);
  const subject = { requirementId, profileLevelAccessId: coach.plaId };
  const missingIn = (days: number) =>
    org.asSystem((call) =>
      missingConsents({ ...call, now: new Date(call.now.getTime() + days * 86_400_000) }, subject),
    );
  expect(await missingIn(59)).toEqual([]);
  expect(await missingIn(61)).toEqual(federal);
  await admin.call(completeWithoutUpload, {
    params: { plaId: coach.plaId },
    body: { requirementId, date: dayOf(Date.now(), "America/Los_Angeles"), reason: "Seen on paper." },
  });
  const completedDateTime = new Date().toISOString();
  await admin.call(editCompletedDate, { params: { plaId: coach.plaId }, body: { requirementId, completedDateTime } });
  expect(await org.asSystem((call) => missingConsents(call, subject))).toEqual(federal);
});

test("each consent is a PDF with its exact text and how it was signed, for the member and reviewers", async () => {
  const org = await world.it.anOrganization("Fútbol Ñandú");
  const { admin } = await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-CA");
  await sign(coach, "state-CA", { wantsCopy: true });
  await sign(coach, "rights");
  const { requirementId, given, signs } = await look(coach);
  for (const [person, kind, says] of [
    [coach, "rights", "CONSUMERS HAVE THE RIGHT TO OBTAIN A SECURITY FREEZE"],
    [admin, "state-CA", "I want a copy of the report."],
  ] as const) {
    const { screeningConsentId, version } = given.find((one) => one.kind === kind) ?? expect.fail();
    const url = `${world.it.base}${downloadConsent.path.replace("{id}", requirementId)}?profileLevelAccessId=${coach.plaId}&screeningConsentId=${screeningConsentId}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${await world.it.signIn(person.email)}` } });
    expect(answer.status).toBe(200);
    const document = await openPdf(Buffer.from(await answer.arrayBuffer()));
    const said = await textOf(document);
    for (const part of [says, signs.name, "for themselves", "127.0.0.1", "Fútbol Ñandú"]) expect(said).toContain(part);
    expect(sha256Of((await attachedTo(document, "consent.txt")) ?? "")).toBe(version);
  }
});

test("names, address and browser lie sealed; the row holds ids and hashes", async () => {
  const org = await world.it.anOrganization();
  await aCheck(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  await livesIn(coach, "US-TX");
  await sign(coach, "disclosure");
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ sealed_facts: Buffer }>(
      sql`SELECT * FROM screening_consent WHERE organization_id = ${call.organizationId}`,
    ),
  );
  const { signs } = await look(coach);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
  expect(rows[0]?.sealed_facts.toString("latin1")).not.toContain(signs.name);
});

test("a check of which reports are only uploaded asks for nothing to be signed", async () => {
  const org = await world.it.anOrganization();
  const { admin, params, settings } = await aCheck(org);
  await admin.call(saveContentBackgroundCheck, { params, body: { ...settings, clientId: null, productId: null } });
  const coach = await org.aMember("northTeam", "Head Coach");
  expect(await look(coach)).toMatchObject({ pages: [], missing: [], given: [] });
});
