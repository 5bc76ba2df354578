import { afterAll, beforeAll, expect, test } from "vitest";
import { anIdentity, aPerson, migratedDatabase, PREFIX, type Running, refresh, signIn } from "../test/world.ts";

const KEY = "the product's own key, long enough by far";

let running: Running;
beforeAll(async () => {
  running = await anIdentity(await migratedDatabase(), { productKey: KEY });
});
afterAll(() => running.stop());

/** Calls an internal endpoint like the product. */
async function ask(question: string, body: object, key = KEY) {
  const answer = await running.app.inject({
    method: "POST",
    url: `${PREFIX}/internal/${question}`,
    headers: { authorization: `Bearer ${key}` },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json<Record<string, never>>() };
}

const newPassword = "a much better passphrase";

test("without the product's key there is nothing to ask", async () => {
  const { email } = await aPerson(running);
  for (const key of ["", "guessed", `${KEY} `, KEY.slice(1)]) {
    expect(await ask("find-account", { email }, key)).toEqual({ status: 404, body: { error: "not found" } });
  }
  expect((await ask("find-account", { email })).body).toMatchObject({ account: { email, emailConfirmed: true } });
});

test("where the product has no key, nobody has", async () => {
  const other = await anIdentity(await migratedDatabase());
  const answer = await other.app.inject({
    method: "POST",
    url: `${PREFIX}/internal/find-account`,
    headers: { authorization: "Bearer undefined" },
    payload: { email: "a@example.org" },
  });
  expect(answer.statusCode).toBe(404);
  await other.stop();
});

test("an account is created once, and an invalid password and a taken address are told apart", async () => {
  const person = { email: "New.Person@example.org", password: newPassword, emailConfirmed: false };
  const made = await ask("create-account", person);
  expect(made.body).toEqual({ sub: expect.any(String) });
  expect((await ask("create-account", { ...person, email: "new.person@EXAMPLE.org" })).body).toEqual({
    problem: "taken",
  });
  expect((await ask("create-account", { ...person, email: "b@example.org", password: "password123" })).body).toEqual({
    problem: "invalid",
    message: expect.stringMatching(/too common/),
  });
  expect((await ask("read-account", { sub: made.body.sub })).body).toMatchObject({
    account: { emailConfirmed: false },
  });
});

test("of many links asked for at once an account gets three within the hour, for each purpose", async () => {
  const { body: made } = await ask("create-account", {
    email: "eager@example.org",
    password: newPassword,
    emailConfirmed: false,
  });
  for (const purpose of ["reset", "confirm"]) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask("issue-link", { purpose, sub: made.sub })));
    expect(answers.filter(({ body }) => body.token !== null)).toHaveLength(3);
    expect((await ask("issue-link", { purpose, sub: made.sub })).body).toEqual({ token: null });
  }
});

test("a link for a new password works once, ends every session, and confirms the address", async () => {
  const { body: made } = await ask("create-account", {
    email: "reset@example.org",
    password: "the old passphrase",
    emailConfirmed: false,
  });
  const before = await signIn(running, "reset@example.org", "the old passphrase");
  const { body: issued } = await ask("issue-link", { purpose: "reset", sub: made.sub });
  expect(await ask("reset-password", { token: issued.token, password: newPassword })).toMatchObject({
    body: { sub: made.sub },
  });
  expect((await refresh(running, before.body.refresh_token ?? "")).body.error).toBe("invalid_grant");
  expect((await signIn(running, "reset@example.org", "the old passphrase")).status).toBe(400);
  expect((await signIn(running, "reset@example.org", newPassword)).status).toBe(200);
  expect((await ask("reset-password", { token: issued.token, password: "another passphrase" })).body).toEqual({
    problem: "used",
  });
  expect((await ask("read-account", { sub: made.sub })).body).toMatchObject({ account: { emailConfirmed: true } });
});

test("a bad password leaves the link good", async () => {
  const { sub } = await aPerson(running);
  const { body: issued } = await ask("issue-link", { purpose: "reset", sub });
  const refused = await ask("reset-password", { token: issued.token, password: "password1" });
  expect(refused.body).toMatchObject({ problem: "invalid" });
  expect((await ask("reset-password", { token: issued.token, password: newPassword })).body).toEqual({ sub });
});

test("of many who use one link at once exactly one does, and the others learn so", async () => {
  const { sub } = await aPerson(running);
  const { body: issued } = await ask("issue-link", { purpose: "reset", sub });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ask("reset-password", { token: issued.token, password: `passphrase no. ${n}` }),
    ),
  );
  expect(answers.filter((answer) => answer.body.sub === sub)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.problem === ("used" as never))).toHaveLength(19);
});

test("a new password makes every other link of the account useless", async () => {
  const { sub } = await aPerson(running);
  const first = await ask("issue-link", { purpose: "reset", sub });
  const second = await ask("issue-link", { purpose: "reset", sub });
  await ask("reset-password", { token: second.body.token, password: newPassword });
  expect((await ask("reset-password", { token: first.body.token, password: "yet another one" })).body).toEqual({
    problem: "used",
  });
});

test("a link runs out: for a password after half an hour, for an address after three days", async () => {
  const other = await anIdentity(await migratedDatabase(), { productKey: KEY });
  const mine = running;
  running = other;
  try {
    const { sub } = await aPerson(other);
    const reset = (await ask("issue-link", { purpose: "reset", sub })).body;
    const confirm = (await ask("issue-link", { purpose: "confirm", sub })).body;
    other.later(31 * 60);
    expect((await ask("reset-password", { token: reset.token, password: newPassword })).body).toEqual({
      problem: "expired",
    });
    other.later(3 * 24 * 3600);
    expect((await ask("confirm-email", { token: confirm.token, by: { sub } })).body).toEqual({ problem: "expired" });
  } finally {
    running = mine;
    await other.stop();
  }
});

test("a link is good for what it was mailed for, and for nothing else", async () => {
  const { sub } = await aPerson(running);
  const reset = (await ask("issue-link", { purpose: "reset", sub })).body;
  const confirm = (await ask("issue-link", { purpose: "confirm", sub })).body;
  expect((await ask("confirm-email", { token: reset.token, by: { sub } })).body).toEqual({ problem: "unknown" });
  expect((await ask("reset-password", { token: confirm.token, password: newPassword })).body).toEqual({
    problem: "unknown",
  });
  expect((await ask("confirm-email", { token: confirm.token, by: { sub } })).body).toEqual({ sub });
  expect((await ask("confirm-email", { token: confirm.token, by: { sub } })).body).toEqual({ problem: "used" });
});

test("nobody's mailbox is filled: three links an hour", async () => {
  const { sub } = await aPerson(running);
  const tokens = [];
  for (let n = 0; n < 5; n++) tokens.push((await ask("issue-link", { purpose: "reset", sub })).body.token);
  expect(tokens.map((token) => token !== null)).toEqual([true, true, true, false, false]);
});

test("tokens are stored as hashes, and never logged", async () => {
  const { sub } = await aPerson(running);
  const token = String((await ask("issue-link", { purpose: "reset", sub })).body.token);
  const { rows } = await running.pool.query("select mailed_token::text as row from identity.mailed_token");
  expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  await ask("reset-password", { token, password: newPassword });
  expect(running.logged.some((line) => line.includes(token) || line.includes(newPassword))).toBe(false);
});
