import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { exportAudit, getAuditKey } from "@touchline/contract/reporting/audit";
import { downloadRecord, startRecordExport } from "@touchline/contract/reporting/records";
import { getTask } from "@touchline/contract/tasks/tasks";
import { createAccounts } from "@touchline/identity";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localAdapters } from "../../api/src/adapters/local.ts";
import { organizationMaker } from "../../api/test/organization.ts";
import { quicklyHashed } from "../../identity/test/quick-passwords.ts";
import { prepare } from "../src/drill/drill.ts";
import { cloneTemplate } from "./clone.ts";

const root = resolve(import.meta.dirname, "../../..");
/** The milliseconds that a command may take on a busy machine before it counts as hanging. */
const longest = 240_000;

/** Commands that are the test run itself or a step of the gate, so they run there. */
const typedByTheGate = ["npm test", "npm run check", "npm run test:server"];
const typedHere = [
  "npm start",
  "npm run dev",
  "npm run start:identity",
  "npm run start:web",
  "npm run simulator",
  "npm run format",
  "npm run db",
  "npm run verify:record",
  "npm run audit:verify",
  "npm run backup",
  "npm run backup:verify",
  "npm run restore",
  "npm run files:move",
  "npm run check:stripe",
  "npm run check:statuses",
  "npm run spec:coverage",
  "npm run bench",
  "npm run drill",
];

let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "touchline-commands-"));
  // The database's own account must be able to enter the folder.
  await chmod(folder, 0o755);
});

afterAll(async () => {
  for (const child of running) await end(child);
  await rm(folder, { recursive: true, force: true });
});

/** A newcomer's settings: none, except for what separates tests from one another. */
function settings(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, CI } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...(CI ? { CI } : {}), ...more };
}

