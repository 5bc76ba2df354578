import { createHash, createPublicKey, verify } from "node:crypto";
import { RequirementStatus } from "@touchline/contract";
import { getFamily } from "@touchline/contract/joining/families";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentWaiver } from "@touchline/contract/library/content-kinds";
import { getMember } from "@touchline/contract/people/profiles";
import { startMemberTask } from "@touchline/contract/reporting/members";
import { saveName } from "@touchline/contract/requirements/profile-details";
import { downloadFile, getRequirement } from "@touchline/contract/requirements/requirements";
import { completeWaiver, getWaiver, verifyWaiver } from "@touchline/contract/requirements/waivers";
import { editCompletedDate } from "@touchline/contract/reviews/reviews";
import { listTaskItems, undoTask } from "@touchline/contract/tasks/tasks";
import { addToDay, dayOf, endOfDay, startOfDay, usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { factsNotKept } from "../../../../test/fact-mismatches.ts";
import { ask } from "../../../../test/http.ts";
import { attachedTo, openPdf, textOf } from "../../../../test/pdf.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";
import { restand } from "../../compliance/standing/actions/restand.ts";
import { makeGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { codeHash, codeOf } from "./queries.ts";

const world = aWorld();

const text =
  "# Risk\n\nFootball is **dangerous**. You:\n\n- run\n- fall, *often*\n\n> Спартак 北\n\nSee [the rules](https://example.org/rules).";
const { kind: _, ...usual } = usualSettings.waiver;
const settings = { ...usual, text };

async function aWaiver(org: Organization, change: Partial<typeof settings> = {}) {
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type: 2, name: "Liability waiver", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  await admin.call(saveContentWaiver, { params, body: { ...settings, ...change } });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  return { admin, params };
}

/** A child with a label that needs the waiver, and the guardian. */
async function aFamily(org: Organization, dateOfBirth: string) {
  const guardian = await org.aMember("northTeam", "Volunteer");
  const plaId = await org.asSystem(async (call) => {
    const profileId = await createProfile(
      call,
      { firstName: "Noa", lastName: "Little", email: null, dateOfBirth },
      null,
    );
    const { profileLevelAccessId } = await addMember(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds["Head Coach"],
      profileId,
    });
    await makeGuardian(call, { guardianProfileId: guardian.profileId, childProfileId: profileId });
    await restand(call, [profileId]);
    return profileLevelAccessId;
  });
  return { guardian, child: { ...guardian, plaId } as TestPerson };
}

const placeOf = ({ requirementId, profileLevelAccessId }: Awaited<ReturnType<typeof owedBy>>) => ({
  params: { id: requirementId },
  waiver: { id: requirementId, plaId: profileLevelAccessId },
  at: { profileLevelAccessId },
});

async function sign(person: TestPerson, name: string) {
  const { params, waiver, at } = placeOf(await owedBy(person, "Liability waiver"));
  const { contentVersionId } = await person.call(getWaiver, { params: waiver });
  return person.ask(completeWaiver, { params, body: { ...at, contentVersionId, accepted: true, name } });
}

async function fileOf(person: TestPerson, requirementId: string, fileId: string): Promise<Buffer> {
  const url = `${world.it.base}${downloadFile.path.replace("{id}", requirementId)}?profileLevelAccessId=${person.plaId}&fileId=${fileId}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${await world.it.signIn(person.email)}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function read(pdf: Buffer) {
  const document = await openPdf(pdf);
  const attached = await attachedTo(document, "waiver.txt");
  return { said: await textOf(document), attached, pages: document.numPages };
}

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

test("an adult reads the version in force, signs it, and has the document, which tells all of it", async () => {
  const org = await world.it.anOrganization("Fútbol Ñandú");
  const { admin } = await aWaiver(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  const { params, waiver } = placeOf(await owedBy(coach, "Liability waiver"));
  const waiverRead = await coach.call(getWaiver, { params: waiver });
  const name = (await coach.call(getRequirement, { params, query: { profileLevelAccessId: coach.plaId } })).fullName;
  expect(waiverRead).toMatchObject({
    ...{ text, consent: usual.consent, version: 1, textSha256: sha256(text), signAgainOn: null },
    signs: { as: "self", allowed: true, reason: null, name },
  });
  const { status, body: signed } = await sign(coach, name.toUpperCase());
  expect(status).toBe(200);
  expect(signed.status).toBe(3);
  const pdf = await fileOf(coach, params.id, signed.fileId);
  const { said, attached, pages } = await read(pdf);
  expect(pages).toBeGreaterThan(1);
  for (const part of [
    ...["Liability waiver", "Fútbol Ñandú", "dangerous", "• run", "often", "Спартак 北", "https://example.org/rules"],
    ...[usual.consent, name.toUpperCase(), "for themselves", signed.signedAt, "127.0.0.1", sha256(text), "PST"],
  ]) {
    expect(said).toContain(part);
  }
  expect(said.replaceAll(" ", "")).toContain(signed.code);
  expect(attached).toBe(text);
  // Whoever reviews has the same file.
  const seen = await admin.call(getRequirement, { params, query: { profileLevelAccessId: coach.plaId } });
  expect(seen.attempt?.files).toMatchObject([{ fileId: signed.fileId, mediaType: "application/pdf", viewable: true }]);
  expect(await fileOf({ ...admin, plaId: coach.plaId }, params.id, signed.fileId)).toEqual(pdf);
});

test("the record holds hashes and ids; names, address and browser lie sealed", async () => {
  const org = await world.it.anOrganization();
  await aWaiver(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  const { signs } = await coach.call(getWaiver, {
    params: placeOf(await owedBy(coach, "Liability waiver")).waiver,
  });
  const { body: signed } = await sign(coach, signs.name);
  const { rows } = await org.asSystem((call) =>
    call.db.execute<Record<string, unknown> & { sealed_facts: Buffer }>(
      sql`SELECT * FROM waiver_signature WHERE organization_id = ${call.organizationId}`,
    ),
  );
  const [row] = rows;
  expect(row).toMatchObject({
    ...{ signed_as: "self", version: 1, text_sha256: sha256(text), consent_sha256: sha256(usual.consent) },
    ...{ profile_id: coach.profileId, signer_profile_id: coach.profileId, file_id: signed.fileId },
  });
  expect(JSON.stringify({ ...row, sealed_facts: null })).not.toMatch(/127\.0\.0\.1|Número/);
  const facts = await org.asSystem(async (call) => {
    const { rows: own } = await call.db.execute<{ wrapped_key: Buffer }>(
      sql`SELECT wrapped_key FROM organization WHERE organization_id = ${call.organizationId}`,
    );
    const place = { tenant: call.organizationId, table: "waiver_signature", column: "facts" };
    const sealed = row?.sealed_facts as Buffer;
    const id = String(row?.waiver_signature_id);
    return call.adapters.vault.open(own[0]?.wrapped_key as Buffer, { ...place, id }, sealed);
  });
  expect(JSON.parse(facts)).toMatchObject({
    typedName: signs.name,
    address: "127.0.0.1",
    authTime: expect.any(String),
  });
  expect(world.it.logs.join("")).not.toContain(signed.code);
});

test("another name, no tick, an older version and a second signature are refused, each with what to do", async () => {
  const org = await world.it.anOrganization();
  const { admin, params: content } = await aWaiver(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  const { params, waiver, at } = placeOf(await owedBy(coach, "Liability waiver"));
  const { contentVersionId, signs } = await coach.call(getWaiver, { params: waiver });
  const body = { ...at, contentVersionId, accepted: true as const, name: signs.name };
  const wrong = await coach.ask(completeWaiver, { params, body: { ...body, name: "Somebody Else" } });
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "name" }] } });
  expect(wrong.body.message).toContain(signs.name);
  const unticked = await coach.ask(completeWaiver, { params, body: { ...body, accepted: false as never } });
  expect(unticked).toMatchObject({ status: 400, body: { errors: [{ path: "accepted" }] } });
  await admin.call(saveContentWaiver, { params: content, body: { ...settings, text: "Other words." } });
  expect(await coach.ask(completeWaiver, { params, body })).toMatchObject({
    status: 409,
    body: { reason: "newVersion", message: expect.stringContaining("Read the new version") },
  });
  const { rows } = await org.asSystem((call) =>
    call.db.execute(sql`SELECT 1 FROM waiver_signature WHERE organization_id = ${call.organizationId}`),
  );
  expect(rows).toEqual([]);
  expect((await sign(coach, signs.name)).status).toBe(200);
  expect(await sign(coach, signs.name)).toMatchObject({
    status: 409,
    body: { reason: "alreadyDone", detail: "This is already complete." },
  });
});

test("a guardian signs for a child, who is asked again at the midnight of turning 18, also after the date was edited", async () => {
  const org = await world.it.anOrganization();
  const { admin } = await aWaiver(org, { validity: { type: "None" } });
  const { guardian, child } = await aFamily(org, "2015-05-05");
  const { params, waiver, at } = placeOf(await owedBy(child, "Liability waiver"));
  const waiverRead = await guardian.call(getWaiver, { params: waiver });
  expect(waiverRead).toMatchObject({
    forName: "Noa Little",
    signAgainOn: "2033-05-05",
    signs: { as: "guardian", allowed: true },
  });
  expect((await sign(child, "Noa Little")).status).toBe(400);
  const { body: signed } = await sign(child, waiverRead.signs.name);
  const midnight = new Date(startOfDay("2033-05-05", "America/Los_Angeles")).toISOString();
  expect(signed.expiresAt).toBe(midnight);
  expect((await read(await fileOf(child, params.id, signed.fileId))).said).toContain("as guardian of Noa Little");
  await admin.call(editCompletedDate, {
    params: { plaId: at.profileLevelAccessId },
    body: { requirementId: params.id, completedDateTime: "2026-01-05T20:00:00.000Z" },
  });
  const after = await guardian.call(getRequirement, { params, query: at });
  expect(after.expiresAt).toBe(midnight);
});

test.each([true, false])(
  "a date of birth corrected to an adult's ends what a guardian signed, after as many days as before coming of age: asked again at 18 or not (%s)",
  async (signAgainAtEighteen) => {
    const zone = "America/Los_Angeles";
    const org = await world.it.anOrganization();
    const { admin } = await aWaiver(org, { validity: { type: "None" }, signAgainAtEighteen });
    const { guardian, child } = await aFamily(org, "2015-05-05");
    const { params, waiver, at } = placeOf(await owedBy(child, "Liability waiver"));
    await sign(child, (await guardian.call(getWaiver, { params: waiver })).signs.name);
    const { profileId } = await guardian.call(getRequirement, { params, query: at });
    const born = (dateOfBirth: string) =>
      admin.call(saveName, { body: { profileId, firstName: "Noa", lastName: "Little", dateOfBirth } });
    const stands = async () => {
      const { requirements } = await admin.call(getMember, { params: { id: child.plaId } });
      return requirements.map(({ status, expiresAt }) => ({ status, expiresAt }));
    };
    const atEighteen = (day: string) => (signAgainAtEighteen ? new Date(startOfDay(day, zone)).toISOString() : null);
    expect(await stands()).toEqual([{ status: RequirementStatus.Completed, expiresAt: atEighteen("2033-05-05") }]);

    await born("1995-05-05");
    const ends = new Date(startOfDay(addToDay(dayOf(Date.now(), zone), { days: 30 }), zone)).toISOString();
    expect(await stands()).toEqual([{ status: RequirementStatus.ExpiringSoon, expiresAt: ends }]);
    expect(await org.asSystem(inconsistencies)).toEqual([]);
    expect(await factsNotKept(org)).toEqual([]);

    // Corrected among adults it stays so; a minor again, it is as if nothing had been.
    await born("1996-06-06");
    expect((await stands())[0]?.expiresAt).toBe(ends);
    await born("2014-04-04");
    expect(await stands()).toEqual([{ status: RequirementStatus.Completed, expiresAt: atEighteen("2032-04-04") }]);
    expect(await org.asSystem(inconsistencies)).toEqual([]);
    expect(await factsNotKept(org)).toEqual([]);
  },
);

test("what a guardian signed for somebody who is 18 soon says so, and is not offered as a renewal before", async () => {
  const zone = "America/Los_Angeles";
  const org = await world.it.anOrganization();
  await aWaiver(org, { validity: { type: "None" } });
  const birthday = addToDay(dayOf(Date.now(), zone), { days: 20 });
  const { guardian, child } = await aFamily(org, addToDay(birthday, { years: -18 }));
  const { params, waiver, at } = placeOf(await owedBy(child, "Liability waiver"));
  const { signs } = await guardian.call(getWaiver, { params: waiver });
  expect(signs).toMatchObject({ allowed: true, as: "guardian" });
  expect((await sign(child, signs.name)).status).toBe(200);

  const requirement = await guardian.call(getRequirement, { params, query: at });
  expect(requirement).toMatchObject({ status: RequirementStatus.ExpiringSoon, endsAtEighteen: true });
  expect(requirement.expiresAt).toBe(new Date(startOfDay(birthday, zone)).toISOString());
  expect(requirement.actions).not.toContain("acceptWaiver");
  expect(requirement.actions).not.toContain("begin");
  expect((await sign(child, signs.name)).status).toBe(409);
  const { children } = await guardian.call(getFamily);
  expect(children.map((one) => one.next)).toEqual([null]);

  // One that ends before is renewed as ever.
  const early = await world.it.anOrganization();
  await aWaiver(early, { validity: { type: "Duration", amount: 10, unit: "days" } });
  const other = await aFamily(early, addToDay(birthday, { years: -18 }));
  const place = placeOf(await owedBy(other.child, "Liability waiver"));
  expect(
    (await sign(other.child, (await other.guardian.call(getWaiver, { params: place.waiver })).signs.name)).status,
  ).toBe(200);
  const renewable = await other.guardian.call(getRequirement, { params: place.params, query: place.at });
  expect(renewable).toMatchObject({ status: RequirementStatus.ExpiringSoon, endsAtEighteen: false });
  expect(renewable.actions).toContain("acceptWaiver");
});

test("a corrected date of birth moves the end of what a guardian signed, both ways, and of nothing that an adult signed", async () => {
  const org = await world.it.anOrganization();
  const { admin } = await aWaiver(org, { validity: { type: "None" } });
  const coach = await org.aMember("northTeam", "Head Coach");
  const { guardian, child } = await aFamily(org, "2015-05-05");
  const { params, waiver, at } = placeOf(await owedBy(child, "Liability waiver"));
  const own = placeOf(await owedBy(coach, "Liability waiver"));
  await sign(child, (await guardian.call(getWaiver, { params: waiver })).signs.name);
  await sign(coach, (await coach.call(getWaiver, { params: own.waiver })).signs.name);
  const ends = async () => (await guardian.call(getRequirement, { params, query: at })).expiresAt;
  const midnight = (day: string) => new Date(startOfDay(day, "America/Los_Angeles")).toISOString();
  const { profileId } = await guardian.call(getRequirement, { params, query: at });
  const born = (dateOfBirth: string, of = { profileId, firstName: "Noa", lastName: "Little" }) =>
    admin.call(saveName, { body: { ...of, dateOfBirth } });
  expect(await ends()).toBe(midnight("2033-05-05"));
  await born("2014-03-02");
  expect(await ends()).toBe(midnight("2032-03-02"));
  await born("2016-07-08");
  expect(await ends()).toBe(midnight("2034-07-08"));
  await born("1990-07-08", { profileId: coach.profileId, firstName: "Ana", lastName: "Kim" });
  expect((await coach.call(getRequirement, { params: own.params, query: own.at })).expiresAt).toBeNull();
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
});

test("a decree lets nothing outlast what a guardian signed; taken back, it ends as before", async () => {
  const org = await world.it.anOrganization();
  const { admin, params: content } = await aWaiver(org, {
    validity: { type: "Duration", amount: 30, unit: "days" },
  });
  const zone = "America/Los_Angeles";
  const today = dayOf(Date.now(), zone);
  const eighteenth = addToDay(today, { days: 60 });
  const { guardian, child } = await aFamily(org, addToDay(eighteenth, { years: -18 }));
  const coach = await org.aMember("northTeam", "Head Coach");
  const { params, waiver, at } = placeOf(await owedBy(child, "Liability waiver"));
  await sign(child, (await guardian.call(getWaiver, { params: waiver })).signs.name);
  const own = placeOf(await owedBy(coach, "Liability waiver"));
  await sign(coach, (await coach.call(getWaiver, { params: own.waiver })).signs.name);
  const ends = async () => (await guardian.call(getRequirement, { params, query: at })).expiresAt;
  const before = await ends();
  const decree = async (days: number) => {
    const { taskId } = await admin.call(startMemberTask, {
      params: { id: org.levels.root },
      body: {
        selection: { profileLevelAccessIds: [child.plaId, coach.plaId] },
        act: { kind: "members.extend", contentId: content.id, validUntil: addToDay(today, { days }), reason: "Late." },
      },
    });
    await world.it.drainJobs();
    const { data } = await admin.call(listTaskItems, { params: { id: taskId } });
    return { taskId, reasons: data.map((one) => one.reason) };
  };
  const midnight = new Date(startOfDay(eighteenth, zone)).toISOString();
  const first = await decree(90);
  expect(first.reasons).toEqual(["", ""]);
  expect(await ends()).toBe(midnight);
  expect((await coach.call(getRequirement, { params: own.params, query: own.at })).expiresAt).toBe(
    new Date(endOfDay(addToDay(today, { days: 90 }), zone)).toISOString(),
  );
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
  // It counts through childhood already, so an extension that changes nothing isn't mentioned.
  const again = await decree(120);
  expect(again.reasons).toEqual(["A guardian signed it, so it can't be valid past the 18th birthday.", ""]);
  await admin.call(undoTask, { params: { id: again.taskId } });
  await admin.call(undoTask, { params: { id: first.taskId } });
  await world.it.drainJobs();
  expect(await ends()).toBe(before);
  // The check finds what would count longer all the same.
  const until = (seconds: number) =>
    org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ id: string }>(sql`
        UPDATE attempt SET expires_at = ${midnight}::timestamptz + make_interval(secs => ${seconds})
        WHERE organization_id = ${organizationId} AND requirement_id = ${params.id} RETURNING attempt_id AS id`);
      return rows[0]?.id;
    });
  const signature = async () => (await org.asSystem(inconsistencies)).filter((one) => one.what === "signature");
  await until(0);
  expect(await signature()).toEqual([]);
  const id = await until(1);
  expect(await signature()).toEqual([{ what: "signature", id }]);
});

test("a guardian can't sign for an adult, and no one can sign for others; both are told why", async () => {
  const org = await world.it.anOrganization();
  await aWaiver(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  const { params, waiver, at } = placeOf(await owedBy(coach, "Liability waiver"));
  const manager = await org.aMember("northTeam", "Team Manager");
  const { contentVersionId, signs } = await manager.call(getWaiver, { params: waiver });
  expect(signs).toMatchObject({ as: null, allowed: false, reason: expect.stringContaining("Only this person") });
  const body = { ...at, contentVersionId, accepted: true as const, name: signs.name };
  expect((await manager.ask(completeWaiver, { params, body })).status).toBe(403);
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await stranger.ask(getWaiver, { params: waiver })).status).toBe(404);
  expect((await stranger.ask(completeWaiver, { params, body })).status).toBe(404);
});

test("anybody who holds the document or its code learns that it is genuine, and nothing of people", async () => {
  const org = await world.it.anOrganization();
  await aWaiver(org);
  const coach = await org.aMember("northTeam", "Head Coach");
  const { params, waiver } = placeOf(await owedBy(coach, "Liability waiver"));
  const { signs } = await coach.call(getWaiver, { params: waiver });
  const { body: signed } = await sign(coach, signs.name);
  const pdf = await fileOf(coach, params.id, signed.fileId);
  const check = (body: { sha256?: string; code?: string }) => ask(world.it.base, null, verifyWaiver, { body });
  const { body: found } = await check({ sha256: sha256(pdf) });
  expect(found).toMatchObject({ genuine: true, signedAt: signed.signedAt, sha256: sha256(pdf) });
  expect(JSON.stringify(found)).not.toMatch(/Número|Cascade|Liability/);
  const { proof, publicKey } = found;
  expect(JSON.parse(proof?.statement ?? "")).toEqual(
    expect.arrayContaining(["touchline-waiver/1", sha256(pdf), sha256(text), signed.signedAt]),
  );
  const key = createPublicKey(publicKey);
  const isSigned = (said: string) =>
    verify(null, Buffer.from(said), key, Buffer.from(proof?.signature ?? "", "base64"));
  expect(isSigned(proof?.statement ?? "")).toBe(true);
  expect(isSigned((proof?.statement ?? "").replace(sha256(pdf), sha256("other")))).toBe(false);
  expect((await check({ code: ` ${signed.code.toLowerCase().replaceAll("-", " ")}` })).body).toEqual(found);
  const changed = Buffer.concat([pdf, Buffer.from(" ")]);
  expect((await check({ sha256: sha256(changed) })).body).toMatchObject({
    genuine: false,
    proof: null,
    signedAt: null,
  });
  expect((await check({ code: "00000-00000-00000-00000" })).body.genuine).toBe(false);
  expect((await check({})).status).toBe(400);
});

test("a code is read whatever it is typed like, and letters that look alike are one", () => {
  const code = codeOf(new Uint8Array(20).fill(255));
  expect(code).toBe("ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ");
  expect(codeHash("01o1l-zzzzz")).toEqual(codeHash("01O1L ZZZZZ"));
  expect(codeHash("0I0")).toEqual(codeHash("O10"));
});
