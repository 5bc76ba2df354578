import { addGuardian } from "@touchline/contract/joining/families";
import { addContentFile, createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentForm } from "@touchline/contract/library/content-kinds";
import type {
  FormAnswers,
  FormDefinition,
  FormField,
  FormFieldKind,
} from "@touchline/contract/library/form-definition";
import { addMember, changeRole } from "@touchline/contract/people/profiles";
import * as forms from "@touchline/contract/requirements/forms";
import { updateProfile } from "@touchline/contract/requirements/profile-details";
import {
  completeDocument,
  deleteDocumentAttachment,
  getRequirement,
  listFilesToView,
  listRequirements,
} from "@touchline/contract/requirements/requirements";
import { beginUpload, finishUpload, saveDraft, sendPart } from "@touchline/contract/requirements/submissions";
import { listSubmissions, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { cancelTask, getTask } from "@touchline/contract/tasks/tasks";
import { usualSettings } from "@touchline/rules";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { attachedTo, openPdf, textOf } from "../../../../test/pdf.ts";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { organizationFacts } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { storedFile } from "../../../schema/files.ts";
import { formAnswers } from "../../../schema/requirements.ts";
import { personalData } from "../../accounts/accounts/actions/personal-data.ts";
import { answersPlace } from "./queries/answers.ts";

const world = aWorld();

const field = (key: string, kind: FormFieldKind, more: Partial<FormField> = {}): FormField => ({
  ...{ key, kind, label: `What is ${key}?`, help: "", required: true, options: [], min: null, max: null },
  ...{ prefill: null, showIf: null },
  ...more,
});
const medical: FormDefinition = {
  sections: [
    {
      ...{ key: "health", title: "Health", text: "", showIf: null },
      fields: [
        field("allergies", "yesNo"),
        field("which", "longText", { showIf: { fieldKey: "allergies", test: "is", value: "yes" } }),
        field("card", "file", { required: false }),
      ],
    },
    { ...{ key: "end", title: "Signature", text: "", showIf: null }, fields: [field("sign", "signature")] },
  ],
};
const { kind: _, ...usual } = usualSettings.form;

/** A form that is required of everyone with the labels. */
async function aForm(org: Organization, admin: TestPerson, labelIds: string[], more: Partial<typeof usual> = {}) {
  const base = { type: 1, name: "Medical form", description: "", levelId: org.levels.root } as const;
  const { contentId } = await admin.call(createContent, { body: base });
  const params = { id: contentId };
  const save = (change: Partial<typeof usual> = {}) =>
    admin.call(saveContentForm, { params, body: { ...usual, form: medical, ...more, ...change } });
  await save();
  const contentAssignments = [
    { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null },
  ];
  await admin.call(assignContent, { params, body: { contentAssignments } });
  return { params, save };
}

/** Fills a form in as somebody, for a membership. */
async function filling(by: TestPerson, plaId: string) {
  const { requirements } = await by.call(listRequirements, { params: { plaId } });
  const requirementId = requirements.find((one) => one.name === "Medical form")?.requirementId as string;
  const params = { id: requirementId };
  const body = { profileLevelAccessId: plaId };
  const about = { params, query: body };
  const draft = () => by.call(forms.getFormDraft, about);
  const put = (revision: number, answers: Record<string, FormAnswers[string] | null>, contentVersion = 1) => ({
    params,
    body: { ...body, contentVersion, revision, answers },
  });
  const save = (...of: Parameters<typeof put>) => by.call(forms.saveFormDraft, put(...of));
  const trySave = (...of: Parameters<typeof put>) => by.ask(forms.saveFormDraft, put(...of));
  const send = (revision: number) => by.ask(forms.completeForm, { params, body: { ...body, revision }, files: [] });
  const look = () => by.call(getRequirement, about);
  return { requirementId, params, body, about, draft, save, trySave, send, look };
}

async function aCoachWithForm(more: Partial<typeof usual> = {}) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const form = await aForm(org, admin, [org.labelIds["Head Coach"]], more);
  const { firstName, lastName } = { firstName: "Head-Coach", lastName: (await nameOf(coach)) as string };
  return { org, admin, coach, form, own: await filling(coach, coach.plaId), signed: `${firstName} ${lastName}` };
}
/** Puts a file into the draft, as an upload in parts does. */
async function layInDraft(by: TestPerson, { params, body }: Awaited<ReturnType<typeof filling>>, file: File) {
  const about = { ...body, name: file.name, bytes: file.size, sha256: null };
  const { uploadId } = await by.call(beginUpload, { params, body: about });
  const of = { ...params, uploadId };
  await by.call(sendPart, { params: of, body: { ...body, offset: 0 }, files: [file] });
  await by.call(finishUpload, { params: of, body });
}
async function nameOf(person: TestPerson) {
  const { fullName } = await person.call(listRequirements, { params: { plaId: person.plaId } });
  return fullName.split(" ").at(-1);
}

