/**
 * Runs all tests, the cheapest failures first. `--quick` stops before the database. It ends with the failures and their output,
 * and one line, "N passed, N failed", for the whole run, so that the end of a long log is enough. Exit code 1 if anything
 * failed. Nothing is retried.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { ensureBrowser } from "./browser.ts";

const quick = process.argv.includes("--quick");
const reports = mkdtempSync(join(tmpdir(), "touchline-test-"));
const bin = (name: string) => join("node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);

/** Runs one command and passes its output through. Resolves to its exit code. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  console.log(`\n> ${[basename(command), ...args].join(" ")}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Returns the first lines of a text, indented. */
const below = (text = "", most: number) =>
  text
    .split("\n", most)
    .map((line) => `\n      ${line}`)
    .join("");

let passed = 0;
/** Lists the failures, a line each, with their output. */
const failures: string[] = [];

/** Runs one command and shows its output in one piece when it has ended. Resolves to its exit code. */
function runApart(command: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(part));
    child.once("error", reject);
    child.once("close", (code) => {
      console.log(`\n> ${[basename(command), ...args].join(" ")}\n${Buffer.concat(output)}`);
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs steps two at a time, because each leaves a core idle for a while. Each step is one check, which fails by its exit code.
 */
async function checks(...steps: [command: string, ...args: string[]][]) {
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [command, ...args] = step;
      if ((await runApart(command, args)) === 0) passed += 1;
      else failures.push([basename(command), ...args].join(" "));
    }
  };
  await Promise.all([work(), work()]);
}

/** The number of passed tests in a report, and the names of the failed ones. */
type Outcome = { passed: number; failed: string[] };

/** Runs a step that writes a report, which `read` parses. A crash without a failed test counts as one failure. */
async function suite(
  command: string,
  args: string[],
  report: string,
  env: NodeJS.ProcessEnv,
  read: (json: unknown) => Outcome,
) {
  const code = await run(command, args, env);
  let outcome: Outcome = { passed: 0, failed: [] };
  try {
    outcome = read(JSON.parse(readFileSync(report, "utf8")));
  } catch (cause) {
    console.error(`no report from ${args.join(" ")}:`, cause);
  }
  passed += outcome.passed;
  if (code !== 0 && outcome.failed.length === 0)
    failures.push(`${[basename(command), ...args].join(" ")}: exit code ${code}`);
  failures.push(...outcome.failed);
}

/** The parts of vitest's report that are read. */
type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

function fromVitest({ numPassedTests, testResults }: VitestReport): Outcome {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(".", name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    // A file that can't be loaded, or whose hook fails, fails without a failed test.
    if (tests.length === 0) return status === "failed" ? [`${file}: ${message.split("\n")[0]}`] : [];
    return tests.map((test) => `${file}: ${test.fullName}${below(test.failureMessages[0], 6)}`);
  });
  return { passed: numPassedTests, failed };
}

/** The parts of Playwright's report that are read. */
type PlaywrightSuite = {
  specs: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { attachments: { name: string; path?: string }[] }[] }[];
  }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = {
  config: { rootDir: string };
  stats: { expected: number };
  suites: PlaywrightSuite[];
};

function fromPlaywright({ config, stats, suites }: PlaywrightReport): Outcome {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite["specs"] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const failed = suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
    .map(({ file, line, title, tests }) => {
      const contexts = tests.flatMap(({ results }) => results).flatMap(({ attachments }) => attachments);
      const path = contexts.find(({ name }) => name === "error-context")?.path;
      const [, page] = /```yaml\n(.*?)\n```/s.exec(path && existsSync(path) ? readFileSync(path, "utf8") : "") ?? [];
      return `${relative(".", join(config.rootDir, file))}:${line}: ${title}${below(page, 120)}`;
    });
  return { passed: stats.expected, failed };
}

const vitest = (...projects: string[]) => {
  const report = join(reports, `${projects.join("-")}.json`);
  const args = ["run", ...projects.flatMap((name) => ["--project", name]), "--tags-filter=!thorough"];
  return suite(
    bin("vitest"),
    [...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    report,
    {},
    (json) => fromVitest(json as VitestReport),
  );
};

// Before the long part, so that a missing browser is reported at once.
if (!quick) {
  try {
    ensureBrowser();
  } catch (cause) {
    console.error((cause as Error).message);
    process.exit(1);
  }
}
// One checker each. The default of four checks many types repeatedly and takes more than twice the processor time.
await checks(
  [bin("biome"), "ci", "--colors=off", "--error-on-warnings", "."],
  [bin("tsc"), "-p", "tsconfig.json", "--checkers", "1"],
  [bin("tsc"), "-p", "tsconfig.web.json", "--checkers", "1"],
  [bin("knip"), "--no-progress"],
);
await vitest("architecture", "rules", "isolated");
if (!quick) {
  await vitest("modules");
  const report = join(reports, "journeys.json");
  await suite(
    bin("playwright"),
    ["test", "--reporter=list,json"],
    report,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    (json) => fromPlaywright(json as PlaywrightReport),
  );
}
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((what) => `  ${what}`).join("\n")}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
