import { afterAll, beforeAll, expect, test } from "vitest";
import { anIdentity, aPerson, migratedDatabase, PASSWORD, type Running, refresh, signIn } from "../test/world.ts";
import { EmailTaken, InvalidAccount } from "./index.ts";
import { passwordProblem } from "./password-policy.ts";

let running: Running;
beforeAll(async () => {
  running = await anIdentity(await migratedDatabase());
});
afterAll(() => running.stop());

test("of many who create one account at once exactly one succeeds", async () => {
  const results = await Promise.allSettled(
    ["one@example.org", "ONE@example.org", " one@example.org", "Ｏne@example.org"].map((email) =>
      running.accounts.create({ email, password: PASSWORD }),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toBeInstanceOf(EmailTaken);
  }
});

test("an account is found by its address and by its id", async () => {
  const { sub, email } = await aPerson(running, "Find.Me@Example.org");
  const account = { sub, email, userName: "ada", emailConfirmed: true };
  expect(await running.accounts.byEmail("find.me@EXAMPLE.org")).toEqual(account);
  expect(await running.accounts.bySub(sub)).toEqual(account);
  expect(await running.accounts.byEmail("nobody@example.org")).toBeNull();
  expect(await running.accounts.byEmail("\0")).toBeNull();
});

test.each(["", "no address", "two@at@signs", "a@b\0", "\ud800@example.org", `${"a".repeat(250)}@example.org`])(
  "%j is no address to create an account with",
  async (email) => {
    await expect(running.accounts.create({ email, password: PASSWORD })).rejects.toThrow(InvalidAccount);
  },
);

test("a policy is accepted once; accepting it again keeps the first time", async () => {
  const { sub } = await aPerson(running);
  await running.accounts.accept(sub, "terms", "1");
  const first = await running.accounts.acceptances(sub);
  await running.accounts.accept(sub, "terms", "1");
  expect(await running.accounts.acceptances(sub)).toEqual(first);
  expect(first).toEqual([{ type: "terms", version: "1", acceptedAt: expect.any(Date), textSha256: null }]);
});

test("a removed account leaves nothing behind except what it accepted, under an ID of no one, and can't do anything anymore", async () => {
  const { sub, email } = await aPerson(running);
  await running.accounts.accept(sub, "terms", "1");
  const { body } = await signIn(running, email);
  expect(await running.accounts.remove(sub)).toBe(true);
  expect(await running.accounts.remove(sub)).toBe(false);
  expect((await refresh(running, body.refresh_token ?? "")).body.error).toBe("invalid_grant");
  expect((await signIn(running, email)).body.error).toBe("invalid_grant");
  const { rows } = await running.pool.query(
    "select count(*) as left from identity.payload where account_id = $1 or payload::text like '%' || $1 || '%'",
    [sub],
  );
  expect(Number(rows[0].left)).toBe(0);
  expect(await running.accounts.acceptances(sub)).toMatchObject([{ type: "terms", version: "1" }]);
  const kept = await running.pool.query("select acceptance::text as row from identity.acceptance where sub = $1", [
    sub,
  ]);
  expect(kept.rows.some(({ row }) => row.includes(email))).toBe(false);
  // Everything that belongs to an account is deleted with it: each table that refers to one by ID.
  const { rows: tables } = await running.pool.query<{ table: string }>(
    `select column_owner.table_name as table from information_schema.columns as column_owner
     where table_schema = 'identity' and column_name = 'sub' and table_name not in ('account', 'acceptance')
       and not exists (select from pg_constraint where conrelid = ('identity.' || column_owner.table_name)::regclass
         and confrelid = 'identity.account'::regclass and confdeltype = 'c')`,
  );
  expect(tables).toEqual([]);
});

test("a password cannot be set for an account that is not there", async () => {
  expect(await running.accounts.setPassword(crypto.randomUUID(), "quite a good one")).toBe(false);
});

test("a new password is judged like the first one", async () => {
  const { sub } = await aPerson(running);
  await expect(running.accounts.setPassword(sub, "password1")).rejects.toThrow(InvalidAccount);
});

test.each([
  ["short", /at least 8/],
  ["🦊🦊🦊🦊", /at least 8/],
  ["x".repeat(257), /at most 256/],
  ["🦊🦊🦊🦊🦊🦊🦊🦊", /easy to guess/],
  ["password123", /too common/],
  ["QWERTYUIOP", /too common/],
  ["touchline!1", /easy to guess/],
  ["ada.byron99", /easy to guess/],
  ["half \ud800 surrogate", /can't be used/],
])("%j is no password", (password, problem) => {
  expect(passwordProblem(password, "ada.byron@example.org")).toMatch(problem);
});

test.each(["correct horse battery", "ein ziemlich langer Satz", "tr0ub4dor&3xyz", "🦊🐺🦝🐻🐼🐨🐯🦁"])(
  "%j is a password",
  (password) => {
    expect(passwordProblem(password, "ada.byron@example.org")).toBeNull();
  },
);
