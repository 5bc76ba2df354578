import {
  addRegistry,
  cancelRegistryLoad,
  getRegistry,
  loadRegistry,
  useRegistryVersion,
} from "@touchline/contract/screening/registry";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, operatorAddress, password } from "../../../../test/world.ts";
import { jobTable } from "../../../jobs/queue.ts";
import { continueLoad } from "./actions/load.ts";

const world = aWorld();
let operator: string;
beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});

const begun: string[] = [];
/** What these tests have loaded is searched no more. */
afterEach(async () => {
  await world.it.drainJobs();
  for (const id of begun.splice(0)) await searchVersion(id, null);
});

const searchVersion = (id: string, versionId: string | null) =>
  ask(world.it.base, operator, useRegistryVersion, { params: { id }, body: { versionId } });

async function aRegistry() {
  const body = { name: `Registry ${Math.random()}`, searchUrl: null };
  const { registryId } = (await ask(world.it.base, operator, addRegistry, { body })).body;
  begun.push(registryId);
  return registryId;
}

const load = (id: string, rows: number) =>
  ask(world.it.base, operator, loadRegistry, {
    params: { id },
    body: { asOf: "2026-01-31", checkOnly: "false" },
    files: [new File([`ID,First,Last,DOB\n${entries(rows)}`], "registry.csv")],
  });
/** Every second entry without a date of birth. */
const entries = (rows: number) =>
  Array.from({ length: rows }, (_, index) => `E-${index},Kyle,Voss,${index % 2 ? "1971-03-14" : ""}`).join("\n");

const cancel = (id: string, versionId: string) =>
  ask(world.it.base, operator, cancelRegistryLoad, { params: { id, versionId } });
const registryOf = async (id: string) => {
  const { currentVersionId, versions } = (await ask(world.it.base, operator, getRegistry, { params: { id } })).body;
  return { currentVersionId, states: versions.map(({ state, loaded }) => [state, loaded]) };
};
/** A step that takes up one part of the file: 250 entries. */
const step = (registryVersionId: string) =>
  world.it.tenancy.runShared((db) => continueLoad({ db, now: new Date() }, { registryVersionId }, 1));
const kept = async (versionId: string) => {
  const { rows } = await world.it.tenancy.runShared((db) =>
    db.execute<{ entries: number; keys: number; parts: number }>(sql`SELECT
      (SELECT count(*)::int FROM registry_entry WHERE registry_version_id = ${versionId}) AS entries,
      (SELECT count(*)::int FROM registry_name_key WHERE registry_version_id = ${versionId}) AS keys,
      (SELECT count(*)::int FROM registry_load_part WHERE registry_version_id = ${versionId}) AS parts`),
  );
  return rows[0];
};

async function loaded(id: string, rows: number) {
  const { versionId } = (await load(id, rows)).body;
  await world.it.drainJobs();
  return versionId as string;
}

test("a file is loaded in steps, and the version before is searched until it is whole", async () => {
  const registry = await aRegistry();
  const first = await loaded(registry, 1);
  const second = (await load(registry, 600)).body.versionId as string;
  expect(await step(second)).toBe(true);
  expect(await step(second)).toBe(true);
  expect(await registryOf(registry)).toEqual({
    currentVersionId: first,
    states: [
      ["loading", 500],
      ["loaded", 1],
    ],
  });
  expect((await searchVersion(registry, second)).status).toBe(404);
  await world.it.drainJobs();
  expect(await registryOf(registry)).toMatchObject({ currentVersionId: second, states: [["loaded", 600], {}] });
  expect(await kept(second)).toMatchObject({ entries: 600, parts: 0 });
  expect(await step(second)).toBe(false);
});

test("a load can be canceled, which removes what was loaded and leaves the version before", async () => {
  const registry = await aRegistry();
  const first = await loaded(registry, 1);
  const second = (await load(registry, 1_000)).body.versionId as string;
  await step(second);
  expect((await kept(second))?.keys).toBeGreaterThan(0);
  expect((await cancel(registry, second)).status).toBe(204);
  await world.it.drainJobs();
  expect(await kept(second)).toEqual({ entries: 0, keys: 0, parts: 0 });
  expect(await registryOf(registry)).toMatchObject({ currentVersionId: first, states: [["canceled", 0], {}] });
  expect((await cancel(registry, second)).body).toMatchObject({ status: 409, reason: "canceled" });
  expect((await cancel(registry, first)).body).toMatchObject({ status: 409, reason: "loaded" });
  expect((await searchVersion(registry, second)).status).toBe(404);
  expect(await kept(await loaded(registry, 2))).toMatchObject({ entries: 2 });
});

test("of two files of a registry at once the second is refused, and loads once the first is done", async () => {
  const registry = await aRegistry();
  await load(registry, 300);
  expect((await load(registry, 2)).body).toMatchObject({ status: 409, reason: "loading" });
  await world.it.drainJobs();
  expect((await load(registry, 2)).status).toBe(200);
});

test("a load that no job is working on anymore fails after a minute and leaves nothing behind", async () => {
  const registry = await aRegistry();
  const versionId = (await load(registry, 600)).body.versionId as string;
  await step(versionId);
  await world.it.tenancy.runShared(async (db) => {
    await db.execute(
      sql`DELETE FROM ${sql.raw(jobTable)} WHERE data -> 'payload' ->> 'registryVersionId' = ${versionId}`,
    );
    await db.execute(sql`UPDATE registry_version SET moved_at = moved_at - interval '2 minutes'
      WHERE registry_version_id = ${versionId}`);
  });
  await world.it.runSchedule("registries.noticeAbandoned");
  await world.it.drainJobs();
  expect(await registryOf(registry)).toEqual({ currentVersionId: null, states: [["failed", 0]] });
  expect(await kept(versionId)).toEqual({ entries: 0, keys: 0, parts: 0 });
});
