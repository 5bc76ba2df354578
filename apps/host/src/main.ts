// `npm start`: the whole product in one process.
import { demoLogins, demoPassword } from "./demo/logins.ts";
import { runHost } from "./run.ts";
import { serveWeb } from "./web.ts";
import { builtWeb } from "./web-build.ts";

function loginTable(): string {
  const width = Math.max(...demoLogins.map((login) => login.email.length));
  const role = Math.max(...demoLogins.map((login) => login.role.length));
  const lines = demoLogins.map((one) => `  ${one.role.padEnd(role)}  ${one.email.padEnd(width)}  ${one.about}`);
  return `\nSign in to the demo with the password "${demoPassword}" as:\n${lines.join("\n")}`;
}

runHost(
  async (log) => {
    const folder = await builtWeb(log);
    return (app, facts) => serveWeb(app, folder, facts);
  },
  ({ url, demo, simulatorUrl, seconds }) => {
    console.log(`\nTouchline is at ${url} (started in ${seconds.toFixed(1)} s, Ctrl-C stops it).`);
    if (simulatorUrl !== null) {
      console.log(`Background checks and trainings are simulated: no real check is made (${simulatorUrl}/simulator).`);
    }
    if (demo) console.log(loginTable());
  },
);
