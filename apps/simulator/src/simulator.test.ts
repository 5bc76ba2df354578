import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { aSimulator, call, checkrKey, yardstikKey } from "../test/harness.ts";
import { day, hour, minute } from "./clock.ts";
import { startSimulator } from "./simulator.ts";

const {
  call: here,
  received,
  answers,
  simulator,
  submitForm,
  url,
} = aSimulator((receiver) => ({
  webhookUrls: { checkr: `${receiver}/checkr` },
}));

const person = (last_name: string) => ({ first_name: "Ada", last_name, email: "ada@example.org" });
const listed = async () => (await here("GET", "/checkr/v1/candidates", checkrKey)).json.count as number;

async function invite(lastName: string) {
  const candidate = (await here("POST", "/checkr/v1/candidates", checkrKey, person(lastName))).json;
  const wanted = { candidate_id: candidate.id, package: "youth_sports_basic" };
  const invitation = (await here("POST", "/checkr/v1/invitations", checkrKey, wanted)).json;
  await simulator().settle();
  received.length = 0;
  return invitation;
}
const types = () => received.map(({ body }) => JSON.parse(body).type as string);

describe("an answer can", () => {
  const post = (fault: string, signal?: AbortSignal) =>
    fetch(url("/checkr/v1/candidates"), {
      method: "POST",
      headers: { ...checkrKey, "content-type": "application/json", "x-simulate": fault },
      body: JSON.stringify(person("Rivera")),
      signal,
    });

  test("be an error of status 500, or 429 with a time to wait, in the vendor's shape and with nothing done", async () => {
    const before = await listed();
    const failed = await post("500");
    expect([failed.status, await failed.json()]).toEqual([500, { error: "Internal server error" }]);
    const limited = await post("429=7");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    const other = await here("GET", "/yardstik/packages", { ...yardstikKey, "x-simulate": "500" });
    expect(other.json).toEqual({ errors: [{ message: "Internal server error" }] });
    expect((await post("401")).status).toBe(401);
    expect(await listed()).toBe(before);
  });

  test("never come, before the order was taken and after", async () => {
    const before = await listed();
    await expect(post("timeout-before", AbortSignal.timeout(300))).rejects.toThrow();
    expect(await listed()).toBe(before);
    await expect(post("timeout-after", AbortSignal.timeout(300))).rejects.toThrow();
    expect(await listed()).toBe(before + 1);
    await expect(post("drop")).rejects.toThrow();
    expect(await listed()).toBe(before + 1);
  });

  test("be late, cut in half, or of another shape", async () => {
    const begun = performance.now();
    expect((await post("delay=150")).status).toBe(201);
    expect(performance.now() - begun).toBeGreaterThan(140);
    await expect((await post("malformed")).json()).rejects.toThrow();
    expect(await (await post("schema-drift")).json()).toMatchObject({ id: { value: expect.any(String) } });
  });

  test("be refused where the fault has no name", async () => {
    expect((await post("earthquake")).status).toBe(400);
  });

  test("go wrong as often as was asked for by the queue, at that vendor alone", async () => {
    await here("POST", "/simulator/faults", {}, { fault: "500", vendor: "checkr", times: 2 });
    expect((await here("GET", "/yardstik/packages", yardstikKey)).status).toBe(200);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await here("GET", "/checkr/v1/packages", checkrKey)).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect(await here("POST", "/simulator/faults", {}, { fault: "earthquake" })).toMatchObject({ status: 400 });
  });

  test("go wrong at one path alone, whatever else of that vendor is called before", async () => {
    await here("POST", "/simulator/faults", {}, { fault: "500", vendor: "checkr", path: "/checkr/v1/packages" });
    expect((await here("GET", "/checkr/v1/candidates", checkrKey)).status).toBe(200);
    expect((await here("GET", "/checkr/v1/packages", checkrKey)).status).toBe(500);
    expect((await here("GET", "/checkr/v1/packages", checkrKey)).status).toBe(200);
  });
});

