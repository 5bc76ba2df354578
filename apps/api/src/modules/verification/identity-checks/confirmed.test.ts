import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RequirementStatus } from "@touchline/contract";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { documentRead, identityAsked, passportFields, reader } from "../../../../test/identities.ts";
import { aWorld } from "../../../../test/world.ts";
import { noVision } from "../../../adapters/vision/builtin.ts";

const world = aWorld();
afterEach(() => Object.assign(world.it.adapters, { vision: noVision }));

/** A child whose passport was photographed and read as these fields. */
async function withPassport(fields: Partial<typeof passportFields> = {}) {
  Object.assign(world.it.adapters, { vision: reader({ document: [documentRead({ ...passportFields, ...fields })] }) });
  const scene = await identityAsked(world.it);
  const child = async (firstName?: string) => {
    const one = await scene.child(firstName);
    await one.start("documents");
    await one.report("front");
    await world.it.drainJobs();
    return one;
  };
  return { ...scene, child };
}
const codesOf = (seen: { reasons: { code: string }[] } | null) => seen?.reasons.map(({ code }) => code);

test("what was read is shown before it is submitted; what the member corrects goes to the reviewer, sealed with the pictures", async () => {
  const { org, child } = await withPassport();
  const noa = await child();
  expect((await noa.progress()).read).toEqual({
    ...{ firstName: "NOA MARIE", lastName: "LITTLE", dateOfBirth: "2015-05-05", warning: null },
  });
  expect((await noa.submit({ firstName: "Noa", lastName: "Little", dateOfBirth: "2999-05-05" })).status).toBe(400);
  await noa.submit({ firstName: "Noa", lastName: "Littleton", dateOfBirth: "2015-05-05" });
  await world.it.drainJobs();
  expect(await noa.status()).toBe(RequirementStatus.PendingReview);
  const seen = await noa.compared();
  expect(codesOf(seen)).toEqual(["corrected", "documentsOnly"]);
  expect(seen?.typed).toEqual({ firstName: "Noa", lastName: "Littleton", dateOfBirth: "2015-05-05", differs: true });
  const kept = () =>
    org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ kept: string }>(
        sql`SELECT identity_check::text AS kept FROM identity_check WHERE organization_id = ${organizationId}`,
      );
      return rows.map((row) => row.kept).join();
    });
  expect(await kept()).not.toContain(Buffer.from("Littleton").toString("hex"));
  await noa.erase();
  expect((await noa.compared())?.typed ?? null).toBeNull();
});

test("what the member confirms as it was read is no mismatch", async () => {
  const { child } = await withPassport();
  const noa = await child();
  await noa.submit({ firstName: "Noa Marie", lastName: "Little", dateOfBirth: "2015-05-05" });
  await world.it.drainJobs();
  expect(codesOf(await noa.compared())).toEqual(["documentsOnly"]);
  expect((await noa.compared())?.typed).toMatchObject({ differs: false });
});

test("a name or a date that couldn't be read isn't corrected by typing it", async () => {
  const { child } = await withPassport({ lastName: undefined, dateOfBirth: undefined });
  const noa = await child();
  await noa.submit({ firstName: "Noa Marie", lastName: "Little", dateOfBirth: "2015-05-05" });
  await world.it.drainJobs();
  expect(codesOf(await noa.compared())).not.toContain("corrected");
});

test("a twin's document is warned about: to the family without a name, and to the reviewer", async () => {
  const { child } = await withPassport();
  await child();
  const lea = await child("Lea");
  const { read } = await lea.progress();
  expect(read?.warning).toMatch(/someone else in the family. Use a document of Lea/);
  await lea.submit();
  await world.it.drainJobs();
  expect(codesOf(await lea.compared())).toEqual(["relativesDocument", "nameDiffers", "documentsOnly"]);
});

test("a parent's own document is warned about", async () => {
  const { org, parent, child } = await withPassport({
    ...{ firstName: "VOLUNTEER", lastName: "NUMERO", dateOfBirth: "1985-04-12" },
  });
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE profile SET first_name = 'Volunteer', last_name = 'Numero'
      WHERE organization_id = ${organizationId} AND profile_id = ${parent.profileId}`),
  );
  const noa = await child();
  expect((await noa.progress()).read?.warning).not.toBeNull();
  await noa.submit();
  await world.it.drainJobs();
  expect(codesOf(await noa.compared())?.[0]).toBe("guardiansDocument");
});

test("a sealed picture that can't be opened goes to a person instead of being tried for good", async () => {
  Object.assign(world.it.adapters, { vision: reader({}) });
  const { org, child } = await identityAsked(world.it);
  const noa = await child();
  await noa.start("documents");
  await noa.report("front");
  const key = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ storage_key: string }>(
      sql`SELECT storage_key FROM identity_image WHERE organization_id = ${organizationId}`,
    );
    return rows[0]?.storage_key as string;
  });
  await writeFile(join(world.it.folder, key), "these bytes were never sealed");
  await noa.submit();
  await world.it.drainJobs();
  expect(await noa.status()).toBe(RequirementStatus.PendingReview);
  expect(codesOf(await noa.compared())).toContain("notRead");
});
