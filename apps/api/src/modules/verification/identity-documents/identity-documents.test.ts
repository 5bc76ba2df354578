import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RequirementStatus, typeOfKind } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentAgeVerification } from "@touchline/contract/library/content-kinds";
import { listNotices } from "@touchline/contract/messages/notices";
import { listAudit } from "@touchline/contract/reporting/audit";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import { askToPlayUp, decideOnPlayingUp } from "@touchline/contract/requirements/age-groups";
import { updateProfile } from "@touchline/contract/requirements/profile-details";
import { getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import {
  beginUpload,
  finishUpload,
  getAgeVerification,
  sendAgeVerification,
  sendPart,
} from "@touchline/contract/requirements/submissions";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { compareDocument, readDraftDocument } from "@touchline/contract/verification/documents";
import { eraseIdentityImages } from "@touchline/contract/verification/identity";
import { saveIdentitySettings } from "@touchline/contract/verification/identity-settings";
import type { DocumentField, DocumentReading, VisionOutcome, VisionPort } from "@touchline/contract/vision";
import { usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { aWorld } from "../../../../test/world.ts";
import { noVision } from "../../../adapters/vision/builtin.ts";

const world = aWorld();
let picture: Uint8Array<ArrayBuffer>;
let otherPicture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const photo = async (name: string) =>
    new Uint8Array(await readFile(join(import.meta.dirname, "../../../../test/photos", name)));
  picture = await photo("basn6a16.png");
  otherPicture = await photo("basn0g01.png");
});
afterEach(() => {
  world.it.clock.shift = 0;
  Object.assign(world.it.adapters, { vision: noVision });
});

type Fields = Partial<Record<DocumentField, string>>;
const passport: Fields = {
  ...{ firstName: "NOA", middleName: "MARIE", lastName: "LITTLE", dateOfBirth: "2015-05-05" },
  ...{ expirationDate: "2999-01-31", documentNumber: "C0-1234821" },
};

/** What the reader answers for a picture from which these fields are read. */
function reading(fields: Fields | null, more: Partial<DocumentReading> & { checked?: boolean } = {}) {
  const { checked = true, ...rest } = more;
  const answer: DocumentReading = {
    ...{ readable: true, size: { width: 1600, height: 1000 }, turned: 0 },
    ...{ blur: { edgeWidth: 2, level: "sharp" }, glare: { share: 0, level: "none" } },
    readings:
      fields === null
        ? []
        : [
            {
              ...{ way: "mrz", kind: "passport", checked, box: null },
              fields: Object.entries(fields).map(([field, value]) => ({
                field: field as DocumentField,
                value,
                box: null,
              })),
            },
          ],
    ...rest,
  };
  return { status: "read", reading: answer } as const;
}

/** From now on every picture is read as this; the last answer stays. @returns how many pictures were read. */
function readsAs(...outcomes: VisionOutcome<DocumentReading>[]) {
  const never = () => Promise.reject(new Error("no faces here"));
  let pictures = 0;
  const document = async () => {
    pictures += 1;
    return (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) as VisionOutcome<DocumentReading>;
  };
  const vision: VisionPort = { document, ...{ face: never, compare: never, state: () => "awake" } };
  Object.assign(world.it.adapters, { vision });
  return () => pictures;
}

