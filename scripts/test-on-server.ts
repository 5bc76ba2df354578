/**
 * `npm run test:server`: runs the tests that depend on the database on a PostgreSQL server of this machine instead of the
 * embedded one: the one in POSTGRES_BIN or, without it, Debian's PostgreSQL 15. It creates a cluster in a temporary folder and
 * removes it afterwards. With `--all`, it runs every test of the API and the identity service.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Tests that depend on the database: locks, plans, tenant isolation, migrations, and the kinds of statements that modules use.
 * Everything else is the same on any server.
 */
const leaning = [
  ...[
    ...["database/", "http/idempotency", "jobs/jobs", "jobs/schedules"],
    ...["modules/compliance/standing/one-clock", "modules/reporting/audit/chain", "modules/reporting/members/members"],
  ].map((place) => `apps/api/src/${place}`),
  ...["clone", "identity-role", "migrate"].map((file) => `apps/host/test/${file}.test.ts`),
  ...["accounts", "adapter", "keys", "migrate", "refresh"].map((file) => `apps/identity/src/${file}.test.ts`),
];

const bin = process.env.POSTGRES_BIN ?? "/usr/lib/postgresql/15/bin";
if (!existsSync(join(bin, "postgres"))) {
  console.error(
    `PostgreSQL isn't installed in ${bin}. Install it (Debian: postgresql-15), or set POSTGRES_BIN to its folder.`,
  );
  process.exit(1);
}

// PostgreSQL refuses to run as root.
const [uid, gid] =
  process.getuid?.() === 0
    ? (["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }))) as [
        number,
        number,
      ])
    : [undefined, undefined];
const folder = mkdtempSync(join(tmpdir(), "touchline-server-"));
chmodSync(folder, 0o755);
if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
const data = join(folder, "data");

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

function run(program: string, args: string[]) {
  const as = uid === undefined ? {} : { uid, gid };
  const { status, stderr } = spawnSync(join(bin, program), args, { ...as, cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

const port = await freePort();
run("initdb", ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]);
// The data is temporary, so it needn't survive a power failure. Compiling statements takes longer than running them
// once.
const settings = [
  "jit=off",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "autovacuum=off",
  "max_connections=200",
];
const options = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, ...settings];
run("pg_ctl", [
  "-D",
  data,
  "-w",
  "-l",
  join(folder, "log"),
  "-o",
  options.map((one) => `-c ${one}`).join(" "),
  "start",
]);
let code = 1;
try {
  for (const statement of [
    "CREATE ROLE touchline_admin LOGIN CREATEDB NOSUPERUSER",
    "CREATE ROLE touchline_app LOGIN NOSUPERUSER NOBYPASSRLS",
    "CREATE ROLE touchline_identity LOGIN NOSUPERUSER NOBYPASSRLS",
    "CREATE DATABASE touchline OWNER touchline_admin",
  ]) {
    run("psql", ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-q", "-c", statement]);
  }
  const url = (role: string) => `postgres://${role}@127.0.0.1:${port}/touchline`;
  const env = {
    ...process.env,
    TEST_DATABASE_ADMIN_URL: url("touchline_admin"),
    TEST_DATABASE_URL: url("touchline_app"),
    TEST_IDENTITY_DATABASE_URL: url("touchline_identity"),
  };
  const args = [
    "run",
    "--project",
    "modules",
    ...(process.argv.includes("--all") ? ["apps/api", "apps/identity"] : leaning),
  ];
  code = await new Promise<number>((resolve) => {
    spawn(join("node_modules", ".bin", "vitest"), args, { stdio: "inherit", env }).once("exit", (ended) =>
      resolve(ended ?? 1),
    );
  });
} finally {
  run("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
