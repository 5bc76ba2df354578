import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { aWorld } from "../../test/world.ts";
import { prepared } from "./prepared-statement.ts";
import { openTenancy, type TenantDb } from "./tenancy.ts";

const world = aWorld();

/** Runs everything on one connection, so that its prepared statements are reused. */
async function onOne<Result>(
  ask: (run: <One>(work: (db: TenantDb) => Promise<One>) => Promise<One>) => Promise<Result>,
) {
  const { organizationId } = await world.it.anOrganization();
  const pool = new pg.Pool({ ...world.it.database.pool.options, max: 1, pipeline: true } as pg.PoolConfig);
  // As in `openDatabase`: a lost connection would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const tenancy = openTenancy(pool);
  try {
    return await ask((work) => tenancy.run(tenancy.found(organizationId), work));
  } finally {
    await pool.end();
  }
}
const named = (db: TenantDb, text: string) => prepared(db, "test", sql.raw(text));
const message = (error: unknown) => ((error as Error).cause as Error).message;

test("each statement has its own answer, by name and by place, kept or not", async () => {
  const times = "SELECT 1 AS one, NULL AS none, 'x'::text AS text, ARRAY[1, 2] AS list, '2026-01-02'::date AS day";
  await onOne(async (run) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const answers = await run((db) =>
        Promise.all([
          named(db, times),
          db.execute(sql.raw(times)),
          named(db, "SELECT WHERE false"),
          named(db, times),
          named(db, "UPDATE level SET name = name WHERE false"),
        ]),
      );
      const row = { one: 1, none: null, text: "x", list: [1, 2], day: "2026-01-02" };
      expect(answers.map(({ rows, rowCount }) => [rowCount, rows])).toEqual([
        [1, [row]],
        [1, [row]],
        [0, []],
        [1, [row]],
        [0, []],
      ]);
    }
  });
});

test("after one that fails the rest is not done, and the connection serves on", async () => {
  await onOne(async (run) => {
    // Each statement that is reached is prepared by name; the last isn't reached, and must still work the next time.
    const texts = ["SELECT 1 AS before", "SELECT 1 / count(*) AS broken FROM level WHERE false", "SELECT 2 AS behind"];
    for (let turn = 0; turn < 2; turn += 1) {
      const settled: PromiseSettledResult<unknown>[] = [];
      const failing = run(async (db) => {
        settled.push(...(await Promise.allSettled(texts.map((text) => named(db, text)))));
      });
      // Although each failure was caught, the transaction still fails.
      await expect(failing).rejects.toMatchObject({
        message: expect.stringMatching(/nothing was written/),
        cause: { message: expect.stringMatching(/division by zero/) },
      });
      expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
      for (const one of settled.slice(1)) expect(message((one as PromiseRejectedResult).reason)).toMatch(/division/);
    }
    const [one, , other] = texts;
    const answers = await run((db) => Promise.all([one, other].map((text) => named(db, text as string))));
    expect(answers.map(({ rows }) => rows)).toEqual([[{ before: 1 }], [{ behind: 2 }]]);
  });
});

test("a name that failed as it was parsed can be asked again once it is right", async () => {
  await onOne(async (run) => {
    const soon = "SELECT FROM not_yet";
    for (let turn = 0; turn < 2; turn += 1) {
      const early = run((db) => Promise.all([named(db, "SELECT 3 AS three"), named(db, soon)]));
      await expect(early).rejects.toMatchObject({ cause: { code: "42P01" } });
    }
    const { rows } = await run(async (db) => {
      await db.execute(sql`CREATE TEMPORARY TABLE not_yet ()`);
      await named(db, soon);
      return named(db, "SELECT 3 AS three");
    });
    expect(rows).toEqual([{ three: 3 }]);
  });
});

test("a prepared statement whose columns have changed fails once, and is prepared again", async () => {
  const asOwner = async (text: string) => {
    const owner = new pg.Client({ connectionString: world.it.adminUrl });
    await owner.connect();
    await owner.query(text).finally(() => owner.end());
  };
  await asOwner(`CREATE TABLE shaped AS SELECT 1 AS one; GRANT SELECT ON shaped TO "${world.it.roles.app}"`);
  await onOne(async (run) => {
    const all = "SELECT * FROM shaped";
    expect((await run((db) => named(db, all))).rows).toEqual([{ one: 1 }]);
    await asOwner("ALTER TABLE shaped ADD COLUMN two integer DEFAULT 2");
    await expect(run((db) => named(db, all))).rejects.toMatchObject({ cause: { code: "0A000" } });
    expect((await run((db) => named(db, all))).rows).toEqual([{ one: 1, two: 2 }]);
  });
  await asOwner("DROP TABLE shaped");
});

test("a value that cannot be sent is refused alone, and what goes wrong is never committed", async () => {
  await onOne(async (run) => {
    const bad = {
      toPostgres: () => {
        throw new Error("not a value");
      },
    };
    const settled = await run((db) =>
      Promise.allSettled([db.execute(sql`SELECT ${bad}::text`), db.execute(sql`SELECT 1 AS one`)]),
    );
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    const swallowed = run(async (db) => {
      await db.execute(sql`SELECT 1 / 0`).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow(/nothing was written/);
  });
});

test("what is given up in the turn of its last statements is taken back", async () => {
  await onOne(async (run) => {
    const givenUp = run(async (db) => {
      db.execute(sql`UPDATE level SET name = 'never'`).catch(() => undefined);
      throw new Error("given up");
    });
    await expect(givenUp).rejects.toThrow("given up");
    const { rows } = await run((db) => db.execute(sql`SELECT FROM level WHERE name = 'never'`));
    expect(rows).toEqual([]);
  });
});

test("a connection that was killed in the middle of a transaction is not met again", async () => {
  await onOne(async (run) => {
    const backend = sql`SELECT pg_backend_pid() AS id`;
    const [before] = (await run((db) => db.execute(backend))).rows;
    const killed = run((db) =>
      Promise.all([db.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`), db.execute(backend)]),
    );
    // With the server's message, or the socket's if its end arrives first.
    await expect(killed).rejects.toThrow();
    const [after] = (await run((db) => db.execute(backend))).rows;
    expect(after?.id).not.toBe(before?.id);
  });
});

test("canceling a statement reports only that, and what it had written is rolled back", async () => {
  await onOne(async (run) => {
    const canceled = run(async (db) => {
      await db.execute(sql`SET LOCAL statement_timeout = 50`);
      await Promise.all([
        db.execute(sql`CREATE TEMPORARY TABLE written ()`),
        db.execute(sql`SELECT pg_sleep(30)`),
        db.execute(sql`SELECT 1 AS behind`),
      ]);
    });
    await expect(canceled).rejects.toMatchObject({ cause: { code: "57014" } });
    const { rows } = await run((db) => db.execute(sql`SELECT to_regclass('pg_temp.written') AS written`));
    expect(rows).toEqual([{ written: null }]);
  });
});
