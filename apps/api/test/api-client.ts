type Schema = {
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
};
type Operation = {
  "x-scope"?: string;
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Document = { paths: Record<string, Record<string, Operation>> };

/** Writes a TypeScript client for the endpoints that API keys may call, from the OpenAPI document. */
export function clientFrom(document: unknown): string {
  const calls = Object.entries((document as Document).paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation["x-scope"])
      .map(([method, operation]) => callText(path, method, operation)),
  );
  return `${head}${calls.join("")}  };\n}\n`;
}

const head = `// Made from /api/openapi.json of a Touchline server. Don't edit: \`npm test\` compares it.

/** A refusal: \`message\` says what happened and what to do. */
export class TouchlineError extends Error {
  readonly status: number;
  /** Seconds to wait before another try, where the server told. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A client of one Touchline server, by an API key of one organization. */
export function touchline(server: string, key: string) {
  async function send(method: string, path: string, query: object, body?: unknown): Promise<unknown> {
    const url = new URL(path, server);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = { authorization: \`Bearer \${key}\` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const answer = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const json = (await answer.json()) as { detail?: string };
    if (answer.ok) return json;
    const wait = answer.headers.get("retry-after");
    throw new TouchlineError(answer.status, json.detail ?? answer.statusText, wait === null ? null : Number(wait));
  }

  return {
`;

function callText(path: string, method: string, operation: Operation): string {
  const words = path.split("/").filter((part) => part !== "" && part !== "api" && part !== "v1");
  const verb = method === "get" ? "get" : method;
  const name = `${verb}${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}`;
  const query = (operation.parameters ?? []).filter((one) => one.in === "query");
  const queryType = `{ ${query.map((one) => `${one.name}${one.required ? "" : "?"}: ${typeText(one.schema)}`).join("; ")} }`;
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
  const input = body ? `body: ${typeText(body)}` : `query: ${queryType}`;
  const optional = !body && query.every((one) => !one.required) ? " = {}" : "";
  const sent = body ? `{}, body` : "query";
  return `    /** ${operation.summary} */
    async ${name}(${input}${optional}) {
      const answer = await send("${method.toUpperCase()}", "${path}", ${sent});
      return answer as ${typeText(answer)};
    },
`;
}

function typeText(schema: Schema): string {
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" | ");
  if (schema.items) return `Array<${typeText(schema.items)}>`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, one]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${typeText(one)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  const types = [schema.type ?? "unknown"].flat();
  return types.map((type) => (type === "integer" ? "number" : type)).join(" | ");
}
