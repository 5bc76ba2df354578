import { RequirementStatus, typeOfKind } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentLiveScan } from "@touchline/contract/library/content-kinds";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { sendLiveScanProof } from "@touchline/contract/requirements/submissions";
import { getReview, reviewRequirement } from "@touchline/contract/reviews/reviews";
import {
  getLiveScan,
  getLiveScanUrls,
  makeLiveScanForm,
  recordStateAnswer,
  type StateAnswer,
} from "@touchline/contract/screening/live-scan";
import { dayOf, usualSettings } from "@touchline/rules";
import { describe, expect, test } from "vitest";
import { owedBy } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

const { kind: _, ...usual } = usualSettings["live-scan"];
const organizationFacts = {
  ...{ ori: "a1234", applicantType: "Youth organization volunteer", jobTitle: "Volunteer coach" },
  ...{ agency: "Bay Area Youth Soccer", agencyStreet: "10 Harbor Way", agencyCity: "Oakland, CA 94607" },
  ...{ mailCode: "01234", contact: "Dana Reyes", contactPhone: "510-555-0142", levelOfService: ["DOJ" as const] },
};
const details = {
  ...({ sex: "F", eyeColor: "BRO", hairColor: "BLK" } as const),
  ...{ heightFeet: 5, heightInches: 6, weight: 140, birthplace: "Oregon", otherNames: "Núñez, Ana" },
  ...{ street: "1 Main Street", city: "Oakland", state: "California", zip: "94601" },
};
const dayBefore = (days: number) => dayOf(Date.now() - days * 86_400_000, "America/Los_Angeles");

/** A coach who is asked for a Live Scan, and those who see it. */
async function aLiveScan(facts: Partial<typeof organizationFacts> = organizationFacts) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const manager = await org.aMember("northTeam", "Team Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  const base = { type: typeOfKind["live-scan"], name: "Fingerprints", description: "", levelId: org.levels.root };
  const { contentId } = await admin.call(createContent, { body: base });
  await admin.call(saveContentLiveScan, { params: { id: contentId }, body: { ...usual, ...facts } });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [assignment] } });
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Fingerprints");
  const params = { id: requirementId };
  const inName = { profileLevelAccessId };
  const on = { params, query: inName };
  return {
    ...{ org, admin, director, manager, coach, on, requirementId, profileLevelAccessId },
    status: async () => (await coach.call(getRequirement, on)).status,
    form: (more: object = {}) => coach.ask(makeLiveScanForm, { params, body: { ...inName, ...details, ...more } }),
    proof: (atiNumber = "A123BCD456", completedDate = dayBefore(5)) =>
      coach.ask(sendLiveScanProof, { params, body: { ...inName, atiNumber, completedDate }, files: [aPdf()] }),
    answer: (by: TestPerson, answer: StateAnswer, more: object = {}) =>
      by.ask(recordStateAnswer, { params, body: { ...inName, answer, answeredOn: dayBefore(1), ...more } }),
    seenBy: (who: TestPerson) => who.call(getLiveScan, on),
    eventsFor: async (who: TestPerson) => {
      const { data } = await who.call(getTimeline, { params: { id: profileLevelAccessId }, query: {} });
      return data.flatMap((line) => (line.kind === "requirements" ? [line.what] : []));
    },
  };
}

/** One whose proof is submitted. */
async function awaited(facts = organizationFacts) {
  const one = await aLiveScan(facts);
  await one.form();
  expect((await one.proof()).status).toBe(200);
  return one;
}

