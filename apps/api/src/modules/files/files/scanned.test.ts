import { RequirementStatus } from "@touchline/contract";
import { downloadOwnData } from "@touchline/contract/accounts/account-settings";
import {
  addOrganizationFile,
  getOrganizationFile,
  getOrganizationFileUrl,
  openOrganizationFile,
} from "@touchline/contract/accounts/organization-settings";
import { getIncidentDocument, reportIncident } from "@touchline/contract/incidents/incidents";
import { addContentFile, createContent, downloadContentFile } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentForm, saveContentVideo } from "@touchline/contract/library/content-kinds";
import { listNotices } from "@touchline/contract/messages/notices";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { downloadFormBlank } from "@touchline/contract/requirements/forms";
import {
  completeDocument,
  deleteDocumentAttachment,
  downloadFile,
  getRequirement,
} from "@touchline/contract/requirements/requirements";
import { beginUpload, downloadFileArchive, finishUpload, sendPart } from "@touchline/contract/requirements/submissions";
import { getVideoProgress } from "@touchline/contract/requirements/videos";
import { getReview, listReviewRequirements, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { owedBy, type Submission } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type Organization, password, type TestPerson } from "../../../../test/world.ts";
import { builtinScan } from "../../../adapters/scan/builtin.ts";
import type { ScanPort } from "../../../adapters/scan/port.ts";
import type { Call } from "../../../call.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import { filesToScan, harmFound, noteScan } from "./actions/scan.ts";
import { scanFile } from "./jobs.ts";

const world = aWorld();
/** As with clamd: files are scanned after they were stored, by a job. */
beforeAll(() => {
  Object.assign(world.it.adapters, { scan: scanner });
});
/** A scanner that recognizes only the test file. */
const scanner: ScanPort = {
  atOnce: false,
  async scan(content) {
    const verdict = await builtinScan().scan(content);
    return verdict.kind === "infected" ? verdict : { kind: "clean" };
  },
};

/** The test file that every scanner knows; assembled here, so that none finds it in this source file. */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!", "$H+H*"].join("");
const harmful = () => new File([eicar], "letter.txt", { type: "text/plain" });

async function aClub(settings: { reviewRequired?: boolean } = {}) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { settings: { acceptedExtensions: ["pdf", "txt"], ...settings } });
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  return { org, admin, director, coach, owed: await owedBy(coach) };
}
const about = ({ requirementId: id, profileLevelAccessId }: Submission) => ({
  params: { id },
  query: { profileLevelAccessId },
});
const sendFiles = (by: TestPerson, owed: Submission, ...files: File[]) =>
  by.ask(completeDocument, {
    params: { id: owed.requirementId },
    body: { profileLevelAccessId: owed.profileLevelAccessId },
    files,
  });
const read = async (by: TestPerson, owed: Submission) => by.call(getRequirement, about(owed));
const filesOf = async (by: TestPerson, owed: Submission) => (await read(by, owed)).attempt?.files ?? [];
const open = (by: TestPerson, owed: Submission, fileId: string) =>
  by.ask(downloadFile, { params: about(owed).params, query: { ...about(owed).query, fileId } });
const waiting = async (org: Organization, by: TestPerson) =>
  (
    await by.call(listReviewRequirements, {
      params: { orgId: org.organizationId },
      query: { type: "Pending", page: 1, perPage: 25 },
    })
  ).data.length;
const mailsOf = (org: Organization) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ kind: string }>(
      sql`SELECT kind FROM mail WHERE organization_id = ${organizationId} ORDER BY mail_id`,
    );
    return rows.map((row) => row.kind);
  });

describe("until a file was looked at", () => {
  test("only its uploader can open it, and others are told to wait; afterwards everyone with permission can", async () => {
    const { director, coach, owed } = await aClub();
    await sendFiles(coach, owed, aPdf());
    const [file] = await filesOf(director, owed);
    expect(file).toMatchObject({ scan: "unscanned", viewable: true });
    const fileId = file?.fileId as string;
    expect((await open(coach, owed, fileId)).status).toBe(200);
    expect(await open(director, owed, fileId)).toMatchObject({
      status: 409,
      body: { reason: "unscanned", message: "This file is being scanned for malware. Try again in a moment." },
    });
    expect(await director.ask(downloadFileArchive, about(owed))).toMatchObject({
      status: 409,
      body: { reason: "unscanned" },
    });
    await world.it.drainJobs();
    expect(await filesOf(director, owed)).toMatchObject([{ scan: "clean" }]);
    expect((await open(director, owed, fileId)).status).toBe(200);
    expect((await director.ask(downloadFileArchive, about(owed))).status).toBe(200);
  });
});

