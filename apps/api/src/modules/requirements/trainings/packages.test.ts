import {
  addContentFile,
  addContentPackage,
  createContent,
  duplicateContent,
  getContentPackage,
} from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentCustomTraining } from "@touchline/contract/library/content-kinds";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import {
  getTrainingPackage,
  openTrainingPackage,
  previewTrainingPackage,
  saveTrainingProgress,
} from "@touchline/contract/requirements/trainings";
import { getReview } from "@touchline/contract/reviews/reviews";
import { mostReportedNames, usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import {
  asZip,
  course12,
  course2004,
  manifest12,
  type PackageFiles,
  renamed,
  zipOf,
} from "../../../../test/packages.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { contentFile } from "../../../schema/library.ts";
import { withRuntime } from "./actions/serve.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});
const { kind: _, ...usual } = usualSettings["custom-training"];

async function aTraining(org: Organization, files: PackageFiles, change: Partial<typeof usual> = {}) {
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type: 8, name: "Safety course", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  const uploaded = await admin.call(addContentPackage, { params, body: {}, files: [asZip(await zipOf(files))] });
  const settings = { ...usual, packageFileId: uploaded.fileId, acceptsCertificates: false, ...change };
  await admin.call(saveContentCustomTraining, { params, body: settings });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  return { admin, contentId, uploaded, settings };
}

async function taking(coach: TestPerson) {
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Safety course");
  const [params, at] = [{ id: requirementId }, { profileLevelAccessId }];
  return {
    params,
    at,
    seen: () => coach.call(getTrainingPackage, { params, query: at }),
    open: (item = 0) => coach.call(openTrainingPackage, { params, body: { ...at, item } }),
    report: (sittingId: string, values: Record<string, string>, ended = false) =>
      coach.ask(saveTrainingProgress, { params, body: { ...at, sittingId, values, ended } }),
    status: async () => (await coach.call(getRequirement, { params, query: at })).status,
  };
}

const fetched = (url: string, headers: Record<string, string> = {}) =>
  fetch(world.it.base + new URL(url).pathname + new URL(url).search, { headers });
/** Returns the address of another file next to a page. */
const beside = (url: string, path: string) => new URL(path, url.split("?")[0]).href;
/** What the start script of a sitting is given. */
async function startValues(url: string, depth = "") {
  const script = await (await fetched(beside(url, `${depth}_touchline/start.js`))).text();
  const json = script.slice(script.lastIndexOf("})(") + 3, -2);
  return JSON.parse(json) as { saved: Record<string, string>; set: Record<string, string>; sittingId: string };
}

test("a package of SCORM 1.2 is left half way, gone on with on another device, failed, taken again and passed", async () => {
  const org = await world.it.anOrganization();
  const { uploaded, admin, contentId } = await aTraining(org, course12, { minimumScore: 80 });
  expect(uploaded).toMatchObject({ standard: "1.2", title: "Sideline safety", items: [{ title: "Sideline safety" }] });
  const query = { fileId: uploaded.fileId };
  expect(await admin.call(getContentPackage, { params: { id: contentId }, query })).toEqual(uploaded);
  const coach = await org.aMember("northTeam", "Head Coach");
  const training = await taking(coach);
  expect(await training.seen()).toMatchObject({ outcome: "open", items: [{ begun: false, tries: 0 }] });

  const first = await training.open();
  expect(first.resumes).toBe(false);
  expect((await startValues(first.url)).set).toMatchObject({
    "cmi.core.entry": "ab-initio",
    "cmi.core.student_id": coach.profileId,
    "cmi.student_data.mastery_score": "80",
    "cmi.core.total_time": "0000:00:00",
  });
  world.it.clock.shift += 120_000;
  const half = {
    "cmi.core.lesson_status": "incomplete",
    "cmi.core.lesson_location": "2",
    "cmi.suspend_data": "[1]</script>",
    "cmi.core.exit": "suspend",
    "cmi.core.session_time": "09:00:00",
    // Not its own to say.
    "cmi.core.student_name": "Somebody else",
  };
  expect(await training.report(first.sittingId, half)).toMatchObject({
    body: { outcome: "open", submitted: null, seconds: 120, items: [{ begun: true }] },
  });

  const second = await training.open();
  expect(second.resumes).toBe(true);
  const start = await startValues(second.url);
  expect(start.saved).toEqual({
    "cmi.core.lesson_status": "incomplete",
    "cmi.core.lesson_location": "2",
    "cmi.suspend_data": "[1]</script>",
  });
  // Nine hours were reported after two minutes, so only the time that can have passed counts.
  expect(start.set).toMatchObject({ "cmi.core.entry": "resume", "cmi.core.total_time": "0000:02:30" });
  expect(await training.report(first.sittingId, half)).toMatchObject({ status: 409, body: { reason: "otherSitting" } });

  const failing = { ...half, "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "60" };
  expect(await training.report(second.sittingId, failing, true)).toMatchObject({
    body: { outcome: "failed", submitted: null, items: [{ outcome: "failed", score: 60, tries: 1 }] },
  });
  const third = await training.open();
  expect(third.resumes).toBe(false);
  expect((await startValues(third.url)).saved).toEqual({});
  const passing = { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "90" };
  expect(await training.report(third.sittingId, passing, true)).toMatchObject({
    body: { outcome: "passed", submitted: 3, items: [{ score: 90, tries: 2 }] },
  });
  expect(await training.status()).toBe(3);
  expect(await training.report(third.sittingId, passing)).toMatchObject({ status: 409 });
  const kept = await org.asSystem((call) =>
    call.db.execute(sql`SELECT outcome, seconds_told FROM training_sitting
      WHERE organization_id = ${call.organizationId} ORDER BY sitting_id`),
  );
  expect(kept.rows).toEqual([
    { outcome: "open", seconds_told: 32_400 },
    { outcome: "failed", seconds_told: 32_400 },
    { outcome: "passed", seconds_told: null },
  ]);
});

test("SCORM 2004 counts by completion and success; its result waits for a reviewer where that is asked", async () => {
  const org = await world.it.anOrganization();
  const { admin, uploaded } = await aTraining(org, course2004, { packageReviewed: true });
  expect(uploaded).toMatchObject({ standard: "2004", edition: "4th Edition", mastery: 70 });
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const { url, sittingId } = await training.open();
  expect(new URL(url).search).toBe("?lang=en");
  expect((await startValues(url, "../")).set).toMatchObject({
    "cmi.scaled_passing_score": "0.7",
    "cmi.launch_data": "start=1",
  });
  const values = { "cmi.success_status": "passed", "cmi.completion_status": "incomplete", "cmi.score.scaled": "0.9" };
  expect((await training.report(sittingId, values)).body).toMatchObject({ outcome: "open", submitted: null });
  // Far from a whole minute, so that a slow machine tells the same.
  world.it.clock.shift += 90_000;
  const done = { ...values, "cmi.completion_status": "completed" };
  expect((await training.report(sittingId, done, true)).body).toMatchObject({ outcome: "passed", submitted: 7 });
  expect(await training.status()).toBe(7);
  const review = await admin.call(getReview, {
    query: { ...training.at, requirementId: training.params.id },
  });
  expect(review.facts.training).toEqual({ score: 90, minutes: 2, tries: 1 });
});

test("who passes sooner than it can be taken goes on, and what was passed stays so", async () => {
  const org = await world.it.anOrganization();
  await aTraining(org, course12, { minimumMinutes: 3 });
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const { sittingId } = await training.open();
  world.it.clock.shift += 60_000;
  const passed = { "cmi.core.lesson_status": "passed", "cmi.core.session_time": "01:00:00" };
  expect((await training.report(sittingId, passed)).body).toMatchObject({
    ...{ outcome: "passed", submitted: null, seconds: 60, secondsWanted: 180 },
  });
  world.it.clock.shift += 120_000;
  const again = { "cmi.core.lesson_status": "incomplete" };
  expect((await training.report(sittingId, again, true)).body).toMatchObject({ outcome: "passed", submitted: 3 });
});

test("a course that calls itself completed before its quiz is decided by the quiz, and by its last score in a sitting", async () => {
  const org = await world.it.anOrganization();
  await aTraining(org, course2004);
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const first = await training.open();
  const opened = { "cmi.completion_status": "completed" };
  expect((await training.report(first.sittingId, opened)).body).toMatchObject({ outcome: "open", submitted: null });
  const right = { ...opened, "cmi.score.scaled": "0.9", "cmi.success_status": "passed" };
  expect((await training.report(first.sittingId, right)).body).toMatchObject({ outcome: "passed", submitted: null });
  const blank = { ...opened, "cmi.score.scaled": "0", "cmi.success_status": "failed" };
  expect((await training.report(first.sittingId, blank)).body).toMatchObject({ outcome: "failed", submitted: null });
  expect((await training.report(first.sittingId, blank, true)).body).toMatchObject({
    ...{ outcome: "failed", submitted: null },
    items: [{ outcome: "failed", score: 0, tries: 1 }],
  });
  const second = await training.open();
  expect((await training.report(second.sittingId, opened, true)).body).toMatchObject({
    outcome: "open",
    submitted: null,
  });
  const third = await training.open();
  expect((await training.report(third.sittingId, right, true)).body).toMatchObject({ outcome: "passed", submitted: 3 });
});

test("what an earlier sitting passed stays passed, whatever is told when it is looked at again", async () => {
  const org = await world.it.anOrganization();
  const parts = ["One", "Two"].map((title) => ({ title, href: `${title.toLowerCase()}.html` }));
  await aTraining(org, { "imsmanifest.xml": manifest12(parts), "one.html": "<p>1", "two.html": "<p>2" });
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const passed = { "cmi.core.lesson_status": "passed" };
  await training.report((await training.open(0)).sittingId, passed, true);
  const failed = { "cmi.core.lesson_status": "failed" };
  expect((await training.report((await training.open(0)).sittingId, failed, true)).body).toMatchObject({
    items: [{ outcome: "passed" }, { outcome: "open" }],
  });
  expect((await training.report((await training.open(1)).sittingId, passed, true)).body).toMatchObject({
    submitted: 3,
  });
});

test("a training that was passed is submitted some minutes after its page is gone, and not while it still tells", async () => {
  const org = await world.it.anOrganization();
  await aTraining(org, course12);
  const coach = await org.aMember("northTeam", "Head Coach");
  const training = await taking(coach);
  const { sittingId } = await training.open();
  const passed = { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "90" };
  expect((await training.report(sittingId, passed)).body).toMatchObject({ outcome: "passed", submitted: null });
  world.it.clock.shift = 4 * 60_000;
  expect((await training.report(sittingId, passed)).body).toMatchObject({ outcome: "passed", submitted: null });
  const after = async (minutes: number) => {
    world.it.clock.shift = minutes * 60_000;
    await world.it.drainJobs();
    // Sessions go by the clock as well.
    world.it.clock.shift = 0;
    return training.status();
  };
  expect(await after(6)).not.toBe(3);
  expect(await after(10)).toBe(3);
});

test("the objectives of the manifest are there from the beginning, but for those that the course has put there itself", async () => {
  const org = await world.it.anOrganization();
  const shared = `<imsss:sequencingCollection><imsss:sequencing ID="quiz"><imsss:objectives>
    <imsss:primaryObjective objectiveID="main" satisfiedByMeasure="true"/><imsss:objective objectiveID="rules"/>
    </imsss:objectives></imsss:sequencing></imsss:sequencingCollection>`;
  const manifest = String(course2004["imsmanifest.xml"])
    .replace(/<imsss:sequencing>[\s\S]*<\/imsss:sequencing>/, '<imsss:sequencing IDRef="quiz"/>')
    .replace("</manifest>", `${shared}</manifest>`);
  const { uploaded } = await aTraining(org, { ...course2004, "imsmanifest.xml": manifest });
  // Where a score is to be measured and none is named, the standard asks for all of it.
  expect(uploaded.mastery).toBe(100);
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const first = await training.open();
  expect((await startValues(first.url, "../")).set).toMatchObject({
    ...{ "cmi.objectives.0.id": "main", "cmi.objectives.1.id": "rules", "cmi.scaled_passing_score": "1" },
  });
  const values = { "cmi.objectives.0.success_status": "failed", "cmi.objectives.1.id": "own" };
  await training.report(first.sittingId, { ...values, "cmi.completion_status": "incomplete" }, true);
  const { saved: kept, set } = await startValues((await training.open()).url, "../");
  expect(kept).toMatchObject(values);
  expect(set["cmi.objectives.0.id"]).toBe("main");
  expect(set).not.toHaveProperty("cmi.objectives.1.id");
});

test("all parts of a package are to be passed, in whatever order", async () => {
  const org = await world.it.anOrganization();
  const parts = ["One", "Two"].map((title) => ({ title, href: `${title.toLowerCase()}.html` }));
  await aTraining(org, { "imsmanifest.xml": manifest12(parts), "one.html": "<p>1", "two.html": "<p>2" });
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const completed = { "cmi.core.lesson_status": "completed" };
  expect((await training.report((await training.open(1)).sittingId, completed)).body).toMatchObject({
    outcome: "open",
    items: [{ outcome: "open" }, { outcome: "passed" }],
  });
  expect((await training.report((await training.open(0)).sittingId, completed, true)).body).toMatchObject({
    submitted: 3,
  });
});

test("parts that are to be taken in order wait for the one before, and what does not count need not be passed", async () => {
  const org = await world.it.anOrganization();
  const waits = '<adlcp:prerequisites type="aicc_script">i0</adlcp:prerequisites>';
  const parts = [
    { title: "One", href: "one.html" },
    { title: "Two", href: "two.html", more: waits },
  ];
  await aTraining(org, { "imsmanifest.xml": manifest12(parts), "one.html": "<p>1", "two.html": "<p>2" });
  const coach = await org.aMember("northTeam", "Head Coach");
  const training = await taking(coach);
  expect((await training.seen()).items).toMatchObject([
    { ref: "i0", waitsFor: null },
    { ref: "i1", waitsFor: 0 },
  ]);
  const { params, at } = training;
  expect(await coach.ask(openTrainingPackage, { params, body: { ...at, item: 1 } })).toMatchObject({
    status: 409,
    body: { reason: "partBefore", detail: "Complete “One” first." },
  });
  const completed = { "cmi.core.lesson_status": "completed" };
  const first = await training.open(0);
  expect((await startValues(first.url)) as object).toMatchObject({ ids: ["i0", "i1"], item: 0 });
  expect((await training.report(first.sittingId, completed, true)).body).toMatchObject({
    items: [{ outcome: "passed" }, { waitsFor: null }],
  });
  expect((await training.report((await training.open(1)).sittingId, completed, true)).body).toMatchObject({
    submitted: 3,
  });
});

test("its files come by the address alone, with what they may do, whole or in parts, for some hours", async () => {
  const org = await world.it.anOrganization();
  await aTraining(org, course2004);
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const { url } = await training.open();
  const page = await fetched(url);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect((await fetched(beside(url, "a%00b.html"))).status).toBe(404);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^sandbox allow-scripts /);
  expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation|escape-sandbox/);
  const text = await page.text();
  expect(text.indexOf("_touchline/start.js")).toBeLessThan(text.indexOf("go.js"));
  for (const path of ["clip.mp4", "long.json"]) {
    const whole = Buffer.from(await (await fetched(beside(url, path))).arrayBuffer());
    expect(whole).toEqual(Buffer.from(course2004[`pages/${path}`] as string));
    const part = await fetched(beside(url, path), { range: "bytes=1000-1999" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 1000-1999/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(1000, 2000));
    expect(part.headers.get("x-content-type-options")).toBe("nosniff");
    expect(part.headers.get("content-security-policy")).toMatch(/^sandbox /);
  }
  const runtime = await fetched(beside(url, "../_touchline/runtime.js"), { "accept-encoding": "br" });
  expect([runtime.status, runtime.headers.get("content-encoding")]).toEqual([200, "br"]);
  for (const path of ["none.html", "../../pages/none.js", "%2e%2e/imsmanifest"]) {
    expect((await fetched(beside(url, path))).status).toBe(404);
  }
  const token = new URL(url).pathname.split("/")[4] ?? "";
  const other = token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
  expect((await fetched(url.replace(token, other))).status).toBe(404);
  expect(world.it.logs.join("")).not.toContain(token);
  world.it.clock.shift += 5 * 3_600_000;
  expect((await fetched(url)).status).toBe(404);
  world.it.clock.shift -= 5 * 3_600_000;
});

test("a frame without an origin may ask before it reads a file of its package with headers of its own", async () => {
  const org = await world.it.anOrganization();
  await aTraining(org, course2004);
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const { url } = await training.open();
  const preflight = await fetch(world.it.base + new URL(beside(url, "long.json")).pathname, {
    method: "OPTIONS",
    headers: {
      ...{ origin: "null", "access-control-request-method": "GET" },
      "access-control-request-headers": "x-requested-with,range",
    },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": expect.stringContaining("GET"),
    "access-control-allow-headers": "x-requested-with,range",
  });
});

test("whoever edits a course is told what may not run of it, and plays it before anybody has to, with nothing kept", async () => {
  const org = await world.it.anOrganization();
  const { admin, contentId, uploaded } = await aTraining(org, {
    "imsmanifest.xml": manifest12([{ title: "Frames", href: "index.html" }]),
    "index.html": '<script src="https://cdn.example/lib.js"></script><iframe src="inner.html"></iframe>',
    "inner.html": "<script>window.parent.SetBookmark(1)</script>",
    "film.swf": "FWS",
  });
  const findings = [
    { kind: "frames", detail: "" },
    { kind: "elsewhere", detail: "cdn.example" },
    { kind: "plugin", detail: "film.swf" },
  ];
  expect(uploaded.findings).toEqual(findings);
  const query = { fileId: uploaded.fileId };
  expect((await admin.call(getContentPackage, { params: { id: contentId }, query })).findings).toEqual(findings);
  const params = { id: contentId };
  const body = { fileId: uploaded.fileId, item: 0 };
  const preview = await admin.call(previewTrainingPackage, { params, body });
  expect(preview).toMatchObject({ title: "Frames", tells: true, ownOrigin: false });
  expect((await fetched(preview.url)).status).toBe(200);
  expect(await startValues(preview.url)).toMatchObject({
    ...{ saved: {}, sittingId: preview.sittingId },
    set: { "cmi.core.student_name": "Preview" },
  });
  const kept = await org.asSystem((call) =>
    call.db.execute(sql`SELECT 1 FROM training_sitting WHERE organization_id = ${call.organizationId}`),
  );
  expect(kept.rows).toEqual([]);
  const coach = await org.aMember("northTeam", "Head Coach");
  expect((await coach.ask(previewTrainingPackage, { params, body })).status).toBe(403);
  expect((await admin.ask(previewTrainingPackage, { params, body: { ...body, item: 7 } })).status).toBe(404);
  const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await other.ask(previewTrainingPackage, { params, body })).status).toBe(404);
});

