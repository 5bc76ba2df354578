import { denialReasons } from "@touchline/rules";
import { describe, expect, test } from "vitest";
import { type Declared, declared } from "../../test/matrix/declared.ts";
import { type Outcome, type Relation, relations, type Subject } from "../../test/matrix/rules.ts";
import { type Schema, sample } from "../../test/matrix/sample.ts";
import { type Caller, type Ids, matrixWorld } from "../../test/matrix/world.ts";
import { aWorld } from "../../test/world.ts";

// Every operation of the OpenAPI document × every caller × every place that what it is about may lie at. What a call does is
// taken back, so that each meets the same world.

const plenty = { burst: 1_000_000, perSecond: 1_000 };
const world = aWorld({ rates: { account: plenty, address: plenty }, rehearsing: true });
const atOnce = 6;
const fewest = 9_500;

type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };
type Operation = {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, Schema> } };
type About = Extract<Declared, { on: string }>;
type Cell = { key: string; operation: Operation; caller: Caller; relation: Relation | null };

const placesOf: Record<About["on"], readonly (Relation | null)[]> = {
  nothing: [null],
  organization: ["own", "other"],
  level: ["own", "child", "parent", "sibling", "other"],
  content: ["own", "child", "parent", "sibling", "other"],
  person: relations,
};

async function theDocument(): Promise<[Document, [string, Operation][]]> {
  const answer = await fetch(`${world.it.base}/api/openapi.json`);
  const document = (await answer.json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([name]) => name !== "servers")
      .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  );
  return [document, operations];
}

/** What may be left out although the document names it: a list, which is empty then. */
const typed = (schema: Schema) => schema.type !== undefined && schema.type !== "array";

const emptyIds = {} as Ids;

/** One call with the smallest input that its schema takes. */
async function asked(document: Document, { key, operation, caller, relation }: Cell) {
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
  const url = new URL(`${world.it.base}${filled}`);
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
  // Whoever is refused while still sending a file may see the connection close; nothing was written, so it is asked again.
  const answer = await request().catch(request);
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.includes("json") && text !== "" ? JSON.parse(text) : null;
  return { status: answer.status, json };
}

const refusals: ReadonlySet<string> = new Set([...denialReasons, "noProfile", "notOperator"]);

function outcomeOf({ status, json }: Awaited<ReturnType<typeof asked>>, how: Declared): string {
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

function expected({ key, operation, caller, relation }: Cell): readonly string[] {
  const how = declared[key] as Declared;
  const open = !operation.security || operation.security.some((one) => Object.keys(one).length === 0);
  if ("to" in how) {
    // A session's own calls go by a cookie, which nobody here has.
    if (how.to === "anybody") return ["through", "hidden", "unknown"];
    if (caller.token === null) return ["unknown"];
    if (how.rule) {
      const outcome: Outcome = how.rule(caller, {} as Subject);
      return outcome === "through" && how.absent ? ["through", "hidden"] : [outcome];
    }
    return ["through", "hidden"];
  }
  if (caller.token === null) return [open ? "through" : "unknown"];
  if (!caller.hasProfile) return ["refused"];
  if (relation === "other") return ["hidden"];
  const { subject } = caller.about(relation ?? "own") as { subject: Subject };
  const outcome: Outcome = how.rule(caller, subject);
  return outcome === "through" && how.absent ? ["through", "hidden"] : [outcome];
}

function cellsOf(operations: [string, Operation][], callers: readonly Caller[]): Cell[] {
  return operations.flatMap(([key, operation]) => {
    const how = declared[key];
    const places = how && "on" in how ? placesOf[how.on] : [null];
    const writes = !key.startsWith("GET ");
    return callers
      .filter((caller) => writes || !caller.lost)
      .flatMap((caller) =>
        places
          .filter((relation) => relation === null || caller.about(relation) !== null)
          .map((relation) => ({ key, operation, caller, relation })),
      );
  });
}

describe("who may make which call", () => {
  test("every operation is declared in test/matrix/declared.ts, and nothing else is", async () => {
    const [, operations] = await theDocument();
    const known = operations.map(([key]) => key);
    const missing = known.filter((key) => !(key in declared));
    expect(
      missing.map(
        (key) =>
          `add to apps/api/test/matrix/declared.ts: "${key}": what it is about (on) and by which permission (rule), as its neighbours say`,
      ),
    ).toEqual([]);
    expect(Object.keys(declared).filter((key) => !known.includes(key))).toEqual([]);
  });

  test("is what the permission table says, for every caller and every place", { timeout: 600_000 }, async () => {
    const callers = await matrixWorld(world.it);
    const [document, operations] = await theDocument();
    const cells = cellsOf(
      operations.filter(([key]) => key in declared && !key.startsWith("POST /connect")),
      callers,
    );
    const wrong: string[] = [];
    const reached = new Map<string, Set<number>>();
    const rehearsal = world.it.rehearse();
    let next = 0;
    const work = async () => {
      for (let cell = cells[next++]; cell; cell = cells[next++]) {
        const { key, caller, relation } = cell;
        const how = declared[key] as Declared;
        const used = caller.token;
        let answer = await asked(document, cell);
        const ranOut = answer.status === 401 && used !== null && !("to" in how && how.to === "anybody");
        if (ranOut) {
          if (caller.token === used) caller.token = await caller.renewed();
          answer = await asked(document, cell);
        }
        const got = outcomeOf(answer, how);
        const wanted = expected(cell);
        reached.set(key, (reached.get(key) ?? new Set()).add(answer.status));
        const where = `${key} by ${caller.name}${relation === null ? "" : `, ${relation}`}`;
        if (!wanted.includes(got)) {
          wrong.push(`${where}: ${got} (${answer.status} ${answer.json?.reason ?? ""}), not ${wanted.join(" or ")}`);
        } else if (relation === "self" && "on" in how && how.neverOnOneself && answer.status < 300 && !how.each) {
          wrong.push(`${where}: done to oneself`);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    rehearsal.end();
    expect(wrong.sort()).toEqual([]);
    // Refused for its form alone, a call was never judged: give its declaration the input that it wants.
    const unread = [...reached].filter(([key, statuses]) => {
      const how = declared[key] as Declared;
      return (
        ("on" in how || how.rule !== undefined) && [...statuses].every((status) => [400, 401, 415].includes(status))
      );
    });
    expect(unread.map(([key]) => key)).toEqual([]);
    expect(cells.length).toBeGreaterThanOrEqual(fewest);
  });
});
