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
    console.log(`
Touchline is running at ${url} (started in ${seconds.toFixed(1)} s). Press Ctrl-C to stop.`);
    if (simulatorUrl !== null) {
      console.log(`Simulated providers are at ${simulatorUrl}/simulator. They make no real check.`);
    }
    if (demo) console.log(loginTable());
  },
);
