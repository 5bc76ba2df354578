import { describe, expect, test } from "vitest";
import { aSimulator } from "../../test/harness.ts";
import { day, hour, minute } from "../clock.ts";
import { credentials } from "../credentials.ts";

const { call, submitForm, received, receiver, simulator, url } = aSimulator();
const { clientId, clientSecret, callbackUser, callbackPassword } = credentials.sterling;

async function token() {
  const response = await fetch(url("/sterling/oauth/token"), {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

async function order(familyName: string) {
  const key = await token();
  const person = { givenName: "Ada", familyName, email: "ada@example.org" };
  const candidate = (await call("POST", "/sterling/v2/candidates", key, person)).json;
  const wanted = {
    candidateId: candidate.id,
    packageId: "64731",
    callback: { uri: `${receiver()}/sterling` },
    invite: { method: "link" },
  };
  const { status, json } = await call("POST", "/sterling/v2/screenings", key, wanted);
  const screening = async () => (await call("GET", `/sterling/v2/screenings/${json.id}`, await token())).json;
  return { status, link: json.invite.link as string, id: json.id as string, screening };
}

describe("Sterling", () => {
  test("refuses calls without an access token, and with one that is an hour old", async () => {
    const refused = { status: 401, json: { code: "UNAUTHORIZED", message: expect.any(String) } };
    expect(await call("GET", "/sterling/v2/packages")).toMatchObject(refused);
    const key = await token();
    expect(await call("GET", "/sterling/v2/packages", key)).toMatchObject({ status: 200 });
    await simulator().advance(hour);
    expect(await call("GET", "/sterling/v2/packages", key)).toMatchObject(refused);
  });

  test("goes from the screening to clear, with callbacks that show the agreed password", async () => {
    const { status, link, screening } = await order("Rivera");
    expect(status).toBe(201);
    expect(await screening()).toMatchObject({ status: "new", result: "n/a" });
    await submitForm(link);
    expect(await screening()).toMatchObject({ status: "pending", result: "pending" });
    await simulator().advance(minute);
    expect(await screening()).toMatchObject({ status: "complete", result: "clear" });
    expect(received.map(({ body }) => JSON.parse(body).payload.status)).toEqual(["pending", "complete"]);
    const basic = Buffer.from(`${callbackUser}:${callbackPassword}`).toString("base64");
    expect(received.every(({ headers }) => headers.authorization === `Basic ${basic}`)).toBe(true);
  });

  test("has a record to consider, an adverse action and a report file", async () => {
    const { link, id, screening } = await order("Consider");
    await submitForm(link);
    await simulator().advance(minute);
    expect(await screening()).toMatchObject({ status: "complete", result: "consider" });
    const adverse = await call("POST", `/sterling/v2/screenings/${id}/adverse-actions`, await token(), {});
    expect(adverse).toMatchObject({ status: 201, json: { adverseActions: [{ id: expect.any(String) }] } });
    const file = await fetch((await screening()).links.report, { headers: await token() });
    expect((await file.text()).startsWith("%PDF-")).toBe(true);
  });

  test("gives an invitation fourteen days", async () => {
    const { screening } = await order("Rivera");
    await simulator().advance(13 * day);
    expect(await screening()).toMatchObject({ status: "new" });
    await simulator().advance(day);
    expect(await screening()).toMatchObject({ result: "n/a", completedAt: null });
  });

  test("forges a callback by a guessed password, before the true one", async () => {
    const { link } = await order("Consider");
    await submitForm(link);
    await simulator().settle();
    received.length = 0;
    await call("POST", "/simulator/faults", {}, { fault: "webhook-forge", vendor: "sterling" });
    await simulator().advance(minute);
    expect(received.map(({ body }) => JSON.parse(body).payload.result)).toEqual(["clear", "consider"]);
    expect(received[0]?.headers.authorization).not.toBe(received[1]?.headers.authorization);
  });
});