/** The text of a PDF's pages, and the answers attached as data. */
async function readPdf(by: TestPerson, requirementId: string, fileId: string) {
  const query = new URLSearchParams({ profileLevelAccessId: by.plaId, fileId });
  const answer = await fetch(`${world.it.base}/api/app/requirement/${requirementId}/download-file?${query}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` },
  });
  const opened = await openPdf(new Uint8Array(await answer.arrayBuffer()));
  const data = JSON.parse((await attachedTo(opened, "answers.json")) ?? "");
  return { text: await textOf(opened), data };
}

describe("filling a form in", () => {
  test("answers are saved while typing and found on another device", async () => {
    const { own } = await aCoachWithForm();
    expect(await own.draft()).toMatchObject({ answers: {}, revision: 0, from: "nothing", form: medical });
    expect((await own.look()).attempt).toBeNull();
    await own.save(0, { allergies: "yes" });
    await own.save(1, { which: "Peanuts" });
    expect(await own.draft()).toMatchObject({
      answers: { allergies: "yes", which: "Peanuts" },
      revision: 2,
      from: "draft",
    });
    await own.save(2, { which: null });
    expect((await own.draft()).answers).toEqual({ allergies: "yes" });
    expect((await own.look()).attempt).toMatchObject({ state: "draft", filledIn: false });
  });

  test("a device that missed the last save gets a conflict and overwrites nothing", async () => {
    const { own } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    const [one, two] = await Promise.all([own.trySave(1, { allergies: "yes" }), own.trySave(1, { which: "Bees" })]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const refused = one.status === 409 ? one : two;
    expect(refused.body).toMatchObject({ reason: "otherDevice" });
    expect((await own.draft()).revision).toBe(2);
    expect((await own.send(1)).body).toMatchObject({ reason: "otherDevice" });
  });

  test("an attempt finishes on the version it was started on", async () => {
    const { own, form, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    const other = { sections: [{ ...medical.sections[1], key: "other" }] } as FormDefinition;
    await form.save({ form: other });
    expect(await own.draft()).toMatchObject({ contentVersion: 1, form: medical });
    await own.save(1, { sign: signed });
    expect((await own.send(2)).status).toBe(200);
  });

  test("answers started on an older version aren't saved into a newer one", async () => {
    const { own, form } = await aCoachWithForm();
    await form.save({ instructions: "Another one." });
    expect(await own.trySave(0, { allergies: "no" })).toMatchObject({ status: 409, body: { reason: "newVersion" } });
    expect((await own.look()).attempt).toBeNull();
  });

  test("answers to unknown fields are refused, and so are files that weren't uploaded", async () => {
    const { own } = await aCoachWithForm();
    expect((await own.trySave(0, { shoes: "42" })).body).toMatchObject({ errors: [{ path: "answers.shoes" }] });
    const foreign = { card: "01900000-0000-7000-8000-000000000000" };
    expect((await own.trySave(0, foreign)).body).toMatchObject({ errors: [{ path: "answers.card" }] });
  });
});

describe("submitting", () => {
  test("a hidden required field doesn't block submitting, and its answer isn't kept", async () => {
    const { own, coach, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "yes" });
    expect((await own.send(1)).body).toMatchObject({
      errors: [{ path: "answers.which" }, { path: "answers.sign" }],
    });
    await own.save(1, { which: "Peanuts", allergies: "no", sign: signed });
    expect(await own.send(2)).toMatchObject({ status: 200 });
    const { sections } = await coach.call(forms.getFormAnswers, own.about);
    expect(sections.flatMap(({ answers }) => answers.map(({ key, lines }) => [key, lines]))).toEqual([
      ["allergies", ["No"]],
      ["card", []],
      ["sign", [signed]],
    ]);
    expect(await own.trySave(2, { allergies: "yes" })).toMatchObject({
      status: 409,
      body: { reason: "inReview", detail: expect.stringMatching(/already in review/) },
    });
  });

  test("the answers come as a PDF with every letter, and a reviewer reads them and approves", async () => {
    const { org, own, signed, coach } = await aCoachWithForm();
    const director = await org.aMember("north", "Club Director");
    const which = "Erdnüsse, αμύγδαλα, орехи, Նուշ, בוטנים, الفول السوداني, 花生, मूंगफली, ᠰᠠᠮᠤᠷ";
    await own.save(0, { allergies: "yes", which, sign: signed });
    expect(await director.ask(forms.getFormDraft, own.about)).toMatchObject({ status: 403 });
    expect(await director.ask(forms.getFormAnswers, own.about)).toMatchObject({ status: 404 });
    expect((await own.send(1)).status).toBe(200);
    const [pdf] = await director.call(listFilesToView, own.about);
    expect(pdf).toMatchObject({ name: "Medical form.pdf", mediaType: "application/pdf", viewable: true });
    const { text, data } = await readPdf(coach, own.requirementId, pdf?.fileId as string);
    for (const word of ["Medical form", "What is which?", "Erdnüsse", "αμύγδαλα", "орехи", "Նուշ", signed]) {
      expect(text).toContain(word);
    }
    for (const word of ["בוטנים", "الفول", "السوداني", "花生", "मूंगफली", "[U+1830]"]) {
      expect(text.replaceAll(" ", "")).toContain(word);
    }
    expect(text).toContain("No installed font can print some of these characters");
    expect(data).toMatchObject({ title: "Medical form", version: 1, signer: signed, answers: { which } });
    const read = await director.call(forms.getFormAnswers, own.about);
    expect(read).toMatchObject({ contentVersion: 1, filledInBy: signed });
    expect(read.sections[0]?.answers[1]?.lines).toEqual([which]);
    await director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId: own.requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    expect((await own.look()).attempt).toMatchObject({ state: "approved", filledIn: true });
  });

  test("without a review it counts at once, and two simultaneous calls submit it once", async () => {
    const { own, coach, signed } = await aCoachWithForm({ reviewRequired: false });
    await own.save(0, { allergies: "no", sign: signed });
    const both = await Promise.all([own.send(1), own.send(1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await own.look()).toMatchObject({ status: 3, attempt: { state: "approved" } });
    expect(await coach.call(listSubmissions, { params: own.params, query: own.about.query })).toMatchObject([
      { filledIn: true },
    ]);
  });

  test("a different name isn't accepted as a signature", async () => {
    const { own } = await aCoachWithForm();
    await own.save(0, { allergies: "no", sign: "Somebody Else" });
    expect((await own.send(1)).body).toMatchObject({ errors: [{ path: "answers.sign" }] });
  });

  test("the file of a field is submitted; a replaced one isn't", async () => {
    const { own, coach, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no", sign: signed });
    const upload = (revision: number, name: string) =>
      coach.call(forms.addFormFile, {
        params: own.params,
        body: { ...own.body, contentVersion: 1, revision, fieldKey: "card" },
        files: [aPdf(name)],
      });
    const first = await upload(1, "old card.pdf");
    await upload(2, "new card.pdf");
    expect((await own.draft()).files.map(({ name }) => name)).toEqual(["new card.pdf"]);
    const old = { ...own.about.query, fileId: first.fileId };
    expect((await coach.ask(forms.deleteFormAttachment, { params: own.params, query: old })).status).toBe(404);
    expect((await own.send(3)).status).toBe(200);
    const files = await coach.call(listFilesToView, own.about);
    expect(files.map(({ name }) => name).sort()).toEqual(["Medical form.pdf", "new card.pdf"]);
  });

  test("files of fields are bounded within a day, like those that travel in parts", async () => {
    const { org, own, coach } = await aCoachWithForm();
    const upload = (revision: number) =>
      coach.ask(forms.addFormFile, {
        params: own.params,
        body: { ...own.body, contentVersion: 1, revision, fieldKey: "card" },
        files: [aPdf("card.pdf")],
      });
    expect((await upload(0)).status).toBe(200);
    // As if there had been many more.
    await org.asSystem(async ({ db, organizationId, now: createdAt, adapters }) => {
      const row = {
        name: "card.pdf",
        extension: "pdf",
        mediaType: "application/pdf",
        sha256: "0".repeat(64),
        createdAt,
      };
      const of = { organizationId, fileId: newId(), storageKey: adapters.files.newKey(), uploadedBy: coach.profileId };
      await db.insert(storedFile).values({ ...row, ...of, bytes: 500 * 1024 * 1024 - 10 });
    });
    const before = (await world.it.storedKeys()).length;
    expect(await upload(1)).toMatchObject({ status: 409, body: { reason: "tooMuchToday" } });
    expect((await world.it.storedKeys()).length).toBe(before);
  });

  test("a file of a field can be removed before submitting", async () => {
    const { own, coach } = await aCoachWithForm();
    const { fileId } = await coach.call(forms.addFormFile, {
      params: own.params,
      body: { ...own.body, contentVersion: 1, revision: 0, fieldKey: "card" },
      files: [aPdf("card.pdf")],
    });
    await coach.call(forms.deleteFormAttachment, { params: own.params, query: { ...own.about.query, fileId } });
    expect(await own.draft()).toMatchObject({ answers: {}, files: [], revision: 2 });
  });

  test("withdrawing one file withdraws all; the next attempt starts with the same answers, unsigned", async () => {
    const { own, coach, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "yes", which: "Bees", sign: signed });
    await own.send(1);
    const [pdf] = await coach.call(listFilesToView, own.about);
    const query = { ...own.about.query, fileId: pdf?.fileId as string };
    await coach.call(deleteDocumentAttachment, { params: own.params, query });
    expect((await own.look()).attempt).toMatchObject({ state: "withdrawn" });
    expect(await own.draft()).toMatchObject({
      from: "before",
      revision: 0,
      answers: { allergies: "yes", which: "Bees" },
    });
    expect((await own.draft()).answers).not.toHaveProperty("sign");
    await own.save(0, { sign: signed });
    expect((await own.send(1)).status).toBe(200);
  });
});

describe("the blank form", () => {
  test("is downloaded, filled in and uploaded, even if answers were started online", async () => {
    const { admin, own, coach, form } = await aCoachWithForm();
    const { fileId } = await admin.call(addContentFile, { params: form.params, body: {}, files: [aPdf("blank.pdf")] });
    await form.save({ blankFileId: fileId });
    const blank = await coach.call(forms.downloadFormBlank, own.about);
    expect(Buffer.from(blank).subarray(0, 5).toString()).toBe("%PDF-");
    await own.save(0, { allergies: "yes" }, 2);
    const sent = { params: own.params, body: own.body, files: [aPdf("scan.pdf")] };
    expect((await coach.ask(completeDocument, sent)).body).toMatchObject({ status: 409, reason: "notForThisType" });
    expect((await coach.call(forms.completeForm, sent)).requirementId).toBe(own.requirementId);
    expect((await own.look()).attempt).toMatchObject({ state: "pendingReview", filledIn: false });
    expect((await coach.ask(forms.getFormAnswers, own.about)).status).toBe(404);
  });

  test("can be removed from the draft beside answers that were started", async () => {
    const { admin, own, coach, form } = await aCoachWithForm();
    const { fileId } = await admin.call(addContentFile, { params: form.params, body: {}, files: [aPdf("blank.pdf")] });
    await form.save({ blankFileId: fileId });
    await own.save(0, { allergies: "yes" }, 2);
    await layInDraft(coach, own, aPdf("scan.pdf"));
    const [file] = (await own.look()).attempt?.files ?? [];
    const query = { ...own.about.query, fileId: file?.fileId as string };
    const taken = await coach.ask(forms.deleteFormAttachment, { params: own.params, query });
    expect(taken.body).toMatchObject({ requirementId: own.requirementId, status: 0 });
    expect((await own.look()).attempt).toMatchObject({ state: "draft", files: [] });
    expect((await own.draft()).answers).toMatchObject({ allergies: "yes" });
    expect((await coach.ask(forms.deleteFormAttachment, { params: own.params, query })).status).toBe(404);
  });

  test("opens the way it was last continued, if the form also accepts a file", async () => {
    const { admin, own, coach, form } = await aCoachWithForm();
    const begun = async () => (await own.look()).begun;
    expect(await begun()).toBeNull();
    const { fileId } = await admin.call(addContentFile, { params: form.params, body: {}, files: [aPdf("blank.pdf")] });
    await form.save({ blankFileId: fileId });
    expect(await begun()).toBeNull();

    // A file that is being uploaded counts, before any of it is in a draft.
    const page = aPdf("scan.pdf");
    const about = { ...own.body, name: page.name, bytes: page.size, sha256: null };
    const { uploadId } = await coach.call(beginUpload, { params: own.params, body: about });
    expect(await begun()).toBe("upload");
    const params = { ...own.params, uploadId };
    await coach.call(sendPart, { params, body: { ...own.body, offset: 0 }, files: [page] });
    await coach.call(finishUpload, { params, body: own.body });
    expect((await own.look()).attempt?.files).toHaveLength(1);
    expect(await begun()).toBe("upload");
    const listedTo = async (by: TestPerson) => {
      const { requirements } = await by.call(listRequirements, { params: { plaId: coach.plaId } });
      return requirements.find((one) => one.name === "Medical form")?.draft;
    };
    expect([await listedTo(coach), await listedTo(admin)]).toEqual([true, false]);

    await own.save(0, { allergies: "yes" }, 2);
    expect(await begun()).toBe("here");
    await coach.call(saveDraft, { params: own.params, body: { ...own.body, fields: { completedDate: "2026-01-05" } } });
    expect(await begun()).toBe("upload");

    // What is not sent yet is its sender's alone, and so is how.
    const { requirementId: id } = own;
    const query = { profileLevelAccessId: own.body.profileLevelAccessId };
    expect((await admin.call(getRequirement, { params: { id }, query })).begun).toBeNull();
  });

  test("can't be downloaded or uploaded if the form has none", async () => {
    const { own, coach } = await aCoachWithForm();
    expect((await coach.ask(forms.downloadFormBlank, own.about)).status).toBe(404);
    expect((await own.look()).actions).not.toContain("downloadContentForm");
    const sent = { params: own.params, body: own.body, files: [aPdf("scan.pdf")] };
    expect((await coach.ask(forms.completeForm, sent)).status).toBe(403);
  });
});

describe("who", () => {
  test("a guardian fills in for a child, begins with what is known of it, and signs with their own name", async () => {
    const family = await aFamilyOrganization(world.it);
    const { org, parent, player, admin } = family;
    const child = await added(parent, family);
    const { requirements: none } = await parent.call(listRequirements, {
      params: { plaId: child.profileLevelAccessId },
    });
    expect(none).toEqual([]);
    await aForm(org, admin, [player]);
    const own = await filling(parent, child.profileLevelAccessId);
    const known = await parent.call(forms.getPrefillData, { params: { id: child.profileLevelAccessId } });
    const { signer } = await own.draft();
    expect(known).toMatchObject({
      fullName: "Noa Little",
      dateOfBirth: "2015-05-05",
      guardianName: signer,
      organizationName: "Cascade Youth Soccer",
      labelName: "Player",
    });
    await own.save(0, { allergies: "no", sign: "Noa Little" });
    expect((await own.send(1)).status).toBe(400);
    await own.save(1, { sign: signer });
    expect((await own.send(2)).status).toBe(200);
    const stranger = await org.aMember("northTeam", "Volunteer");
    for (const answer of [
      stranger.ask(forms.getPrefillData, { params: { id: child.profileLevelAccessId } }),
      admin.ask(forms.getPrefillData, { params: { id: child.profileLevelAccessId } }),
      stranger.ask(forms.getFormAnswers, own.about),
      stranger.ask(forms.getFormDraft, own.about),
    ]) {
      expect((await answer).status).toBe(403);
    }
  });

  test("the guardian who submitted it is named as the one who filled it in, on the page and in the PDF", async () => {
    const family = await aFamilyOrganization(world.it);
    const { org, parent, player, admin } = family;
    const child = await added(parent, family);
    const other = await org.aMember("northTeam", "Volunteer");
    await admin.call(addGuardian, {
      body: { guardianProfileId: other.profileId, childProfileId: child.profileId, reason: "The other parent." },
    });
    await aForm(org, admin, [player]);
    const [first, second] = await Promise.all([parent, other].map((by) => filling(by, child.profileLevelAccessId)));
    const { signer } = (await second?.draft()) ?? {};
    await first?.save(0, { allergies: "no", sign: signer as string });
    expect((await second?.send(1))?.status).toBe(200);
    const { requirementId, about } = second as NonNullable<typeof second>;
    const { filledInBy } = await other.call(forms.getFormAnswers, about);
    const [file] = await other.call(listFilesToView, about);
    const { text } = await readPdf(
      { ...other, plaId: child.profileLevelAccessId },
      requirementId,
      file?.fileId as string,
    );
    expect(filledInBy).toBe(signer);
    expect(text).toContain(filledInBy as string);
  });

  test("known personal details are prefilled", async () => {
    const { coach } = await aCoachWithForm();
    const contactInformation = {
      email: coach.email,
      address: "1 Main St",
      city: "Kent",
      phone: "206 555 0100",
      stateId: "US-WA",
    };
    const emergency = {
      firstName: "Bo",
      lastName: "Lee",
      email: "bo@example.org",
      relationship: "Friend",
      phone: "206 555 0199",
    };
    await coach.call(updateProfile, {
      params: { id: coach.profileId },
      body: { contactInformation, emergencyContacts: [{ ...emergency, profileId: coach.profileId }] },
    });
    expect(await coach.call(forms.getPrefillData, { params: { id: coach.plaId } })).toMatchObject({
      email: coach.email,
      phone: "206 555 0100",
      address: { street: "1 Main St", city: "Kent", state: "Washington", postalCode: "", country: "US" },
      emergencyContactName: "Bo Lee",
      emergencyContactPhone: "206 555 0199",
    });
  });

  test("another organization finds nothing", async () => {
    const { own, coach } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    const elsewhere = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await elsewhere.ask(forms.getFormAnswers, own.about)).status).toBe(404);
    expect((await elsewhere.ask(forms.getFormDraft, own.about)).status).toBe(404);
    expect((await elsewhere.ask(forms.getPrefillData, { params: { id: coach.plaId } })).status).toBe(404);
  });
});

test("what was answered is in the person's copy of their own data, with the questions", async () => {
  const { org, own, coach, signed } = await aCoachWithForm();
  await own.save(0, { allergies: "yes", which: "Peanuts", sign: signed });
  await own.send(1);
  const data = await org.asSystem((call) => personalData(call, coach.profileId));
  expect(JSON.stringify(data)).toContain(JSON.stringify({ question: "What is which?", answer: "Peanuts" }));
});

test("answers lie sealed: neither the draft nor what was sent stands in any row as it was typed", async () => {
  const { org, own, signed } = await aCoachWithForm();
  const planted = "Zanahoria-allergy-7731";
  await own.save(0, { allergies: "yes", which: planted, sign: signed });
  const rows = () =>
    org.asSystem(async (call) => {
      const { rows: found } = await call.db.execute<{ text: string; sealed: Buffer }>(
        `SELECT form_answers::text AS text, sealed_answers AS sealed FROM form_answers WHERE organization_id = '${org.organizationId}'`,
      );
      return found.map((row) => row.text + Buffer.from(row.sealed).toString("latin1"));
    });
  for (const sent of [false, true]) {
    if (sent) await own.send(1);
    const found = await rows();
    expect(found).toHaveLength(1);
    expect(found.join()).not.toContain(planted);
    expect(found.join()).not.toContain(Buffer.from(planted).toString("hex"));
  }
});

test("a form that nobody could fill in is not saved, and each field is told", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const base = { type: 1, name: "Form", description: "", levelId: org.levels.root } as const;
  const { contentId } = await admin.call(createContent, { body: base });
  const [health, end] = medical.sections as [FormDefinition["sections"][number], FormDefinition["sections"][number]];
  const form = { sections: [{ ...health, showIf: { fieldKey: "sign", test: "answered" as const, value: "" } }, end] };
  const saved = await admin.ask(saveContentForm, { params: { id: contentId }, body: { ...usual, form } });
  expect(saved).toMatchObject({ status: 400, body: { errors: [{ path: "form.sections.0.showIf" }] } });
});