test("an ordinary course has nothing to be told about", async () => {
  const org = await world.it.anOrganization();
  for (const files of [course12, course2004]) expect((await aTraining(org, files)).uploaded.findings).toEqual([]);
});

test("what is no course, or leads out of it, is refused with what to do", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type: 8, name: "Safety course", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  const send = (file: File) => admin.ask(addContentPackage, { params, body: {}, files: [file] });
  const sent = async (files: PackageFiles) => send(asZip(await zipOf(files)));
  const launching = (href: string) =>
    sent({ "imsmanifest.xml": manifest12([{ title: "A", href }]), "index.html": "<p>" });
  const manifest = String(course12["imsmanifest.xml"]);
  const good = await zipOf(course12);
  const refusals: [Promise<{ status: number; body: unknown }>, RegExp][] = [
    [sent({ "index.html": "<p>" }), /isn't a SCORM package because it has no imsmanifest/],
    [sent({ "course/imsmanifest.xml": manifest }), /in a folder/],
    [sent({ ...course12, "imsmanifest.xml": "<manifest" }), /can't be read/],
    [sent({ ...course12, "imsmanifest.xml": "<html/>" }), /isn't SCORM/],
    [sent({ ...course12, "imsmanifest.xml": manifest.replace(">1.2<", ">1.1<") }), /isn't SCORM/],
    [
      sent({
        ...course12,
        "imsmanifest.xml": `<!DOCTYPE manifest [<!ENTITY a SYSTEM "file:///etc/passwd">]>${manifest.replace("Sideline", "&a;")}`,
      }),
      /DOCTYPE/,
    ],
    [sent({ ...course12, "imsmanifest.xml": manifest12([]) }), /nothing to open/],
    [launching("https://evil.example/x.html"), /isn't in the package/],
    [launching("/etc/x.html"), /isn't in the package/],
    [launching("../x.html"), /isn't in the package/],
    [launching("%2e%2e/x.html"), /isn't in the package/],
    [launching("javascript:alert(1).html"), /isn't in the package/],
    [launching("other.html"), /doesn't contain it/],
    [launching("imsmanifest.xml"), /isn't a web page/],
    [
      sent({
        "imsmanifest.xml": manifest12(Array.from({ length: 101 }, () => ({ title: "A", href: "index.html" }))),
        "index.html": "<p>",
      }),
      /more than 100 parts/,
    ],
    [sent({ ...course12, "setup.exe": "x" }), /contains a program/],
    [sent({ ...course12, "photo.png": Buffer.from("MZ\0\0\0\0\0\0") }), /contains a program/],
    [sent({ ...course12, "bomb.txt": Buffer.alloc(30 * 1024 * 1024) }), /too large when unpacked/],
    [
      sent({
        ...course12,
        ...Object.fromEntries(Array.from({ length: 12 }, (_, one) => [`bomb${one}.txt`, Buffer.alloc(5_000_000)])),
      }),
      /too large when unpacked/,
    ],
    [send(asZip(renamed(good, "look.css", "../k.css"))), /lead outside its own folder/],
    [send(asZip(renamed(good, "look.css", "/ook.css"))), /lead outside its own folder/],
    [send(asZip(good.subarray(0, -40))), /damaged/],
    [send(asZip(good, "course.pdf")), /isn't an accepted file type/],
  ];
  for (const [refusal, words] of refusals) {
    expect(await refusal).toMatchObject({ status: 415, body: { detail: expect.stringMatching(words) } });
  }
  // As an ordinary file of the library it is none either, and a member's document with scripts stays refused.
  expect((await admin.ask(addContentFile, { params, body: {}, files: [asZip(good)] })).status).toBe(409);
  const encrypted = Buffer.from(good);
  for (const mark of ["PK\x01\x02", "PK\x03\x04"]) {
    const at = encrypted.indexOf(Buffer.from(mark, "latin1"));
    const flags = at + (mark === "PK\x01\x02" ? 8 : 6);
    encrypted.writeUInt16LE(encrypted.readUInt16LE(flags) | 1, flags);
  }
  expect((await send(asZip(encrypted))).body).toMatchObject({ detail: expect.stringMatching(/password/) });
  const link = Buffer.from(good);
  link.writeUInt16LE(0xa1ff, link.indexOf(Buffer.from("PK\x01\x02", "latin1")) + 40);
  expect((await send(asZip(link))).body).toMatchObject({ detail: expect.stringMatching(/links to other files/) });
});

test("settings name a package that was read, and a training that nobody can complete is none", async () => {
  const org = await world.it.anOrganization();
  const { admin, contentId, settings, uploaded } = await aTraining(org, course12);
  const params = { id: contentId };
  const save = (change: object) => admin.ask(saveContentCustomTraining, { params, body: { ...settings, ...change } });
  expect(await save({ packageFileId: null })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "acceptsCertificates" }] },
  });
  expect(await save({ validity: { type: "PerRequirement" } })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "validity.type" }] },
  });
  expect((await save({ packageFileId: crypto.randomUUID() })).status).toBe(400);
  // A file of the content that was never read as a package.
  const form = await admin.call(createContent, {
    body: { type: 1, name: "Form", description: "", levelId: org.levels.root },
  });
  const files = [aPdf()];
  const { fileId } = await admin.call(addContentFile, { params: { id: form.contentId }, body: {}, files });
  await org.asSystem((call) =>
    call.db.insert(contentFile).values({ organizationId: call.organizationId, contentId, fileId, createdAt: call.now }),
  );
  expect(await save({ packageFileId: fileId })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "packageFileId" }] },
  });
  expect((await save({ acceptsCertificates: true })).status).toBe(200);
  const copied = await admin.call(duplicateContent, { params, body: { name: "Copy", levelId: org.levels.root } });
  const query = { fileId: uploaded.fileId };
  expect((await admin.ask(getContentPackage, { params: { id: copied.contentId }, query })).status).toBe(200);
});

