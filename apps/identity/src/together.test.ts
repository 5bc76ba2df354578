import { afterAll, beforeAll, expect, test } from "vitest";
import { migratedDatabase, poolOf } from "../test/world.ts";
import { together } from "./together.ts";

let pool: ReturnType<typeof poolOf>;
let admin: ReturnType<typeof poolOf>;
beforeAll(async () => {
  const { appUrl, adminUrl } = await migratedDatabase();
  pool = poolOf(appUrl);
  admin = poolOf(adminUrl);
});
afterAll(() => Promise.all([pool.end(), admin.end()]));

const connectionOf = "select pg_backend_pid() as id, $1::int as number";

test("questions of one turn share a connection, and each gets its own answer", async () => {
  const asks = together(pool);
  const answers = await Promise.all([1, 2, 3].map((number) => asks.query(connectionOf, [number])));
  expect(answers.map(({ rows }) => rows[0].number)).toEqual([1, 2, 3]);
  expect(new Set(answers.map(({ rows }) => rows[0].id)).size).toBe(1);
});

test("a question that fails takes none of the others with it, and the connection stays good", async () => {
  const asks = together(pool);
  const [before, failed, after] = await Promise.allSettled([
    asks.query(connectionOf, [1]),
    asks.query("select 1 / $1::int", [0]),
    asks.query(connectionOf, [2]),
  ]);
  expect(before).toMatchObject({ status: "fulfilled", value: { rows: [{ number: 1 }] } });
  expect(failed).toMatchObject({ status: "rejected", reason: { code: "22012" } });
  expect(after).toMatchObject({ status: "fulfilled", value: { rows: [{ number: 2 }] } });
  expect((await asks.query(connectionOf, [3])).rows[0].number).toBe(3);
});

test("when the connection breaks, all who asked on it are told, and the next have another", async () => {
  const asks = together(pool);
  const answers = await Promise.allSettled([
    asks.query("select pg_terminate_backend(pg_backend_pid())"),
    asks.query(connectionOf, [1]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await asks.query(connectionOf, [2])).rows[0].number).toBe(2);
});

test("questions of one text that PostgreSQL does not understand are each told so, and the next are answered", async () => {
  const asks = together(pool);
  const answers = await Promise.allSettled([
    ...[1, 2, 3].map((number) => asks.query("select number from not_there where number = $1", [number])),
    asks.query(connectionOf, [4]),
  ]);
  expect(answers.slice(0, 3)).toMatchObject(Array(3).fill({ status: "rejected", reason: { code: "42P01" } }));
  expect(answers[3]).toMatchObject({ status: "fulfilled", value: { rows: [{ number: 4 }] } });
  // What the first one lacked may be there by now: a migration runs beside those who ask.
  const late = "select count(*)::int as number from there_later";
  await expect(asks.query(late)).rejects.toMatchObject({ code: "42P01" });
  await admin.query("create table there_later (); grant select on there_later to public");
  const found = await Promise.all([asks.query(late), asks.query(late)]);
  expect(found.map(({ rows }) => rows[0].number)).toEqual([0, 0]);
});

test("a connection that ends under a lone question does not go back to the pool", async () => {
  const asks = together(pool);
  for (let n = 0; n < 5; n += 1) {
    const ended = asks.query("select pg_terminate_backend(pg_backend_pid())");
    await expect(ended).rejects.toMatchObject({ code: "57P01" });
    expect((await asks.query(connectionOf, [n])).rows[0].number).toBe(n);
  }
});

test("without any connection to be had, whoever asks is told", async () => {
  const closed = poolOf((await migratedDatabase()).appUrl);
  await closed.end();
  const asks = together(closed);
  const answers = await Promise.allSettled([asks.query("select 1"), asks.query("select 2")]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