describe("all answers as data", () => {
  const rename = (label: string): FormDefinition => ({
    sections: [
      {
        ...{ key: "health", title: "Health", text: "", showIf: null },
        fields: [
          field("allergies", "yesNo", { label }),
          field("born", "date", { required: false }),
          field("card", "file"),
        ],
      },
      { ...{ key: "end", title: "Signature", text: "", showIf: null }, fields: [field("sign", "signature")] },
    ],
  });
  const began = async (by: TestPerson, contentId: string, format: "csv" | "json") =>
    by.ask(forms.startAnswersExport, { params: { id: contentId }, body: { format } });
  const download = (by: TestPerson, id: string) => by.ask(forms.downloadAnswers, { params: { id } });
  const exported = async (by: TestPerson, contentId: string, format: "csv" | "json") => {
    const begun = await began(by, contentId, format);
    if (begun.status !== 200) return begun;
    await world.it.drainJobs();
    return download(by, begun.body.taskId);
  };
  /** The person has sent it in as often before, as it were: submissions that were sent back. */
  const sentBefore = (org: Organization, contentId: string, many: number) =>
    org.asSystem(async (call) => {
      const { organizationId, adapters } = call;
      const { wrappedKey: key } = await organizationFacts(call);
      const ids = Array.from({ length: many }, newId);
      const sealed = ids.map((id, at) =>
        adapters.vault.seal(key, answersPlace(call, id), JSON.stringify({ allergies: "yes", which: `=${at + 1}` })),
      );
      await call.db.execute(sql`
        INSERT INTO attempt (organization_id, attempt_id, requirement_id, profile_level_access_id, level_id,
          content_version_id, state, created_by, created_at)
        SELECT DISTINCT ON (given.id) attempt.organization_id, given.id, attempt.requirement_id, attempt.profile_level_access_id,
          attempt.level_id, attempt.content_version_id, 'reset', attempt.created_by, attempt.created_at
        FROM attempt JOIN requirement USING (organization_id, requirement_id),
          unnest(${sql.param(ids)}::uuid[]) AS given (id)
        WHERE attempt.organization_id = ${organizationId} AND content_id = ${contentId}`);
      const at = new Date(call.now.getTime() - 60_000);
      const rows = ids.map((attemptId, number) => ({ attemptId, sealedAnswers: sealed[number] as Buffer }));
      await call.db
        .insert(formAnswers)
        .values(
          rows.map((row) => ({ organizationId, revision: 1, savedBy: newId(), savedAt: at, submittedAt: at, ...row })),
        );
    });

  test("have a row for each submission, columns over all versions, and compute nothing in a spreadsheet", async () => {
    const { org, admin, coach, form, own, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "yes", which: "=HYPERLINK(1)" });
    await own.save(1, { sign: signed });
    expect((await own.send(2)).status).toBe(200);
    await form.save({ form: rename("Any allergies?") });
    const second = await org.aMember("southClub", "Head Coach");
    const other = await filling(second, second.plaId);
    await other.save(0, { allergies: "no", born: "1990-02-28" }, 2);
    const about = { ...other.body, contentVersion: 2, fieldKey: "card" };
    const { revision, fileId } = await second.call(forms.addFormFile, {
      params: other.params,
      body: { ...about, revision: 1 },
      files: [aPdf("card.pdf")],
    });
    await other.save(revision, { sign: `Head-Coach ${await nameOf(second)}` }, 2);
    expect((await other.send(revision + 1)).status).toBe(200);
    // What is being filled in is nobody's business yet.
    const third = await org.aMember("northTeam", "Head Coach");
    await (await filling(third, third.plaId)).save(0, { allergies: "no" }, 2);

    const csv = await exported(admin, form.params.id, "csv");
    expect(csv.headers.get("content-disposition")).toMatch(/Medical%20form%20answers%20\d{4}-\d\d-\d\d\.csv/);
    const [head, ...lines] = parse(String(csv.body), { bom: true }) as string[][];
    expect(head?.slice(7)).toEqual([
      ...["Any allergies?", "What is born?", "What is card?", "What is sign?", "What is which? (until version 1)"],
    ]);
    expect(lines.map((line) => line.slice(2, 4).concat(line.slice(5)))).toEqual([
      ["northTeam", "Head Coach", "Awaiting review", "1", "Yes", "", "", signed, "'=HYPERLINK(1)"],
      [
        ...["southClub", "Head Coach", "Awaiting review", "2", "No", "1990-02-28"],
        ...[expect.stringMatching(/^card\.pdf \(SHA-256 [0-9a-f]{64}\)$/), expect.stringContaining("Head-Coach"), ""],
      ],
    ]);

    const json = (await exported(admin, form.params.id, "json")).body as unknown as {
      fields: unknown[];
      submissions: { profileId: string; version: number; answers: Record<string, unknown> }[];
    };
    expect(json.fields[0]).toMatchObject({
      key: "allergies",
      kind: "yesNo",
      label: "Any allergies?",
      askedInLatest: true,
    });
    expect(json.submissions).toMatchObject([
      { profileId: coach.profileId, version: 1, answers: { allergies: "yes", which: "=HYPERLINK(1)" } },
      { profileId: second.profileId, version: 2, answers: { born: "1990-02-28", card: { name: "card.pdf" } } },
    ]);
    expect(JSON.stringify(json)).not.toContain(fileId);
  });

  test("are those of the caller's reach, for whoever sees files anywhere, and each export is logged", async () => {
    const { org, admin, coach, form, own, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    await own.save(1, { sign: signed });
    await own.send(2);
    const { id } = form.params;
    const names = async (by: TestPerson) =>
      ((await exported(by, id, "json")).body as unknown as { submissions: { profileId: string }[] }).submissions.map(
        (one) => one.profileId,
      );
    expect(await names(await org.aMember("north", "Club Director"))).toEqual([coach.profileId]);
    const south = await org.aMember("south", "Club Director");
    expect(await began(south, id, "csv")).toMatchObject({ status: 409, body: { reason: "nothingSent" } });
    for (const label of ["Head Coach", "Account Manager"] as const) {
      expect((await exported(await org.aMember("root", label), id, "csv")).status).toBe(403);
    }
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await exported(stranger, id, "csv")).status).toBe(404);
    expect((await exported(admin, id, "csv")).status).toBe(200);
    const logged = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ actor: string; of: number }>(
        `SELECT actor_profile_id AS actor, (facts->>'of')::int AS of FROM audit_event
         WHERE organization_id = '${organizationId}' AND action = 'form.answersExported' ORDER BY audit_event_id`,
      );
      return rows;
    });
    expect(logged.map((row) => row.of)).toEqual([1, 1]);
    expect(logged.at(-1)?.actor).toBe(admin.profileId);
  });

  test("are read in steps, packed a part at a time with no transaction open, and no submission is lost or twice", async () => {
    const { org, admin, form, own, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    await own.save(1, { sign: signed });
    await own.send(2);
    const { id } = form.params;
    await sentBefore(org, id, 1_234);
    const begun = await admin.call(forms.startAnswersExport, { params: { id }, body: { format: "csv" } });
    expect(begun).toMatchObject({ state: "running", total: 1_235, done: 0 });
    const { taskId } = begun;
    // What comes after it began is not in it.
    await sentBefore(org, id, 1).then(() =>
      org.asSystem(({ db, organizationId }) =>
        db.execute(sql`UPDATE form_answers SET submitted_at = now() + interval '1 hour'
          WHERE organization_id = ${organizationId}
            AND attempt_id = (SELECT max(attempt_id::text)::uuid FROM form_answers WHERE organization_id = ${organizationId})`),
      ),
    );
    const { files } = world.it.adapters;
    const { receive } = files;
    let open = -1;
    let packing: unknown;
    let parts = 0;
    files.receive = async (...args) => {
      const { rows } = await world.it.database.pool.query<{ open: number; parts: number }>(
        `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL
           AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS open`,
      );
      open = rows[0]?.open ?? -1;
      const received = await receive(...args);
      packing = (await admin.call(getTask, { params: { id: taskId } })).packing;
      parts = await org.asSystem(async ({ db, organizationId }) => {
        const found = await db.execute<{ parts: number }>(
          sql`SELECT count(*)::int AS parts FROM form_export_part WHERE organization_id = ${organizationId}`,
        );
        return found.rows[0]?.parts ?? 0;
      });
      return received;
    };
    try {
      await world.it.drainJobs();
    } finally {
      files.receive = receive;
    }
    expect(open).toBe(0);
    expect(parts).toBeGreaterThan(2);
    expect(packing).toEqual({ done: 0, total: parts });
    expect(await admin.call(getTask, { params: { id: taskId } })).toMatchObject({
      ...{ state: "done", total: 1_235, done: 1_235, packing: null },
    });
    const [, ...lines] = parse(String((await download(admin, taskId)).body), { bom: true }) as string[][];
    const numbers = lines.map((line) => line.at(8));
    expect(new Set(numbers).size).toBe(1_235);
    expect(lines.length).toBe(1_235);
    expect(numbers).toContain("'=1234");
    // Parts are gone with the file, the file after seven days; it is its owner's alone.
    const colleague = await org.aMember("root", "Administrator");
    expect((await download(colleague, taskId)).status).toBe(404);
    const keys = (await world.it.storedKeys()).length;
    world.it.clock.shift += 8 * 86_400_000;
    await world.it.runSchedule("forms.forgetExports");
    world.it.clock.shift -= 8 * 86_400_000;
    expect((await world.it.storedKeys()).length).toBeLessThan(keys);
    expect((await download(admin, taskId)).status).toBe(404);
  });

  test("have the file of a field however often others were there before it", async () => {
    const { org, admin, coach, form, own, signed } = await aCoachWithForm();
    const body = { ...own.body, contentVersion: 1, fieldKey: "card" };
    const upload = (revision: number, name: string) =>
      coach.call(forms.addFormFile, { params: own.params, body: { ...body, revision }, files: [aPdf(name)] });
    const { fileId } = await upload(0, "first card.pdf");
    await org.asSystem(({ db, organizationId }) =>
      db.execute(sql`
        WITH copy AS (
          INSERT INTO stored_file (organization_id, file_id, name, extension, media_type, bytes, sha256, storage_key,
            uploaded_by, created_at)
          SELECT organization_id, gen_random_uuid(), name, extension, media_type, bytes, sha256, storage_key || number,
            uploaded_by, created_at
          FROM stored_file, generate_series(1, 900) AS number
          WHERE organization_id = ${organizationId} AND file_id = ${fileId} RETURNING file_id)
        INSERT INTO form_file (organization_id, attempt_id, file_id, field_key, created_at, removed_at)
        SELECT organization_id, attempt_id, copy.file_id, field_key, created_at, created_at FROM form_file, copy
        WHERE organization_id = ${organizationId} AND form_file.file_id = ${fileId}`),
    );
    const { revision } = await upload(1, "last card.pdf");
    await own.save(revision, { allergies: "no", sign: signed });
    expect((await own.send(revision + 1)).status).toBe(200);
    const { body: json } = await exported(admin, form.params.id, "json");
    expect((json as unknown as { submissions: unknown[] }).submissions).toMatchObject([
      { answers: { card: { name: "last card.pdf" } } },
    ]);
  });

  test("as JSON are one document over several parts", async () => {
    const { org, admin, form, own, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    await own.save(1, { sign: signed });
    await own.send(2);
    await sentBefore(org, form.params.id, 700);
    const { body } = await exported(admin, form.params.id, "json");
    const { submissions, form: name } = body as unknown as { form: string; submissions: { submissionId: string }[] };
    expect(name).toBe("Medical form");
    expect(new Set(submissions.map((one) => one.submissionId)).size).toBe(701);
  });

  test("are downloaded only by whoever still reaches all whom they are of", async () => {
    const { org, admin, form, own, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    await own.save(1, { sign: signed });
    await own.send(2);
    const { id } = form.params;
    const director = await org.aMember("north", "Club Director");
    const began = async (by: TestPerson) =>
      (await by.call(forms.startAnswersExport, { params: { id }, body: { format: "csv" } })).taskId;
    const theirs = await began(director);
    const everybodys = await began(admin);
    await world.it.drainJobs();
    expect((await download(director, theirs)).status).toBe(200);
    expect((await download(admin, everybodys)).status).toBe(200);
    // Still one who sees files, but of the south alone.
    await admin.call(addMember, {
      body: { levelId: org.levels.south, labelId: org.labelIds["Club Director"], profileId: director.profileId },
    });
    expect((await download(director, theirs)).status).toBe(200);
    await admin.call(changeRole, {
      query: { profileLevelAccessId: director.plaId, newLabelId: org.labelIds["Head Coach"] },
    });
    expect(await download(director, theirs)).toMatchObject({ status: 403, body: { reason: "role" } });
    // Of all the organization, by who sees the north alone since.
    const colleague = await org.aMember("root", "Administrator");
    await colleague.call(addMember, {
      body: { levelId: org.levels.north, labelId: org.labelIds["Club Director"], profileId: admin.profileId },
    });
    await colleague.call(changeRole, {
      query: { profileLevelAccessId: admin.plaId, newLabelId: org.labelIds["Head Coach"] },
    });
    expect((await download(admin, everybodys)).status).toBe(403);
  });

  test("whose owner may not read answers anymore don't continue, and canceled ones leave no file", async () => {
    const { org, admin, form, own, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    await own.save(1, { sign: signed });
    await own.send(2);
    const { id } = form.params;
    const director = await org.aMember("north", "Club Director");
    const { taskId } = await director.call(forms.startAnswersExport, { params: { id }, body: { format: "csv" } });
    const canceled = await admin.call(forms.startAnswersExport, { params: { id }, body: { format: "csv" } });
    await admin.call(cancelTask, { params: { id: canceled.taskId } });
    await admin.call(changeRole, {
      query: { profileLevelAccessId: director.plaId, newLabelId: org.labelIds["Head Coach"] },
    });
    await world.it.drainJobs();
    expect(await director.call(getTask, { params: { id: taskId } })).toMatchObject({
      ...{ state: "failed", done: 0, failure: "The person who started this no longer has access to the answers." },
    });
    expect((await download(director, taskId)).status).toBe(403);
    expect((await download(admin, canceled.taskId)).status).toBe(404);
  });
});
