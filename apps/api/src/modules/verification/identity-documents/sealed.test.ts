import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { RequirementStatus, typeOfKind } from "@touchline/contract";
import { closeAccount } from "@touchline/contract/accounts/account-settings";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentAgeVerification } from "@touchline/contract/library/content-kinds";
import { getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { sendAgeVerification } from "@touchline/contract/requirements/submissions";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { compareDocument } from "@touchline/contract/verification/documents";
import { eraseIdentityImages } from "@touchline/contract/verification/identity";
import type { VisionPort } from "@touchline/contract/vision";
import { usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { execute } from "../../../../test/full-disk.ts";
import { documentRead, reader } from "../../../../test/identities.ts";
import { aWorld, password, type TestPerson } from "../../../../test/world.ts";
import { noVision } from "../../../adapters/vision/builtin.ts";
import { filesAfter, isAltered } from "../../files/files/actions/check-bytes.ts";
import { filesToScan } from "../../files/files/actions/scan.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
  Object.assign(world.it.adapters, { vision: noVision });
});
const day = 86_400_000;
const photos = join(import.meta.dirname, "../../../../test/photos");

/** A coach who submitted a photo of a passport as proof of age, which was read and sealed. */
async function submitted(...answers: Awaited<ReturnType<VisionPort["document"]>>[]) {
  Object.assign(world.it.adapters, { vision: reader({ document: [...answers, documentRead(null)] }) });
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const base = { type: typeOfKind["age-verification"], name: "Proof of age", description: "" };
  const { contentId } = await admin.call(createContent, { body: { ...base, levelId: org.levels.root } });
  const { kind: _, ...usual } = usualSettings["age-verification"];
  await admin.call(saveContentAgeVerification, { params: { id: contentId }, body: usual });
  const where = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
  const contentAssignments = [{ ...where, mandatory: true, dueDate: null }];
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments } });
  await world.it.drainJobs();
  const profileLevelAccessId = coach.plaId;
  const { requirements } = await coach.call(listRequirements, { params: { plaId: profileLevelAccessId } });
  const requirementId = requirements.find(({ name }) => name === "Proof of age")?.requirementId as string;
  const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
  const picture = new Uint8Array(await readFile(join(photos, "basn6a16.png")));
  const printed = { document: 1, legalFirstName: "Jo", legalLastName: "Lee", dateOfBirth: "1985-04-12" } as const;
  const body = { profileLevelAccessId, ...printed };
  const files = [new File([picture], "passport.png", { type: "image/png" })];
  expect((await coach.ask(sendAgeVerification, { params: on.params, body, files })).status).toBe(200);
  await world.it.drainJobs();
  await world.it.runSchedule("http.removeOrphanedFiles");
  const [stored] = await storedIn(org);
  const fileId = stored?.file_id as string;
  const open = async (by: TestPerson) => {
    const url = `${world.it.base}/api/app/requirement/${requirementId}/download-file?${new URLSearchParams({ profileLevelAccessId, fileId })}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` } });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const status = async () => (await coach.call(getRequirement, on)).status;
  return { org, admin, coach, on, requirementId, profileLevelAccessId, fileId, open, status };
}

const storedIn = (org: Awaited<ReturnType<typeof world.it.anOrganization>>) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ file_id: string; storage_key: string; wrapped_key: Buffer | null }>(
      sql`SELECT file_id, storage_key, wrapped_key FROM stored_file WHERE organization_id = ${organizationId}`,
    );
    return rows;
  });
/** Puts a photo back as if its job had never sealed it. */
async function unseal({ org, admin, open }: Pick<Awaited<ReturnType<typeof submitted>>, "org" | "admin" | "open">) {
  const { bytes } = await open(admin);
  const { files } = world.it.adapters;
  const key = files.newKey();
  await files.receive(Readable.from([bytes]), bytes.length, key);
  await org.asSystem(({ db, organizationId }) =>
    db.execute(
      sql`UPDATE stored_file SET storage_key = ${key}, wrapped_key = NULL WHERE organization_id = ${organizationId}`,
    ),
  );
  return { key, bytes };
}
const everyFile = async () =>
  Buffer.concat(await Promise.all((await world.it.storedKeys()).map((key) => readFile(join(world.it.folder, key)))));

test("a photo of a document is on disk sealed alone, opens for the reviewer, and is found nowhere once it is erased", async () => {
  const { org, admin, coach, on, profileLevelAccessId, open, status } = await submitted();
  const { status: opened, bytes } = await open(admin);
  expect([opened, bytes.subarray(1, 4).toString()]).toEqual([200, "PNG"]);
  const middle = bytes.subarray(bytes.length / 3, bytes.length / 3 + 40);
  expect((await everyFile()).includes(middle)).toBe(false);
  const [before] = await storedIn(org);
  const copy = await readFile(join(world.it.folder, before?.storage_key as string));
  const { body } = await coach.ask(eraseIdentityImages, { params: on.params, body: { profileLevelAccessId } });
  expect(body).toMatchObject({ erased: 1 });
  await world.it.runSchedule("http.removeOrphanedFiles");
  const [after] = await storedIn(org);
  expect(after?.wrapped_key).toBeNull();
  expect(await world.it.storedKeys()).not.toContain(before?.storage_key);
  expect(copy.includes(middle)).toBe(false);
  expect((await open(admin)).status).toBe(404);
  // What nobody had decided on is withdrawn.
  expect(await status()).toBe(RequirementStatus.Incomplete);
});

