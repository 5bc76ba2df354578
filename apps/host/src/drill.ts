// `npm run drill [-- --kills N --seed N | --sessions N --tabs N --rounds N | --links N --clients N | --restores N | --histories N |
// --webhooks N | --hooks-out N --seed N | --payments N --seed N | --partner N | --thorough | --forge]`: proof on this machine that a kill
// loses nothing that was acknowledged, that many tabs of many sessions renewed at once log nobody out, that a link of a mail works for one
// of many who use it at once, that a backup made under writes is restored whole, that webhooks of providers come to the right end however
// they come, that each payment is charged once or not at all, that who registers at a partner is a member once, that N times as many random
// histories as in the tests come out as the rules say, that the tests and journeys which the gate leaves out go well, and with --forge that
// who forges history in the database is caught. Without any of them: all but the last.

import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { plural } from "@touchline/rules";
import { runDrill } from "./drill/drill.ts";
import { runForgeDrill, untouched } from "./drill/forge.ts";
import { runHooksOutDrill } from "./drill/hooks-out.ts";
import { runLinksDrill } from "./drill/links.ts";
import { runPartnerDrill } from "./drill/partner.ts";
import { runPaymentsDrill } from "./drill/payments.ts";
import { runRestoresDrill } from "./drill/restores.ts";
import { runTabsDrill } from "./drill/tabs-drill.ts";
import { runWebhooksDrill } from "./drill/webhooks.ts";

const names = [
  "kills",
  "seed",
  "sessions",
  "tabs",
  "rounds",
  "links",
  "clients",
  "restores",
  "histories",
  "webhooks",
  "hooks-out",
  "payments",
  "partner",
] as const;
const text = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    kills: text,
    seed: text,
    sessions: text,
    tabs: text,
    rounds: text,
    links: text,
    clients: text,
    restores: text,
    histories: text,
    webhooks: text,
    "hooks-out": text,
    payments: text,
    partner: text,
    thorough: { type: "boolean" },
    forge: { type: "boolean" },
  },
});
const number = (name: (typeof names)[number], otherwise: number) => {
  const value = values[name] === undefined ? otherwise : Number(values[name]);
  if (Number.isInteger(value) && value >= 1) return value;
  console.error(`--${name} must be a whole number of 1 or more.`);
  process.exit(1);
};
const log = (line: string) => console.log(line);
const times = (count: number) => plural(count, { one: "# time", other: "# times" });
const named = (...wanted: (typeof names)[number][]) => wanted.some((name) => values[name] !== undefined);
const everything = !named(...names) && !values.thorough && !values.forge;

/** Runs one drill in a folder of its own, which is kept when the drill fails. @returns whether it went well. */
async function within(drill: (dataDir: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), "touchline-drill-"));
  // Open to the database's own account, so that nothing is put outside this folder when we run as root.
  await chmod(dataDir, 0o755);
  const well = await drill(dataDir);
  if (well) await rm(dataDir, { recursive: true, force: true });
  else console.error(`The database was kept in ${dataDir}.`);
  return well;
}

async function drillKills(dataDir: string): Promise<boolean> {
  const kills = number("kills", 50);
  const seed = number("seed", (Date.now() % 1_000_000) + 1);
  log(`Killing the product during writes, ${times(kills)}, in ${dataDir} (--seed ${seed}).`);
  const report = await runDrill({ dataDir, kills, seed, log });
  const { acknowledged, repeated, seconds, miscounts, dead, ...named } = report;
  const troubles = { lost: named.lost, doubled: named.doubled, refused: named.refused };
  const effects = { uninvited: named.uninvited, invitedTwice: named.invitedTwice };
  const summary = [
    `Writes lost: ${named.lost.length}.`,
    `Writes doubled: ${named.doubled.length}.`,
    `Writes refused: ${named.refused.length}.`,
    `People not invited: ${named.uninvited.length}.`,
    `People invited twice: ${named.invitedTwice.length}.`,
  ];
  log(
    `\nFinished in ${seconds.toFixed(0)} s. Kills: ${kills}. Writes acknowledged: ${acknowledged}. Writes repeated: ${repeated}.` +
      `\n${summary.join(" ")} Wrong counts: ${miscounts}. Dead jobs: ${dead}.`,
  );
  const well =
    Object.values({ ...troubles, ...effects }).every((names) => names.length === 0) && miscounts + dead === 0;
  if (!well) console.error(JSON.stringify({ ...troubles, ...effects }, null, 2));
  return well;
}

