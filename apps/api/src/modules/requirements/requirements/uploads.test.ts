import { createHash } from "node:crypto";
import { RequirementStatus } from "@touchline/contract";
import {
  completeDocument,
  deleteDocumentAttachment,
  downloadFile,
  getRequirement,
} from "@touchline/contract/requirements/requirements";
import {
  beginUpload,
  cancelUpload,
  finishUpload,
  getDraft,
  orderDraftFiles,
  partBytes,
  saveDraft,
  sendPart,
} from "@touchline/contract/requirements/submissions";
import { describe, expect, test } from "vitest";
import { owedBy, type Submission } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

async function aCoachWhoOwes() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  return { org, director, coach, owed: await owedBy(coach) };
}

/** A document of so many bytes: padded where a reader does not mind. */
function paper(bytes: number): Buffer<ArrayBuffer> {
  const head = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n");
  const tail = Buffer.from("\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - tail.length, "% padding\n"), tail]);
}
const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const inName = ({ requirementId: id, profileLevelAccessId }: Submission) => ({ id, profileLevelAccessId });

function begin(
  by: TestPerson,
  owed: Submission,
  content: Buffer,
  more: { name?: string; sha256?: string | null } = {},
) {
  const { id, profileLevelAccessId } = inName(owed);
  const body = { profileLevelAccessId, name: "scan.pdf", bytes: content.length, sha256: sha256Of(content), ...more };
  return by.ask(beginUpload, { params: { id }, body });
}

function part(by: TestPerson, owed: Submission, uploadId: string, content: Buffer<ArrayBuffer>, offset: number) {
  const { id, profileLevelAccessId } = inName(owed);
  return by.ask(sendPart, {
    params: { id, uploadId },
    body: { profileLevelAccessId, offset },
    files: [new File([content.subarray(offset, offset + partBytes)], "part")],
  });
}

function finish(by: TestPerson, owed: Submission, uploadId: string) {
  const { id, profileLevelAccessId } = inName(owed);
  return by.ask(finishUpload, { params: { id, uploadId }, body: { profileLevelAccessId } });
}

const draftOf = (by: TestPerson, owed: Submission) => {
  const { id, profileLevelAccessId } = inName(owed);
  return by.call(getDraft, { params: { id }, query: { profileLevelAccessId } });
};

async function sendAll(by: TestPerson, owed: Submission, content: Buffer<ArrayBuffer>, name = "scan.pdf") {
  const { uploadId, received } = (await begin(by, owed, content, { name })).body;
  for (let at = received; at < content.length; at += partBytes) await part(by, owed, uploadId, content, at);
  return { uploadId, finished: await finish(by, owed, uploadId) };
}

describe("the files of a draft", () => {
  test("keep the order in which they were chosen, and are put into another one by their sender alone", async () => {
    const { coach, director, owed } = await aCoachWhoOwes();
    for (const name of ["one.pdf", "two.pdf", "three.pdf"]) await sendAll(coach, owed, paper(1000 + name.length), name);
    const { id, profileLevelAccessId } = inName(owed);
    const names = async (by = coach) => (await draftOf(by, owed)).files.map((file) => file.name);
    expect(await names()).toEqual(["one.pdf", "two.pdf", "three.pdf"]);
    const [one, two, three] = (await draftOf(coach, owed)).files.map((file) => file.fileId) as [string, string, string];
    const put = (by: TestPerson, fileIds: string[]) =>
      by.ask(orderDraftFiles, { params: { id }, body: { profileLevelAccessId, fileIds } });
    expect((await put(coach, [three, one, two])).status).toBe(200);
    expect(await names()).toEqual(["three.pdf", "one.pdf", "two.pdf"]);
    // What comes later lies behind; what is left out, twice there or unknown is told.
    await sendAll(coach, owed, paper(2000), "four.pdf");
    expect(await names()).toEqual(["three.pdf", "one.pdf", "two.pdf", "four.pdf"]);
    for (const bad of [
      [one, two],
      [one, one, two, three],
      [one, two, three, owed.requirementId],
    ]) {
      expect((await put(coach, bad)).status).toBe(409);
    }
    expect((await put(director, [one, two, three])).status).toBe(403);

    await coach.call(completeDocument, { params: { id }, body: { profileLevelAccessId }, files: [] });
    const sent = await director.call(getRequirement, { params: { id }, query: { profileLevelAccessId } });
    expect(sent.attempt?.files.map((file) => file.name)).toEqual(["three.pdf", "one.pdf", "two.pdf", "four.pdf"]);
  });

  test("are too many in a sentence that says so, and not too large", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const { id, profileLevelAccessId } = inName(owed);
    const files = Array.from({ length: 6 }, (_, at) => new File([paper(500)], `page-${at}.pdf`));
    const answer = await coach.ask(completeDocument, { params: { id }, body: { profileLevelAccessId }, files });
    expect(answer).toMatchObject({ status: 413, body: { message: expect.stringMatching(/^Too many files/) } });
  });
});

