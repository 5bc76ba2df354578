import { addContentFile, createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentVideo } from "@touchline/contract/library/content-kinds";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { completeVideo, getVideoProgress, saveVideoProgress } from "@touchline/contract/requirements/videos";
import { usualSettings } from "@touchline/rules";
import { expect, test } from "vitest";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
const { kind: _, ...usual } = usualSettings.video;
const bytes = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypmp42\0\0\0\0mp42isom"),
  Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251)),
]);

async function aVideo(org: Organization, change: Partial<typeof usual> = {}) {
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type: 4, name: "Safety video", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  const file = new File([bytes], "safety.mp4", { type: "video/mp4" });
  const { fileId } = await admin.call(addContentFile, { params, body: {}, files: [file] });
  await admin.call(saveContentVideo, { params, body: { ...usual, fileId, seconds: 60, percent: 90, ...change } });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  return admin;
}

async function watching(coach: TestPerson) {
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Safety video");
  const params = { id: requirementId };
  const query = { profileLevelAccessId };
  return {
    params,
    query,
    seen: () => coach.call(getVideoProgress, { params, query }),
    /** Plays for so many seconds of the clock, and tells. */
    report: (from: number, to: number, after = to - from, player?: string) => {
      world.it.clock.shift += after * 1000;
      return coach.ask(saveVideoProgress, { params, body: { ...query, from, to, ...(player && { player }) } });
    },
    complete: () => coach.ask(completeVideo, { params, body: query }),
    actions: async () => (await coach.call(getRequirement, { params, query })).actions,
  };
}

test("seconds really watched add up over visits, and complete it once they are enough", async () => {
  const org = await world.it.anOrganization();
  await aVideo(org);
  const video = await watching(await org.aMember("northTeam", "Head Coach"));
  expect(await video.seen()).toMatchObject({ stretches: [], watched: 0, wanted: 54, position: 0, enough: false });
  await video.report(0, 0);
  expect((await video.report(0, 30)).body).toMatchObject({ stretches: [[0, 30]], watched: 30, position: 30 });
  // Once more, which is nothing new.
  await video.report(0, 20);
  expect(await video.seen()).toMatchObject({ watched: 30, position: 20 });
  expect(await video.complete()).toMatchObject({ status: 409, body: { reason: "notWatchedEnough" } });
  expect(await video.actions()).not.toContain("complete");
  await video.report(50, 60);
  expect((await video.seen()).watched).toBe(40);
  expect((await video.complete()).status).toBe(409);
  await video.report(30, 45);
  expect((await video.seen()).enough).toBe(true);
  expect(await video.actions()).toContain("complete");
  expect(await video.complete()).toMatchObject({ status: 200, body: { status: 3 } });
  expect(await video.complete()).toMatchObject({ status: 409 });
});

test("more than can have been watched is refused, and so is a page that is not the one that plays", async () => {
  const org = await world.it.anOrganization();
  await aVideo(org);
  const video = await watching(await org.aMember("northTeam", "Head Coach"));
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await video.report(0, 60, 0, one)).toMatchObject({ status: 409, body: { reason: "tooFast" } });
  await video.report(0, 0, 0, one);
  expect(await video.report(0, 60, 5, one)).toMatchObject({ status: 409, body: { reason: "tooFast" } });
  expect((await video.report(0, 8, 4, one)).status).toBe(200);
  await video.report(8, 8, 0, two);
  expect(await video.report(8, 12, 4, one)).toMatchObject({ status: 409, body: { reason: "otherPlayer" } });
  expect((await video.report(8, 12, 4, two)).body).toMatchObject({ watched: 12 });
});

test("its address serves only that file, whole or in parts, to anyone who has it, for some hours", async () => {
  const org = await world.it.anOrganization();
  await aVideo(org);
  const video = await watching(await org.aMember("northTeam", "Head Coach"));
  const { pathname, search } = new URL((await video.seen()).url);
  const get = (range?: string, path = pathname + search) =>
    fetch(`${world.it.base}${path}`, { headers: range ? { range } : {} });
  const whole = await get();
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    ...{ "content-type": "video/mp4", "accept-ranges": "bytes", "x-content-type-options": "nosniff" },
    ...{ "content-length": String(bytes.length), "referrer-policy": "no-referrer" },
  });
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
  for (const [range, first, last] of [
    ["bytes=0-99", 0, 99],
    ["bytes=1000-", 1000, bytes.length - 1],
    ["bytes=-10", bytes.length - 10, bytes.length - 1],
    ["bytes=100-999999", 100, bytes.length - 1],
  ] as const) {
    const part = await get(range);
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${first}-${last}/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(first, last + 1));
  }
  for (const range of ["bytes=0-1,5-6", "bytes=999999-", "lines=1-2"]) expect((await get(range)).status).toBe(200);
  const other = pathname.replace(video.params.id, crypto.randomUUID());
  expect((await get(undefined, other + search)).status).toBe(404);
  expect((await get(undefined, `${pathname}?token=made-up`)).status).toBe(404);
  expect(world.it.logs.join("")).not.toContain(search.slice(7, 60));
  world.it.clock.shift += 5 * 3_600_000;
  expect((await get()).status).toBe(404);
  world.it.clock.shift -= 5 * 3_600_000;
});

test("others neither see where it is played from nor tell anything, and it has no day to be set with it", async () => {
  const org = await world.it.anOrganization();
  const admin = await aVideo(org);
  const { params, query } = await watching(await org.aMember("northTeam", "Head Coach"));
  expect((await admin.ask(getVideoProgress, { params, query })).status).toBe(403);
  expect((await admin.ask(saveVideoProgress, { params, body: { ...query, from: 0, to: 0 } })).status).toBe(403);
  const { contentId } = await admin.call(createContent, {
    body: { type: 4, name: "Other", description: "", levelId: org.levels.root },
  });
  const body = {
    ...usual,
    videoUrl: "https://video.example.org/a.mp4",
    seconds: 5,
    validity: { type: "PerRequirement" },
  };
  expect(await admin.ask(saveContentVideo, { params: { id: contentId }, body: body as never })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "validity.type" }] },
  });
});