async function drillPartner(dataDir: string): Promise<boolean> {
  const people = number("partner", 1_000);
  log(`Syncing with a partner that has ${people} people, with faults and kills, in ${dataDir}.`);
  const report = await runPartnerDrill({ dataDir, people, log });
  const { kills, faults, wrong, wrongFlags, dead, firstSeconds, changedSeconds, seconds } = report;
  log(
    `\nFinished in ${seconds.toFixed(0)} s. First sync: ${firstSeconds.toFixed(1)} s. Sync of 100 changes: ${changedSeconds.toFixed(1)} s.` +
      `\nKills: ${kills}. Faults: ${faults}. Differences from the partner: ${wrong.length}. Flags that differ there: ${wrongFlags.length}. Dead jobs: ${dead}.`,
  );
  const troubles = [...wrong, ...wrongFlags];
  if (troubles.length > 0) console.error(troubles.slice(0, 20).join("\n"));
  return troubles.length + dead === 0;
}

async function drillTabs(dataDir: string): Promise<boolean> {
  const counts = { sessions: number("sessions", 100), tabs: number("tabs", 10), rounds: number("rounds", 5) };
  log(
    `Renewing sessions at two servers at the same time, in ${dataDir}. Sessions: ${counts.sessions}. Tabs of each: ${counts.tabs}.`,
  );
  const report = await runTabsDrill({ dataDir, ...counts, log });
  const { renewed, busy, loggedOut, failed, parted, wait, others, seconds } = report;
  log(
    `\nFinished in ${seconds.toFixed(0)} s. Renewals: ${renewed} (p50 ${wait.p50} ms, p99 ${wait.p99} ms, longest ${wait.longest} ms). ` +
      `Asked to wait: ${busy}.` +
      `\nLogged out: ${loggedOut}. Failed: ${failed.length}. Sessions with different tokens: ${parted}.` +
      `\nOther calls: ${others.calls} (p50 ${others.wait.p50} ms, p99 ${others.wait.p99} ms). Asked to wait: ${others.busy}. Failed: ${others.failed.length}.`,
  );
  const troubles = [...failed, ...others.failed];
  if (troubles.length > 0) console.error(troubles.slice(0, 20).join("\n"));
  return loggedOut + troubles.length + parted === 0;
}

async function drillLinks(dataDir: string): Promise<boolean> {
  const counts = { links: number("links", 200), clients: number("clients", 20) };
  log(
    `Using email links at two servers at the same time, in ${dataDir}. Links: ${counts.links}. Clients of each: ${counts.clients}.`,
  );
  const { once, never, often, strange, seconds } = await runLinksDrill({ dataDir, ...counts });
  log(
    `\nFinished in ${seconds.toFixed(0)} s. Worked once: ${once}. Never worked: ${never}. Worked more than once: ${often}.`,
  );
  const others = Object.entries(strange);
  if (others.length > 0)
    console.error(others.map(([status, count]) => `Answers with status ${status}: ${count}.`).join(" "));
  return never + often + others.length === 0;
}