describe("a file that travels in parts", () => {
  test("arrives whole, lies in the draft, and is sent with the days", async () => {
    const { coach, director, owed } = await aCoachWhoOwes();
    const content = paper(partBytes * 2 + 1000);
    const { finished } = await sendAll(coach, owed, content);
    expect(finished.status).toBe(200);
    const draft = await draftOf(coach, owed);
    expect(draft.uploads).toEqual([]);
    expect(draft.files).toMatchObject([{ name: "scan.pdf", bytes: content.length, scan: "checked" }]);

    const { id, profileLevelAccessId } = inName(owed);
    const sent = await coach.ask(completeDocument, { params: { id }, body: { profileLevelAccessId }, files: [] });
    expect(sent.body).toMatchObject({ status: RequirementStatus.PendingReview });
    const fileId = draft.files[0]?.fileId as string;
    const opened = await director.ask(downloadFile, { params: { id }, query: { profileLevelAccessId, fileId } });
    expect(opened.status).toBe(200);
    expect(opened.headers.get("content-length")).toBe(String(content.length));
    expect(sha256Of(Buffer.from(String(opened.body)))).toBe(sha256Of(content));
  });

  test("goes on where it stopped, whoever asks again and however often a part is sent", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const content = paper(partBytes * 2 + 5);
    const { uploadId } = (await begin(coach, owed, content)).body;
    expect((await part(coach, owed, uploadId, content, 0)).body.received).toBe(partBytes);
    // Sent again, ahead of what has come, and by two devices at once: it counts once.
    expect((await part(coach, owed, uploadId, content, 0)).body.received).toBe(partBytes);
    expect((await part(coach, owed, uploadId, content, partBytes * 2)).body.received).toBe(partBytes);
    expect((await finish(coach, owed, uploadId)).status).toBe(409);
    await Promise.all([1, 2, 3].map(() => part(coach, owed, uploadId, content, partBytes)));
    const again = await begin(coach, owed, content);
    expect(again.body).toMatchObject({ uploadId, received: partBytes * 2 });
    expect((await draftOf(coach, owed)).uploads).toMatchObject([{ uploadId, name: "scan.pdf" }]);
    await part(coach, owed, uploadId, content, partBytes * 2);
    const [one, two] = await Promise.all([finish(coach, owed, uploadId), finish(coach, owed, uploadId)]);
    const ok = [one, two].filter((answer) => answer.status === 200);
    expect(ok.length).toBeGreaterThan(0);
    expect((await finish(coach, owed, uploadId)).body.fileId).toBe(ok[0]?.body.fileId);
    expect((await draftOf(coach, owed)).files).toHaveLength(1);
  });

  test("leaves no bytes of a part that changes nothing: at another place, sent once more, or longer than a part is", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const content = paper(partBytes + 5);
    const { uploadId } = (await begin(coach, owed, content)).body;
    await part(coach, owed, uploadId, content, 0);
    const before = (await world.it.storedKeys()).length;
    expect((await part(coach, owed, uploadId, content, 0)).body.received).toBe(partBytes);
    const ahead = paper(partBytes * 2);
    expect((await part(coach, owed, uploadId, ahead, partBytes)).status).toBe(400);
    const { id, profileLevelAccessId } = inName(owed);
    const beyond = await coach.ask(sendPart, {
      params: { id, uploadId },
      body: { profileLevelAccessId, offset: partBytes * 4 },
      files: [new File([Buffer.alloc(100)], "part")],
    });
    expect(beyond.status).toBe(400);
    expect((await world.it.storedKeys()).length).toBe(before);
    await Promise.all([1, 2, 3].map(() => part(coach, owed, uploadId, content, partBytes)));
    expect((await part(coach, owed, uploadId, content, partBytes)).body.received).toBe(content.length);
    expect((await world.it.storedKeys()).length).toBe(before + 1);
    expect((await finish(coach, owed, uploadId)).status).toBe(200);
  });

  test("is refused in a sentence when other bytes came than were to be sent, or it is not what it claims", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const content = paper(2000);
    const { uploadId } = (await begin(coach, owed, content, { sha256: "0".repeat(64) })).body;
    await part(coach, owed, uploadId, content, 0);
    expect((await finish(coach, owed, uploadId)).body).toMatchObject({
      status: 409,
      message: "“scan.pdf” changed during the upload. Remove it and choose it again.",
    });
    const page = Buffer.from("<html>".padEnd(100));
    const other = await sendAll(coach, owed, page as Buffer<ArrayBuffer>, "page.pdf");
    expect(other.finished.status).toBe(415);
    expect((await draftOf(coach, owed)).files).toEqual([]);
  });

  test("takes nothing by a wrong name, too large, of a wrong length, or too much", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const { id, profileLevelAccessId } = inName(owed);
    const ask = (name: string, bytes: number) =>
      coach.ask(beginUpload, { params: { id }, body: { profileLevelAccessId, name, bytes, sha256: null } });
    expect((await ask("tool.exe", 10)).status).toBe(415);
    expect((await ask("a.pdf", 25 * 1024 * 1024 + 1)).status).toBe(413);
    expect((await ask("a.pdf", 0)).status).toBe(400);
    const { uploadId } = (await ask("a.pdf", 1000)).body;
    const long = await coach.ask(sendPart, {
      params: { id, uploadId },
      body: { profileLevelAccessId, offset: 0 },
      files: [new File([Buffer.alloc(1001)], "part")],
    });
    expect(long.status).toBe(400);
    for (let one = 0; one < 9; one += 1) expect((await ask(`${one}.pdf`, 1000)).status).toBe(200);
    expect((await ask("one-more.pdf", 1000)).body).toMatchObject({ status: 409, reason: "tooManyUploads" });
  });

  test("is nobody else's: neither another member goes on with it, nor does staff see the draft", async () => {
    const { org, coach, director, owed } = await aCoachWhoOwes();
    const other = await org.aMember("northTeam", "Head Coach");
    const content = paper(1000);
    const { uploadId } = (await begin(coach, owed, content)).body;
    expect((await part(other, owed, uploadId, content, 0)).status).toBe(403);
    const theirs = await owedBy(other);
    expect((await part(other, theirs, uploadId, content, 0)).status).toBe(404);
    await part(coach, owed, uploadId, content, 0);
    const { fileId } = (await finish(coach, owed, uploadId)).body;
    const { id, profileLevelAccessId } = inName(owed);
    const query = { profileLevelAccessId };
    expect((await director.call(getRequirement, { params: { id }, query })).attempt).toBeNull();
    expect((await director.ask(downloadFile, { params: { id }, query: { ...query, fileId } })).status).toBe(404);
    expect((await director.ask(getDraft, { params: { id }, query })).status).toBe(403);
    expect((await coach.ask(downloadFile, { params: { id }, query: { ...query, fileId } })).status).toBe(200);
  });

  test("is given up by its sender, or by the schedule after a week, and its bytes go", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const { id, profileLevelAccessId } = inName(owed);
    const before = new Set(await world.it.storedKeys());
    const content = paper(partBytes + 10);
    const one = (await begin(coach, owed, content)).body.uploadId;
    await part(coach, owed, one, content, 0);
    await coach.call(cancelUpload, { params: { id, uploadId: one }, query: { profileLevelAccessId } });
    const two = (await begin(coach, owed, content, { name: "other.pdf" })).body.uploadId;
    await part(coach, owed, two, content, 0);
    await world.it.runSchedule("files.forgetAbandonedUploads");
    expect((await draftOf(coach, owed)).uploads).toHaveLength(1);
    world.it.clock.shift = 8 * 86_400_000;
    try {
      await world.it.runSchedule("files.forgetAbandonedUploads");
      await world.it.runSchedule("http.removeOrphanedFiles");
    } finally {
      world.it.clock.shift = 0;
    }
    expect((await draftOf(coach, owed)).uploads).toEqual([]);
    expect((await world.it.storedKeys()).filter((key) => !before.has(key))).toEqual([]);
  });
});

