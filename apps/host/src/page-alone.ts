// `npm run start:web`: the page alone, for an origin of its own. It tells browsers where the API and the identity service are.
import { hardenedServer } from "@touchline/api/app";
import { readConfig } from "@touchline/api/config";
import { logOptions } from "@touchline/api/http/log";
import { assertPortFree } from "./port.ts";
import { runPart, type Start } from "./run.ts";
import { closeWithin } from "./server.ts";
import { addSafetyHeaders, nothingHere, pageFacts, serveWeb } from "./web.ts";
import { builtWeb } from "./web-build.ts";

const start: Start = async (config, { closers, log, throwIfAborted }) => {
  if (config.apiUrl === null) {
    throw new Error("API_URL isn't set. Set it to the address of the API, such as https://api.clubs.example.org.");
  }
  await assertPortFree(config.host, config.port);
  // Nothing is sealed here.
  const api = readConfig({ ...config, secret: "-".repeat(32) });
  const folder = await builtWeb(log);
  throwIfAborted();
  const app = hardenedServer(api, { logger: logOptions(config.logLevel) });
  addSafetyHeaders(app, api);
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });
  for (const path of ["/healthz", "/readyz"]) {
    app.get(path, (_request, reply) => reply.header("cache-control", "no-store").send({ ready: true }));
  }
  await app.register(async (page) => serveWeb(page, folder, pageFacts(config, api)));
  await app.listen({ host: config.host, port: config.port });
  closers.add(() => closeWithin(app));
  return { url: api.publicUrl };
};

runPart(start, ({ url, seconds }) => {
  console.log(`\nThe web app is running at ${url} (started in ${seconds.toFixed(1)} s). Press Ctrl-C to stop.`);
});
