import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  beginPackageUpload,
  cancelPackageUpload,
  createContent,
  finishPackageUpload,
  getContentPackage,
  getPackageUpload,
  listPackageUploads,
  packagePartBytes,
  sendPackagePart,
} from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentCustomTraining } from "@touchline/contract/library/content-kinds";
import { openTrainingPackage } from "@touchline/contract/requirements/trainings";
import { mostPackageBytes, usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { hasNginx, nginxBefore } from "../../../../test/nginx.ts";
import { course12, type PackageFiles, zipOf } from "../../../../test/packages.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { readUploaded } from "../../library/content/actions/package.ts";
import { beginReadingSent, endReading, readSent } from "../../library/content/actions/read-package-upload.ts";

const world = aWorld();
const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function aTraining() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type: 8, name: "Safety course", description: "", levelId: org.levels.root },
  });
  return { org, admin, contentId, params: { id: contentId } };
}

const begin = (by: TestPerson, id: string, content: Buffer, more: { name?: string; bytes?: number } = {}) =>
  by.ask(beginPackageUpload, {
    params: { id },
    body: { name: "course.zip", bytes: content.length, ending: sha256Of(content.subarray(-65_536)), ...more },
  });
const part = (by: TestPerson, id: string, uploadId: string, content: Buffer, offset: number) =>
  by.ask(sendPackagePart, {
    params: { id, uploadId },
    body: { offset },
    files: [new File([new Uint8Array(content.subarray(offset, offset + packagePartBytes))], "part")],
  });

async function sent(by: TestPerson, id: string, content: Buffer) {
  const { uploadId } = (await begin(by, id, content)).body;
  for (let at = 0; at < content.length; at += packagePartBytes) await part(by, id, uploadId, content, at);
  const params = { id, uploadId };
  expect((await by.call(finishPackageUpload, { params, body: {} })).state).toBe("reading");
  await world.it.drainJobs();
  return { params, now: await by.call(getPackageUpload, { params }) };
}

const film = randomBytes(5_000_000);
/** A course with a film that was packed, as authoring tools do. */
const longCourse: PackageFiles = {
  ...course12,
  "film.dat": film,
  "text.json": JSON.stringify([...Array(9000).keys()]),
};

async function bytesLeft(org: Organization) {
  const { rows } = await org.asSystem((call) =>
    call.db.execute(sql`SELECT
      (SELECT count(*) FROM upload_part WHERE organization_id = ${call.organizationId})::int AS parts,
      (SELECT count(*) FROM content_package WHERE organization_id = ${call.organizationId})::int AS packages`),
  );
  return rows[0];
}

test("a package travels in parts, goes on where it stopped, is read by a job, and is played from what was unpacked", async () => {
  const { org, admin, contentId, params } = await aTraining();
  const content = await zipOf(longCourse);
  const first = await begin(admin, contentId, content);
  expect(first).toMatchObject({ status: 200, body: { received: 0, partBytes: packagePartBytes, state: "travelling" } });
  const { uploadId } = first.body;
  expect((await part(admin, contentId, uploadId, content, 0)).body).toMatchObject({ received: packagePartBytes });
  // What is ahead, or comes again, changes nothing; begun again it is the same one.
  expect((await part(admin, contentId, uploadId, content, packagePartBytes * 2)).body.received).toBe(packagePartBytes);
  expect((await part(admin, contentId, uploadId, content, 0)).body.received).toBe(packagePartBytes);
  expect((await begin(admin, contentId, content)).body).toMatchObject({ uploadId, received: packagePartBytes });
  const early = await admin.ask(finishPackageUpload, { params: { id: contentId, uploadId }, body: {} });
  expect(early).toMatchObject({ status: 409, body: { reason: "incomplete" } });
  const { params: one, now } = await sent(admin, contentId, content);
  expect(one.uploadId).toBe(uploadId);
  expect(now).toMatchObject({ state: "read", problem: null });
  // Once it is read, that is all: asked again nothing is read again.
  expect(await admin.call(finishPackageUpload, { params: one, body: {} })).toEqual(now);
  await world.it.drainJobs();
  expect(await bytesLeft(org)).toEqual({ parts: 0, packages: 1 });
  const fileId = now.fileId as string;
  expect(await admin.call(getContentPackage, { params, query: { fileId } })).toMatchObject({
    ...{ title: "Sideline safety", standard: "1.2", bytes: content.length, name: "course.zip" },
  });

  const { kind: _, ...usual } = usualSettings["custom-training"];
  await admin.call(saveContentCustomTraining, {
    params,
    body: { ...usual, packageFileId: fileId, acceptsCertificates: false },
  });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  const coach = await org.aMember("northTeam", "Head Coach");
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Safety course");
  const { url } = await coach.call(openTrainingPackage, {
    params: { id: requirementId },
    body: { profileLevelAccessId, item: 0 },
  });
  const at = (path: string) => world.it.base + new URL(path, url).pathname;
  const whole = Buffer.from(await (await fetch(at("film.dat"))).arrayBuffer());
  expect(whole.equals(film)).toBe(true);
  const middle = await fetch(at("film.dat"), { headers: { range: "bytes=4000000-4000999" } });
  expect(Buffer.from(await middle.arrayBuffer()).equals(film.subarray(4_000_000, 4_001_000))).toBe(true);
  expect(await (await fetch(at("text.json"))).text()).toBe(longCourse["text.json"]);
  expect(await (await fetch(at("course.js"))).text()).toBe(course12["course.js"]);
});