function type(command: string, more: Record<string, string>, cwd = root): { child: ChildProcess; said: () => string } {
  const [program, ...args] = command.split(" ") as [string, ...string[]];
  const child = spawn(program, args, { cwd, env: settings(more), stdio: ["pipe", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
  running.push(child);
  return { child, said: () => text };
}

/** Runs a command and waits for its end. */
async function run(command: string, more: Record<string, string> = {}, input = "", cwd = root) {
  const { child, said } = type(command, more, cwd);
  child.stdin?.end(input);
  const [code] = (await once(child, "exit", { signal: AbortSignal.timeout(longest) })) as [number | null];
  return { code, said: said() };
}

/** Runs a command that keeps running, and waits until its server responds at a path. */
async function serve(command: string, url: string, more: Record<string, string>, path = "/readyz") {
  const { child, said } = type(command, more);
  const until = Date.now() + longest;
  while (!(await isReady(`${url}${path}`))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${command} did not start:\n${said()}`);
    await wait(100);
  }
  return child;
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

/** Ends a command like Ctrl-C in its terminal, and waits until all its processes have closed its output. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

test("every command of the README is typed by this file or by the gate", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const rows = readme.split("\n").filter((line) => line.startsWith("|"));
  const named = rows.flatMap((row) => (row.split("|")[1] ?? "").match(/npm (?:start|test|run [a-z:]+)/g) ?? []);
  expect(new Set(named)).toEqual(new Set([...typedByTheGate, ...typedHere]));
});

/**
 * A DATA_DIR with two organizations: the demo's club with its history, and one with only an administrator. The browser tests
 * start the whole demo, which would slow down every command here.
 */
async function aUsedDataDir(dataDir: string) {
  const server = await prepare(dataDir);
  const database = await openDatabase(server.appUrl, { log: () => undefined });
  const identity = await openDatabase(server.identityUrl, { log: () => undefined });
  const site = { url: "http://localhost", supportEmail: "support@example.org" };
  const anOrganization = organizationMaker({
    tenancy: openTenancy(database.pool),
    accounts: createAccounts(identity.pool, quicklyHashed),
    adapters: localAdapters({ folder: join(dataDir, "files"), secret: server.secret, site }),
    now: () => new Date(),
  });
  const { aMember } = await anOrganization();
  const admin = await aMember("root", "Administrator");
  const coach = await aMember("northTeam", "Head Coach");
  await Promise.all([database.close(), identity.close()]);
  await server.stop();
  return { admin, coach };
}

describe("beside a running product", () => {
  let product: ChildProcess;
  let used: Awaited<ReturnType<typeof aUsedDataDir>>;
  let url: string;
  let home: Record<string, string>;
  let token: string;

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    home = { PORT: String(port), DATA_DIR: join(folder, "data"), DEMO: "off" };
    used = await aUsedDataDir(join(folder, "data"));
    product = await serve("npm start", url, home);
    const answer = await fetch(`${url}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "touchline-web",
        grant_type: "password",
        scope: "openid offline_access",
        username: used.admin.email,
        password: used.admin.password,
      }),
      signal: AbortSignal.timeout(60_000),
    });
    token = ((await answer.json()) as { access_token: string }).access_token;
  }, longest);

  afterAll(() => end(product), 60_000);

  test("npm run check:stripe passes against the simulator", async () => {
    const { code, said } = await run("npm run check:stripe", home);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("Everything passed.") });
  }, 60_000);

  test("npm run check:statuses finds everything as it follows", async () => {
    const { code, said } = await run("npm run check:statuses", home);
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining("Every status, due date, and count is correct."),
    });
  }, 300_000);

  test("npm run backup, backup:verify and restore bring the product to another place", async () => {
    const encrypted = { ...home, BACKUP_PASSPHRASE: "kick off at half past nine" };
    const made = await run(`npm run backup -- ${join(folder, "backups")}`, encrypted);
    expect(made).toEqual({ code: 0, said: expect.stringMatching(/^Rows: \d+ in \d+ tables\nFiles: \d+$/m) });
    const [backup] = /^\/.*\.tar\.zst\.age$/m.exec(made.said) ?? [];
    const checked = await run(`npm run backup:verify -- ${backup}`, encrypted);
    expect(checked).toEqual({ code: 0, said: expect.stringContaining("The backup is good.") });
    const elsewhere = join(folder, "restored");
    await mkdir(elsewhere);
    await copyFile(join(folder, "data", "session-secret"), join(elsewhere, "session-secret"));
    const restored = await run(`npm run restore -- ${backup}`, { ...encrypted, DATA_DIR: elsewhere });
    expect(restored).toEqual({ code: 0, said: expect.stringContaining("Every checksum is correct.") });
    const again = await run(`npm run restore -- ${backup}`, { ...encrypted, DATA_DIR: elsewhere });
    expect(again).toEqual({ code: 2, said: expect.stringMatching(/Nothing was restored\. .* isn't empty/) });
  }, 600_000);

  test("npm run files:move without a bucket says what to set", async () => {
    const { code, said } = await run("npm run files:move", home);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining("No bucket is set. Set S3_BUCKET") });
  }, 60_000);

  test("npm run db answers a statement", async () => {
    const { code, said } = await run("npm run db", home, "SELECT count(*) AS organizations FROM organization;\n\\q\n");
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/organizations\s+─+\s+2\s+1 row\n/) });
  }, 60_000);

  test("npm run audit:verify checks an export of the audit log", async () => {
    let text = "";
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const part = await call("POST", exportAudit.path, { format: "ndjson", ...(cursor ? { cursor } : {}) });
      const { part: lines, next } = (await part.json()) as { part: string; next: string | null };
      text += lines;
      cursor = next;
    }
    const { publicKey } = (await (await call("GET", getAuditKey.path)).json()) as { publicKey: string };
    await writeFile(join(folder, "audit-log.ndjson"), text);
    await writeFile(join(folder, "public.pem"), publicKey);
    const { code, said } = await run(
      `npm run audit:verify -- ${join(folder, "audit-log.ndjson")} --key ${join(folder, "public.pem")}`,
    );
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining("The audit log is complete and unchanged."),
    });
  }, 120_000);

  test("npm run verify:record checks the record of one person", async () => {
    const begun = (await (await call("POST", startRecordExport.path.replace("{id}", used.coach.plaId))).json()) as {
      taskId: string;
    };
    await expect
      .poll(
        async () =>
          ((await (await call("GET", getTask.path.replace("{id}", begun.taskId))).json()) as { state: string }).state,
        { timeout: 120_000 },
      )
      .toBe("done");
    const archive = await call("GET", downloadRecord.path.replace("{id}", begun.taskId));
    await writeFile(join(folder, "record.zip"), Buffer.from(await archive.arrayBuffer()));
    const { publicKey } = (await (await call("GET", getAuditKey.path)).json()) as { publicKey: string };
    await writeFile(join(folder, "public.pem"), publicKey);
    const { code, said } = await run(
      `npm run verify:record -- ${join(folder, "record.zip")} --key ${join(folder, "public.pem")}`,
    );
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("The record is complete and unchanged.") });
  }, 240_000);

  test(
    "npm run start:web serves the page from an origin of its own",
    async () => {
      const port = await freePort();
      const own = `http://localhost:${port}`;
      const page = await serve("npm run start:web", own, { PORT: String(port), PUBLIC_URL: own, API_URL: url });
      expect(await (await fetch(own)).text()).toContain("<title>");
      await end(page);
    },
    longest,
  );

  test("npm run check:statuses works when the product is stopped, and npm run dev serves it again", async () => {
    await end(product);
    const { code, said } = await run("npm run check:statuses", home);
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining("Every status, due date, and count is correct."),
    });
    const developing = await serve("npm run dev", url, home);
    expect(await (await fetch(url)).text()).toContain("/@vite/client");
    await end(developing);
  }, 600_000);
});

