import { endpoint } from "@touchline/contract/endpoint";
import { disableAccounts } from "@touchline/identity";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { z } from "zod";
import { type HostConfig, isReachable } from "../config.ts";
import { nothingHere } from "../web.ts";

/** The organizations of the demo have ids of their own, by which a database is known to hold them. */
export const demoOrganizations = {
  state: "019aa000-0000-7000-8000-00000000ca5c",
  club: "019aa000-0000-7000-8000-0000000c1ab5",
} as const;

/** One for all: the demo is for looking at, on this machine. */
export const demoPassword = "kick off at nine";

const domain = "demo.touchline.example";

/** Who can sign in to the demo; one per role. `key` is how tests and the seed name them. */
export const demoLogins = [
  { key: "admin", role: "Admin", email: `admin@${domain}`, about: "Runs the whole state association" },
  { key: "director", role: "Director", email: `director@${domain}`, about: "Clears the members of one club" },
  { key: "accounts", role: "Account Manager", email: `accounts@${domain}`, about: "Looks after people and money" },
  { key: "manager", role: "Manager", email: `manager@${domain}`, about: "Manages two teams" },
  { key: "coach", role: "Individual", email: `coach@${domain}`, about: "A head coach with things to do" },
  { key: "parent", role: "Individual", email: `parent@${domain}`, about: "A parent of three players" },
  { key: "operator", role: "Platform operator", email: `operator@${domain}`, about: "Runs the platform itself" },
  { key: "other", role: "Director", email: `director@harbor.${domain}`, about: "Another, smaller organization" },
] as const;
export type DemoLogin = (typeof demoLogins)[number];
export type DemoKey = DemoLogin["key"];

const listDemoLogins = endpoint({
  method: "GET",
  path: "/api/demo-logins",
  summary: "Who can sign in to the demo organization. There is no such call where there is no demo.",
  auth: "public",
  response: z.array(
    z.object({ key: z.string(), role: z.string(), email: z.string(), password: z.string(), about: z.string() }),
  ),
});

/** Whether this database holds the demo. */
export async function holdsDemo(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query("SELECT FROM profile_directory WHERE organization_id = ANY($1) LIMIT 1", [
    Object.values(demoOrganizations),
  ]);
  return rows.length > 0;
}

/** The demo's platform operator, in addition to those in the configuration, while the demo is on. */
export async function demoOperators({ demo }: { demo: boolean }, pool: pg.Pool): Promise<string[]> {
  if (!demo || !(await holdsDemo(pool))) return [];
  return demoLogins.filter(({ key }) => key === "operator").map(({ email }) => email);
}

/**
 * Everybody knows the demo's password, so that nobody may use it where others can reach this server: its accounts lose every
 * way to sign in, and the log says so.
 */
export async function disableDemoLogins(
  config: Pick<HostConfig, "host" | "publicUrl" | "demo">,
  identityPool: pg.Pool,
  log: (line: string) => void,
): Promise<void> {
  if (!isReachable(config)) return;
  const disabled = await disableAccounts(
    identityPool,
    demoLogins.map(({ email }) => email),
  );
  if (disabled.length === 0) return;
  log(
    `\nWARNING: This database has the demo, whose password is public, and others can reach this server (${config.publicUrl}, listening on ${config.host}). ` +
      `These demo accounts were permanently disabled: ${disabled.join(", ")}. For real use, start with an empty database.\n`,
  );
}

/** Tells the login page whom to offer. @param app the server, or a part of it. */
export function offerDemoLogins(app: FastifyInstance, pool: pg.Pool): void {
  app.get(
    listDemoLogins.path,
    { schema: { response: { 200: listDemoLogins.response }, hide: true } as object },
    async () => {
      if (!(await holdsDemo(pool))) throw nothingHere();
      return demoLogins.map((login) => ({ ...login, password: demoPassword }));
    },
  );
}
