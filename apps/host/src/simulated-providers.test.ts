import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSimulator, startSimulatedProviders } from "./simulated-providers.ts";

const read = (settings: Record<string, string>, around = { demo: false, reachable: false }) =>
  readSimulator((name) => settings[name] ?? null, around);

describe("simulated providers", () => {
  test("are there with the demo or by their own setting, and nowhere else", () => {
    expect(read({})).toBeNull();
    expect(read({}, { demo: true, reachable: false })).toEqual({ port: 0 });
    expect(read({ SIMULATOR: "off" }, { demo: true, reachable: false })).toBeNull();
    expect(read({ SIMULATOR: "1", SIMULATOR_PORT: "3100" })).toEqual({ port: 3100 });
    expect(() => read({ SIMULATOR: "on" }, { demo: false, reachable: true })).toThrow("others can reach this server");
  });

  test("are refused beside a real key, which is not repeated", () => {
    const real = { SIMULATOR: "on", CHECKR_API_KEY: "hunter2" };
    expect(() => read(real)).toThrow(/^CHECKR_API_KEY is a real key, but providers are simulated((?!hunter2).)*$/);
    const local = { CHECKR_API_KEY: "hunter2", CHECKR_URL: "http://localhost:3100/checkr" };
    expect(() => read(local)).toThrow(/^CHECKR_API_KEY is a real key, but CHECKR_URL leads to this((?!hunter2).)*$/);
    expect(read({ CHECKR_API_KEY: "hunter2", CHECKR_URL: "https://api.checkr.com" })).toBeNull();
    expect(read({ SIMULATOR: "on", CHECKR_API_KEY: "simulated_checkr_api_key" })).toEqual({ port: 0 });
  });

  test("answer until the host is closed, and at the same address after a restart", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "touchline-simulated-"));
    const around = { dataDir, apiUrl: "http://localhost:3000" };
    const ends: (() => Promise<unknown>)[] = [];
    const closers = { add: (end: () => Promise<unknown>) => void ends.push(end) };
    expect(await startSimulatedProviders(null, closers, around)).toBeNull();
    const url = await startSimulatedProviders({ port: 0 }, closers, around);
    expect((await fetch(`${url}/simulator`)).status).toBe(200);
    for (const end of ends.splice(0)) await end();
    await expect(fetch(`${url}/simulator`)).rejects.toThrow();
    expect(await startSimulatedProviders({ port: 0 }, closers, around)).toBe(url);
    for (const end of ends) await end();
    await rm(dataDir, { recursive: true });
  });
});