/** A parent, and players of whom a proof of age is asked. */
async function aDocument(settings: object = {}) {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player } = family;
  const director = await org.aMember("root", "Club Director");
  const base = {
    type: typeOfKind["age-verification"],
    name: "Proof of age",
    description: "",
    levelId: org.levels.root,
  };
  const { contentId } = await admin.call(createContent, { body: base });
  const params = { id: contentId };
  const { kind: _, ...usual } = usualSettings["age-verification"];
  await admin.call(saveContentAgeVerification, { params, body: { ...usual, ...settings } });
  const assignment = {
    levelId: org.levels.root,
    labelIds: [player],
    includeBelow: true,
    mandatory: true,
    dueDate: null,
  };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  const child = async (firstName = "Noa", dateOfBirth = "2015-05-05") => {
    const { profileLevelAccessId, profileId } = await added(parent, family, { firstName, dateOfBirth });
    await world.it.drainJobs();
    const { requirements } = await parent.call(listRequirements, { params: { plaId: profileLevelAccessId } });
    const requirementId = requirements.find((one) => one.name === "Proof of age")?.requirementId as string;
    const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
    const submit = (more: object = {}) =>
      parent.ask(sendAgeVerification, {
        params: on.params,
        body: {
          ...{ profileLevelAccessId, document: 1, legalFirstName: firstName, legalLastName: "Little", dateOfBirth },
          ...more,
        },
        files: [new File([picture], "passport.png", { type: "image/png" })],
      });
    const inName = { profileLevelAccessId };
    /** Puts a photo into the draft, as the page does. */
    const addPhoto = async (photo = picture) => {
      const begun = { ...inName, name: "passport.png", bytes: photo.length, sha256: null };
      const { uploadId } = await parent.call(beginUpload, { params: on.params, body: begun });
      const params = { ...on.params, uploadId };
      const files = [new File([photo], "part")];
      await parent.call(sendPart, { params, body: { ...inName, offset: 0 }, files });
      await parent.call(finishUpload, { params, body: inName });
    };
    const ask = (by = parent) => by.ask(readDraftDocument, { params: on.params, body: inName });
    return {
      ...{ requirementId, profileLevelAccessId, profileId, on, submit, addPhoto, ask },
      submitDraft: (more: object = {}) =>
        parent.ask(sendAgeVerification, {
          params: on.params,
          body: { ...inName, document: 1, legalFirstName: firstName, legalLastName: "Little", dateOfBirth, ...more },
          files: [],
        }),
      read: async () => (await ask()).body,
      status: async () => (await parent.call(getRequirement, on)).status,
      stands: async () => (await parent.call(getAgeVerification, on)).status,
      compared: (by = director) => by.call(compareDocument, on),
    };
  };
  return { ...family, director, child };
}

test("a passport that is read and matches the profile completes by itself, with what was read on record", async () => {
  readsAs(reading(passport));
  const { child } = await aDocument();
  const { submit, status, stands, compared } = await child();
  expect((await submit()).status).toBe(200);
  expect([await status(), await stands()]).toEqual([RequirementStatus.WaitingOnProvider, "PendingVerification"]);
  await world.it.drainJobs();
  expect([await status(), await stands()]).toEqual([RequirementStatus.Completed, "ClearedVerification"]);
  const { readAt, ...seen } = await compared();
  expect(readAt).not.toBeNull();
  expect(seen).toMatchObject({
    profile: { name: "Noa Little", dateOfBirth: "2015-05-05" },
    typed: { name: "Noa Little", nameFit: "same", dateOfBirthFit: "same" },
    read: {
      ...{ name: "NOA MARIE LITTLE", nameFit: "same", dateOfBirth: "2015-05-05", dateOfBirthFit: "same" },
      ...{ by: "mrz", isChecked: true, expiresOn: "2999-01-31", expired: false, numberEnd: "4821" },
    },
    doubt: null,
    grade: null,
  });
});

test("of a document's number only the last four characters are kept", async () => {
  readsAs(reading(passport));
  const { org, child } = await aDocument();
  const { submit } = await child();
  await submit();
  await world.it.drainJobs();
  const { rows } = await org.asSystem(({ db, organizationId }) =>
    db.execute(
      sql`SELECT to_jsonb(reading)::text AS kept FROM document_reading reading WHERE organization_id = ${organizationId}`,
    ),
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/1234821|LITTLE|2015-05-05/);
  expect(world.it.logs.join()).not.toMatch(/1234821/);
});