async function drillRestores(dataDir: string): Promise<boolean> {
  const restores = number("restores", 10);
  log(`Making a backup during writes, restoring and checking it, ${times(restores)}, in ${dataDir}.`);
  const report = await runRestoresDrill({ dataDir, restores, log });
  const { acknowledged, lost, half, problems, backingUp, seconds } = report;
  const longest = (milliseconds: number[]) => `${(Math.max(...milliseconds) / 1000).toFixed(1)} s`;
  log(
    `\nFinished in ${seconds.toFixed(0)} s. Restores: ${restores}. Writes acknowledged: ${acknowledged}. Lost: ${lost.length}. ` +
      `Incomplete: ${half.length}. Problems: ${problems.length}.` +
      `\nThe longest backup took ${longest(backingUp)}, the longest restore with its check ${longest(report.restoring)}.`,
  );
  const troubles = [...lost, ...half, ...problems];
  if (troubles.length > 0) console.error(troubles.slice(0, 20).join("\n"));
  return troubles.length === 0;
}

async function drillWebhooks(dataDir: string): Promise<boolean> {
  const webhooks = number("webhooks", 2_000);
  const seed = number("seed", (Date.now() % 1_000_000) + 1);
  log(
    `Sending ${webhooks} webhooks of a simulated provider while the server is killed, in ${dataDir} (--seed ${seed}).`,
  );
  const { took, refused, wrong, ...report } = await runWebhooksDrill({ dataDir, webhooks, seed, log });
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`;
  log(
    `\nFinished in ${report.seconds.toFixed(0)} s. Orders: ${report.orders}. Kills: ${report.kills}. Webhooks: ${report.webhooks}. ` +
      `Doubled: ${report.doubled}. Forged: ${report.forged}. Sent again: ${report.repeated}. Answered: p50 ${at(0.5)}, p99 ${at(0.99)}.` +
      `\nForged ones accepted: ${report.believed}. Genuine ones refused: ${refused.length}. Kept too often or not at all: ${report.miscounted}. ` +
      `Without their order: ${report.open}. Dead jobs: ${report.dead}. Checks that differ from the provider or were ordered twice: ${wrong.length}.`,
  );
  const troubles = [...wrong, ...refused];
  if (troubles.length > 0) console.error(troubles.slice(0, 20).join("\n"));
  return troubles.length + report.believed + report.miscounted + report.open + report.dead === 0;
}

async function drillDeliveries(dataDir: string): Promise<boolean> {
  const events = number("hooks-out", 1_000);
  const seed = number("seed", (Date.now() % 1_000_000) + 1);
  log(`Sending ${events} events to webhook endpoints while the server is killed, in ${dataDir} (--seed ${seed}).`);
  const { missing, ...report } = await runHooksOutDrill({ dataDir, events, seed, log });
  const lost = Object.values(missing).reduce((sum, count) => sum + count, 0);
  log(
    `\nFinished in ${report.seconds.toFixed(0)} s, the endpoint that always answers in ${report.goodSeconds.toFixed(0)} s. Kills: ${report.kills}. ` +
      `Requests: ${report.requests}. Taken again: ${report.again}.` +
      `\nEvents lost: ${lost}. Signatures refused by the reference library: ${report.forged}. Redirects followed: ${report.inward}.`,
  );
  if (lost > 0) console.error(JSON.stringify(missing));
  return lost + report.forged + report.inward === 0;
}

async function drillPayments(dataDir: string): Promise<boolean> {
  const payments = number("payments", 200);
  const seed = number("seed", (Date.now() % 1_000_000) + 1);
  log(`Paying ${payments} times while servers and the simulated provider are killed, in ${dataDir} (--seed ${seed}).`);
  const { wrong, strange, ...report } = await runPaymentsDrill({ dataDir, payments, seed, log });
  log(
    `\nFinished in ${report.seconds.toFixed(0)} s. Owed: ${report.owed}. Clicks: ${report.clicks}. Declined: ${report.declined}. ` +
      `Without an answer: ${report.cutOff}. Kills: ${report.kills.hosts} of servers with their workers, ${report.kills.provider} of the provider. ` +
      `Webhooks: ${report.webhooks}. Doubled: ${report.doubled}.` +
      `\nPaid for: ${report.paid}. Not charged exactly once or not at all: ${wrong.length}. Wrong answers: ${strange.length}. ` +
      `Entries compared: ${report.compared}. Differences: ${report.differences}. Imbalance: ${report.imbalance}. ` +
      `Webhooks kept too often or not at all: ${report.miscounted}. Dead jobs: ${report.dead}.`,
  );
  const troubles = [...wrong, ...strange];
  if (troubles.length > 0) console.error(troubles.slice(0, 20).join("\n"));
  return troubles.length + report.differences + Math.abs(report.imbalance) + report.miscounted + report.dead === 0;
}

/** The tests that play random histories, with more of them. */
function drillHistories(): boolean {
  const factor = number("histories", 5);
  log(`Running the tests with ${factor} times as many random histories.`);
  const uses = (file: string) => readFileSync(join(root, file), "utf8").includes("test/history-runs.ts");
  const files = globSync("apps/api/src/**/*.test.ts", { cwd: root }).filter(uses);
  const args = ["run", "--project", "modules", `--testTimeout=${factor * 120_000}`, ...files];
  return test("vitest", args, { HISTORIES: String(factor) });
}

/** The tests and journeys that the gate leaves out. */
function drillTests(): boolean {
  log("Running the tests and journeys that CI leaves out.");
  const tested = test("vitest", ["run", "--project", "modules", "--tags-filter=thorough"], {});
  return test("playwright", ["test", "--no-deps"], { THOROUGH: "1" }) && tested;
}

const root = join(import.meta.dirname, "../../..");
const test = (runner: string, args: string[], env: Record<string, string>) =>
  spawnSync(join(root, "node_modules/.bin", runner), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  }).status === 0;

async function drillForging(dataDir: string): Promise<boolean> {
  log(`Forging history as an insider who owns the database, in ${dataDir}.`);
  const results = await runForgeDrill({ dataDir });
  let well = 0;
  for (const { way, caughtBy, withinHours, findings, verifier } of results) {
    const finding = verifier.find((problem) => problem.includes("checkpoint")) ?? verifier[0];
    const isCaught = way !== untouched;
    log(`\nAn insider ${way}.`);
    const alarms = caughtBy.join(", ");
    if (caughtBy.length === 0) log("  The product: no alarm within a day.");
    else if (withinHours < 0.5) log(`  The product, within a minute: ${alarms}.`);
    else
      log(
        `  The product, by the daily check after ${plural(Math.round(withinHours), { one: "# hour", other: "# hours" })}: ${alarms}.`,
      );
    for (const finding of findings.slice(0, 3)) log(`    ${finding}`);
    log(`  A verifier with one older checkpoint: ${finding ?? "No problem found."}`);
    if (caughtBy.length > 0 === isCaught && verifier.length > 0 === isCaught) well += 1;
    else log("  UNEXPECTED RESULT");
  }
  log(
    `\nExpected results: ${well} of ${results.length}. Both must catch every forgery, and neither may report one where nothing was changed.`,
  );
  return well === results.length;
}

let well = true;
if (everything || named("kills") || (named("seed") && !named("webhooks", "hooks-out", "payments")))
  well = (await within(drillKills)) && well;
if (everything || named("sessions", "tabs", "rounds")) well = (await within(drillTabs)) && well;
if (everything || named("links", "clients")) well = (await within(drillLinks)) && well;
if (everything || named("restores")) well = (await within(drillRestores)) && well;
if (everything || named("webhooks")) well = (await within(drillWebhooks)) && well;
if (everything || named("hooks-out")) well = (await within(drillDeliveries)) && well;
if (everything || named("payments")) well = (await within(drillPayments)) && well;
if (everything || named("partner")) well = (await within(drillPartner)) && well;
if (everything || named("histories")) well = drillHistories() && well;
if (everything || values.thorough) well = drillTests() && well;
if (values.forge) well = (await within(drillForging)) && well;
process.exit(well ? 0 : 1);
