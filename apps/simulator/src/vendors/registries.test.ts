import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { aSimulator, type Received } from "../../test/harness.ts";
import { day, hour } from "../clock.ts";
import { credentials } from "../credentials.ts";

const { call, received, receiver, simulator, url } = aSimulator();

describe("the sex offender search", () => {
  const search = (query: Record<string, string>) =>
    call(
      "GET",
      `/offender-search/sexoffender?${new URLSearchParams({ key: credentials.offenderSearch.key, ...query })}`,
    );

  test("refuses a wrong key, and a search for nobody", async () => {
    expect(await search({ key: "other", lastName: "Listed" })).toMatchObject({ status: 401 });
    expect(await search({})).toMatchObject({ status: 400 });
    expect(await search({ lastName: "Listed", dob: "3/4/1971" })).toMatchObject({ status: 400 });
  });

  test("finds by name and date of birth, without regard to accents, and finds nobody else", async () => {
    expect((await search({ lastName: "listed", dob: "1971-03-04" })).json.offenders).toHaveLength(1);
    expect((await search({ firstName: "Jose", dob: "1965-07-21" })).json.offenders).toHaveLength(2);
    expect((await search({ firstName: "Imaginary", lastName: "Listd", fuzzy: "true" })).json.total).toBe(3);
    expect((await search({ lastName: "Rivera" })).json).toEqual({ offenders: [], total: 0 });
  });
});

describe("U.S. Soccer", () => {
  const { clientId, clientSecret } = credentials.usSoccer;
  const token = async () => {
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const response = await fetch(url("/us-soccer/oauth/token"), { method: "POST", body: new URLSearchParams(form) });
    return { authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}` };
  };
  const licenses = (id: string, key: Record<string, string>) =>
    call("GET", `/us-soccer/users/${id}/user-licenses`, key);

  test("wants a token of an hour, its own or one that the client signed", async () => {
    expect(await licenses("1000000000000001", {})).toMatchObject({ status: 401, json: { message: "Unauthorized" } });
    const key = await token();
    expect(await licenses("1000000000000001", key)).toMatchObject({ status: 200 });
    const at = Math.floor(Date.parse("2027-03-01T12:00:00Z") / 1_000);
    const signed = (secret: string, seconds: number) =>
      new SignJWT({})
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(clientId)
        .setIssuedAt(at)
        .setExpirationTime(at + seconds)
        .sign(new TextEncoder().encode(secret));
    const own = { authorization: `Bearer ${await signed(clientSecret, 3_600)}` };
    expect(await licenses("1000000000000001", own)).toMatchObject({ status: 200 });
    const guessed = { authorization: `Bearer ${await signed("guessed".repeat(6), 3_600)}` };
    expect(await licenses("1000000000000001", guessed)).toMatchObject({ status: 401 });
    await simulator().advance(hour + 1_000);
    expect(await licenses("1000000000000001", key)).toMatchObject({ status: 401 });
  });

  test("has licenses that hold, that have expired, none, and ids that nobody has", async () => {
    const key = await token();
    const [held] = (await licenses("1000000000000001", key)).json;
    expect(held).toMatchObject({ license_id: 3, discipline: "coach", issuer: "U.S. Soccer" });
    expect(held.expiration_date > "2027-03-01").toBe(true);
    const [expired] = (await licenses("1000000000000002", key)).json;
    expect(expired.expiration_date < "2027-03-01").toBe(true);
    expect((await licenses("1000000000000005", key)).json).toEqual([]);
    expect(await licenses("1000000000000000", key)).toMatchObject({ status: 404 });
    expect(await licenses("1234-5678", key)).toMatchObject({ status: 400 });
    const verify = async (id: string) =>
      (
        await call("POST", `/us-soccer/users/${id}/verify`, key, {
          first_name: "Ada",
          last_name: "Rivera",
          date_of_birth: "1990-01-01",
        })
      ).json;
    expect(await verify("1000000000000001")).toEqual({ name: "match", date_of_birth: "match" });
    expect(await verify("1000000000000091")).toEqual({ name: "mismatch", date_of_birth: "match" });
    expect((await call("GET", "/us-soccer/licenses", key)).json.length).toBeGreaterThan(20);
  });
});

describe("the training provider", () => {
  const key = { authorization: `Bearer ${credentials.training.apiKey}` };
  const enroll = async (last_name: string) => {
    const learner = { first_name: "Ada", last_name, email: "ada@example.org" };
    const wanted = { course_id: "abuse-prevention-core", learner, callback_url: `${receiver()}/training` };
    return (await call("POST", "/training/enrollments", key, wanted)).json;
  };
  const status = async (id: string) => (await call("GET", `/training/enrollments/${id}`, key)).json;

  test("refuses calls without its key", async () => {
    expect(await call("GET", "/training/courses")).toMatchObject({ status: 401 });
  });

  test("tells of a completed training by a signed webhook, and has the certificate", async () => {
    const { id, url: link } = await enroll("Rivera");
    expect(await (await fetch(link)).text()).toContain("Simulated provider: no real check is made");
    expect(await status(id)).toMatchObject({ status: "in_progress", certificate_url: null });
    await fetch(link, { method: "POST" });
    await fetch(link, { method: "POST" });
    await simulator().settle();
    const done = await status(id);
    expect(done).toMatchObject({ status: "completed", certificate_id: expect.stringMatching(/^SIM-/) });
    expect(received).toHaveLength(1);
    const { headers, body } = received[0] as Received;
    const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const secret = Buffer.from(credentials.training.webhookSecret, "base64");
    const signature = createHmac("sha256", secret).update(text).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    const file = await fetch(done.certificate_url, { headers: key });
    expect((await file.text()).startsWith("%PDF-")).toBe(true);
  });

  test("waits for who is slow, and hears nothing of who is silent", async () => {
    const [slow, silent] = [await enroll("Slow"), await enroll("Silent")];
    for (const { url: link } of [slow, silent]) await fetch(link, { method: "POST" });
    expect(await status(slow.id)).toMatchObject({ status: "in_progress" });
    await simulator().advance(10 * day);
    expect(await status(slow.id)).toMatchObject({ status: "completed" });
    expect(await status(silent.id)).toMatchObject({ status: "in_progress" });
  });
});
