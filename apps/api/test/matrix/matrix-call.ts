import { denialReasons } from "@touchline/rules";
import type { Declared } from "./declaration.ts";
import { declared } from "./declared.ts";
import { type AccessOutcome, relations, type TestRelation, type TestSubject } from "./rules.ts";
import { type Schema, sample } from "./sample.ts";
import type { MatrixCaller, MatrixIds } from "./world.ts";

type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };
export type Operation = {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};
export type About = Extract<Declared, { on: string }>;
/** A call by a caller about a target. */
export type MatrixCase = { key: string; operation: Operation; caller: MatrixCaller; relation: TestRelation | null };

export const placesOf: Record<About["on"], readonly (TestRelation | null)[]> = {
  nothing: [null],
  organization: ["own", "other"],
  level: ["own", "child", "parent", "sibling", "other"],
  content: ["own", "child", "parent", "sibling", "other"],
  person: relations,
};

/** The OpenAPI document of a server, and its operations by method and path. */
export async function theDocument(base: string): Promise<[Document, [string, Operation][]]> {
  const answer = await fetch(`${base}/api/openapi.json`);
  const document = (await answer.json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([name]) => name !== "servers")
      .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  );
  return [document, operations];
}

/** The document requires it, but a list may be left out and is then empty. */
const typed = (schema: Schema) => schema.type !== undefined && schema.type !== "array";

const emptyIds = {} as MatrixIds;

/** Sends one call with the smallest input that its schema accepts. */
export async function sendCase(base: string, document: Document, { key, operation, caller, relation }: MatrixCase) {
  const { ids } = caller.about(relation ?? "own") ?? { ids: emptyIds };
  const [method = "", path = ""] = key.split(" ");
  const how = declared[key] as Declared;
  const about = "on" in how ? how : null;
  const named: Record<string, string> = {
    ...ids,
    profileLevelAccessId: ids.plaId,
    newLabelId: ids.labelId,
    orgId: ids.organizationId,
    OrganizationId: ids.organizationId,
    AppUserId: caller.appUserId,
    childProfileId: ids.profileId,
    guardianProfileId: caller.profileId,
    ...(about?.id ? { id: ids[about.id] } : {}),
  };
  const resolve = (ref: string) => document.components?.schemas?.[ref.split("/").at(-1) ?? ""] ?? {};
  const value = (one: Parameter) => String(named[one.name] ?? sample(one.schema, named, resolve, one.name));
  const parameters = operation.parameters ?? [];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(parameter ? value(parameter) : (named[name] ?? ""));
  });
  const url = new URL(`${base}${filled}`);
  for (const one of parameters) {
    const needed = one.required && one.schema.default === undefined && (named[one.name] || typed(one.schema));
    if (one.in === "query" && needed) url.searchParams.set(one.name, value(one));
  }
  for (const [name, text] of Object.entries(about?.query?.(ids) ?? {})) url.searchParams.set(name, text);
  const [[type, { schema }] = ["", { schema: null }]] = Object.entries(operation.requestBody?.content ?? {});
  const body = schema && {
    ...(sample(schema, named, resolve) as Record<string, unknown>),
    ...(how.body?.(ids) ?? {}),
  };
  const headers: Record<string, string> = caller.token ? { authorization: `Bearer ${caller.token}` } : {};
  let sent: FormData | string | null = null;
  if (type === "multipart/form-data") {
    sent = new FormData();
    const { file: _, ...fields } = body as Record<string, unknown>;
    for (const [name, text] of Object.entries(fields)) sent.set(name, String(text));
    sent.append("file", new File(["%PDF-1.4\n%%EOF\n"], "a.pdf", { type: "application/pdf" }));
  } else if (body) {
    sent = JSON.stringify(body);
    headers["content-type"] = "application/json";
  }
  const request = () => fetch(url, { method, headers, body: sent, signal: AbortSignal.timeout(20_000) });
  // A refused caller may see the connection close while sending a file. Nothing was written, so the call is repeated.
  const answer = await request().catch(request);
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.includes("json") && text !== "" ? JSON.parse(text) : null;
  return { status: answer.status, json };
}

const refusals: ReadonlySet<string> = new Set([...denialReasons, "noProfile", "notOperator"]);

/** What a response says about the caller. */
export function outcomeOf({ status, json }: Awaited<ReturnType<typeof sendCase>>, how: Declared): string {
  if (status >= 500) return `${status}`;
  if (status === 401) return "unknown";
  if (status === 404) return "hidden";
  if (status === 403) {
    const aboutState = how.states?.includes(json?.reason) || ("to" in how && !refusals.has(json?.reason));
    return aboutState ? "through" : "refused";
  }
  const each = "on" in how && status === 200 ? how.each?.(json as never) : undefined;
  if (each?.hidden) return "hidden";
  return each?.refused ? "refused" : "through";
}

/** Returns the response that the declaration expects. */
export function expected({ key, operation, caller, relation }: MatrixCase): readonly string[] {
  const how = declared[key] as Declared;
  const open = !operation.security || operation.security.some((one) => Object.keys(one).length === 0);
  if ("to" in how) {
    // The session's own calls use a cookie, which no caller has here.
    if (how.to === "anybody") return ["through", "hidden", "unknown"];
    if (caller.token === null) return ["unknown"];
    if (how.rule) {
      const outcome: AccessOutcome = how.rule(caller, {} as TestSubject);
      return outcome === "through" && how.absent ? ["through", "hidden"] : [outcome];
    }
    return ["through", "hidden"];
  }
  if (caller.token === null) return [open ? "through" : "unknown"];
  if (!caller.hasProfile) return ["refused"];
  if (relation === "other") return ["hidden"];
  const { subject } = caller.about(relation ?? "own") as { subject: TestSubject };
  const outcome: AccessOutcome = how.rule(caller, subject);
  return outcome === "through" && how.absent ? ["through", "hidden"] : [outcome];
}