test.skipIf(!hasNginx)("a package arrives through nginx as it is before anybody sets anything", async () => {
  const { admin, contentId } = await aTraining();
  const content = await zipOf(longCourse);
  const token = await world.it.signIn(admin.email);
  const nginx = await nginxBefore(world.it.base);
  try {
    const body = { name: "course.zip", bytes: content.length, ending: sha256Of(content.subarray(-65_536)) };
    const begun = await ask(nginx.base, token, beginPackageUpload, { params: { id: contentId }, body });
    const { uploadId, partBytes } = begun.body;
    const params = { id: contentId, uploadId };
    const send = (offset: number, bytes: number) =>
      ask(nginx.base, token, sendPackagePart, {
        params,
        body: { offset },
        files: [new File([new Uint8Array(content.subarray(offset, offset + bytes))], "part")],
      });
    // What it would not let through it answers itself, without a word of ours.
    const tooLarge = await send(0, 1024 * 1024);
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.headers.get("content-type")).toBe("text/html");
    for (let at = 0; at < content.length; at += partBytes) expect((await send(at, partBytes)).status).toBe(200);
    expect((await ask(nginx.base, token, finishPackageUpload, { params, body: {} })).status).toBe(200);
  } finally {
    await nginx.close();
  }
  await world.it.drainJobs();
  expect((await admin.call(listPackageUploads, { params: { id: contentId } })).uploads).toMatchObject([
    { state: "read", bytes: content.length },
  ]);
});