test("photos of documents are destroyed some days after the decision, and the decision stays", async () => {
  const { org, admin, on, requirementId, profileLevelAccessId, status } = await submitted();
  const review = { requirementId, reviewDecision: "Approved", reviewNotes: "" } as const;
  await admin.call(reviewRequirement, { params: { plaId: profileLevelAccessId }, body: review });
  const isKept = async (days: number) => {
    world.it.clock.shift = days * day;
    await world.it.runSchedule("identity.destroyDue");
    world.it.clock.shift = 0;
    return (await storedIn(org))[0]?.wrapped_key !== null;
  };
  expect([await isKept(29), await isKept(31)]).toEqual([true, false]);
  expect(await status()).toBe(RequirementStatus.Completed);
  expect((await admin.call(compareDocument, on)).read).toBeNull();
});

test("photos of documents are destroyed once their requirement isn't assigned anymore, and when the account closes", async () => {
  const gone = await submitted();
  await gone.org.asSystem(({ db, organizationId, now }) =>
    db.execute(
      sql`UPDATE requirement SET archived_at = ${now.toISOString()} WHERE organization_id = ${organizationId}`,
    ),
  );
  world.it.clock.shift = 31 * day;
  await world.it.runSchedule("identity.destroyDue");
  world.it.clock.shift = 0;
  expect((await storedIn(gone.org))[0]?.wrapped_key).toBeNull();

  const closing = await submitted();
  const proof = { password };
  expect((await closing.coach.ask(closeAccount, { body: { proof } })).status).toBe(204);
  expect((await storedIn(closing.org))[0]?.wrapped_key).toBeNull();
  // They are a member still, and what nobody had decided on can't be decided on anymore.
  const { status } = await closing.admin.call(getRequirement, closing.on);
  expect(status).toBe(RequirementStatus.Incomplete);
});

test("closing an account that ends while photos are destroyed goes on until they are", async () => {
  const { org, coach } = await submitted();
  const proof = { password };
  await execute(
    world.it.adminUrl,
    `CREATE FUNCTION ended() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'The process has ended.'; END $$`,
    `CREATE TRIGGER ended BEFORE UPDATE ON stored_file FOR EACH ROW
     WHEN (NEW.organization_id = '${org.organizationId}' AND NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION ended()`,
  );
  try {
    expect((await coach.ask(closeAccount, { body: { proof } })).status).toBe(500);
  } finally {
    await execute(world.it.adminUrl, "DROP TRIGGER ended ON stored_file", "DROP FUNCTION ended()");
  }
  // The organization has been left by then, and the photo is still there.
  expect(await world.it.tenancy.profilesOfAccount(coach.appUserId)).toEqual([]);
  expect((await storedIn(org))[0]?.wrapped_key).not.toBeNull();
  world.it.clock.shift = 6 * 60_000;
  await world.it.runSchedule("accounts.finishChanges");
  expect((await storedIn(org))[0]?.wrapped_key).toBeNull();
  expect(await world.it.identity.accountById(coach.appUserId)).toBeNull();
});

test("photos without a decision are destroyed after a year, and aren't scanned or checked anymore", async () => {
  const { org } = await submitted();
  const { adapters } = world.it;
  const scan = { atOnce: false, scan: adapters.scan.scan };
  const left = async (days: number) => {
    world.it.clock.shift = days * day;
    await world.it.runSchedule("identity.destroyDue");
    return org.asSystem(async (call) => {
      const checked = await filesAfter(call);
      const altered = await Promise.all(checked.map((noted) => isAltered(adapters, noted)));
      const scanned = await filesToScan({ ...call, adapters: { ...call.adapters, scan } });
      return { altered, scanned: scanned.length };
    });
  };
  // Sealed bytes are compared as they came.
  expect(await left(364)).toEqual({ altered: [false], scanned: 1 });
  expect(await left(366)).toEqual({ altered: [], scanned: 0 });
});

test("a photo whose sealing was lost is sealed later, and is destroyed all the same if that comes first", async () => {
  const late = await submitted();
  const { key, bytes } = await unseal(late);
  const middle = bytes.subarray(bytes.length / 3, bytes.length / 3 + 40);
  expect((await everyFile()).includes(middle)).toBe(true);
  world.it.clock.shift = 11 * 60_000;
  await world.it.runSchedule("identity.noticeUnsealedFiles");
  await world.it.drainJobs();
  await world.it.runSchedule("http.removeOrphanedFiles");
  world.it.clock.shift = 0;
  expect((await storedIn(late.org))[0]?.wrapped_key).not.toBeNull();
  expect(await world.it.storedKeys()).not.toContain(key);
  expect((await everyFile()).includes(middle)).toBe(false);

  const { key: plain } = await unseal(late);
  const { on, profileLevelAccessId, coach } = late;
  const { body } = await coach.ask(eraseIdentityImages, { params: on.params, body: { profileLevelAccessId } });
  expect(body).toMatchObject({ erased: 1 });
  await world.it.runSchedule("http.removeOrphanedFiles");
  expect(await world.it.storedKeys()).not.toContain(plain);
});

test("a sealed photo that can't be opened goes to a reviewer unread, and isn't tried for good", async () => {
  const { org, admin, on, status } = await submitted({ status: "busy" });
  expect(await status()).toBe(RequirementStatus.WaitingOnProvider);
  const [file] = await storedIn(org);
  await writeFile(join(world.it.folder, file?.storage_key as string), "these bytes were never sealed");
  world.it.clock.shift = 120_000;
  await world.it.drainJobs();
  expect(await status()).toBe(RequirementStatus.PendingReview);
  expect((await admin.call(compareDocument, on)).doubt?.code).toBe("notRead");
});