describe("a draft", () => {
  test("keeps what was typed, sealed, and gives way to what is sent", async () => {
    const { org, coach, owed } = await aCoachWhoOwes();
    const { id, profileLevelAccessId } = inName(owed);
    const fields = { completedDate: "2026-01-0", legalLastName: "O'Neill-Larsen" };
    await coach.call(saveDraft, { params: { id }, body: { profileLevelAccessId, fields } });
    await coach.call(saveDraft, { params: { id }, body: { profileLevelAccessId, fields } });
    expect((await draftOf(coach, owed)).fields).toEqual(fields);
    const { rows } = await world.it.tenancy.run(world.it.tenancy.found(org.organizationId), (db) =>
      db.execute<{ sealed: string }>(
        `SELECT encode(sealed_facts, 'escape') AS sealed FROM attempt_fact WHERE organization_id = '${org.organizationId}'`,
      ),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).not.toContain("Larsen");
    const seen = await coach.call(getRequirement, { params: { id }, query: { profileLevelAccessId } });
    expect(seen).toMatchObject({ status: RequirementStatus.Incomplete, attempt: { state: "draft" } });
    const sent = await coach.ask(completeDocument, { params: { id }, body: { profileLevelAccessId }, files: [aPdf()] });
    expect(sent.status).toBe(200);
  });

  test("loses its files one by one and stays; what was sent is withdrawn with its last file", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const { id, profileLevelAccessId } = inName(owed);
    const remove = (fileId: string) =>
      coach.call(deleteDocumentAttachment, { params: { id }, query: { profileLevelAccessId, fileId } });
    const state = async () =>
      (await coach.call(getRequirement, { params: { id }, query: { profileLevelAccessId } })).attempt?.state;
    const first = (await sendAll(coach, owed, paper(900))).finished.body.fileId;
    await remove(first);
    expect(await state()).toBe("draft");
    const empty = await coach.ask(completeDocument, { params: { id }, body: { profileLevelAccessId }, files: [] });
    expect(empty).toMatchObject({ status: 400, body: { message: "Choose at least one file." } });
    const second = (await sendAll(coach, owed, paper(900))).finished.body.fileId;
    await coach.call(completeDocument, { params: { id }, body: { profileLevelAccessId }, files: [] });
    expect(await state()).toBe("pendingReview");
    await remove(second);
    expect(await state()).toBe("withdrawn");
  });

  test("holds five files at most, those that come along included", async () => {
    const { coach, owed } = await aCoachWhoOwes();
    const { id, profileLevelAccessId } = inName(owed);
    for (const one of ["a", "b", "c", "d"]) await sendAll(coach, owed, paper(900), `${one}.pdf`);
    const six = await coach.ask(completeDocument, {
      params: { id },
      body: { profileLevelAccessId },
      files: [aPdf("e.pdf"), aPdf("f.pdf")],
    });
    expect(six).toMatchObject({ status: 409, body: { reason: "tooManyFiles" } });
    await sendAll(coach, owed, paper(900), "e.pdf");
    expect((await begin(coach, owed, paper(900), { name: "f.pdf" })).body).toMatchObject({ reason: "tooManyFiles" });
  });
});