test("what is no course is refused once it was read, in a sentence, and can be sent again", async () => {
  const { org, admin, contentId, params } = await aTraining();
  const notOne = await zipOf({ "index.html": "<p>", "film.dat": film.subarray(0, 10_000) });
  const { now } = await sent(admin, contentId, notOne);
  expect(now).toMatchObject({
    ...{ state: "refused", fileId: null },
    problem: expect.stringMatching(/^“course.zip” isn't a SCORM package/),
  });
  expect(await bytesLeft(org)).toEqual({ parts: 0, packages: 0 });
  const again = await begin(admin, contentId, notOne);
  expect(again.body).toMatchObject({ received: 0, state: "travelling" });
  expect(again.body.uploadId).not.toBe(now.uploadId);
  const { uploads } = await admin.call(listPackageUploads, { params });
  expect(uploads.map(({ state }) => state)).toEqual(["travelling", "refused"]);
});

test("one that is given up while it is read leaves nothing, and one that is damaged says so", async () => {
  const { org, admin, contentId } = await aTraining();
  const content = await zipOf(longCourse);
  const { uploadId } = (await begin(admin, contentId, content)).body;
  for (let at = 0; at < content.length; at += packagePartBytes) await part(admin, contentId, uploadId, content, at);
  const params = { id: contentId, uploadId };
  await admin.call(finishPackageUpload, { params, body: {} });
  await admin.call(cancelPackageUpload, { params });
  await world.it.drainJobs();
  expect(await bytesLeft(org)).toEqual({ parts: 0, packages: 0 });
  expect((await admin.ask(getPackageUpload, { params })).status).toBe(404);
  const damaged = Buffer.from(content);
  damaged.fill(0, 2_000_000, 2_001_000);
  expect((await sent(admin, contentId, damaged)).now).toMatchObject({
    problem: expect.stringMatching(/is damaged or incomplete/),
  });
});

test("what is too large, is no zip, or is somebody else's, is refused before a byte of it travels", async () => {
  const { org, admin, contentId } = await aTraining();
  const small = Buffer.from("PK");
  expect(await begin(admin, contentId, small, { bytes: mostPackageBytes + 1 })).toMatchObject({
    status: 413,
    body: { detail: expect.stringMatching(/larger than 500 MB/) },
  });
  expect((await begin(admin, contentId, small, { name: "course.exe" })).status).toBe(415);
  const form = await admin.call(createContent, {
    body: { type: 1, name: "Form", description: "", levelId: org.levels.root },
  });
  expect((await begin(admin, form.contentId, small)).status).toBe(409);
  const { uploadId } = (await begin(admin, contentId, small)).body;
  const other = await org.aMember("root", "Administrator");
  expect((await other.ask(getPackageUpload, { params: { id: contentId, uploadId } })).status).toBe(404);
  expect((await part(other, contentId, uploadId, small, 0)).status).toBe(404);
  expect((await part(admin, contentId, uploadId, Buffer.from("PKK"), 0)).status).toBe(400);
  // A day has its bound.
  for (let number = 0; number < 4; number += 1) {
    const status = (await begin(admin, contentId, small, { bytes: mostPackageBytes, name: `${number}.zip` })).status;
    expect(status).toBe(number < 3 ? 200 : 409);
  }
});

test("what came in a day counts for its bound though it was given up, and is forgotten when the day is over", {
  tags: ["thorough"],
}, async () => {
  const { org, admin, contentId, params } = await aTraining();
  const large = (name: string) => begin(admin, contentId, film, { bytes: mostPackageBytes, name });
  const { uploadId } = (await large("first.zip")).body;
  await part(admin, contentId, uploadId, film, 0);
  const one = { id: contentId, uploadId };
  await admin.call(cancelPackageUpload, { params: one });
  expect((await admin.ask(getPackageUpload, { params: one })).status).toBe(404);
  expect((await admin.ask(cancelPackageUpload, { params: one })).status).toBe(404);
  expect((await part(admin, contentId, uploadId, film, packagePartBytes)).status).toBe(404);
  expect((await admin.ask(finishPackageUpload, { params: one, body: {} })).status).toBe(404);
  expect((await admin.call(listPackageUploads, { params })).uploads).toEqual([]);
  expect(await bytesLeft(org)).toEqual({ parts: 0, packages: 0 });
  // Of what nothing came nothing counts.
  const { uploadId: empty } = (await large("empty.zip")).body;
  await admin.call(cancelPackageUpload, { params: { id: contentId, uploadId: empty } });
  const states: number[] = [];
  for (const name of ["1.zip", "2.zip", "3.zip", "4.zip"]) states.push((await large(name)).status);
  expect(states).toEqual([200, 200, 200, 409]);
  const kept = async () => {
    const { rows } = await org.asSystem((call) =>
      call.db.execute(sql`SELECT name FROM upload WHERE organization_id = ${call.organizationId} ORDER BY name`),
    );
    return rows.map(({ name }) => name);
  };
  // Without its name, because a canceled upload isn't listed anymore.
  expect(await kept()).toEqual(["", "1.zip", "2.zip", "3.zip"]);
  world.it.clock.shift = 86_400_000 + 60_000;
  try {
    await world.it.runSchedule("files.forgetAbandonedUploads");
    expect(await kept()).toEqual(["1.zip", "2.zip", "3.zip"]);
  } finally {
    world.it.clock.shift = 0;
  }
});

test("however many were refused before, one that is on its way goes on where it stopped", async () => {
  const { admin, contentId } = await aTraining();
  const notOne = await zipOf({ "index.html": "<p>" });
  for (let number = 0; number < 10; number += 1) {
    expect((await sent(admin, contentId, notOne)).now.state).toBe("refused");
  }
  const { uploadId } = (await begin(admin, contentId, film)).body;
  await part(admin, contentId, uploadId, film, 0);
  expect((await begin(admin, contentId, film)).body).toMatchObject({ uploadId, received: packagePartBytes });
});

async function arrived(by: TestPerson, id: string, content: Buffer) {
  const { uploadId } = (await begin(by, id, content)).body;
  for (let at = 0; at < content.length; at += packagePartBytes) await part(by, id, uploadId, content, at);
  await by.call(finishPackageUpload, { params: { id, uploadId }, body: {} });
  return uploadId;
}

test("while another package is read a job does not wait for it, but comes again", async () => {
  const { admin, contentId } = await aTraining();
  const uploadId = await arrived(admin, contentId, await zipOf(course12));
  const gate = Promise.withResolvers<never>();
  const upload = { name: "other.zip", bytes: 10, sha256: "", storageKey: "none", found: null };
  const hanging = { files: { open: () => gate.promise }, scan: { atOnce: true, scan: () => gate.promise } };
  const other = readUploaded({ upload: upload as never, unpackedKey: "none" }, hanging as never);
  try {
    const tried = await world.it.drainJobs();
    expect(tried).toContainEqual({ job: "content.readSentPackage", outcome: "later" });
  } finally {
    gate.reject(new Error("over"));
    await other.catch(() => undefined);
  }
  world.it.clock.shift = 60_000;
  try {
    await world.it.drainJobs();
  } finally {
    world.it.clock.shift = 0;
  }
  expect(await admin.call(getPackageUpload, { params: { id: contentId, uploadId } })).toMatchObject({ state: "read" });
}, 60_000);

test("a course whose names are too long, or that cannot be kept, or whose reading got lost, says what to do", {
  tags: ["thorough"],
}, async () => {
  const { org, admin, contentId } = await aTraining();
  const long = await sent(admin, contentId, await zipOf({ ...course12, [`${"folder/".repeat(500)}a.html`]: "<p>" }));
  expect(long.now).toMatchObject({ state: "refused", problem: expect.stringMatching(/too long. Shorten the names/) });

  const uploadId = await arrived(admin, contentId, await zipOf(course12));
  const params = { id: contentId, uploadId };
  const begun = await org.asSystem((call) => beginReadingSent(call, uploadId));
  if (begun === null) throw new Error("nothing to read");
  const logged: string[] = [];
  const log = { info: () => undefined, error: (_: object, message: string) => void logged.push(message) };
  const came = await readSent(begun, world.it.adapters, log, (work) =>
    org.asSystem(async (call) => {
      const result = await work(call);
      const { rows } = await call.db.execute(sql`SELECT FROM upload
        WHERE organization_id = ${call.organizationId} AND upload_id = ${uploadId} AND file_id IS NOT NULL`);
      if (rows.length > 0) throw new Error("the database does not take it");
      return result;
    }),
  );
  expect(logged).toEqual(["Training package not read"]);
  expect(await org.asSystem((call) => endReading(call, uploadId, came, { last: false }))).toBe("retry");
  await org.asSystem((call) => endReading(call, uploadId, came, { last: true }));
  expect(await admin.call(getPackageUpload, { params })).toMatchObject({
    state: "refused",
    problem: expect.stringMatching(/^The course couldn't be read. Upload it again/),
  });
  expect(await bytesLeft(org)).toEqual({ parts: 0, packages: 0 });
  await world.it.drainJobs();

  const lost = await arrived(admin, contentId, await zipOf(course12));
  const stateOf = async () => (await admin.call(getPackageUpload, { params: { id: contentId, uploadId: lost } })).state;
  await world.it.runSchedule("content.noticeLostReadings");
  expect(await stateOf()).toBe("reading");
  world.it.clock.shift = 31 * 60_000;
  try {
    await world.it.runSchedule("content.noticeLostReadings");
  } finally {
    world.it.clock.shift = 0;
  }
  expect(await stateOf()).toBe("refused");
  expect(await bytesLeft(org)).toEqual({ parts: 0, packages: 0 });
  await world.it.drainJobs();
});

test("a course of 120 MB is put together, unpacked and kept with no more of it in memory than what is on its way", {
  tags: ["thorough"],
}, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--expose-gc", join(import.meta.dirname, "../../../../test/measure-package.ts"), "120"],
    { timeout: 100_000 },
  );
  const { size, unpacked, found, notes, grown } = JSON.parse(stdout) as Record<string, number>;
  expect(size).toBeGreaterThan(120_000_000);
  expect(unpacked).toBeGreaterThan(120 * 1024 * 1024);
  expect(found).toBe(6);
  // Told on the way, not at its end alone.
  expect(notes).toBeGreaterThan(500);
  expect(grown).toBeLessThan(80_000_000);
});

test("a part of a package fits, with what is around it, into the 1 MB that nginx allows by default", async () => {
  const form = new FormData();
  form.set("offset", String(mostPackageBytes));
  form.set("file", new File([new Uint8Array(packagePartBytes)], `${"n".repeat(400)}.zip`));
  const { byteLength } = await new Response(form).arrayBuffer();
  expect(packagePartBytes).toBeLessThanOrEqual(1_000_000);
  expect(byteLength).toBeLessThanOrEqual(1024 * 1024);
});
