import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { simulatePartnersAlone } from "../../../test/partners.ts";
import { ProviderError } from "../provider-http.ts";
import {
  type PartnerCredentials,
  type PartnerList,
  type PartnerPort,
  type PartnerPosition,
  partnerLists,
} from "./port.ts";

const { simulator, ports, steer } = await simulatePartnersAlone();
afterAll(() => simulator.close());

beforeEach(async () => {
  await steer("DELETE", "faults");
  for (const vendor of ["leagueapps", "sportsengine"]) {
    await steer("PUT", `partners/${vendor}`, { people: 23, seed: "one", oddities: false, page: 5 });
  }
});

/** Every row of a list, page by page, with the number of pages. */
async function all(port: PartnerPort, credentials: PartnerCredentials, list: PartnerList) {
  const rows: unknown[] = [];
  let position: PartnerPosition | null = null;
  for (let pages = 1; ; pages += 1) {
    const page = await port.read(credentials, list, position);
    rows.push(...page[list]);
    position = page.position;
    if (page.last) return { rows, position, pages };
  }
}

describe.each(["Test", "LeagueApps", "SportsEngine"] as const)("%s", (source) => {
  const vendor = source.toLowerCase();
  const options = () => {
    const port = ports.get(source) as PartnerPort;
    return { port, credentials: port.example as PartnerCredentials };
  };

  test("gives every row once, page by page, and nothing more from the last position on", async () => {
    const { port, credentials } = options();
    for (const list of partnerLists) {
      const { rows, position } = await all(port, credentials, list);
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
      expect(rows.length).toBeGreaterThan(3);
      expect((await port.read(credentials, list, position))[list]).toEqual([]);
    }
  });

  test("refuses a site or a client that it doesn't know as unauthorized", async () => {
    const { port, credentials } = options();
    for (const wrong of [{ siteId: "another" }, { clientId: "another" }]) {
      const reading = port.read({ ...credentials, ...wrong }, "people", null);
      await expect(reading).rejects.toMatchObject({ fault: "unauthorized" });
    }
  });

  if (source === "Test") return;

  test("says what is wrong: busy with the time to wait, unreachable, or malformed", async () => {
    const { port, credentials } = options();
    const fault = (name: string, value?: number) => steer("POST", "faults", { fault: name, vendor, value });
    await fault("429", 7);
    await expect(port.read(credentials, "people", null)).rejects.toMatchObject({ fault: "busy", retryAfter: 7 });
    await fault("500");
    await expect(port.read(credentials, "people", null)).rejects.toMatchObject({ fault: "busy", status: 500 });
    await fault("drop");
    await expect(port.read(credentials, "people", null)).rejects.toMatchObject({ fault: "unreachable" });
    await port.read(credentials, "people", null);
    await fault("malformed");
    await expect(port.read(credentials, "people", null)).rejects.toBeInstanceOf(ProviderError);
  });

  test("replaces a token that the partner no longer accepts, and takes a report once", async () => {
    const { port, credentials } = options();
    await port.read(credentials, "people", null);
    await simulator.advance(3 * 3_600_000);
    await port.read(credentials, "people", null);
    for (let times = 0; times < 2; times += 1) {
      await port.report(credentials, "report-1", [{ externalId: "100001", cleared: true }]);
    }
    const { flags } = await steer("GET", `partners/${vendor}`);
    expect(flags).toMatchObject({ "100001": { cleared: true, times: 1 } });
  });

  test("cuts fields of a million characters, and gives rows of people without names", async () => {
    const { port, credentials } = options();
    await steer("PUT", `partners/${vendor}`, { people: 1, oddities: true, page: 100 });
    const { people } = await port.read(credentials, "people", null);
    expect(Math.max(...people.map((one) => one.lastName.length))).toBe(1_001);
    expect(people.some((one) => one.firstName === "" && one.lastName === "")).toBe(true);
  });
});
