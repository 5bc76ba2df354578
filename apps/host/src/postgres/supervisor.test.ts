import { chown, cp, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  aDataDir,
  aUsedDataDir,
  end,
  homeFolder,
  moreRowsThan,
  query,
  removesWhatItMade,
  serverPid,
  start,
  startHost,
  writeUntilGone,
} from "../../test/embedded.ts";
import { closedFolder, nobody, runsAsRoot } from "./account.ts";
import { bufferMegabytes } from "./postmaster.ts";
import { processMark } from "./processes.ts";

removesWhatItMade();

const outsider = runsAsRoot() ? await nobody() : null;
/** The ordinary user of these tests must be able to read this source; in a clone under /root it cannot. */
const nobodyCanRead = outsider !== null && (await closedFolder(import.meta.dirname, outsider)) === null;

describe("starting", () => {
  test("a first start makes a database, a second one finds its rows again", async () => {
    const dataDir = await aDataDir();
    const first = await start(dataDir);
    await query(first.adminUrl, "create table rows (n int); insert into rows values (7)");
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.adminUrl, "select n from rows")).toEqual([{ n: 7 }]);
  });

  test("the owner of the database creates the extensions we need, and sorts and folds text as UTF-8", {
    tags: ["thorough"],
  }, async () => {
    const { adminUrl } = await start(await aUsedDataDir());
    await query(adminUrl, "create extension pg_trgm; create extension unaccent; create extension ltree");
    const rows = await query(
      adminUrl,
      "select current_setting('server_encoding') as encoding, upper('é') as upper, current_setting('fsync') as fsync",
    );
    expect(rows).toEqual([{ encoding: "UTF8", upper: "É", fsync: "on" }]);
  });

  test("the database keeps an eighth of the memory there is for its pages, on small machines and large ones within bounds", () => {
    const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3];
    expect([512 * megabyte, 2 * gigabyte, 3 * gigabyte, 64 * gigabyte].map(bufferMegabytes)).toEqual([
      128, 256, 384, 512,
    ]);
  });

  test.skipIf(process.platform === "win32")(
    "both roles come in by a socket in the closed folder, or by the port alone where the path has no room or an odd sign",
    { tags: ["thorough"] },
    async () => {
      const way = async (url: string) => (await query(url, "select inet_client_addr() is null as local"))[0].local;
      const near = await start(await aUsedDataDir());
      expect([await way(near.adminUrl), await way(near.appUrl)]).toEqual([true, true]);
      for (const name of ["a, b", "d".repeat(100)]) {
        const dataDir = join(await aDataDir(), name);
        await mkdir(dataDir);
        const far = await start(dataDir);
        expect([await way(far.adminUrl), await way(far.appUrl)]).toEqual([false, false]);
        await far.stop();
      }
    },
  );

  test("a settings option reaches the server", { tags: ["thorough"] }, async () => {
    const { adminUrl } = await start(await aUsedDataDir(), { max_connections: "23" });
    expect(await query(adminUrl, "show max_connections")).toEqual([{ max_connections: "23" }]);
  });

  test.runIf(runsAsRoot())(
    "a DATA_DIR that is closed to all but root gets a database, and keeps it when moved",
    async () => {
      const dataDir = await aDataDir(0o700);
      const first = await start(dataDir);
      expect(await homeFolder(dataDir)).toMatch(/^\/var\/lib\/touchline\//);
      await query(first.adminUrl, "create table rows (n int); insert into rows values (7)");
      await first.stop();
      const moved = await aDataDir(0o700);
      await rename(dataDir, moved);
      const second = await start(moved);
      expect(await query(second.adminUrl, "select n from rows")).toEqual([{ n: 7 }]);
      expect(second.lines.join()).toContain("was moved from");
    },
  );

  test.runIf(runsAsRoot())(
    "a copy of a DATA_DIR whose database lies outside it is refused",
    { tags: ["thorough"] },
    async () => {
      const dataDir = await aDataDir(0o700);
      await (await start(dataDir)).stop();
      const copy = await aDataDir(0o700);
      await cp(dataDir, copy, { recursive: true });
      await expect(start(copy)).rejects.toThrow(/is a copy of/);
    },
  );

  test.runIf(nobodyCanRead)(
    "the database of an ordinary user lies in DATA_DIR and is that user's",
    { tags: ["thorough"] },
    async () => {
      const dataDir = await aDataDir();
      await chown(dataDir, outsider?.uid ?? 0, outsider?.gid ?? 0);
      const { adminUrl } = await startHost(dataDir, outsider);
      expect(await query(adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
      expect((await stat(join(dataDir, "postgres/data"))).uid).toBe(outsider?.uid);
    },
  );

  test("data of another major version is refused by the name of its file", async () => {
    const dataDir = await aUsedDataDir();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, "postgres/data/PG_VERSION"), "15\n");
    await expect(start(dataDir)).rejects.toThrow(/created by PostgreSQL 15 \(see its file PG_VERSION/);
  });

  test("data that was lost is not silently replaced by an empty database", { tags: ["thorough"] }, async () => {
    const dataDir = await aUsedDataDir();
    await (await start(dataDir)).stop();
    await rm(join(dataDir, "postgres"), { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(/is missing from .*\. Restore/);
  });

  test("what a killed first start left half made is made again", { tags: ["thorough"] }, async () => {
    const dataDir = await aDataDir();
    await mkdir(join(dataDir, "postgres/data.new-abc/data"), { recursive: true });
    await mkdir(join(dataDir, "postgres/programs.new-abc/bin"), { recursive: true });
    await (await start(dataDir)).stop();
    const left = await readdir(join(dataDir, "postgres"));
    expect(left.filter((name) => name.includes(".new-"))).toEqual([]);
  });
});

describe("roles", () => {
  test("no role is a superuser or passes row-level security, and the application's owns nothing", async () => {
    const { adminUrl, appUrl } = await start(await aUsedDataDir());
    const roles = await query(
      adminUrl,
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles
       where rolname like 'touchline%' order by 1`,
    );
    expect(roles).toEqual([
      { rolname: "touchline_admin", rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: true },
      { rolname: "touchline_app", rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
      { rolname: "touchline_identity", rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
    ]);
    const owned = await query(
      appUrl,
      "select 1 from pg_shdepend where deptype = 'o' and refobjid = 'touchline_app'::regrole",
    );
    expect(owned).toEqual([]);
    await expect(query(appUrl, "create table mine (n int)")).rejects.toThrow(/permission denied/);
    const postgres = new URL(appUrl);
    postgres.pathname = "/postgres";
    await expect(query(postgres.href, "select 1")).rejects.toThrow(/permission denied/);
  });

  test("the passwords are readable by the owner of DATA_DIR alone, and nobody enters without one", async () => {
    const dataDir = await aUsedDataDir();
    const { adminUrl } = await start(dataDir);
    const { mode } = await stat(join(dataDir, "postgres.json"));
    expect(mode & 0o077).toBe(0);
    const wrong = new URL(adminUrl);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
  });
});

describe("after a kill", () => {
  test("no acknowledged row is lost when the server is killed while rows are written", async () => {
    const dataDir = await aUsedDataDir();
    let server = await start(dataDir);
    await query(server.adminUrl, "create table rows (n int)");
    for (let round = 0; round < 5; round += 1) {
      await query(server.adminUrl, "delete from rows");
      const writing = writeUntilGone(server.adminUrl);
      await moreRowsThan(server.adminUrl, 20);
      process.kill(await serverPid(dataDir), "SIGKILL");
      const acknowledged = await writing;
      await server.stop();
      server = await start(dataDir);
      const [row] = await query(server.adminUrl, "select count(*)::int as n from rows");
      expect(row.n).toBeGreaterThanOrEqual(acknowledged);
    }
  });

  test("a server that dies while we run comes back at the same address", { tags: ["thorough"] }, async () => {
    const dataDir = await aUsedDataDir();
    const { adminUrl } = await start(dataDir);
    const dead = await serverPid(dataDir);
    process.kill(dead, "SIGKILL");
    const answer = () => query(adminUrl, "select 1 as one").catch(() => null);
    await expect.poll(answer, { timeout: 20_000 }).toEqual([{ one: 1 }]);
    expect(await serverPid(dataDir)).not.toBe(dead);
  });

  test("the server of a killed host is taken over, and stopped with the new host", async () => {
    const dataDir = await aUsedDataDir();
    const { child } = await startHost(dataDir);
    const orphan = await serverPid(dataDir);
    await end(child, "SIGKILL");
    const server = await start(dataDir);
    expect(await serverPid(dataDir)).toBe(orphan);
    expect(server.lines.join()).toContain("Using the database that an earlier run left running");
    await server.stop();
    expect(await processMark(orphan)).toBeNull();
  });

  test("an orphan that nobody noted is found by PostgreSQL's own note", { tags: ["thorough"] }, async () => {
    const dataDir = await aUsedDataDir();
    const { child } = await startHost(dataDir);
    const orphan = await serverPid(dataDir);
    await end(child, "SIGKILL");
    await rm(join(dataDir, "postgres/postmaster.json"));
    const server = await start(dataDir);
    expect(await query(server.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await processMark(orphan)).toBeNull();
  });

  test("a stale note that names a living stranger does not hold up the start", { tags: ["thorough"] }, async () => {
    const dataDir = await aUsedDataDir();
    await (await start(dataDir)).stop();
    const note = [process.pid, join(dataDir, "postgres/data"), 1_000_000_000, 5432, "", "127.0.0.1", "", "ready", ""];
    await writeFile(join(dataDir, "postgres/data/postmaster.pid"), note.join("\n"));
    const server = await start(dataDir);
    expect(await query(server.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("two hosts", () => {
  test("on one DATA_DIR the second is refused with a sentence, and the first is not disturbed", async () => {
    const dataDir = await aUsedDataDir();
    const { adminUrl } = await start(dataDir);
    const { refused } = await startHost(dataDir);
    expect(refused).toMatch(/Touchline is already running on .* \(process \d+\)/);
    await expect(start(dataDir)).rejects.toThrow(/is already running on/);
    expect(await query(adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("a lock left by a dead process is taken over", { tags: ["thorough"] }, async () => {
    const dataDir = await aUsedDataDir();
    await writeFile(join(dataDir, "host.lock"), JSON.stringify({ pid: process.pid, mark: "another boot/1", id: "x" }));
    await expect(start(dataDir)).resolves.toBeDefined();
  });

  test("a lock that a power cut emptied is taken over", async () => {
    const dataDir = await aUsedDataDir();
    await writeFile(join(dataDir, "host.lock"), "");
    await expect(start(dataDir)).resolves.toBeDefined();
  });
});