test("whatever differs goes to a reviewer, who sees where", async () => {
  readsAs(reading({ ...passport, lastName: "LITTEL", dateOfBirth: "2014-05-05" }));
  const { director, child } = await aDocument();
  const { submit, status, stands, compared, requirementId, profileLevelAccessId } = await child();
  await submit();
  await world.it.drainJobs();
  expect([await status(), await stands()]).toEqual([RequirementStatus.PendingReview, "PendingReview"]);
  expect(await compared()).toMatchObject({
    doubt: { code: "birthDateDiffers", text: "The date of birth on the document is different." },
    read: { nameFit: "alike", nameDifferences: ["One letter is different."], dateOfBirthFit: "alike" },
  });
  const review = { requirementId, reviewDecision: "Approved", reviewNotes: "" } as const;
  await director.call(reviewRequirement, { params: { plaId: profileLevelAccessId }, body: review });
  expect(await stands()).toBe("ClearedReview");
});

test("what was read from a draft is the family's to confirm, which completes it", async () => {
  readsAs(reading(passport));
  const { director, child } = await aDocument();
  const { addPhoto, read, ask, submitDraft, status, compared } = await child();
  expect(await read()).toEqual({ read: null, unread: "noPhotos" });
  await addPhoto();
  const expected = { firstName: "NOA MARIE", lastName: "LITTLE", dateOfBirth: "2015-05-05", warning: null };
  expect(await read()).toEqual({ read: expected, unread: null });
  // Sealed meanwhile, it is still read.
  await world.it.drainJobs();
  expect((await read()).read).toEqual(expected);
  expect((await ask(director)).status).toBe(403);
  expect((await submitDraft({ legalFirstName: "NOA MARIE", legalLastName: "LITTLE" })).status).toBe(200);
  await world.it.drainJobs();
  expect(await status()).toBe(RequirementStatus.Completed);
  expect(await compared()).toMatchObject({ corrected: false, doubt: null });
});

test("each photo is read once: what was read from the draft is decided on, and only other bytes are read", async () => {
  const pictures = readsAs(reading(passport));
  const { org, child } = await aDocument();
  const { addPhoto, read, submitDraft, status } = await child();
  const kept = async () =>
    (
      await org.asSystem(({ db, organizationId }) =>
        db.execute(
          sql`SELECT to_jsonb(draft_reading)::text FROM draft_reading WHERE organization_id = ${organizationId}`,
        ),
      )
    ).rows;
  await addPhoto();
  await read();
  await read();
  expect(pictures()).toBe(1);
  expect(await kept()).toHaveLength(1);
  expect(JSON.stringify(await kept())).not.toMatch(/1234821|LITTLE|2015-05-05/);
  await addPhoto(otherPicture);
  expect((await submitDraft({ legalFirstName: "NOA MARIE", legalLastName: "LITTLE" })).status).toBe(200);
  await world.it.drainJobs();
  expect([pictures(), await status(), await kept()]).toEqual([2, RequirementStatus.Completed, []]);
});

test("what was read from a draft that nobody submits goes after a day, or when it is erased", async () => {
  readsAs(reading(passport));
  const { org, parent, child } = await aDocument();
  const [noa, lea] = [await child(), await child("Lea")];
  const kept = async () =>
    (
      await org.asSystem(({ db, organizationId }) =>
        db.execute(sql`SELECT attempt_id FROM draft_reading WHERE organization_id = ${organizationId}`),
      )
    ).rows.length;
  for (const one of [noa, lea]) {
    await one.addPhoto();
    await one.read();
  }
  expect(await kept()).toBe(2);
  const body = { profileLevelAccessId: noa.profileLevelAccessId };
  await parent.call(eraseIdentityImages, { params: noa.on.params, body });
  expect(await kept()).toBe(1);
  world.it.clock.shift = 25 * 3_600_000;
  await world.it.runSchedule("identity.destroyDue");
  expect(await kept()).toBe(0);
});

