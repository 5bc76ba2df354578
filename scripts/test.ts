/**
 * The whole test run, in the order in which a failure is cheapest to learn of. `--quick` stops before the database.
 * Ends with one line, "N passed, N failed", over everything that was run; exit code 1 when anything failed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const quick = process.argv.includes("--quick");
const reports = mkdtempSync(join(tmpdir(), "touchline-test-"));
const bin = (name: string) => join("node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);

/** Runs one command, its output passed through. Resolves to its exit code. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  console.log(`\n> ${[command.split(/[\\/]/).at(-1), ...args].join(" ")}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

let passed = 0;
let failed = 0;

/** A step that is one check: its exit code is the result. */
async function check(command: string, args: string[]) {
  if ((await run(command, args)) === 0) passed += 1;
  else failed += 1;
}

/** A step that writes a report: `read` takes its counts from it. A crash without any failed test counts as one. */
async function suite(
  command: string,
  args: string[],
  report: string,
  env: NodeJS.ProcessEnv,
  read: (json: unknown) => [passed: number, failed: number],
) {
  const code = await run(command, args, env);
  let counts: [number, number] = [0, 0];
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")));
  } catch (cause) {
    console.error(`no report from ${args.join(" ")}:`, cause);
  }
  passed += counts[0];
  failed += code !== 0 && counts[1] === 0 ? 1 : counts[1];
}

const vitest = (...projects: string[]) => {
  const report = join(reports, `${projects.join("-")}.json`);
  const args = ["run", ...projects.flatMap((name) => ["--project", name])];
  return suite(
    bin("vitest"),
    [...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    report,
    {},
    (json) => {
      const { numPassedTests, numFailedTests } = json as { numPassedTests: number; numFailedTests: number };
      return [numPassedTests, numFailedTests];
    },
  );
};

await check(bin("biome"), ["ci", "--colors=off", "--error-on-warnings", "."]);
await check(bin("tsc"), ["-p", "tsconfig.json"]);
await check(bin("tsc"), ["-p", "tsconfig.web.json"]);
await vitest("architecture", "rules");
if (!quick) {
  await vitest("modules");
  const report = join(reports, "journeys.json");
  await suite(
    bin("playwright"),
    ["test", "--reporter=list,json"],
    report,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    (json) => {
      const { stats } = json as { stats: { expected: number; flaky: number; unexpected: number } };
      return [stats.expected, stats.unexpected + stats.flaky];
    },
  );
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
