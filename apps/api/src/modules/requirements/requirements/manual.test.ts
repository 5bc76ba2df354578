import { type ContentKind, RequirementStatus, typeOfKind } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { completeForm, downloadFormBlank } from "@touchline/contract/requirements/forms";
import { setUssfId } from "@touchline/contract/requirements/profile-details";
import { completeDocument, getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import {
  downloadFileArchive,
  getAgeVerification,
  getTrainingUrl,
  removeTrainingCertificate,
  sendAgeVerification,
  sendBackgroundCheckReport,
  sendLiveScanProof,
  sendTrainingCertificate,
  takeAbusePreventionTraining,
} from "@touchline/contract/requirements/submissions";
import { getReview } from "@touchline/contract/reviews/reviews";
import { sendIdentityVerification } from "@touchline/contract/verification/identity";
import { usualSettings } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { owedBy } from "../../../../test/submissions.ts";
import { aPdf, aWorld } from "../../../../test/world.ts";
import { profile } from "../../../schema/people.ts";
import { unlike } from "./actions/archive.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});

/** A coach who owes something of a kind. */
async function aRequirement(contentKind: ContentKind, more: object = {}) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await admin.call(createContent, {
    body: { type: typeOfKind[contentKind], name: "Asked", description: "", levelId: org.levels.root },
  });
  const { kind: _, ...settings } = { ...usualSettings[contentKind], ...more } as ContentSettings;
  const params = { id: contentId };
  await admin.call(saveContentOf[contentKind] as (typeof saveContentOf)["document"], {
    params,
    body: settings as never,
  });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Asked");
  const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
  return {
    org,
    coach,
    director,
    on,
    inName: { profileLevelAccessId },
    review: () => director.call(getReview, { query: { requirementId, profileLevelAccessId } }),
  };
}
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe("kinds that are done by hand", () => {
  test("a background check report is reviewed, unless it is too old", async () => {
    const { coach, on, inName, review } = await aRequirement("background-check", { reportMostDays: 30 });
    const send = (completedDate: string) =>
      coach.ask(sendBackgroundCheckReport, {
        params: on.params,
        body: { ...inName, completedDate },
        files: [aPdf("report.pdf")],
      });
    expect((await send(dayBefore(40))).body).toMatchObject({
      status: 400,
      errors: [{ path: "completedDate", message: "The report can be at most 30 days old. Request a newer one." }],
    });
    expect((await send(dayBefore(10))).body).toMatchObject({ status: RequirementStatus.PendingReview });
    expect(await review()).toMatchObject({ source: "ManualUpload", attempt: { files: [{ name: "report.pdf" }] } });
  });

  test("a report's age is counted in days of the organization, on a day of 25 hours as on others", async () => {
    const { coach, on, inName } = await aRequirement("background-check", { reportMostDays: 1 });
    const send = (completedDate: string) =>
      coach.ask(sendBackgroundCheckReport, {
        params: on.params,
        body: { ...inName, completedDate },
        files: [aPdf("report.pdf")],
      });
    // On the West Coast the second of November 2025 has 25 hours: 24 hours before its end it has begun already.
    world.it.clock.shift = Date.parse("2025-11-03T07:30:00Z") - Date.now();
    expect((await send("2025-10-31")).body.errors[0]?.path).toBe("completedDate");
    expect((await send("2025-11-01")).status).toBe(200);
  });

  test("a training is opened, which begins it, and its certificate is sent and taken back", async () => {
    const { coach, on, inName } = await aRequirement("abuse-prevention-training", {
      trainingUrl: "https://train.example.org/",
    });
    const url = { url: "https://train.example.org/" };
    expect(await coach.call(getTrainingUrl, on)).toEqual(url);
    expect(await coach.call(takeAbusePreventionTraining, { params: on.params, body: inName })).toEqual(url);
    expect((await coach.call(getRequirement, on)).attempt?.state).toBe("draft");
    const body = { ...inName, completedDate: dayBefore(1) };
    expect((await coach.ask(sendTrainingCertificate, { params: on.params, body, files: [aPdf()] })).body).toMatchObject(
      {
        status: RequirementStatus.PendingReview,
      },
    );
    const fileId = (await coach.call(getRequirement, on)).attempt?.files[0]?.fileId as string;
    const back = await coach.call(removeTrainingCertificate, { ...on, query: { ...on.query, fileId } });
    expect(back.status).toBe(RequirementStatus.Incomplete);
  });

  test("age is shown by a document with what is printed on it, which reviewers read and the database cannot", async () => {
    const { org, coach, on, inName, review } = await aRequirement("age-verification", { documents: [0, 1] });
    expect(await coach.call(getAgeVerification, on)).toMatchObject({ verification: "Age", documents: [0, 1] });
    const facts = { legalFirstName: "Mia", legalLastName: "Larsen-Quist", dateOfBirth: "2012-04-05" };
    const send = (more: object) =>
      coach.ask(sendAgeVerification, {
        params: on.params,
        body: { ...inName, ...facts, ...more },
        files: [aPdf("certificate.pdf")],
      });
    expect((await send({})).body.errors[0]?.path).toBe("document");
    expect((await send({ document: 2 })).body.errors[0]?.message).toBe("This type of document isn't accepted here.");
    expect((await send({ document: 0, dateOfBirth: "2999-01-01" })).status).toBe(400);
    expect((await send({ document: 0 })).body).toMatchObject({ status: RequirementStatus.PendingReview });
    expect((await review()).facts).toEqual({ ...facts, document: 0 });
    const { rows } = await world.it.tenancy.run(world.it.tenancy.found(org.organizationId), (db) =>
      db.execute<{ found: number }>(
        `SELECT count(*)::int AS found FROM attempt_fact WHERE organization_id = '${org.organizationId}'
         AND position('Quist'::bytea in sealed_facts) = 0`,
      ),
    );
    expect(rows).toEqual([{ found: 1 }]);
  });

  test("a grade asks for its proof", async () => {
    const { coach, on, inName, review } = await aRequirement("age-verification", {
      verification: "Grade",
      proofs: ["School ID"],
    });
    const facts = { legalFirstName: "Mia", legalLastName: "Larsen", dateOfBirth: "2012-04-05" };
    const send = (more: object) =>
      coach.ask(sendAgeVerification, { params: on.params, body: { ...inName, ...facts, ...more }, files: [aPdf()] });
    expect((await send({ proof: "Report Card" })).status).toBe(400);
    const status = async () => (await coach.call(getAgeVerification, on)).status;
    expect(await status()).toBe("Incomplete");
    expect((await send({ proof: "School ID", grade: 13 })).body.errors[0]?.path).toBe("grade");
    expect((await send({ proof: "School ID", grade: -2 })).status).toBe(200);
    expect((await review()).facts).toMatchObject({ proof: "School ID", grade: -2 });
    expect(await status()).toBe("PendingReview");
  });

  test("identity is shown by a document", async () => {
    const { coach, on, inName, review } = await aRequirement("identity-verification");
    const sent = await coach.ask(sendIdentityVerification, {
      params: on.params,
      body: { ...inName, document: 1 },
      files: [aPdf()],
    });
    expect(sent.status).toBe(200);
    expect((await review()).facts).toEqual({ document: 1 });
  });

  test("a Live Scan has an ATI number and comes to review as one", async () => {
    const { coach, on, inName, review } = await aRequirement("live-scan");
    const send = (atiNumber: string) =>
      coach.ask(sendLiveScanProof, {
        params: on.params,
        body: { ...inName, atiNumber, completedDate: dayBefore(2) },
        files: [aPdf()],
      });
    expect((await send("A12BCD456")).body.errors[0]?.path).toBe("atiNumber");
    expect((await send(" a123bcd456 ")).status).toBe(200);
    expect(await review()).toMatchObject({ source: "LiveScan", facts: { atiNumber: "A123BCD456" } });
  });

  test("a Live Scan has no blank of its own: none is offered, and none is there", async () => {
    const { coach, director, on } = await aRequirement("live-scan");
    for (const who of [coach, director]) {
      expect((await who.call(getRequirement, on)).actions).not.toContain("downloadContentForm");
      expect((await who.ask(downloadFormBlank, on)).status).toBe(404);
    }
  });

  test("a date of birth that is known is not asked for again; the reviewer may correct it", async () => {
    const { coach, director, on, org } = await aRequirement("sex-offender-search");
    const actionsFor = async (who: typeof coach) => (await who.call(getRequirement, on)).actions;
    expect(await actionsFor(coach)).not.toContain("setBirthDate");
    expect(await actionsFor(director)).toContain("setBirthDate");
    await org.asSystem(({ db, organizationId }) =>
      db
        .update(profile)
        .set({ dateOfBirth: null })
        .where(and(eq(profile.organizationId, organizationId), eq(profile.profileId, coach.profileId))),
    );
    expect(await actionsFor(coach)).toContain("setBirthDate");
  });

  test("whether a U.S. Soccer ID was given is told, in the list as on the page", async () => {
    const { coach, on, inName } = await aRequirement("us-soccer", { licenses: ["coach_1"] });
    const notified = async () => [
      (await coach.call(getRequirement, on)).actions.includes("viewLicences"),
      (
        await coach.call(listRequirements, { params: { plaId: inName.profileLevelAccessId } })
      ).requirements[0]?.actions.includes("viewLicences"),
    ];
    expect(await notified()).toEqual([false, false]);
    const params = { id: coach.profileId };
    await coach.call(setUssfId, { params, body: { ...inName, ussfId: "1234567890123456" } });
    expect(await notified()).toEqual([true, true]);
  });

  test("one kind is not sent in as another", async () => {
    const { coach, on, inName } = await aRequirement("live-scan");
    const sent = await coach.ask(sendIdentityVerification, {
      params: on.params,
      body: { ...inName, document: 1 },
      files: [aPdf()],
    });
    expect(sent.body).toMatchObject({ status: 409, reason: "notForThisType" });
  });

  test.each([
    "background-check",
    "abuse-prevention-training",
    "age-verification",
    "identity-verification",
    "live-scan",
  ] as const)("%s is not sent in as a document or a form, past what it asks for", async (contentKind) => {
    const { coach, on, inName } = await aRequirement(contentKind);
    const sent = { params: on.params, body: inName, files: [aPdf()] };
    for (const call of [completeDocument, completeForm] as const) {
      expect((await coach.ask(call, sent)).body).toMatchObject({ status: 409, reason: "notForThisType" });
    }
    expect((await coach.call(getRequirement, on)).attempt).toBeNull();
  });

  test("a document is not sent in as a form", async () => {
    const { coach, on, inName } = await aRequirement("document");
    const sent = { params: on.params, body: inName, files: [aPdf()] };
    expect((await coach.ask(completeForm, sent)).body).toMatchObject({ status: 409, reason: "notForThisType" });
    expect((await coach.ask(completeDocument, sent)).status).toBe(200);
  });
});

describe("all files in one archive", () => {
  test("holds each under its own name, also where two have the same", async () => {
    const { coach, director, on, inName } = await aRequirement("document");
    const files = [aPdf("a.pdf"), aPdf("A.pdf"), aPdf("a (2).pdf")];
    await coach.call(completeDocument, { params: on.params, body: inName, files });
    const archive = await director.ask(downloadFileArchive, on);
    expect(archive.status).toBe(200);
    expect(archive.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Asked.zip");
    expect(archive.headers.get("content-length")).toBeNull();
    const text = String(archive.body);
    expect(text.startsWith("PK")).toBe(true);
    for (const name of ["a.pdf", "A (2).pdf", "a (2) (2).pdf"]) expect(text).toContain(name);
  });

  test("names lead nowhere and are no two alike", () => {
    expect(unlike(["../../x", "a\u202efdp.exe", "con.txt", "", "X", "x", "a/b"])).toEqual([
      "_.._x",
      "a_fdp.exe",
      "_con.txt",
      "file",
      "X",
      "x (2)",
      "a_b",
    ]);
  });
});
