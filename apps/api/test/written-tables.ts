import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "@touchline/contract";
import type { FastifyInstance } from "fastify";
import { loadModule, parseSync } from "libpg-query";
import { queueSchema } from "../src/jobs/queue.ts";
import { owners } from "../src/schema/owners.ts";
import { areas } from "./areas.ts";

const order = Object.keys(areas);
const areaOfModule = new Map(Object.entries(areas).flatMap(([area, own]) => own.map((module) => [module, area])));

/** The area whose verb is running, if a call started it. */
const running = new AsyncLocalStorage<string>();

/** The tables by the text of the statement that writes them, because the same texts are sent thousands of times. */
const known = new Map<string, readonly string[]>();

/** Returns the tables that a statement writes, also within WITH, from PostgreSQL's own parser. Await `loadModule` first. */
export function writtenTables(text: string): readonly string[] {
  // The parser is also used to find FOR UPDATE.
  if (!/\b(insert|update|delete|merge|truncate)\b/i.test(text)) return [];
  const before = known.get(text);
  if (before) return before;
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (/^(Insert|Update|Delete|Merge)Stmt$/.test(key)) noteTable(value.relation);
      if (key === "TruncateStmt") for (const { RangeVar } of value.relations) noteTable(RangeVar);
      walk(value);
    }
  };
  const noteTable = ({ schemaname, relname }: { schemaname?: string; relname: string }) =>
    found.add(schemaname === undefined || schemaname === "public" ? relname : `${schemaname}.${relname}`);
  walk(parseSync(text));
  const tables = [...found];
  known.set(text, tables);
  return tables;
}

/**
 * Returns why a statement may not write its tables, or null: a table has no owner, or, while a call's verb runs, the table
 * belongs to an area after the verb's own in the list, which the verb can't use.
 */
export function wrongWrite(text: string, area: string | undefined): string | null {
  for (const table of writtenTables(text)) {
    if (table.startsWith(`${queueSchema}.`)) continue;
    const owner = owners[table];
    if (owner === undefined) return `schema/owners.ts does not say who writes ${table}`;
    const ownerArea = areaOfModule.get(owner);
    if (area !== undefined && ownerArea !== undefined && order.indexOf(ownerArea) > order.indexOf(area))
      return `a verb of ${area} writes ${table}, which is written by ${owner} in ${ownerArea}`;
  }
  return null;
}

/** Compares a statement within a tenant with the list of owners. @throws Error with the statement. */
export function writesWhatItMay(text: string): void {
  const wrong = wrongWrite(text, running.getStore());
  if (wrong !== null) throw new Error(`${wrong}: ${text}`);
}

/** Records for every call of a server the area of its verb, whose routes name the endpoint. */
export async function noteVerbs(app: FastifyInstance): Promise<void> {
  await loadModule();
  const served = await servedAreas();
  // After the body was parsed, because parsing leaves the async context.
  app.addHook("preHandler", (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: AnyEndpoint };
    const area = endpoint && served.get(endpoint);
    if (area === undefined) done();
    else running.run(area, done);
  });
}

let areasOfEndpoints: Promise<Map<AnyEndpoint, string>> | undefined;

/** The area in whose `routes.ts` each endpoint is served. */
export function servedAreas(): Promise<Map<AnyEndpoint, string>> {
  areasOfEndpoints ??= readServedAreas();
  return areasOfEndpoints;
}

async function readServedAreas(): Promise<Map<AnyEndpoint, string>> {
  const served = new Map<AnyEndpoint, string>();
  const importers = new Map<string, Set<string>>();
  const routes = order.flatMap((area) => (areas[area] ?? []).map((module) => [area, module] as const));
  for (const [area, module] of routes) {
    const file = join(import.meta.dirname, "../src/modules", area, module, "routes.ts");
    if (!existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    for (const [, names, specifier] of text.matchAll(/import ([^;]*?) from "(@touchline\/contract\/[^"]+)";/g)) {
      importers.set(specifier as string, (importers.get(specifier as string) ?? new Set()).add(area));
      const star = /^\* as (\w+)$/.exec(names as string)?.[1];
      for (const [name, endpoint] of Object.entries(await exportsOf(specifier as string))) {
        const alias = new RegExp(`\\b${name} as (\\w+)`).exec(names as string)?.[1];
        const qualifier = star ? `${star}\\.${name}` : (alias ?? name);
        if (new RegExp(`\\bon\\w*\\(\\s*${qualifier}\\b`).test(text)) served.set(endpoint, area);
      }
    }
  }
  // Endpoints that are served from a list whose file only one area imports.
  for (const [specifier, [area, ...others]] of importers) {
    if (area === undefined || others.length > 0) continue;
    for (const one of Object.values(await exportsOf(specifier))) {
      // Some are exported together in one object.
      const endpoints = [one, ...Object.values(one ?? {})] as AnyEndpoint[];
      for (const endpoint of endpoints) if (!served.has(endpoint)) served.set(endpoint, area);
    }
  }
  return served;
}

const exportsOf = async (specifier: string) => (await import(specifier)) as Record<string, AnyEndpoint>;