describe("a file that came while there was no scanner", () => {
  test("opens to everybody and is not called clean, until a scanner that was set up later has looked at it", async () => {
    const { org, director, coach, owed } = await aClub();
    Object.assign(world.it.adapters, { scan: builtinScan() });
    try {
      await sendFiles(coach, owed, aPdf());
      await world.it.drainJobs();
      expect(await filesOf(director, owed)).toMatchObject([{ scan: "checked", opens: true }]);
      const later = (call: Call) => ({ ...call, now: new Date(call.now.getTime() + 11 * 60_000) });
      await org.asSystem(async (call) => expect(await filesToScan(later(call))).toEqual([]));
      Object.assign(world.it.adapters, { scan: scanner });
      const [file] = await filesOf(director, owed);
      const fileId = file?.fileId as string;
      await org.asSystem(async (call) => expect(await filesToScan(later(call))).toEqual([fileId]));
      await org.asSystem((call) => enqueue(call, scanFile, { fileId }));
      await world.it.drainJobs();
    } finally {
      Object.assign(world.it.adapters, { scan: scanner });
    }
    expect(await filesOf(director, owed)).toMatchObject([{ scan: "clean", opens: true }]);
  });
});

describe("a file that nobody could look at", () => {
  test("says so, opens only for its uploader, and for others once a later scan finds nothing", async () => {
    const { org, director, coach, owed } = await aClub();
    await sendFiles(coach, owed, aPdf());
    const [{ fileId } = { fileId: "" }] = await filesOf(coach, owed);
    const whole = world.it.adapters.scan;
    const deaf = { atOnce: false, scan: () => Promise.reject(new Error("no answer")) };
    Object.assign(world.it.adapters, { scan: deaf });
    try {
      await world.it.drainJobs();
      await org.asSystem((call) => noteScan(call, fileId, null));
      expect(await filesOf(director, owed)).toMatchObject([{ scan: "failed", opens: false }]);
      expect(await filesOf(coach, owed)).toMatchObject([{ scan: "failed", opens: true }]);
      expect((await open(coach, owed, fileId)).status).toBe(200);
      const refused = {
        status: 409,
        body: { reason: "scanFailed", message: expect.stringContaining("try again every ten minutes") },
      };
      expect(await open(director, owed, fileId)).toMatchObject(refused);
      expect(await director.ask(downloadFileArchive, about(owed))).toMatchObject(refused);
      // It is still pending review.
      expect(await waiting(org, director)).toBe(1);
    } finally {
      Object.assign(world.it.adapters, { scan: whole });
    }
    // Every ten minutes those that couldn't be scanned are retried.
    await org.asSystem(async (call) => {
      const later = new Date(call.now.getTime() + 11 * 60_000);
      expect(await filesToScan({ ...call, now: later })).toEqual([fileId]);
    });
    await org.asSystem((call) => noteScan(call, fileId, { kind: "clean" }));
    expect((await open(director, owed, fileId)).status).toBe(200);
  });
});

