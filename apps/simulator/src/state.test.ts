import { appendFile, cp, mkdtemp, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { call, checkrKey, yardstikKey } from "../test/harness.ts";
import { minute } from "./clock.ts";
import { type Simulator, startSimulator } from "./simulator.ts";
import { KeptState } from "./state.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function aFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "touchline-simulator-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "deeper", "state");
}

const person = (last_name: string) => ({ first_name: "Ada", last_name, email: "ada@example.org" });

/** Returns everything that a customer or the panel sees, as JSON. */
async function seen({ url }: Simulator): Promise<unknown> {
  const requests = [
    ...["candidates", "invitations", "reports", "sub_accounts"].map(
      (path) => [`/yardstik/${path}`, yardstikKey] as const,
    ),
    ...["candidates", "invitations"].map((path) => [`/checkr/v1/${path}`, checkrKey] as const),
    ...["orders", "deliveries", "faults", "clock"].map((path) => [`/simulator/${path}`, {}] as const),
  ];
  return Promise.all(requests.map(async ([path, key]) => (await call(`${url}${path}`, "GET", key)).json));
}

/**
 * Creates orders and faults, moves the clock, and runs what follows. `between` may restart the simulator in the middle.
 */
async function story(
  file: string | undefined,
  between: (started: Simulator, again: () => Promise<Simulator>) => Promise<Simulator>,
) {
  const received: string[] = [];
  const start = () =>
    startSimulator({
      ...{ seed: "story", tick: 0, file, now: () => new Date("2027-03-01T12:00:00Z") },
      webhookUrls: { checkr: "http://127.0.0.1:9/checkr" },
      fetch: async (_url, { body }) => {
        received.push(String(body));
        return new Response(null, { status: received.length === 2 ? 503 : 200 });
      },
    });
  let simulator = await start();
  const post = async (path: string, key: Record<string, string>, body: object) => {
    const { json } = await call(`${simulator.url}${path}`, "POST", key, body);
    await simulator.settle();
    return json;
  };
  const invite = async (lastName: string, key = checkrKey) => {
    const { id } = await post("/checkr/v1/candidates", checkrKey, person(lastName));
    return post("/checkr/v1/invitations", key, { candidate_id: id, package: "youth_sports_basic" });
  };
  const fill = async (address: string) => {
    await fetch(address, { method: "POST", body: new URLSearchParams({ consent: "yes", signature: "Typed Name" }) });
    await simulator.settle();
  };

  const account = await post("/yardstik/sub_accounts", yardstikKey, { account_name: "Riverside" });
  await fill((await invite("Info")).invitation_url);
  const second = await invite("Rivera");
  await post("/simulator/clock", {}, { advance: minute / 2 });
  await post("/simulator/faults", {}, { fault: "webhook-reorder", vendor: "checkr" });
  await fill(second.invitation_url);
  const before = await seen(simulator);
  simulator = await between(simulator, start);
  expect(await seen(simulator)).toEqual(before);

  const token = { authorization: `Account ${account.api_token}` };
  expect((await call(`${simulator.url}/yardstik/accounts/${account.id}`, "GET", token)).json.status).toBe("pending");
  await simulator.advance(10 * minute);
  expect((await call(`${simulator.url}/yardstik/accounts/${account.id}`, "GET", token)).json.status).toBe(
    "credentialed",
  );
  const third = await invite("Consider");
  const state = { seen: await seen(simulator), received, third };
  await simulator.close();
  return JSON.parse(JSON.stringify(state).replaceAll(new URL(simulator.url).host, "host"));
}

test("a restart changes nothing: the same ids, statuses and address, and webhooks still to come do come", async () => {
  const never = await story(undefined, async (started) => started);
  const file = await aFile();
  const killed = await story(file, async (started, again) => {
    // Like a killed process: nothing is written on closing.
    await cp(file, `${file}.killed`);
    await started.close();
    await cp(`${file}.killed`, file);
    const next = await again();
    expect(next.url).toBe(started.url);
    return next;
  });
  expect(killed).toEqual(never);
  expect(killed.received.length).toBeGreaterThan(8);
});

test("of many records, a change is written alone, a read one isn't, and half a change is left out", async () => {
  const file = await aFile();
  const first = await KeptState.open(file);
  const notes = first.records<{ note: string }>("notes");
  for (let index = 0; index < 1_000; index += 1) notes.set(String(index), { note: "same" });
  const sizeAfterSave = async () => {
    await first.save();
    return (await stat(file)).size;
  };
  const whole = await sizeAfterSave();
  Object.assign(notes.get("7") ?? {}, { note: "changed" });
  notes.delete("8");
  const changed = await sizeAfterSave();
  expect(changed - whole).toBeGreaterThan(0);
  expect(changed - whole).toBeLessThan(500);
  for (const one of notes.values()) expect(one.note).not.toBe("");
  expect(await sizeAfterSave()).toBe(changed);
  notes.set("9", { note: "never finished" });
  await truncate(file, (await sizeAfterSave()) - 1);
  await first.close();

  const second = await KeptState.open(file);
  const again = second.records<{ note: string }>("notes");
  expect(again.size).toBe(999);
  expect([again.get("7"), again.get("8"), again.get("9")]).toEqual([{ note: "changed" }, undefined, { note: "same" }]);
});

test("a record that an earlier process wrote stays deleted, and zeros that a power loss left at the end don't matter", async () => {
  const file = await aFile();
  const open = async () => {
    const state = await KeptState.open(file);
    const notes = state.records<string>("notes");
    await state.save();
    return { state, notes };
  };
  const first = await open();
  first.notes.set("kept", "one").set("deleted", "two");
  await first.state.close();
  const second = await open();
  second.notes.delete("deleted");
  await second.state.close();
  await appendFile(file, Buffer.alloc(64));
  const third = await open();
  await third.state.close();
  expect([...third.notes]).toEqual([["kept", "one"]]);
});

test("a file that can't be read is set aside, and one that is there has its own seed", async () => {
  const file = await aFile();
  const first = await startSimulator({ file, seed: "one" });
  const { id } = (await call(`${first.url}/checkr/v1/candidates`, "POST", checkrKey, person("Rivera"))).json;
  await first.close();
  const second = await startSimulator({ file, seed: "two" });
  expect((await call(`${second.url}/checkr/v1/candidates/${id}`, "GET", checkrKey)).status).toBe(200);
  await second.close();
  await writeFile(file, "half a file");
  const third = await startSimulator({ file, seed: "one" });
  cleanups.push(() => third.close());
  expect((await call(`${third.url}/checkr/v1/candidates/${id}`, "GET", checkrKey)).status).toBe(404);
  expect(await readdir(join(file, ".."))).toContain("state.unreadable");
});
