/**
 * Compares the calls of the specification (scripts/spec-calls.txt) with the OpenAPI document. A call that isn't built is absent
 * from the document, never a stub. Prints every call with a mark, and the count.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { identityOverHttp } from "@touchline/api/adapters/identity/http";
import { localAdapters } from "@touchline/api/adapters/local";
import { hardenedServer, mountApi } from "@touchline/api/app";
import { readConfig } from "@touchline/api/config";
import pg from "pg";

export type SpecCall = { method: string; path: string; present: boolean };

/** Returns the OpenAPI document as it is served. It needs no database. */
async function openApiPaths(): Promise<Record<string, Record<string, unknown>>> {
  const config = readConfig({
    publicUrl: "http://127.0.0.1",
    secret: "only for reading the document of it",
    supportEmail: "support@example.org",
  });
  const app = hardenedServer(config);
  await mountApi(app, {
    config,
    database: { pool: new pg.Pool({ max: 1 }), ready: async () => true, close: async () => undefined },
    adapters: localAdapters({
      folder: "unused",
      secret: config.secret,
      site: { url: config.publicUrl, supportEmail: config.supportEmail },
    }),
    identity: identityOverHttp(() => "http://127.0.0.1", config.productKey),
  });
  await app.ready();
  const answer = await app.inject("/api/openapi.json");
  await app.close();
  return (answer.json() as { paths: Record<string, Record<string, unknown>> }).paths;
}

/** Removes the names in braces and a trailing slash, so that equal paths compare equal. */
const anonymous = (path: string) => path.replaceAll(/\{\w*\}/g, "{}").replace(/\/$/, "");

/** Returns every call of the specification, with whether it is built. The specification leaves the method of a `*` open. */
export async function specCoverage(): Promise<SpecCall[]> {
  const built = new Map<string, Set<string>>();
  for (const [path, operations] of Object.entries(await openApiPaths())) {
    const methods = built.get(anonymous(path)) ?? new Set();
    for (const method of Object.keys(operations)) methods.add(method.toUpperCase());
    built.set(anonymous(path), methods);
  }
  return readFileSync(join(import.meta.dirname, "spec-calls.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [method = "", path = ""] = line.split(" ");
      const methods = built.get(path);
      return { method, path, present: method === "*" ? methods !== undefined : (methods?.has(method) ?? false) };
    });
}

if (process.argv[1]?.endsWith("run.mjs")) {
  const calls = await specCoverage();
  for (const { method, path, present } of calls) console.log(`${present ? "✓" : "·"} ${method.padEnd(6)} ${path}`);
  console.log(`\n${calls.filter((call) => call.present).length} of ${calls.length} calls are built`);
}