test("others tell nothing, and nobody tells what no package tells", async () => {
  const org = await world.it.anOrganization();
  const { admin } = await aTraining(org, course12);
  const training = await taking(await org.aMember("northTeam", "Head Coach"));
  const { sittingId } = await training.open();
  const { params, at } = training;
  expect((await admin.ask(getTrainingPackage, { params, query: at })).status).toBe(403);
  expect((await admin.ask(openTrainingPackage, { params, body: { ...at, item: 0 } })).status).toBe(403);
  const body = { ...at, sittingId, values: {}, ended: false };
  expect((await admin.ask(saveTrainingProgress, { params, body })).status).toBe(403);
  const many = Object.fromEntries(Array.from({ length: mostReportedNames + 1 }, (_, index) => [`cmi.a.${index}`, ""]));
  for (const values of [{ evil: "x" }, many, { "cmi.suspend_data": "x".repeat(100_001) }]) {
    expect((await training.report(sittingId, values as Record<string, string>)).status).toBe(400);
  }
  expect((await training.report(crypto.randomUUID(), {})).status).toBe(409);
  const sealed = await org.asSystem((call) =>
    call.db.execute(sql`SELECT encode(sealed_values, 'escape') AS kept FROM training_progress
      WHERE organization_id = ${call.organizationId}`),
  );
  expect(JSON.stringify(sealed.rows)).not.toContain("cmi");
});

