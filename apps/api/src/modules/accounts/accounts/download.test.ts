import { inflateRawSync } from "node:zlib";
import { askNewEmail, downloadOwnData } from "@touchline/contract/accounts/account-settings";
import { reportIncident } from "@touchline/contract/incidents/incidents";
import { addNote } from "@touchline/contract/people/notes";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import {
  saveCitizenship,
  setDateOfBirth,
  setUssfId,
  updateProfile,
} from "@touchline/contract/requirements/profile-details";
import { saveReviewSettings } from "@touchline/contract/reviews/review-settings";
import { declineDisqualification, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aSubmissionAt, owedBy, placeOf, send } from "../../../../test/submissions.ts";
import { aWorld, password, type TestPerson } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";
import { attemptFact, waiverSignature } from "../../../schema/requirements.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { factsPlace } from "../../requirements/requirements/queries/facts.ts";

const world = aWorld();

/** What is in an archive, by its path, read from its table of contents at the end. */
function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  let at = archive.readUInt32LE(end + 16);
  const found = new Map<string, string>();
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, bytes] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const place = archive.readUInt32LE(at + 42);
    const start = place + 30 + archive.readUInt16LE(place + 26) + archive.readUInt16LE(place + 28);
    const data = archive.subarray(start, start + bytes);
    found.set(
      archive.subarray(at + 46, at + 46 + name).toString(),
      (method === 0 ? data : inflateRawSync(data)).toString(),
    );
    at += 46 + name + extra + comment;
  }
  return found;
}

async function downloaded(person: TestPerson, secret = password) {
  const answer = await fetch(`${world.it.base}${downloadOwnData.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${await world.it.signIn(person.email)}`, "content-type": "application/json" },
    body: JSON.stringify({ proof: { password: secret } }),
  });
  return { answer, files: answer.ok ? unzipped(Buffer.from(await answer.arrayBuffer())) : new Map<string, string>() };
}

const at = (files: Map<string, string>, end: string) => [...files].find(([path]) => path.endsWith(end))?.[1] ?? "";

test("one's own data is an archive of every organization, with the files, and nobody else's words", async () => {
  const org = await world.it.anOrganization("Club / One");
  const director = await org.aMember("root", "Administrator");
  await org.aDocument(director);
  const { by: coach, ...submission } = await aSubmissionAt(org, "northTeam");
  await director.call(reviewRequirement, {
    params: { plaId: submission.profileLevelAccessId },
    body: {
      requirementId: submission.requirementId,
      reviewDecision: "RejectedReset",
      reviewNotes: "Page 2 is missing.",
    },
  });
  const other = await world.it.anOrganization("Club Two");
  await other.aMember("northTeam", "Volunteer", coach);
  const { answer, files } = await downloaded(coach);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect([...files.keys()].filter((path) => path.endsWith("data.json")).map((path) => path.split("/")[0])).toEqual([
    "Club _ One",
    "Club Two",
  ]);
  const data = JSON.parse(at(files, "data.json"));
  expect(data.person).toMatchObject({ organization: "Club / One", email: coach.email });
  expect(data.requirements).toMatchObject([{ name: "Coach agreement", attempts: [{ note: "Page 2 is missing." }] }]);
  expect(data.history.requirements.length).toBeGreaterThan(0);
  expect(at(files, "agreement.pdf")).toContain("%PDF");
  expect(JSON.parse(files.get("account.json") as string)).toMatchObject({ email: coach.email });
  expect([...files.values()].join("\n")).not.toContain(director.email);
  expect([...files.values()].join("\n")).not.toContain(director.profileId);
});

test("of what others noted and reported in confidence it tells nothing, of what the person did that they did", async () => {
  const org = await world.it.anOrganization();
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const incident = (profileLevelAccessId: string) => ({
    body: {
      profileLevelAccessId,
      kind: "Misconduct" as const,
      happenedAt: "2026-01-05T12:00:00.000Z",
      description: "Shouted at a referee.",
    },
    files: [],
  });
  const before = JSON.parse(at((await downloaded(coach)).files, "data.json"));
  await director.call(addNote, { params: { id: coach.plaId }, body: { text: "Seemed tired lately." } });
  await director.call(reportIncident, incident(coach.plaId));
  const own = await downloaded(coach);
  const data = JSON.parse(at(own.files, "data.json"));
  expect({ ...data, mails: before.mails }).toEqual(before);
  expect(data.withheld).toContain("Article 15(4)");
  expect([...own.files.values()].join("\n")).not.toMatch(/tired|referee|Misconduct/);
  const writer = await downloaded(director);
  const { wrote } = JSON.parse(at(writer.files, "data.json"));
  expect(wrote).toMatchObject({ incidents: [{ kind: "Misconduct" }], notes: [{}] });
  expect([...writer.files.values()].join("\n")).not.toMatch(/tired|referee/);
});

