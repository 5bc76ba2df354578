// `npm start`: the whole product in one process.
import { closers } from "./closers.ts";
import { readHostConfig } from "./config.ts";
import { demoLogins, demoPassword } from "./demo/logins.ts";
import { startHost } from "./start.ts";
import { serveWeb } from "./web.ts";
import { builtWeb } from "./web-build.ts";

const begun = performance.now();
const log = (line: string) => console.log(line);
const ends = closers(log);
let stopping: number | null = null;

/** npm passes a Ctrl-C on to a process that got it already: what follows at once is the same one. */
const sameKeyPress = 500;

function stop() {
  if (stopping !== null) {
    if (performance.now() - stopping > sameKeyPress) process.exit(130);
    return;
  }
  stopping = performance.now();
  console.log("\nStopping.");
  starting.catch(() => {}).finally(() => ends.closeAll().then(() => process.exit(0)));
}

class GivenUp extends Error {}

async function start() {
  const config = readHostConfig(process.env);
  const web = async () => {
    const folder = await builtWeb(log);
    return (app: Parameters<typeof serveWeb>[0], facts: Parameters<typeof serveWeb>[2]) => serveWeb(app, folder, facts);
  };
  const goesOn = () => {
    if (stopping !== null) throw new GivenUp();
  };
  const { url, demo } = await startHost(config, web, { closers: ends, log, goesOn });
  console.log(
    `\nTouchline is at ${url} (started in ${((performance.now() - begun) / 1000).toFixed(1)} s, Ctrl-C stops it).`,
  );
  if (demo) console.log(loginTable());
}

function loginTable(): string {
  const width = Math.max(...demoLogins.map((login) => login.email.length));
  const role = Math.max(...demoLogins.map((login) => login.role.length));
  const lines = demoLogins.map((one) => `  ${one.role.padEnd(role)}  ${one.email.padEnd(width)}  ${one.about}`);
  return `\nSign in to the demo with the password "${demoPassword}" as:\n${lines.join("\n")}`;
}

const starting = start();
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
starting.catch(async (error: unknown) => {
  if (error instanceof GivenUp) return;
  console.error(`\nTouchline did not start. ${error instanceof Error ? error.message : error}`);
  await ends.closeAll();
  process.exit(1);
});