describe("the request form", () => {
  test("is a tagged PDF, and the requirement waits on the applicant once it was created", async () => {
    const { form, status, seenBy, coach } = await aLiveScan();
    const answer = await form();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toContain("Request%20for%20Live%20Scan%20Service.pdf");
    expect(String(answer.body)).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(await status()).toBe(RequirementStatus.WaitingOnApplicant);
    expect((await seenBy(coach)).formMadeAt).not.toBeNull();
  });

  test("keeps nothing of what the member tells for it", async () => {
    const { org, form } = await aLiveScan();
    await form({ birthplace: "Nowhereland" });
    const rows = await org.asSystem(({ db, organizationId }) =>
      db.execute(`SELECT attempt_fact.* FROM attempt_fact WHERE organization_id = '${organizationId}'`),
    );
    expect(rows.rows).toEqual([]);
    const [scan] = (
      await org.asSystem(({ db, organizationId }) =>
        db.execute(`SELECT * FROM live_scan WHERE organization_id = '${organizationId}'`),
      )
    ).rows;
    expect(Object.keys(scan ?? {}).sort()).toEqual(
      ["attempt_id", "form_made_at", "form_made_last_at", "organization_id", "requirement_id", "sent_at"].sort(),
    );
  });

  test("is created again without starting a new attempt", async () => {
    const { form, coach, seenBy, eventsFor } = await aLiveScan();
    await form();
    const first = await seenBy(coach);
    await form();
    const second = await seenBy(coach);
    expect(second.formMadeAt).toBe(first.formMadeAt);
    expect(second.formMadeLastAt).not.toBe(first.formMadeLastAt);
    expect((await eventsFor(coach)).filter((what) => what === "liveScanFormMade")).toHaveLength(2);
  });

  test("is refused while the organization's details are missing, and impossible details name what to enter", async () => {
    const { form: withoutMail } = await aLiveScan({ ...organizationFacts, mailCode: "" });
    expect((await withoutMail()).body).toMatchObject({ status: 409, reason: "noForm" });
    const { form } = await aLiveScan();
    expect((await form({ heightInches: 12, zip: "9460" })).body).toMatchObject({
      errors: [
        { path: "heightInches", message: "Enter 0 to 11 inches." },
        { path: "zip", message: "Enter a ZIP code, such as 95814." },
      ],
    });
  });

  test("an ORI is stored in capitals, and one that can't be is refused in words", async () => {
    const { org, admin } = await aLiveScan();
    const { contentId } = await admin.call(createContent, {
      body: { type: typeOfKind["live-scan"], name: "Other", description: "", levelId: org.levels.root },
    });
    const save = (ori: string) =>
      admin.ask(saveContentLiveScan, { params: { id: contentId }, body: { ...usual, ori } });
    expect((await save("A-1")).body).toMatchObject({
      errors: [{ message: "Enter the ORI as the state assigned it: 5 to 9 letters and digits, such as A1234." }],
    });
    expect((await save("ca0349400")).status).toBe(200);
  });
});

describe("after the fingerprints", () => {
  test("the ATI number is forgiven spaces and lower case, and the state's answer is awaited", async () => {
    const { form, proof, status, coach, director, seenBy } = await aLiveScan();
    await form();
    expect((await proof("A12BCD456")).body).toMatchObject({
      errors: [{ path: "atiNumber", message: "Enter an ATI number, such as A123BCD456." }],
    });
    expect((await proof(" a123 bcd-456 ")).body).toMatchObject({ status: RequirementStatus.WaitingOnProvider });
    expect(await status()).toBe(RequirementStatus.WaitingOnProvider);
    for (const who of [coach, director]) {
      expect(await seenBy(who)).toMatchObject({ atiNumber: "A123BCD456", fingerprintedOn: dayBefore(5) });
    }
    expect((await seenBy(coach)).recordable).toEqual([]);
    expect((await seenBy(director)).recordable).toEqual(["cleared", "delayed", "record", "retake"]);
  });

  test("the proof alone is reviewed where the organization's request form is not created here", async () => {
    const { proof, director, requirementId, profileLevelAccessId } = await aLiveScan({ ...organizationFacts, ori: "" });
    expect((await proof()).body).toMatchObject({ status: RequirementStatus.PendingReview });
    const review = await director.call(getReview, { query: { requirementId, profileLevelAccessId } });
    expect(review.source).toBe("LiveScan");
  });

  test("a proof without the form is taken too: it may have come from elsewhere", async () => {
    const { proof, seenBy, director } = await aLiveScan();
    expect((await proof()).body).toMatchObject({ status: RequirementStatus.WaitingOnProvider });
    expect(await seenBy(director)).toMatchObject({ formMadeAt: null, atiNumber: "A123BCD456" });
  });

  test("only the person and reviewers see how far it is; managers see the status", async () => {
    const { manager, on, answer } = await awaited();
    expect((await manager.ask(getLiveScan, on)).status).toBe(403);
    expect((await answer(manager, "cleared")).status).toBe(403);
  });
});

