import { execFile } from "node:child_process";
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Programs, program } from "./binaries.ts";
import { makeFolder, syncFolder } from "./durable.ts";
import type { DatabaseLocation } from "./place.ts";

export const database = "touchline";
export const superuser = "postgres";
export const adminRole = "touchline_admin";
export const appRole = "touchline_app";
export const identityRole = "touchline_identity";

/** What the server's programs are run with: none of our environment, which holds secrets and may hold PG variables. */
export function serverProcess({ home, account }: DatabaseLocation) {
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", HOME: home };
  if (process.env.SystemRoot) env.SystemRoot = process.env.SystemRoot;
  return { cwd: home, env, ...(account ?? {}) };
}

function run(place: DatabaseLocation, file: string, args: string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...serverProcess(place), timeout: 180_000 };
    const child = execFile(file, args, options, (cause, stdout, stderr) => {
      if (!cause) return resolve();
      const lastOutput = `${stderr}${stdout}`.trim().split("\n").slice(-5).join("\n") || cause.message;
      reject(
        new Error(
          `The embedded PostgreSQL couldn't create its database in ${place.home}:\n${lastOutput}\n` +
            "If it can't run on this system, set DATABASE_URL, IDENTITY_DATABASE_URL, and DATABASE_ADMIN_URL to use your own server.",
          { cause },
        ),
      );
    });
    // A program that ends at once closes its input before we have written it; its exit code tells the story.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

/** What a role that serves may do: sign in, and nothing that row-level security or another role's tables would not stop. */
export const servingRole = "LOGIN NOCREATEDB NOSUPERUSER NOCREATEROLE NOBYPASSRLS NOREPLICATION";

/**
 * The roles: one migrates and owns; one serves requests and one is the identity service's, which own nothing, so that
 * row-level security binds the one and neither reads the tables of the other.
 */
function rolesAndDatabase({ admin, app, identity }: DatabaseLocation["record"]["passwords"]): string {
  return [
    `CREATE ROLE ${adminRole} LOGIN CREATEDB NOSUPERUSER NOCREATEROLE NOBYPASSRLS NOREPLICATION PASSWORD '${admin}'`,
    `CREATE ROLE ${appRole} ${servingRole} PASSWORD '${app}'`,
    `CREATE ROLE ${identityRole} ${servingRole} PASSWORD '${identity}'`,
    `CREATE DATABASE ${database} OWNER ${adminRole}`,
    `REVOKE ALL ON DATABASE ${database}, postgres FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${database} TO ${appRole}, ${identityRole}`,
  ]
    .map((statement) => `${statement};\n\n`)
    .join("");
}

/**
 * Makes the data in a temporary folder, roles and database included, and renames it: a kill at any moment leaves
 * either nothing or all of it. UTF-8; order and letter case by PostgreSQL's own C.UTF-8, the same on every system.
 */
export async function createCluster(place: DatabaseLocation, programs: Programs): Promise<void> {
  for (const left of (await readdir(place.home)).filter((entry) => entry.startsWith("data.new-"))) {
    await rm(join(place.home, left), { recursive: true, force: true });
  }
  const fresh = await mkdtemp(join(place.home, "data.new-"));
  const [data, password] = [join(fresh, "data"), join(fresh, "password")];
  await makeFolder(data, 0o700);
  await writeFile(password, place.record.passwords.superuser, { mode: 0o600 });
  for (const path of place.account ? [fresh, data, password] : []) {
    await chown(path, place.account?.uid ?? 0, place.account?.gid ?? 0);
  }

  const initdb = ["-D", data, "-U", superuser, `--pwfile=${password}`, "--auth=scram-sha-256", "--no-instructions"];
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  await run(place, program(programs, "initdb"), [...initdb, ...locale]);
  // In single-user mode nobody else can connect before the passwords are set.
  const single = ["--single", "-D", data, "-j", "-c", "exit_on_error=on", "postgres"];
  await run(place, program(programs, "postgres"), single, rolesAndDatabase(place.record.passwords));

  await rename(data, place.data);
  await syncFolder(place.home);
  await rm(fresh, { recursive: true, force: true });
}

/** Throws a sentence when the data was made by another major version, which these programs can never open. */
export async function assertVersion(place: DatabaseLocation, programs: Programs): Promise<void> {
  const file = join(place.data, "PG_VERSION");
  const made = (await readFile(file, "utf8")).trim();
  if (made === programs.major) return;
  throw new Error(
    `The database in ${place.data} was created by PostgreSQL ${made} (see its file PG_VERSION), and this version of Touchline ` +
      `includes PostgreSQL ${programs.major}, which can't open it. Start the earlier version, make a backup there, ` +
      "and restore it with this version.",
  );
}