test.each([
  ["to another than the profile's", {}, { dateOfBirth: "2015-05-06" }, "corrected"],
  ["to the profile's", { dateOfBirth: "2015-05-06" }, { dateOfBirth: "2015-05-05" }, "birthDateDiffers"],
  ["in the name", {}, { legalLastName: "Littleton" }, "corrected"],
])("a date or name that the member corrects %s goes to a reviewer, who sees both", async (_, onIt, typed, doubt) => {
  readsAs(reading({ ...passport, ...onIt }));
  const { child } = await aDocument();
  const { addPhoto, read, submitDraft, status, compared } = await child();
  await addPhoto();
  expect((await read()).read).not.toBeNull();
  await submitDraft(typed);
  await world.it.drainJobs();
  expect(await status()).toBe(RequirementStatus.PendingReview);
  expect(await compared()).toMatchObject({
    corrected: true,
    doubt: { code: doubt },
    read: { name: "NOA MARIE LITTLE" },
  });
});

test("a draft of a relative's document is warned about, and one that can't be read says why", async () => {
  readsAs(reading(passport));
  const { child } = await aDocument();
  await child();
  const lea = await child("Lea");
  await lea.addPhoto();
  expect((await lea.read()).read?.warning).toMatch(/someone else in the family. Use a document of Lea/);
  const unreadAs = async (firstName: string, outcome: VisionOutcome<DocumentReading>) => {
    readsAs(outcome);
    const one = await child(firstName);
    await one.addPhoto();
    return (await one.read()).unread;
  };
  expect(await unreadAs("Ida", reading(null))).toBe("unreadable");
  expect(await unreadAs("Uma", reading(null, { blur: { edgeWidth: 9, level: "blurry" } }))).toBe("unclear");
  expect(await unreadAs("Eva", { status: "busy" })).toBe("busy");
  Object.assign(world.it.adapters, { vision: noVision });
  expect((await lea.read()).unread).toBe("noReader");
});

test.each([
  ["a birth certificate", reading(passport), { document: 0 }, "birthCertificate"],
  ["a proof of an expired passport", reading({ ...passport, expirationDate: "2020-01-31" }), {}, "expired"],
  ["check digits that are wrong", reading(passport, { checked: false }), {}, "notMachineReadable"],
  ["a picture that shows no document", reading(null), {}, "unreadable"],
  ["a blurred picture", reading(null, { blur: { edgeWidth: 9, level: "blurry" } }), {}, "unclear"],
  ["a picture that the reader breaks on", { status: "failed", reason: "tooSlow" } as const, {}, "notRead"],
  ["a machine without a reader", { status: "unavailable" } as const, {}, "notRead"],
])("a reviewer decides on %s", async (_, outcome, typed, doubt) => {
  readsAs(outcome);
  const { child } = await aDocument();
  const { submit, status, compared } = await child();
  expect((await submit(typed)).status).toBe(200);
  await world.it.drainJobs();
  expect(await status()).toBe(RequirementStatus.PendingReview);
  expect((await compared()).doubt?.code).toBe(doubt);
});

test("a reader that is busy is asked again", async () => {
  readsAs({ status: "busy" }, reading(passport));
  const { child } = await aDocument();
  const { submit, status } = await child();
  await submit();
  await world.it.drainJobs();
  expect(await status()).toBe(RequirementStatus.WaitingOnProvider);
  world.it.clock.shift = 120_000;
  await world.it.drainJobs();
  expect(await status()).toBe(RequirementStatus.Completed);
});

test("without a reader, and where a match must be reviewed, a reviewer decides as before", async () => {
  const { child } = await aDocument({ completesOnMatch: false });
  const one = await child();
  await one.submit();
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
  readsAs(reading({ ...passport, firstName: "MIA" }));
  const other = await child("Mia");
  await other.submit();
  await world.it.drainJobs();
  expect(await other.status()).toBe(RequirementStatus.PendingReview);
  expect(await other.compared()).toMatchObject({ doubt: null, read: { nameFit: "same" } });
});