test(
  "npm run start:identity serves the identity service alone",
  async () => {
    const clone = await cloneTemplate();
    const [port, api] = [await freePort(), await freePort()];
    const own = `http://localhost:${port}`;
    const identity = await serve("npm run start:identity", own, {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${api}`,
      IDENTITY_URL: own,
      PRODUCT_KEY: "a key for tests that is long enough by far",
      DATA_DIR: join(folder, "identity"),
      IDENTITY_DATABASE_URL: clone.identityUrl,
      DATABASE_ADMIN_URL: clone.adminUrl,
    });
    const discovery = await fetch(`${own}/identity/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({ issuer: `${own}/identity` });
    await end(identity);
    await clone.drop();
  },
  longest,
);

test(
  "npm run simulator serves the simulated providers alone",
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const simulator = await serve("npm run simulator", url, { SIMULATOR_PORT: String(port) }, "/simulator");
    expect(await (await fetch(`${url}/simulator`)).text()).toContain("no real check is made");
    await end(simulator);
  },
  longest,
);

test("npm run format formats", async () => {
  // Runs on a tree of one file, because the gate checks all files.
  const tree = join(folder, "tree");
  await mkdir(tree);
  for (const file of ["package.json", "biome.json", ".gitignore"]) await copyFile(join(root, file), join(tree, file));
  await symlink(join(root, "node_modules"), join(tree, "node_modules"));
  await writeFile(join(tree, "one.ts"), "export const one = 'one'");
  const { code, said } = await run("npm run format", {}, "", tree);
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("Fixed 1 file.") });
  expect(await readFile(join(tree, "one.ts"), "utf8")).toBe('export const one = "one";\n');
}, 60_000);

test("npm run spec:coverage lists the calls", async () => {
  expect(await run("npm run spec:coverage")).toEqual({ code: 0, said: expect.stringMatching(/\d+ of \d+/) });
}, 60_000);

test(
  "npm run bench measures",
  async () => {
    const { code, said } = await run("npm run bench -- --members 1000 --seconds 1 --only adjacent");
    // On a busy machine a ratio may miss its target, which isn't a fault of the command.
    expect([0, 1]).toContain(code);
    expect(said).toMatch(/adjacent review.*\d/);
  },
  longest,
);

test(
  "npm run drill kills and counts",
  async () => {
    const { code, said } = await run("npm run drill -- --kills 1");
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining("Writes lost: 0. Writes doubled: 0. Writes refused: 0."),
    });
  },
  longest,
);