describe("the state's answer", () => {
  test("cleared completes the requirement from the day of the notice, and tells who recorded it", async () => {
    const { answer, director, status, coach, on, admin, eventsFor } = await awaited();
    expect((await answer(director, "cleared", { answeredOn: "2999-01-01" })).body).toMatchObject({
      errors: [{ path: "answeredOn", message: "This date is in the future. Enter the date on the state's notice." }],
    });
    expect((await answer(director, "cleared", { answeredOn: dayBefore(30) })).status).toBe(400);
    expect((await answer(director, "cleared")).body).toMatchObject({ status: RequirementStatus.Completed });
    expect(await status()).toBe(RequirementStatus.Completed);
    expect((await coach.call(getRequirement, on)).completedAt).toMatch(/^\d{4}-/);
    expect(await eventsFor(admin)).toContain("liveScanCleared");
    expect((await answer(director, "delayed")).status).toBe(409);
  });

  test("a delay is not a hit: nothing changes, and the member reads no note", async () => {
    const { answer, director, status, coach, seenBy } = await awaited();
    expect((await answer(director, "delayed", { note: "DOJ letter of Monday" })).body).toMatchObject({
      status: RequirementStatus.WaitingOnProvider,
    });
    expect(await status()).toBe(RequirementStatus.WaitingOnProvider);
    expect((await seenBy(coach)).answers).toMatchObject([{ answer: "delayed", note: "", recordedByName: null }]);
    expect((await seenBy(director)).answers).toMatchObject([{ answer: "delayed", note: "DOJ letter of Monday" }]);
    expect((await answer(director, "cleared")).status).toBe(200);
  });

  test("a record is reviewed as a Live Scan, stays between reviewers, and the member can't take it back", async () => {
    const one = await awaited();
    const { answer, director, coach, seenBy, eventsFor, requirementId, profileLevelAccessId, on, status } = one;
    expect((await answer(director, "record", { note: "arrest of 2011" })).body).toMatchObject({
      errors: [{ path: "note", message: "A note can be added only to a delay or rejected fingerprints." }],
    });
    expect((await answer(director, "record")).body).toMatchObject({ status: RequirementStatus.PendingReview });
    const review = await director.call(getReview, { query: { requirementId, profileLevelAccessId } });
    expect(review).toMatchObject({ source: "LiveScan", facts: { atiNumber: "A123BCD456" } });
    const mine = await coach.call(getRequirement, on);
    expect(mine.staysAsSent).toBe(true);
    expect((await seenBy(coach)).answers).toEqual([]);
    expect(await eventsFor(coach)).not.toContain("liveScanRecord");
    expect(await eventsFor(director)).toContain("liveScanRecord");
    await director.call(reviewRequirement, {
      params: { plaId: profileLevelAccessId },
      body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    expect(await status()).toBe(RequirementStatus.Completed);
  });

  test("a later arrest notice about someone who was cleared opens a review", async () => {
    const { answer, director, admin, seenBy, requirementId, profileLevelAccessId } = await awaited();
    await answer(director, "cleared");
    expect((await seenBy(director)).recordable).toEqual(["record"]);
    expect((await answer(director, "record", { answeredOn: dayBefore(0) })).status).toBe(200);
    const review = await admin.call(getReview, { query: { requirementId, profileLevelAccessId } });
    expect(review).toMatchObject({ source: "LiveScan", attempt: { state: "pendingReview" } });
  });

  test("rejected fingerprints are taken again, with a new ATI number", async () => {
    const { answer, director, coach, proof, seenBy, status } = await awaited();
    expect((await answer(director, "retake", { note: "Poor quality" })).body).toMatchObject({
      status: RequirementStatus.WaitingOnApplicant,
    });
    expect((await seenBy(coach)).sentAt).toBeNull();
    expect((await proof("B234CDE567", dayBefore(0))).status).toBe(200);
    expect(await status()).toBe(RequirementStatus.WaitingOnProvider);
    expect((await seenBy(director)).atiNumber).toBe("B234CDE567");
  });

  test("nobody records an answer about themselves", async () => {
    const { org, admin } = await aLiveScan();
    const { contentId } = await admin.call(createContent, {
      body: { type: typeOfKind["live-scan"], name: "Directors", description: "", levelId: org.levels.root },
    });
    await admin.call(saveContentLiveScan, { params: { id: contentId }, body: { ...usual, ...organizationFacts } });
    const labelIds = [org.labelIds["Club Director"]];
    const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
    await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [assignment] } });
    const own = await org.aMember("root", "Club Director");
    const { requirementId, profileLevelAccessId } = await owedBy(own, "Directors");
    const params = { id: requirementId };
    const sent = { profileLevelAccessId, atiNumber: "A123BCD456", completedDate: dayBefore(5) };
    expect((await own.ask(sendLiveScanProof, { params, body: sent, files: [aPdf()] })).status).toBe(200);
    const body = { profileLevelAccessId, answer: "cleared" as const, answeredOn: dayBefore(1) };
    expect((await own.ask(recordStateAnswer, { params, body })).status).toBe(403);
  });
});

test("the states' pages are shown to every member, each with its source", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const urls = await coach.call(getLiveScanUrls, { params: { id: org.organizationId } });
  expect(urls).toMatchObject([{ state: "CA", statusUrl: "https://applicantstatus.doj.ca.gov/" }]);
  const other = await world.it.anOrganization();
  expect((await coach.ask(getLiveScanUrls, { params: { id: other.organizationId } })).status).toBe(404);
});