test("the runtime comes before every script of a page, whatever its words and characters", () => {
  const at = (page: string | Buffer) => withRuntime(Buffer.from(page as string), "/p");
  const text = (page: string) => at(page).bytes.toString("latin1");
  expect(text("<!-- <head> --><html><head lang=x><script>")).toMatch(
    /^<!-- <head> --><html><head lang=x><script src="\/p/,
  );
  expect(text("<!DOCTYPE html><p>")).toMatch(/^<!DOCTYPE html><script/);
  expect(text("<script>")).toMatch(/^<script src="\/p\/runtime/);
  expect(at('<head><meta http-equiv="x" content="text/html; charset=ISO-8859-1">').charset).toBe("iso-8859-1");
  const wide = at(Buffer.from("\ufeff<head><script>", "utf16le"));
  expect(wide.bytes.toString("utf16le")).toMatch(/^\ufeff<head><script src/);
});

test("pages of tags without an end take no longer than others, and the runtime is before them", () => {
  const pages = [
    "<!--".repeat(1_200_000),
    "<head ".repeat(800_000),
    "<!doctype ".repeat(500_000),
    "<!---->".repeat(700_000),
  ];
  for (const page of pages) {
    const [bytes, began] = [Buffer.from(page), process.cpuUsage()];
    expect(withRuntime(bytes, "/p").bytes.toString("latin1", 0, 30)).toMatch(/^<script src="\/p\/runtime/);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(1000);
  }
});

test("what stands in a comment is no beginning of a page, and a comment without an end hides the rest", () => {
  const text = (page: string) => withRuntime(Buffer.from(page), "/p").bytes.toString("latin1");
  expect(text("<!doctype html><!-- <html> --><HTML\nlang=x><p>")).toMatch(/<HTML\nlang=x><script src/);
  expect(text("<!doctype html><header><!-- <head>")).toMatch(/^<!doctype html><script src/);
  expect(withRuntime(Buffer.from('<!-- <meta charset="x"> --><meta charset="utf-8">'), "/p").charset).toBe("utf-8");
});