test("it holds what the person told, every change of it, the photo, and the other ways in", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const aunt = { firstName: "Đorđe", lastName: "Ng", email: null, relationship: "Aunt", phone: "+1 206 555 0100" };
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await coach.call(updateProfile, {
    params: { id: coach.profileId },
    body: { emergencyContacts: [aunt], photoData: pixel, photoExtension: "png" },
  });
  await coach.call(saveCitizenship, { body: { profileId: coach.profileId, country: "US", otherCountry: "RS" } });
  await coach.call(setUssfId, {
    params: { id: coach.profileId },
    body: { profileLevelAccessId: coach.plaId, ussfId: "1234 5678 9012 3456" },
  });
  await admin.call(setDateOfBirth, {
    params: { id: coach.profileId },
    body: { profileLevelAccessId: coach.plaId, dateOfBirth: "1985-04-13" },
  });
  const { files } = await downloaded(coach);
  const { told } = JSON.parse(at(files, "data.json"));
  expect(told).toMatchObject({
    contactInformation: { email: coach.email },
    emergencyContacts: [{ firstName: "Đorđe", relationship: "Aunt" }],
    citizenship: { country: "US", otherCountry: "RS" },
    ussfId: "1234567890123456",
    photo: "photo.webp",
    answers: [],
    partners: [],
  });
  expect(told.changes.map((one: { kind: string; by: string }) => `${one.kind}: ${one.by}`)).toEqual([
    "emergencyContacts: the person",
    "photo: the person",
    "citizenship: the person",
    "ussfId: the person",
    "dateOfBirth: the organization or a guardian",
  ]);
  expect(at(files, "photo.webp")).toContain("WEBP");
  expect(JSON.parse(files.get("account.json") as string)).toMatchObject({
    linkedSignIns: [],
    secondFactors: { passkeys: [], app: null },
  });
});

test("it holds how the person signed, and what was typed beside files", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  const { requirementId } = await owedBy(coach);
  await send(await owedBy(coach));
  const waiverSignatureId = await org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ attempt_id: string; content_version_id: string; wrapped_key: Buffer }>(sql`
      SELECT attempt_id, content_version_id, organization.wrapped_key FROM attempt
      JOIN organization ON organization.organization_id = attempt.organization_id
      WHERE attempt.organization_id = ${call.organizationId} AND requirement_id = ${requirementId}`);
    const [row] = rows;
    if (!row) throw new Error("nothing was sent");
    const id = newId();
    const facts = { typedName: "Head-Coach", signerName: "Head-Coach", forName: "Head-Coach", address: "192.0.2.7" };
    const { vault } = call.adapters;
    const place = { tenant: call.organizationId, table: "waiver_signature", column: "facts", id };
    await call.db.insert(waiverSignature).values({
      ...{ organizationId: call.organizationId, waiverSignatureId: id, requirementId, attemptId: row.attempt_id },
      ...{ contentId: id, contentVersionId: row.content_version_id, version: 1, fileId: id },
      ...{ profileId: coach.profileId, signerProfileId: coach.profileId, signedAs: "self", signedAt: call.now },
      ...{ textSha256: "a".repeat(64), consentSha256: "b".repeat(64), fileSha256: "c".repeat(64) },
      sealedFacts: vault.seal(row.wrapped_key, place, JSON.stringify(facts)),
    });
    await call.db.insert(attemptFact).values({
      ...{ organizationId: call.organizationId, attemptId: row.attempt_id, savedAt: call.now },
      sealedFacts: vault.seal(row.wrapped_key, factsPlace(call, row.attempt_id), JSON.stringify({ number: "R-55" })),
    });
    return id;
  });
  const { files } = await downloaded(coach);
  const [attempt] = JSON.parse(at(files, "data.json")).requirements[0].attempts;
  expect(attempt).toMatchObject({
    told: { number: "R-55" },
    signature: { waiverSignatureId, typedName: "Head-Coach", address: "192.0.2.7", fileSha256: "c".repeat(64) },
  });
});

