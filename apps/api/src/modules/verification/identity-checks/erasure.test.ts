import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RequirementStatus } from "@touchline/contract";
import { exportAudit } from "@touchline/contract/reporting/audit";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { saveIdentitySettings } from "@touchline/contract/verification/identity-settings";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { type IdentityChild, identityAsked, reader, submittedWithSelfie } from "../../../../test/identities.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";
import { noVision } from "../../../adapters/vision/builtin.ts";
import { eraseOnClosing } from "./actions/destroy.ts";
import { imagePlace } from "./queries/check.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
  Object.assign(world.it.adapters, { vision: noVision });
});

const day = 86_400_000;
const number = "C0-1234821";
/** What nobody may find afterwards of the number: it as it was read, and as it is compared. */
const numbers = [number, "C01234821", "1234821", "123482"];

/** A child whose identity was submitted with pictures, and the bytes of these as a reviewer sees them. */
async function aChildWithPictures() {
  Object.assign(world.it.adapters, { vision: reader({}) });
  const scene = await identityAsked(world.it);
  const noa = await scene.child();
  await submittedWithSelfie(noa);
  await world.it.drainJobs();
  const images = (await noa.compared())?.images ?? [];
  const bytes = await Promise.all(images.map(async ({ imageId }) => (await noa.look(scene.director, imageId)).bytes));
  expect(bytes.map((one) => one.subarray(1, 4).toString())).toEqual(["PNG", "PNG"]);
  return { ...scene, noa, images, bytes };
}