describe("a file in which something harmful is found", () => {
  test("after it was submitted: goes back to the member, who is notified; no one can open it, and no review is pending", async () => {
    const { org, director, coach, owed } = await aClub();
    await sendFiles(coach, owed, aPdf(), harmful());
    expect(await waiting(org, director)).toBe(1);
    await world.it.drainJobs();
    const { status, attempt, resetNote } = await read(coach, owed);
    expect(status).toBe(RequirementStatus.Incomplete);
    expect(attempt?.state).toBe("reset");
    expect(resetNote).toContain("malware scan found a problem");
    const [clean, locked] = (attempt?.files ?? []).toSorted((a, b) => a.scan.localeCompare(b.scan));
    expect([clean, locked]).toMatchObject([
      { scan: "clean", viewable: true },
      { scan: "infected", viewable: false },
    ]);
    for (const by of [coach, director]) {
      expect(await open(by, owed, locked?.fileId as string)).toMatchObject({
        status: 409,
        body: { reason: "infected", message: expect.stringContaining("locked, and no one can open it") },
      });
      const archive = await by.ask(downloadFileArchive, about(owed));
      expect(archive.status).toBe(200);
      expect(String(archive.body)).toContain("agreement.pdf");
      expect(String(archive.body)).not.toContain("letter.txt");
    }
    expect(await waiting(org, director)).toBe(0);
    expect((await coach.call(listNotices)).data).toMatchObject([{ kind: "decision", decision: "RejectedReset" }]);
    expect(await mailsOf(org)).toEqual(["harmfulFile"]);
    const review = await director.call(getReview, {
      query: { requirementId: owed.requirementId, profileLevelAccessId: owed.profileLevelAccessId },
    });
    expect(review.decisions).toMatchObject([{ decision: "RejectedReset", reviewerName: "Touchline" }]);
    expect(review.permittedDecisions).toEqual([]);
    const { data } = await director.call(getTimeline, { params: { id: coach.plaId } });
    expect(data.some((line) => JSON.stringify(line).includes('"reset"'))).toBe(true);
    // Submitted again without it, it is like any other.
    expect((await sendFiles(coach, owed, aPdf())).status).toBe(200);
    await world.it.drainJobs();
    expect(await waiting(org, director)).toBe(1);
  });

  test("found or reported twice is notified once", async () => {
    const { org, coach, owed } = await aClub();
    await sendFiles(coach, owed, harmful());
    const [file] = await filesOf(coach, owed);
    await world.it.drainJobs();
    const again = () =>
      org.asSystem((call) => noteScan(call, file?.fileId ?? "", { kind: "infected", signature: "x" }));
    await again();
    expect((await world.it.drainJobs()).map((one) => one.job)).not.toContain(harmFound.name);
    expect(await mailsOf(org)).toEqual(["harmfulFile"]);
  });

  test("that a reviewer had decided on is locked, and the decision stays theirs", async () => {
    const { org, admin, coach, owed } = await aClub();
    await sendFiles(coach, owed, aPdf(), harmful());
    await admin.call(reviewRequirement, {
      params: { plaId: owed.profileLevelAccessId },
      body: { requirementId: owed.requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    await world.it.drainJobs();
    expect((await read(coach, owed)).status).toBe(RequirementStatus.Completed);
    expect(await mailsOf(org)).toEqual([]);
    const locked = (await filesOf(admin, owed)).find((file) => file.scan === "infected");
    expect((await open(admin, owed, locked?.fileId as string)).status).toBe(409);
  });

  test("that counted without anybody's look counts no more, and the history says why", async () => {
    const { org, director, coach, owed } = await aClub({ reviewRequired: false });
    await sendFiles(coach, owed, harmful());
    expect((await read(coach, owed)).status).toBe(RequirementStatus.Completed);
    await world.it.drainJobs();
    expect((await read(coach, owed)).status).toBe(RequirementStatus.Incomplete);
    expect(await mailsOf(org)).toEqual(["harmfulFile"]);
    const { data } = await director.call(getTimeline, { params: { id: coach.plaId } });
    const line = data.find((line) => JSON.stringify(line).includes("markedIncomplete"));
    expect(JSON.stringify(line)).toContain("malware scan found a problem");
  });

  test("in a draft is not sent on: it must be taken out first", async () => {
    const { coach, director, owed } = await aClub();
    const { params, query } = about(owed);
    const { uploadId } = await coach.call(beginUpload, {
      params,
      body: { ...query, name: "letter.txt", bytes: eicar.length, sha256: null },
    });
    const at = { id: owed.requirementId, uploadId };
    await coach.call(sendPart, { params: at, body: { ...query, offset: 0 }, files: [harmful()] });
    const { fileId } = await coach.call(finishUpload, { params: at, body: query });
    await world.it.drainJobs();
    expect(await sendFiles(coach, owed, aPdf())).toMatchObject({
      status: 409,
      body: {
        reason: "infected",
        message: "“letter.txt” contains malware. Remove it and choose another file.",
      },
    });
    expect((await read(director, owed)).attempt).toBeNull();
    await coach.call(deleteDocumentAttachment, { params, query: { ...query, fileId } });
    expect((await sendFiles(coach, owed, aPdf())).status).toBe(200);
  });

  test("that was withdrawn before it was scanned isn't reported to anyone", async () => {
    const { org, coach, owed } = await aClub();
    await sendFiles(coach, owed, aPdf(), harmful());
    const [, second] = await filesOf(coach, owed);
    await coach.call(deleteDocumentAttachment, {
      params: about(owed).params,
      query: { ...about(owed).query, fileId: second?.fileId as string },
    });
    await world.it.drainJobs();
    expect(await mailsOf(org)).toEqual([]);
    expect((await read(coach, owed)).status).toBe(RequirementStatus.PendingReview);
  });
});

describe("whatever gives out a file that people sent", () => {
  /** For each route that returns bytes, the uploaded file and the call that reads it, or why there is no such file. */
  type Case = { fileId: string; get: () => Promise<{ status: number; body: unknown }> };
  const madeHere = "it is made by the product, and nobody's file";
  const madeAnew = "the picture is decoded and written anew; what was sent is not kept";
  let org: Organization;
  let admin: TestPerson;
  let coach: TestPerson;
  beforeAll(async () => {
    org = await world.it.anOrganization();
    admin = await org.aMember("root", "Administrator");
    coach = await org.aMember("northTeam", "Head Coach");
  });

  /** Returns the last file that was stored. */
  const newest = () =>
    org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ id: string }>(
        sql`SELECT file_id AS id FROM stored_file WHERE organization_id = ${organizationId} ORDER BY file_id DESC LIMIT 1`,
      );
      return rows[0]?.id as string;
    });
  async function inLibrary(type: 1 | 4, name: string, file: File) {
    const levelId = org.levels.root;
    const { contentId } = await admin.call(createContent, { body: { type, name, description: "", levelId } });
    const params = { id: contentId };
    const { fileId } = await admin.call(addContentFile, { params, body: {}, files: [file] });
    const assign = () =>
      admin.call(assignContent, {
        params,
        body: {
          contentAssignments: [
            { levelId, labelIds: [org.labelIds["Head Coach"]], includeBelow: true, mandatory: true, dueDate: null },
          ],
        },
      });
    return { params, fileId, assign };
  }
  const film = () =>
    new File(
      [Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42\0\0\0\0mp42isom"), Buffer.alloc(900)])],
      "a.mp4",
    );

  const cases: Record<string, (() => Promise<Case>) | string> = {
    "GET /api/app/hierarchy-level/{id}/logo/{logoId}": madeAnew,
    "GET /api/app/organization/{id}/logo/{logoId}": madeAnew,
    "GET /api/app/profile/{id}/photo/{photoId}": madeAnew,
    "GET /api/app/billing/payment/{id}/receipt": madeHere,
    "GET /api/app/incident/{id}/report": madeHere,
    "GET /api/app/billing/report-file": madeHere,
    "GET /api/app/billing/bookkeeping-file": madeHere,
    "GET /api/app/organization/{id}/invoice/{invoiceId}/pdf": "passed on from the card provider, and not kept here",
    "GET /api/app/member-export/{id}": madeHere,
    "GET /api/app/comparison-export/{id}": madeHere,
    "GET /api/app/form-answers-export/{id}": madeHere,
    "GET /api/app/hierarchy-level/{id}/look-back/{lookBackId}/file": madeHere,
    "GET /api/app/external-review/queue-file": madeHere,
    "GET /api/app/record-export/{id}": "made by the product; it leaves out what is not clean (records.test.ts)",
    "GET /api/app/requirement/review-statistics/{orgId}/csv": madeHere,
    "GET /api/app/requirement/{id}/background-check-provider-report": "passed on from the provider, and not kept here",
    "GET /api/app/requirement/{id}/identity-image":
      "a picture drawn anew from its pixels, scanned before it is sealed: an infected one is never stored",
    "GET /api/app/requirement/{id}/download-consent": madeHere,
    "GET /api/app/requirement/{id}/adverse-document":
      "letters made here, and reports passed on from a provider or scanned before they are kept",
    "GET /api/app/requirement/{id}/adverse-file": "by the same answer as every file (keeping.test.ts)",
    "POST /api/app/requirement/{id}/live-scan-form": madeHere,
    "GET /api/app/roster/{id}/error-rows": madeHere,
    "GET /api/app/signup-url/{id}/poster": madeHere,
    "GET /api/app/task/{id}/result": madeHere,
    "GET /api/app/requirement/{id}/download-file": async () => {
      const owed = await aSent("One");
      const [file] = await filesOf(admin, owed);
      const fileId = file?.fileId as string;
      return { fileId, get: () => open(coach, owed, fileId) };
    },
    "GET /api/app/requirement/{id}/download-file-archive": async () => {
      const owed = await aSent("Two");
      const [file] = await filesOf(admin, owed);
      return { fileId: file?.fileId as string, get: () => coach.ask(downloadFileArchive, about(owed)) };
    },
    "GET /api/app/content/{id}/content-file": async () => {
      const { params, fileId } = await inLibrary(1, "Form one", aPdf());
      return { fileId, get: () => admin.ask(downloadContentFile, { params, query: { fileId } }) };
    },
    "GET /api/app/requirement/{id}/content-form-file": async () => {
      const { params, fileId, assign } = await inLibrary(1, "Form two", aPdf());
      const { kind: _, ...usual } = usualSettings.form;
      await admin.call(saveContentForm, { params, body: { ...usual, blankFileId: fileId } });
      await assign();
      const owed = await owedBy(coach, "Form two");
      return { fileId, get: () => coach.ask(downloadFormBlank, about(owed)) };
    },
    "GET /api/app/requirement/{id}/video": async () => {
      const { params, fileId, assign } = await inLibrary(4, "Film", film());
      const { kind: _, ...usual } = usualSettings.video;
      await admin.call(saveContentVideo, { params, body: { ...usual, fileId, seconds: 60, percent: 90 } });
      await assign();
      const { pathname, search } = new URL(
        (await coach.call(getVideoProgress, about(await owedBy(coach, "Film")))).url,
      );
      return {
        fileId,
        get: async () => {
          const answer = await fetch(`${world.it.base}${pathname}${search}`, { headers: { range: "bytes=0-9" } });
          return { status: answer.status === 206 ? 200 : answer.status, body: await answer.json().catch(() => null) };
        },
      };
    },
    "GET /api/app/incident/{id}/incident-document/{docId}": async () => {
      const { incidentId, documents } = await admin.call(reportIncident, {
        body: {
          profileLevelAccessId: coach.plaId,
          kind: "Misconduct",
          happenedAt: new Date(Date.now() - 3_600_000).toISOString(),
          description: "Shouted.",
        },
        files: [aPdf()],
      });
      const docId = documents[0]?.docId as string;
      return { fileId: docId, get: () => admin.ask(getIncidentDocument, { params: { id: incidentId, docId } }) };
    },
    "GET /api/app/organization/{id}/file": async () => {
      const of = { params: { id: org.organizationId }, query: { purpose: "TaxDocument" as const } };
      await admin.call(addOrganizationFile, { ...of, body: {}, files: [aPdf()] });
      return { fileId: await newest(), get: () => admin.ask(getOrganizationFile, of) };
    },
    "GET /api/app/organization-file": async () => {
      const of = { params: { id: org.organizationId }, query: { purpose: "Insurance" as const } };
      await admin.call(addOrganizationFile, { ...of, body: {}, files: [aPdf()] });
      const fileId = await newest();
      await clean(fileId);
      const { url } = await admin.call(getOrganizationFileUrl, of);
      const [first, second] = [url, (await admin.call(getOrganizationFileUrl, of)).url].map((one) => ({
        query: { token: new URL(one).searchParams.get("token") ?? "" },
      }));
      const left = [second, first];
      return { fileId, get: () => ask(world.it.base, null, openOrganizationFile, left.pop() ?? {}) };
    },
    "POST /api/app/account/data": async () => {
      const owed = await aSent("Three");
      const [file] = await filesOf(admin, owed);
      return {
        fileId: file?.fileId as string,
        get: async () => {
          const answer = await coach.ask(downloadOwnData, { body: { proof: { password } } });
          const listed = String(answer.body).includes("Three/paper.pdf");
          return listed ? { status: 200, body: null } : { status: 409, body: { reason: "infected" } };
        },
      };
    },
  };
  async function aSent(name: string): Promise<Submission> {
    await org.aDocument(admin, { name });
    const owed = await owedBy(coach, name);
    expect((await sendFiles(coach, owed, aPdf("paper.pdf"))).status).toBe(200);
    return owed;
  }
  const note = (fileId: string, verdict: Parameters<typeof noteScan>[2]) =>
    org.asSystem((call) => noteScan(call, fileId, verdict));
  const clean = (fileId: string) => note(fileId, { kind: "clean" });
  /** Marks a file infected, also one that was clean before: this tests the rule for opening, not how a file gets there. */
  const infect = (fileId: string) =>
    org.asSystem(({ db, organizationId }) =>
      db.execute(
        sql`UPDATE stored_file SET scan = 'infected' WHERE organization_id = ${organizationId} AND file_id = ${fileId}`,
      ),
    );

  /** Lists every operation that returns the bytes of a file. */
  async function routes(): Promise<string[]> {
    const document = (await (await fetch(`${world.it.base}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
    };
    return Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { responses }]) => responses?.["200"]?.content?.["application/octet-stream"])
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
  }

  test("is known here, each with its file or with the reason why it has none", async () => {
    expect(Object.keys(cases).sort()).toEqual((await routes()).sort());
  });

  test.each(Object.entries(cases).flatMap(([route, make]) => (typeof make === "string" ? [] : [{ route, make }])))(
    "$route refuses an infected file, also to who sent it",
    async ({ make }) => {
      const { fileId, get } = await make();
      await clean(fileId);
      expect((await get()).status).toBe(200);
      await infect(fileId);
      expect(await get()).toMatchObject({ status: 409, body: { reason: "infected" } });
    },
  );
});