test("one document is for one child: the second of twins goes to a reviewer, who is shown whose it is", async () => {
  readsAs(reading({ ...passport, firstName: "NOA" }));
  const { child } = await aDocument();
  const noa = await child();
  const lea = await child("Lea");
  await noa.submit();
  await world.it.drainJobs();
  // Typed as if it were hers.
  await lea.submit();
  await world.it.drainJobs();
  expect(await lea.status()).toBe(RequirementStatus.PendingReview);
  expect(await lea.compared()).toMatchObject({
    doubt: { code: "anothersDocument" },
    fitsFamily: [{ name: "Noa Little", isGuardian: false }],
  });
});

test("a parent's own document is noticed", async () => {
  readsAs(reading({ ...passport, firstName: "VOLUNTEER", lastName: "Número", dateOfBirth: "1985-04-12" }));
  const { org, child, parent } = await aDocument();
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE profile SET first_name = 'Volunteer', last_name = 'Numero'
      WHERE organization_id = ${organizationId} AND profile_id = ${parent.profileId}`),
  );
  const { submit, compared } = await child();
  await submit();
  await world.it.drainJobs();
  expect((await compared()).fitsFamily).toEqual([{ name: "Volunteer Numero", isGuardian: true }]);
});

test("a proof of grade is never read; the usual grade and the age group stand beside what was told", async () => {
  readsAs(reading(passport));
  const { child } = await aDocument({ verification: "Age & Grade" });
  const { submit, compared } = await child();
  await submit({ proof: "Report Card", grade: 12 });
  await world.it.drainJobs();
  const { doubt, grade, ageGroup } = await compared();
  expect(doubt?.code).toBe("gradeAsked");
  expect(grade).toMatchObject({ submitted: 12, unusual: true });
  expect(grade?.usual).toBeGreaterThan(3);
  expect(ageGroup?.bornFrom).toMatch(/-01-01$/);
});

test("the age group of the season is shown, and a guardian's question to play up is decided by a reviewer with a reason", async () => {
  const { director, parent, admin, child } = await aDocument();
  const { on, profileLevelAccessId } = await child();
  const page = (by = parent) => by.call(getAgeVerification, on);
  const { ageGroup, ...before } = await page();
  expect(ageGroup?.bornFrom).toMatch(/-01-01$/);
  expect(before).toMatchObject({ playingUp: null, mayPlayUp: true, mayDecideOnPlayingUp: false });
  const own = ageGroup?.under as number;
  const ask = (under: number) =>
    parent.ask(askToPlayUp, { params: on.params, body: { profileLevelAccessId, under, reason: "Her team is full." } });
  expect((await ask(own)).status).toBe(400);
  const { body } = await ask(own + 1);
  expect(body).toMatchObject({ state: "asked", under: own + 1, reason: "Her team is full." });
  expect((await ask(own + 2)).status).toBe(409);
  const { ageGroupExceptionId } = body;
  const decide = (by: typeof parent, approved = true) =>
    by.ask(decideOnPlayingUp, {
      params: on.params,
      body: { profileLevelAccessId, ageGroupExceptionId, approved, reason: "There is room in U13." },
    });
  expect((await decide(parent)).status).toBe(403);
  expect((await page(director)).mayDecideOnPlayingUp).toBe(true);
  expect((await decide(director)).body).toMatchObject({ state: "approved", decision: "There is room in U13." });
  expect((await decide(director, false)).status).toBe(409);
  expect((await page()).playingUp).toMatchObject({ state: "approved", decision: "There is room in U13." });
  const { data } = await admin.call(listAudit, { query: { actions: ["ageGroup.exceptionDecided"] } });
  expect(data).toHaveLength(1);
  // Whoever may decide was told of the question, and whoever asked of the decision.
  const noticesFor = async (by: typeof parent) =>
    (await by.call(listNotices, { query: {} })).data.flatMap((one) =>
      one.kind === "playingUp" ? [`${one.member}: ${one.state}`] : [],
    );
  expect([await noticesFor(director), await noticesFor(admin), await noticesFor(parent)]).toEqual([
    ["Noa: asked"],
    ["Noa: asked"],
    ["Noa: approved"],
  ]);
});

test("a question to play up on which nobody decided keeps nobody from asking in the next season, and follows a merge", async () => {
  const { org, admin, parent, child } = await aDocument();
  const [noa, nora] = [await child(), await child("Nora")];
  const ask = async ({ on, profileLevelAccessId }: typeof noa) => {
    const { ageGroup } = await parent.call(getAgeVerification, on);
    const body = { profileLevelAccessId, under: (ageGroup?.under ?? 0) + 1, reason: "Her team is full." };
    return (await parent.ask(askToPlayUp, { params: on.params, body })).status;
  };
  expect([await ask(noa), await ask(noa)]).toEqual([200, 409]);
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE age_group_exception SET season_start = season_start - interval '1 year'
      WHERE organization_id = ${organizationId}`),
  );
  expect([await ask(noa), await ask(noa)]).toEqual([200, 409]);
  const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
  await admin.call(mergeProfiles, { body: { keep: nora.profileId, merge: noa.profileId, parts } });
  expect((await parent.call(getAgeVerification, nora.on)).playingUp).toMatchObject({ state: "asked" });
  expect(await ask(nora)).toBe(409);
});

