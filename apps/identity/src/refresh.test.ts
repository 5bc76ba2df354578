import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anIdentity, aPerson, migratedDatabase, PREFIX, type Running, refresh, signIn } from "../test/world.ts";
import { REUSE_GRACE_SECONDS } from "./adapter.ts";

let running: Running;
beforeAll(async () => {
  running = await anIdentity(await migratedDatabase());
});
afterAll(() => running.stop());

async function signedIn() {
  const person = await aPerson(running);
  const profileId = crypto.randomUUID();
  const other = crypto.randomUUID();
  running.owned.set(person.sub, [profileId, other]);
  const { body } = await signIn(running, person.email);
  return { ...person, profileId, other, accessToken: body.access_token ?? "", refreshToken: body.refresh_token ?? "" };
}

test("a refresh gives a new pair of tokens and keeps the time of the sign-in", async () => {
  const person = await signedIn();
  const { status, body } = await refresh(running, person.refreshToken);
  expect(status).toBe(200);
  expect(body.refresh_token).not.toBe(person.refreshToken);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 300 });
  const before = decodeJwt(person.accessToken);
  const after = decodeJwt(body.access_token ?? "");
  expect(after).toMatchObject({ sub: person.sub, auth_time: before.auth_time, CurrentProfileId: person.profileId });
  expect((await refresh(running, body.refresh_token ?? "")).status).toBe(200);
});

test("a refresh with profile_id acts as that profile", async () => {
  const person = await signedIn();
  const { body } = await refresh(running, person.refreshToken, { profile_id: person.other });
  expect(decodeJwt(body.access_token ?? "").CurrentProfileId).toBe(person.other);
});

test("a profile of another account is refused and the token stays good", async () => {
  const person = await signedIn();
  const stranger = await signedIn();
  for (const foreign of [stranger.profileId, "no uuid", "\0"]) {
    const { status, body } = await refresh(running, person.refreshToken, { profile_id: foreign });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_request");
  }
  expect((await refresh(running, person.refreshToken)).status).toBe(200);
});

test("a used token that comes again after the grace ends the whole family", async () => {
  const person = await signedIn();
  const second = (await refresh(running, person.refreshToken)).body.refresh_token ?? "";
  const third = (await refresh(running, second)).body.refresh_token ?? "";
  running.later(REUSE_GRACE_SECONDS + 1);
  expect((await refresh(running, person.refreshToken)).body.error).toBe("invalid_grant");
  expect((await refresh(running, third)).body.error).toBe("invalid_grant");
});

test("a used token within the grace is refused, but the family lives", async () => {
  const person = await signedIn();
  const second = (await refresh(running, person.refreshToken)).body.refresh_token ?? "";
  expect((await refresh(running, person.refreshToken)).body.error).toBe("invalid_grant");
  expect((await refresh(running, second)).status).toBe(200);
});

test("of ten refreshes of one token at once exactly one succeeds, and its tokens are good", async () => {
  const person = await signedIn();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(running, person.refreshToken)));
  const good = answers.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  expect(answers.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(9);
  expect((await refresh(running, good[0]?.body.refresh_token ?? "")).status).toBe(200);
});

test("a new password ends every refresh token", async () => {
  const person = await signedIn();
  expect(await running.accounts.setPassword(person.sub, "another password")).toBe(true);
  expect((await refresh(running, person.refreshToken)).body.error).toBe("invalid_grant");
  expect((await signIn(running, person.email)).body.error).toBe("invalid_grant");
  expect((await signIn(running, person.email, "another password")).status).toBe(200);
});

test("a revoked refresh token ends its family, even when it was used already", async () => {
  const person = await signedIn();
  const second = (await refresh(running, person.refreshToken)).body.refresh_token ?? "";
  const answer = await running.app.inject({
    method: "POST",
    url: `${PREFIX}/connect/revocation`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ client_id: "touchline-web", token: person.refreshToken }).toString(),
  });
  expect(answer.statusCode).toBe(200);
  expect((await refresh(running, second)).body.error).toBe("invalid_grant");
});

test("a token that was never issued is refused", async () => {
  for (const invented of ["x".repeat(43), "\0", ""]) {
    const { status, body } = await refresh(running, invented);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(grant|request)$/);
  }
});

test("refresh tokens cannot be read out of the database", async () => {
  const person = await signedIn();
  const { rows } = await running.pool.query<{ row: string }>(
    "select payload.*::text as row from identity.payload as payload where account_id = $1",
    [person.sub],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(person.refreshToken);
});