describe("a webhook can", () => {
  const complete = async (fault: string, lastName = "Rivera", refusals: number[] = []) => {
    const invitation = await invite(lastName);
    await here("POST", "/simulator/faults", {}, { fault, vendor: "checkr" });
    answers.push(...refusals);
    await submitForm(invitation.invitation_url);
    await simulator().settle();
  };

  test("be sent twice", async () => {
    await complete("webhook-duplicate");
    expect(types()).toEqual(["invitation.completed", "invitation.completed", "report.created"]);
    expect(received[0]?.body).toBe(received[1]?.body);
  });

  test("be overtaken by the next one", async () => {
    await complete("webhook-reorder");
    expect(types()).toEqual(["report.created", "invitation.completed"]);
  });

  test("be lost", async () => {
    await complete("webhook-drop");
    expect(types()).toEqual(["report.created"]);
    expect(
      simulator()
        .deliveries()
        .filter(({ state }) => state === "dropped"),
    ).toHaveLength(1);
  });

  test("be late", async () => {
    await complete("webhook-delay");
    expect(types()).toEqual(["report.created"]);
    await simulator().advance(minute);
    expect(types()).toContain("invitation.completed");
  });

  test("be forged: what it says is better than the truth, and its signature is another", async () => {
    const invitation = await invite("Consider");
    await submitForm(invitation.invitation_url);
    await simulator().settle();
    received.length = 0;
    await here("POST", "/simulator/faults", {}, { fault: "webhook-forge" });
    await simulator().advance(minute);
    const results = received.map(({ body }) => JSON.parse(body).data.object.result);
    expect(results).toEqual(["clear", "consider"]);
    expect(received[0]?.headers["x-checkr-signature"]).toMatch(/^[0-9a-f]{64}$/);
    expect(
      simulator()
        .deliveries()
        .filter(({ forged }) => forged),
    ).toHaveLength(1);
  });

  test("be repeated by the vendor's rule until it is taken, and is given up after that", async () => {
    // Lets the effects of earlier orders finish.
    await simulator().advance(day);
    await complete("webhook-drop", "Silent", [500, 503]);
    expect(types()).toHaveLength(1);
    await simulator().advance(minute);
    expect(types()).toHaveLength(2);
    await simulator().advance(minute);
    const created = () =>
      simulator()
        .deliveries()
        .findLast(({ event }) => event === "report.created");
    expect(created()).toMatchObject({ state: "delivered" });
    expect(created()?.attempts.map(({ outcome }) => outcome)).toEqual(["500", "503", "200"]);

    const always = Array.from({ length: 200 }, () => 500);
    await complete("webhook-drop", "Silent", always);
    await simulator().advance(10 * minute + 26 * hour);
    expect(created()?.attempts).toHaveLength(35);
    expect(created()?.state).toBe("given up");
    answers.length = 0;
  });
});

describe("the simulator", () => {
  test("does the same at the same times for one seed, and something else for another", async () => {
    const run = async (seed: string) => {
      const own = await startSimulator({ seed, now: () => new Date("2027-03-01T12:00:00Z"), tick: 0 });
      try {
        for (const name of ["Rivera", "Consider", "Revised"]) {
          const candidate = (await call(`${own.url}/checkr/v1/candidates`, "POST", checkrKey, person(name))).json;
          const wanted = { candidate_id: candidate.id, package: "youth_sports_basic" };
          const made = (await call(`${own.url}/checkr/v1/invitations`, "POST", checkrKey, wanted)).json;
          await submitForm(made.invitation_url);
          await own.advance(hour);
        }
        await own.advance(40 * day);
        return structuredClone(own.orders());
      } finally {
        await own.close();
      }
    };
    const first = await run("one");
    expect(await run("one")).toEqual(first);
    expect((await run("two")).map(({ id }) => id)).not.toEqual(first.map(({ id }) => id));
    expect(first[2]?.history.map(({ stage, at }) => [stage, at])).toEqual([
      ["invited", "2027-03-01T14:00:00.000Z"],
      ["processing", "2027-03-01T14:00:00.000Z"],
      ["clear", "2027-03-01T14:00:30.000Z"],
      ["consider", "2027-03-31T14:00:30.000Z"],
    ]);
  });

  test("has a panel by which a person adds faults, moves orders and advances the clock", async () => {
    const invitation = await invite("Paneled");
    const post = (path: string, form: Record<string, string>) =>
      fetch(url(`/simulator/panel/${path}`), { method: "POST", body: new URLSearchParams(form) });
    expect((await post("faults", { fault: "500", vendor: "checkr", times: "1" })).status).toBe(200);
    expect((await here("GET", "/checkr/v1/packages", checkrKey)).status).toBe(500);
    const order = simulator()
      .orders()
      .findLast(({ vendor }) => vendor === "checkr");
    await post("orders", { vendor: "checkr", id: order?.id ?? "", stage: "canceled" });
    expect(order?.stage).toBe("canceled");
    await post("clock", { step: "day" });
    const text = await (await fetch(url("/simulator"))).text();
    expect(text).toContain("Simulated provider: no real check is made");
    expect(text).toContain("Ada Paneled");
    expect(text).not.toContain("<script");
    expect((await fetch(invitation.invitation_url)).status).toBe(410);
  });

  test("escapes what others typed", async () => {
    await invite('<img src="x">');
    const text = await (await fetch(url("/simulator"))).text();
    expect(text).not.toContain("<img");
    expect(text).toContain("&lt;img src=&quot;x&quot;&gt;");
  });

  test("answers no page of elsewhere, and no name that leads here", async () => {
    const foreign = await fetch(url("/simulator/faults"), {
      method: "POST",
      headers: { origin: "https://example.org", "content-type": "application/json" },
      body: JSON.stringify({ fault: "500" }),
    });
    expect(foreign.status).toBe(403);
    const status = await new Promise((resolve, reject) => {
      const calling = request(url("/simulator"), { headers: { host: "rebound.example.org" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      calling.on("error", reject).end();
    });
    expect(status).toBe(421);
  });

  test("sends nothing to other machines", async () => {
    await expect(startSimulator({ webhookUrls: { checkr: "https://example.org/hook" } })).rejects.toThrow(
      "is on another machine",
    );
    const away = { vendor: "checkr", url: "https://example.org/hook" };
    expect(await here("POST", "/simulator/webhooks", {}, away)).toMatchObject({ status: 400 });
  });
});
