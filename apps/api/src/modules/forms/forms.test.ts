import { addContentFile, assignContent, createContent } from "@touchline/contract/content";
import { saveContentForm } from "@touchline/contract/content-kinds";
import type { FormAnswers, FormDefinition, FormField, FormFieldKind } from "@touchline/contract/form-definition";
import * as forms from "@touchline/contract/forms";
import { updateProfile } from "@touchline/contract/profileDetails";
import {
  deleteDocumentAttachment,
  getRequirement,
  listFilesToView,
  listRequirements,
} from "@touchline/contract/requirements";
import { listSubmissions, reviewRequirement } from "@touchline/contract/reviews";
import { usualSettings } from "@touchline/rules";
import pdfjs from "pdfjs-dist/legacy/build/pdf.js";
import { describe, expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../test/families.ts";
import { aPdf, aWorld, type Organization, type Person } from "../../../test/world.ts";
import { personalData } from "../accounts/actions/personal-data.ts";

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

/** A form that everybody with the labels is asked for. */
async function aForm(org: Organization, admin: Person, labelIds: string[], more: Partial<typeof usual> = {}) {
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
async function filling(by: Person, plaId: string) {
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
async function nameOf(person: Person) {
  const { fullName } = await person.call(listRequirements, { params: { plaId: person.plaId } });
  return fullName.split(" ").at(-1);
}

/** What stands on the pages of a PDF, and the answers that lie in it as data. */
async function readPdf(by: Person, requirementId: string, fileId: string) {
  const query = new URLSearchParams({ profileLevelAccessId: by.plaId, fileId });
  const answer = await fetch(`${world.it.base}/api/app/requirement/${requirementId}/download-file?${query}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` },
  });
  const opened = await pdfjs.getDocument({ data: new Uint8Array(await answer.arrayBuffer()) }).promise;
  const pages = Array.from({ length: opened.numPages }, async (_page, index) => {
    const { items } = await (await opened.getPage(index + 1)).getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join(" ");
  });
  const attached = (await opened.getAttachments()) as Record<string, { content: Uint8Array }>;
  const data = JSON.parse(Buffer.from(attached["answers.json"]?.content ?? []).toString());
  return { text: (await Promise.all(pages)).join(" ").replaceAll(/\s+/g, " "), data };
}

describe("filling a form in", () => {
  test("answers are kept as one goes, and found again on another device", async () => {
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

  test("of two devices the one that did not see the last save is told so, and writes nothing over", async () => {
    const { own } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    const [one, two] = await Promise.all([own.trySave(1, { allergies: "yes" }), own.trySave(1, { which: "Bees" })]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const refused = one.status === 409 ? one : two;
    expect(refused.body).toMatchObject({ reason: "otherDevice" });
    expect((await own.draft()).revision).toBe(2);
    expect((await own.send(1)).body).toMatchObject({ reason: "otherDevice" });
  });

  test("an attempt finishes on the version that it was begun on", async () => {
    const { own, form, signed } = await aCoachWithForm();
    await own.save(0, { allergies: "no" });
    const other = { sections: [{ ...medical.sections[1], key: "other" }] } as FormDefinition;
    await form.save({ form: other });
    expect(await own.draft()).toMatchObject({ contentVersion: 1, form: medical });
    await own.save(1, { sign: signed });
    expect((await own.send(2)).status).toBe(200);
  });

  test("what was begun on the page by an older version is not saved into a newer one", async () => {
    const { own, form } = await aCoachWithForm();
    await form.save({ instructions: "Another one." });
    expect(await own.trySave(0, { allergies: "no" })).toMatchObject({ status: 409, body: { reason: "newVersion" } });
    expect((await own.look()).attempt).toBeNull();
  });

  test("what the form does not ask is refused, and so is a file that nobody uploaded", async () => {
    const { own } = await aCoachWithForm();
    expect((await own.trySave(0, { shoes: "42" })).body).toMatchObject({ errors: [{ path: "answers.shoes" }] });
    const foreign = { card: "01900000-0000-7000-8000-000000000000" };
    expect((await own.trySave(0, foreign)).body).toMatchObject({ errors: [{ path: "answers.card" }] });
  });
});

describe("sending it", () => {
  test("a required field that is hidden does not stand in the way, and its answer is not kept", async () => {
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
    expect(await own.trySave(2, { allergies: "yes" })).toMatchObject({ status: 409, body: { reason: "inReview" } });
  });

  test("the answers come as a PDF with every letter, and a reviewer reads them and approves", async () => {
    const { org, own, signed, coach } = await aCoachWithForm();
    const director = await org.aMember("north", "Club Director");
    const which = "Erdnüsse, αμύγδαλα, орехи, Նուշ, בוטנים, الفول السوداني, 花生, मूंगफली";
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
    expect(text).toContain("no shapes for some letters");
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

  test("without a review it counts at once; twice at once it is sent once", async () => {
    const { own, coach, signed } = await aCoachWithForm({ reviewRequired: false });
    await own.save(0, { allergies: "no", sign: signed });
    const both = await Promise.all([own.send(1), own.send(1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await own.look()).toMatchObject({ status: 3, attempt: { state: "approved" } });
    expect(await coach.call(listSubmissions, { params: own.params, query: own.about.query })).toMatchObject([
      { filledIn: true },
    ]);
  });

  test("another name is no signature", async () => {
    const { own } = await aCoachWithForm();
    await own.save(0, { allergies: "no", sign: "Somebody Else" });
    expect((await own.send(1)).body).toMatchObject({ errors: [{ path: "answers.sign" }] });
  });

  test("the file of a field goes with it; one that was replaced does not", async () => {
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

  test("a file of a field is taken away again while the form is filled in", async () => {
    const { own, coach } = await aCoachWithForm();
    const { fileId } = await coach.call(forms.addFormFile, {
      params: own.params,
      body: { ...own.body, contentVersion: 1, revision: 0, fieldKey: "card" },
      files: [aPdf("card.pdf")],
    });
    await coach.call(forms.deleteFormAttachment, { params: own.params, query: { ...own.about.query, fileId } });
    expect(await own.draft()).toMatchObject({ answers: {}, files: [], revision: 2 });
  });

  test("taking one file back takes all back; another attempt begins with the same answers, unsigned", async () => {
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

describe("on the blank", () => {
  test("it is downloaded, filled in, and uploaded, also where answers were begun on the page", async () => {
    const { admin, own, coach, form } = await aCoachWithForm();
    const { fileId } = await admin.call(addContentFile, { params: form.params, body: {}, files: [aPdf("blank.pdf")] });
    await form.save({ blankFileId: fileId });
    const blank = await coach.call(forms.downloadFormBlank, own.about);
    expect(Buffer.from(blank).subarray(0, 5).toString()).toBe("%PDF-");
    await own.save(0, { allergies: "yes" }, 2);
    const sent = { params: own.params, body: own.body, files: [aPdf("scan.pdf")] };
    expect((await coach.call(forms.completeForm, sent)).requirementId).toBe(own.requirementId);
    expect((await own.look()).attempt).toMatchObject({ state: "pendingReview", filledIn: false });
    expect((await coach.ask(forms.getFormAnswers, own.about)).status).toBe(404);
  });

  test("where there is none, nothing is downloaded and nothing uploaded", async () => {
    const { own, coach } = await aCoachWithForm();
    expect((await coach.ask(forms.downloadFormBlank, own.about)).status).toBe(404);
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
    for (const asked of [
      stranger.ask(forms.getPrefillData, { params: { id: child.profileLevelAccessId } }),
      admin.ask(forms.getPrefillData, { params: { id: child.profileLevelAccessId } }),
      stranger.ask(forms.getFormAnswers, own.about),
      stranger.ask(forms.getFormDraft, own.about),
    ]) {
      expect((await asked).status).toBe(403);
    }
  });

  test("what somebody told of themselves is there to begin with", async () => {
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