/** Every row of every table of the installation, the queue of jobs and the accounts included, as text; bytes in hexadecimal. */
async function everyRow(): Promise<string> {
  const client = new pg.Client(world.it.adminUrl);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const all: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT row::text FROM ${name} AS row`);
      all.push(...rows.map(({ row }) => row));
    }
    expect(all.length).toBeGreaterThan(100);
    return all.join("\n");
  } finally {
    await client.end();
  }
}

const everyFile = async () =>
  Buffer.concat(await Promise.all((await world.it.storedKeys()).map((key) => readFile(join(world.it.folder, key)))));

const keysOf = (org: Organization) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ wrapped_key: Buffer }>(
      sql`SELECT wrapped_key FROM identity_key WHERE organization_id = ${organizationId}`,
    );
    return rows.map((row) => row.wrapped_key);
  });
const storedOf = (org: Organization, imageId: string) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ storage_key: string }>(
      sql`SELECT storage_key FROM identity_image WHERE organization_id = ${organizationId} AND identity_image_id = ${imageId}`,
    );
    return rows[0]?.storage_key as string;
  });
const status = (child: IdentityChild) => child.status();

test("planted pictures and numbers are found nowhere after an erasure: tables, jobs, files, logs, the exported history", async () => {
  const { org, admin, noa, bytes } = await aChildWithPictures();
  // While it is kept, a picture's bytes are on disk sealed alone, and of the number only its end is read.
  for (const one of bytes) expect((await everyFile()).includes(one)).toBe(false);
  expect((await noa.erase()).body).toMatchObject({ erased: 1 });
  await world.it.drainJobs();
  await world.it.runSchedule("http.removeOrphanedFiles");
  const rows = await everyRow();
  const files = await everyFile();
  // It finds what is there.
  expect(rows).toContain(noa.profileId);
  const { part } = await admin.call(exportAudit, { body: { format: "ndjson" } });
  for (const planted of numbers) {
    for (const place of [rows, files.toString("latin1"), part, world.it.logs.join("\n")]) {
      expect(place.includes(planted)).toBe(false);
    }
    expect(rows.includes(Buffer.from(planted).toString("hex"))).toBe(false);
  }
  for (const one of bytes) {
    // Also a part of a picture, as it would stand in a row.
    const middle = one.subarray(one.length / 3, one.length / 3 + 24);
    expect(files.includes(middle)).toBe(false);
    for (const place of [rows, part, world.it.logs.join("\n")]) {
      expect(place.includes(middle.toString("hex"))).toBe(false);
      expect(place.includes(middle.toString("base64").slice(0, 30))).toBe(false);
    }
  }
  expect(await keysOf(org)).toEqual([]);
});

test("the key is gone, so a copy of the sealed bytes that somebody kept can't be opened with anything that is left", async () => {
  const { org, noa, images, bytes } = await aChildWithPictures();
  const imageId = images[0]?.imageId as string;
  const copy = await readFile(join(world.it.folder, await storedOf(org, imageId)));
  const [wrappedKey] = await keysOf(org);
  const { vault } = world.it.adapters;
  const place = imagePlace({ organizationId: world.it.tenancy.found(org.organizationId) }, imageId);
  expect(vault.openBytes(wrappedKey as Buffer, place, copy)).toEqual(bytes[0]);
  await noa.erase();
  expect(await keysOf(org)).toEqual([]);
  const { rows } = await org.asSystem(({ db, organizationId }) =>
    db.execute<{ wrapped_key: Buffer }>(
      sql`SELECT wrapped_key FROM organization WHERE organization_id = ${organizationId}`,
    ),
  );
  // Neither the organization's own key nor a new one opens it.
  for (const left of [rows[0]?.wrapped_key as Buffer, vault.newWrappedKey()]) {
    expect(() => vault.openBytes(left, place, copy)).toThrow();
  }
});

test("an erasure withdraws the release and what isn't decided, and keeps the decision on what is", async () => {
  const { director, parent, noa, images, child } = await aChildWithPictures();
  await noa.erase();
  expect(await status(noa)).toBe(RequirementStatus.Incomplete);
  expect(await noa.page()).toMatchObject({ release: { signedAt: null }, erasable: false });
  expect(await noa.refusal("selfie")).toBe("releaseMissing");
  expect((await noa.look(parent, images[0]?.imageId as string)).status).toBe(409);
  const mia = await child("Mia");
  await submittedWithSelfie(mia);
  await world.it.drainJobs();
  const review = { requirementId: mia.requirementId, reviewDecision: "Approved", reviewNotes: "" } as const;
  await director.call(reviewRequirement, { params: { plaId: mia.profileLevelAccessId }, body: review });
  await mia.erase();
  expect(await status(mia)).toBe(RequirementStatus.Completed);
  expect(await mia.compared()).toMatchObject({ destroyedAt: expect.any(String), images: [], fields: [] });
});

test("an account that closes leaves no submission open whose pictures are gone", async () => {
  const { org, noa } = await aChildWithPictures();
  expect(await status(noa)).toBe(RequirementStatus.PendingReview);
  await org.asSystem((call) => eraseOnClosing(call, noa.profileId));
  expect(await keysOf(org)).toEqual([]);
  expect(await status(noa)).toBe(RequirementStatus.Incomplete);
});

test("only the family and an Admin erase", async () => {
  const { admin, director, noa } = await aChildWithPictures();
  expect((await noa.erase(director)).status).toBe(403);
  expect((await noa.erase(admin)).body).toMatchObject({ erased: 1 });
  expect((await noa.erase(admin)).body).toMatchObject({ erased: 0 });
});

test("pictures are destroyed on schedule: some days after the decision, and what was never submitted after a month", async () => {
  const { org, admin, director, noa, child } = await aChildWithPictures();
  const mia = await child("Mia");
  await mia.start("documents");
  await mia.report("front");
  // What was promised when they were taken isn't extended.
  await admin.call(saveIdentitySettings, { body: { selfies: true, keepDays: 365, version: 1 } });
  const review = { requirementId: noa.requirementId, reviewDecision: "Approved", reviewNotes: "" } as const;
  await director.call(reviewRequirement, { params: { plaId: noa.profileLevelAccessId }, body: review });
  const keptAfter = async (days: number) => {
    world.it.clock.shift = days * day;
    await world.it.runSchedule("identity.destroyDue");
    return (await keysOf(org)).length;
  };
  expect(await keptAfter(29)).toBe(2);
  expect(await keptAfter(31)).toBe(0);
  world.it.clock.shift = 0;
  expect(await status(noa)).toBe(RequirementStatus.Completed);
  // What was never submitted is started anew.
  expect((await mia.page()).progress).toBeNull();
  // The score was kept; the pictures and what was read weren't.
  expect(await noa.compared()).toMatchObject({ scoreText: "Likely the same", images: [], fields: [] });
});

test("starting over destroys the pictures of the earlier try with their key", async () => {
  const { org, child } = await aChildWithPictures();
  const mia = await child("Mia");
  await mia.start("documents");
  await mia.report("front");
  const [, before] = await keysOf(org);
  await mia.start("documents", 2);
  expect((await mia.progress()).images).toEqual([]);
  expect((await keysOf(org)).some((key) => key.equals(before as Buffer))).toBe(false);
});
