import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { notFound } from "../errors.ts";
import { guide, style } from "./api-docs-text.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
};
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema; description?: string };
type Operation = {
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  "x-scope"?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
};
export type OpenApiDocument = {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? "");

/** The depth to which the fields of a response are listed. */
const deepest = 4;
const methods = ["get", "post", "put", "patch", "delete"];

/** Serves the OpenAPI document as readable pages, made by this server alone: no scripts, and no requests to other hosts. */
export function serveApiDocs(app: FastifyInstance, read: () => OpenApiDocument, publicUrl: string): void {
  const groups = () => groupsOf(read());
  const send = (reply: FastifyReply, title: string, body: string) => {
    const nonce = randomBytes(18).toString("base64url");
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy)
      .header("cache-control", "no-cache")
      .send(pageOf(title, body, nonce));
  };
  app.get("/api/docs", { schema: { hide: true } as object }, async (_request, reply) =>
    send(reply, "Touchline API", `${guide(publicUrl)}${groupHtml(read(), "partners", groups())}${listOf(groups())}`),
  );
  app.get<{ Params: { group: string } }>(
    "/api/docs/:group",
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { group } = request.params;
      const all = groups();
      if (!all.has(group)) throw notFound("apiGroup");
      const back = `<p><a href="/api/docs">All calls</a></p>`;
      return send(
        reply,
        `${group}: Touchline API`,
        `${back}<h1>${escapeHtml(group)}</h1>${groupHtml(read(), group, all)}`,
      );
    },
  );
}

type Call = { method: string; path: string; operation: Operation };

function groupsOf({ paths }: OpenApiDocument): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = operations[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return groups;
}

function listOf(groups: ReadonlyMap<string, Call[]>): string {
  const items = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, calls]) =>
        `<li><a href="/api/docs/${encodeURIComponent(name)}">${escapeHtml(name)}</a> <small>${calls.length}</small></li>`,
    );
  return `<h2>All calls</h2><p>These are the calls of Touchline's own pages. They need the access token of a signed-in person.</p><ul class="groups">${items.join("")}</ul>`;
}

const groupHtml = (document: OpenApiDocument, group: string, groups: ReadonlyMap<string, Call[]>) =>
  (groups.get(group) ?? []).map((one) => callHtml(document, one)).join("");

function callHtml(document: OpenApiDocument, { method, path, operation }: Call): string {
  const parameters = (operation.parameters ?? []).map(
    (one): Field => ({
      name: one.name,
      schema: { ...one.schema, ...(one.description ? { description: one.description } : {}) },
      required: one.required === true,
      note: one.in,
    }),
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const answers = Object.entries(operation.responses ?? {});
  const refusals = answers.map(([code]) => code).filter((code) => !code.startsWith("2"));
  return `<section id="${escapeHtml(`${method}-${path}`)}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary ?? "")}</p>
<p class="quiet">${escapeHtml(whoMay(operation))}</p>
${parameters.length > 0 ? table(document, "Parameters", parameters) : ""}
${bodies
  .slice(0, 1)
  .map(([type, { schema }]) => table(document, `Body (${type})`, fieldsOf(document, schema, "", 0)))
  .join("")}
${answers
  .filter(([code]) => code.startsWith("2"))
  .map(([code, { content, description }]) => {
    const [one] = Object.entries(content ?? {});
    const fields = one ? fieldsOf(document, one[1].schema, "", 0) : [];
    return fields.length > 0
      ? table(document, `Answer ${code}`, fields)
      : `<h4>Answer ${code}</h4><p>${escapeHtml(description ?? "")}</p>`;
  })
  .join("")}
${refusals.length > 0 ? `<p class="quiet">Refusals: ${refusals.join(", ")}.</p>` : ""}
</section>`;
}

function whoMay(operation: Operation): string {
  const scope = operation["x-scope"];
  if (scope) return `Needs an API key with the permission ${scope}, or the access token of a person.`;
  const open = !operation.security || operation.security.some((one) => Object.keys(one).length === 0);
  return open ? "Needs no access token." : "Needs the access token of a person.";
}

type Field = { name: string; schema: Schema; required: boolean; note?: string };

function table(document: OpenApiDocument, title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(({ name, schema, required, note }) => {
    const about = [schema.description, boundsOf(resolved(document, schema))].filter(Boolean).join(" ");
    const hints = [note, required ? "required" : "optional"].filter(Boolean).join(", ");
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code><small>${hints}</small></th><td>${escapeHtml(typeOf(document, schema))}</td><td>${escapeHtml(about)}</td></tr>`;
  });
  return `<h4>${escapeHtml(title)}</h4><div class="wide"><table><thead><tr><th>Name</th><th>Type</th><th>About</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** Lists the fields of an object, with those of nested objects under dotted names. */
function fieldsOf(document: OpenApiDocument, reference: Schema | undefined, under: string, depth: number): Field[] {
  const schema = objectIn(document, reference);
  if (!schema || depth >= deepest) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const isList = listIn(document, one) !== null;
    const full = `${under}${name}${isList ? "[]" : ""}`;
    const own = { name: full, schema: one, required: schema.required?.includes(name) ?? false };
    return [own, ...fieldsOf(document, one, `${full}.`, depth + 1)];
  });
}

function resolved(document: OpenApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (document.components?.schemas?.[name] ?? {}) : schema;
}

const choicesIn = (schema: Schema) => schema.anyOf ?? schema.oneOf ?? [];
const isNull = (schema: Schema) => schema.type === "null";

function listIn(document: OpenApiDocument, reference: Schema): Schema | null {
  const schema = resolved(document, reference);
  if (schema.items) return schema.items;
  return (
    choicesIn(schema)
      .map((one) => resolved(document, one).items ?? null)
      .find((one) => one !== null) ?? null
  );
}

/** Returns the object that a schema is, has as list items, or may be instead of null; null: there is none. */
function objectIn(document: OpenApiDocument, reference: Schema | undefined): Schema | null {
  if (!reference) return null;
  const schema = resolved(document, reference);
  if (schema.properties) return schema;
  if (schema.items) return objectIn(document, schema.items);
  const choices = choicesIn(schema).filter((one) => !isNull(one));
  return choices.length === 1 ? objectIn(document, choices[0]) : null;
}

function typeOf(document: OpenApiDocument, reference: Schema): string {
  const schema = resolved(document, reference);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `list of ${typeOf(document, schema.items)}`;
  const choices = choicesIn(schema);
  if (choices.length > 0) return [...new Set(choices.map((one) => typeOf(document, one)))].join(" | ");
  const type = [schema.type ?? "anything"].flat().join(" | ");
  return schema.format ? `${type} (${schema.format})` : type;
}

function boundsOf({ maxLength, minimum, maximum, maxItems, default: usual }: Schema): string {
  const bounds = [
    maxLength === undefined ? "" : `At most ${maxLength} characters.`,
    maxItems === undefined ? "" : `At most ${maxItems} items.`,
    minimum === undefined || minimum < -1e9 ? "" : `At least ${minimum}.`,
    maximum === undefined || maximum > 1e9 ? "" : `At most ${maximum}.`,
    usual === undefined ? "" : `Default: ${JSON.stringify(usual)}.`,
  ];
  return bounds.filter(Boolean).join(" ");
}

const pageOf = (title: string, body: string, nonce: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main>${body}</main></body>
</html>`;
