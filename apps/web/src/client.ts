import type { AnyEndpoint, BodyInput, ParamsOf, QueryInput, ResponseOf } from "@touchline/contract";
import { viewAsHeader } from "@touchline/contract/administration/view-as";
import { sessionIsOver } from "./session/ending.ts";
import { goodToken } from "./session/renewal.ts";
import { readSecurity } from "./session/security.ts";
import { viewAsOf } from "./session/view-as.ts";
import { dataOf, type SendOptions, send, sendFiles } from "./transport.ts";

export { CallFailed, NotYet } from "./transport.ts";

type Part<Name extends string, Value> =
  Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : undefined extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value };

type One = string | number | boolean;
/** Lists and numbers of a query have no type of their own as a caller writes them: one value, or several. */
type Written<Query> = {
  [Name in keyof Query as unknown extends Query[Name] ? never : Name]: Query[Name];
} & { [Name in keyof Query as unknown extends Query[Name] ? Name : never]?: One | readonly One[] | undefined };

/** The caller's input: path parameters, query, body; and files for multipart calls. */
export type CallInput<E extends AnyEndpoint> = Part<"params", ParamsOf<E>> &
  Part<"query", Written<QueryInput<E>>> &
  Part<"body", BodyInput<E>> & { files?: readonly File[] };

type CallArguments<E extends AnyEndpoint, Options = SendOptions> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: Options]
    : [input: CallInput<E>, options?: Options];

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: readonly File[];
}

/**
 * Makes a call as declared in the contract, with the current session. An expired token is renewed first; 401 logs out.
 * Source: specification 2, section 8.
 *
 * @returns the endpoint's response; undefined if it has no content.
 * @throws CallFailed with a message that can be shown.
 */
export async function call<E extends AnyEndpoint>(endpoint: E, ...args: CallArguments<E>): Promise<ResponseOf<E>> {
  const [input = {}, options = {}] = args;
  // One idempotency key per action: repeated after a lost connection, it is still done once.
  const keyed = endpoint.method === "GET" ? options : { idempotencyKey: crypto.randomUUID(), ...options };
  return (await dataOf(await answerTo(endpoint, input as LooseInput, keyed))) as ResponseOf<E>;
}

/** Fetches a file with the name to save it under. @throws CallFailed */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  ...args: CallArguments<E, SendOptions & { onReceived?: (bytes: number) => void }>
): Promise<{ blob: Blob; name: string }> {
  const [input = {}, options = {}] = args;
  const response = await answerTo(endpoint, input as LooseInput, { ...options, file: true });
  if (!response.ok) await dataOf(response);
  const name = fileNameOf(response.headers.get("content-disposition"));
  const { onReceived } = options;
  return { blob: onReceived ? await counted(response, onReceived) : await response.blob(), name };
}

/** Reads the bytes of an answer and reports how many have arrived: streamed answers have no length in advance. */
async function counted(response: Response, onReceived: (bytes: number) => void): Promise<Blob> {
  if (!response.body) return response.blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    received += part.value.length;
    onReceived(received);
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}

async function answerTo(
  endpoint: AnyEndpoint,
  input: LooseInput,
  options: SendOptions & { file?: boolean },
): Promise<Response> {
  const token = endpoint.auth === "bearer" || endpoint.auth === "optional" ? await goodToken() : null;
  const response = await sendAs(token, endpoint, input, options);
  if (response.status !== 401) return response;
  // The token has been renewed or replaced since, so the answer says nothing about the current session.
  if (token !== null && token !== readSecurity().token) {
    const present = await goodToken();
    const again = present === null ? response : await sendAs(present, endpoint, input, options);
    if (again.status !== 401) return again;
  }
  sessionIsOver();
  return response;
}

function sendAs(
  token: string | null,
  { path, method, multipart }: AnyEndpoint,
  input: LooseInput,
  options: SendOptions & { file?: boolean },
): Promise<Response> {
  const url = addressOf(path, input);
  const headers = headersOf(token, path);
  return multipart
    ? sendFiles(url, { method, headers }, formOf(input), options)
    : send(url, requestOf(method, headers, input.body), options);
}

/** The headers of a call. Whatever is sent with a token names the view, if there is one: otherwise it would be the operator's own call. */
export function headersOf(token: string | null, path: string): Headers {
  const headers = new Headers();
  if (token === null) return headers;
  headers.set("authorization", `Bearer ${token}`);
  const viewAs = viewAsOf(path);
  if (viewAs !== null) headers.set(viewAsHeader, viewAs);
  return headers;
}

function requestOf(method: string, headers: Headers, body: unknown): RequestInit {
  if (body === undefined) return { method, headers };
  headers.set("content-type", "application/json");
  return { method, headers, body: JSON.stringify(body) };
}

/** Fields before files: the server may judge them before it reads on. */
function formOf({ body, files }: LooseInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const file of files ?? []) form.append("file", file, file.name);
  return form;
}

/** The path with its names filled in, and the query; a list becomes a name repeated. */
export function addressOf(path: string, { params = {}, query = {} }: Pick<LooseInput, "params" | "query">): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The name a file is sent under. */
export function fileNameOf(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "") ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition ?? "") ?? [];
  try {
    return encoded === undefined ? (plain ?? "file") : decodeURIComponent(encoded);
  } catch {
    return plain ?? "file";
  }
}