test("what reviewers write for each other stays with them", async () => {
  const org = await world.it.anOrganization();
  const director = await org.aMember("root", "Administrator");
  await org.aDocument(director);
  const coach = await org.aMember("northTeam", "Head Coach");
  const submission = await owedBy(coach);
  await send(submission);
  await director.call(reviewRequirement, {
    params: { plaId: placeOf(submission).profileLevelAccessId },
    body: {
      requirementId: submission.requirementId,
      reviewDecision: "RejectedDisqualified",
      reviewNotes: "A secret between reviewers.",
    },
  });
  const { files } = await downloaded(coach);
  expect(JSON.parse(at(files, "data.json")).requirements[0].attempts).toMatchObject([
    { state: "disqualified", note: null },
  ]);
  expect([...files.values()].join("\n")).not.toContain("secret between");
});

test("that a disqualification was proposed or declined stays with reviewers too", async () => {
  const org = await world.it.anOrganization();
  const director = await org.aMember("root", "Administrator");
  await org.aDocument(director);
  const one = await aSubmissionAt(org, "northTeam");
  await director.call(saveReviewSettings, { body: { secondReviewer: true, templates: [], version: 0 } });
  const params = { plaId: one.profileLevelAccessId };
  const { requirementId } = one;
  const review = { requirementId, reviewDecision: "RejectedDisqualified" as const, reviewNotes: "Not theirs." };
  await director.call(reviewRequirement, { params, body: review });
  await director.call(declineDisqualification, { params, body: { requirementId, reason: "It is theirs." } });
  const { files } = await downloaded(one.by);
  const { history } = JSON.parse(at(files, "data.json"));
  const kinds = history.requirements.map((event: { kind: string }) => event.kind);
  expect(kinds).toContain("attempt");
  expect(kinds.filter((kind: string) => kind.startsWith("disqualify"))).toEqual([]);
});

test("a guardian gets the children's data too, a child's other guardian's not", async () => {
  const org = await world.it.anOrganization();
  const [mother, father] = [await org.aMember("northTeam", "Volunteer"), await org.aMember("northTeam", "Volunteer")];
  await org.asSystem(async (call) => {
    const birth = `${new Date().getFullYear() - 9}-06-01`;
    const child = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: birth };
    const childProfileId = await createProfile(call, child, null);
    await addMember(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      profileId: childProfileId,
    });
    for (const { profileId: guardianProfileId } of [mother, father]) {
      await addGuardian(call, { guardianProfileId, childProfileId });
    }
  });
  const { files } = await downloaded(mother);
  const child = [...files].find(([path]) => path.includes("Noa Little") && path.endsWith("data.json"))?.[1];
  expect(JSON.parse(child as string).person).toMatchObject({ first_name: "Noa", last_name: "Little" });
  expect([...files.values()].join("\n")).not.toContain(father.email);
});

test("needs the password, and tells nothing of addresses that were asked for and are somebody else's", async () => {
  const [her, him] = [
    await (await world.it.anOrganization()).aMember("root", "Volunteer"),
    await (await world.it.anOrganization()).aMember("root", "Volunteer"),
  ];
  expect((await downloaded(her, "not my password")).answer.status).toBe(400);
  await her.call(askNewEmail, { body: { email: him.email, proof: { password } } });
  const { files } = await downloaded(her);
  expect(
    JSON.parse(files.get("account.json") as string).mails.map((mail: { subject: string }) => mail.subject),
  ).toEqual(["Your email address is about to change"]);
});

test("what happened to an entry that went into one's own is part of one's data", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { name: "Code of conduct", labels: ["Volunteer"] });
  const volunteer = { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer };
  const again = await org.asSystem(async (call) => {
    const nobody = { firstName: "Bill", lastName: "Again", email: null, dateOfBirth: null };
    const profileId = await createProfile(call, nobody, null);
    await addMember(call, { ...volunteer, profileId });
    return profileId;
  });
  const historyOf = async () => JSON.parse(at((await downloaded(coach)).files, "data.json")).history;
  expect((await historyOf()).requirements).toEqual([]);
  const kept = "keep" as const;
  const parts = { name: kept, email: kept, dateOfBirth: kept, contact: kept, photo: kept };
  await admin.call(mergeProfiles, { body: { keep: coach.profileId, merge: again, parts } });
  const { requirements } = await historyOf();
  expect(requirements).toContainEqual(expect.objectContaining({ name: "Code of conduct", kind: "demanded" }));
});