test("the usual grade goes by the organization's date for the family's state, then its own, then the state's", async () => {
  const { admin, parent, child } = await aDocument({ verification: "Age & Grade" });
  const { compared } = await child();
  expect((await compared()).grade).toMatchObject({ cutoff: "09-01" });
  const oregon = { stateId: "US-OR", date: { month: 7, day: 1 } };
  const more = { kindergarten: { month: 12, day: 31 }, kindergartenByState: [oregon] };
  const body = { selfies: false, keepDays: 30, ...more, version: 0 };
  const twice = { ...body, kindergartenByState: [oregon, oregon] };
  expect((await admin.ask(saveIdentitySettings, { body: twice })).status).toBe(400);
  expect(await admin.call(saveIdentitySettings, { body })).toEqual({ ...body, version: 1, notice: null });
  expect((await compared()).grade).toMatchObject({ cutoff: "12-31", cutoffAssumed: false });
  // The child has no address of their own, so the guardian's counts.
  const contactInformation = { email: parent.email, address: "", city: "", phone: "", stateId: "US-OR" };
  await parent.call(updateProfile, { params: { id: parent.profileId }, body: { contactInformation } });
  expect((await compared()).grade).toMatchObject({ cutoff: "07-01", cutoffAssumed: false });
  // Without dates of the organization's own, the table of the state in which they live counts, not that of the organization.
  const moved = { ...contactInformation, stateId: "US-CO" };
  await parent.call(updateProfile, { params: { id: parent.profileId }, body: { contactInformation: moved } });
  const none = { ...body, kindergarten: null, kindergartenByState: [], version: 1 };
  await admin.call(saveIdentitySettings, { body: none });
  expect((await compared()).grade).toMatchObject({ cutoff: "10-01" });
});

test("only the family and reviewers see what was read", async () => {
  readsAs(reading(passport));
  const { org, child, parent } = await aDocument();
  const manager = await org.aMember("northTeam", "Team Manager");
  const stranger = await org.aMember("northTeam", "Head Coach");
  const { submit, compared, on } = await child();
  await submit();
  await world.it.drainJobs();
  expect((await compared(parent)).read?.numberEnd).toBe("4821");
  for (const other of [manager, stranger]) expect((await other.ask(compareDocument, on)).status).toBe(403);
});
