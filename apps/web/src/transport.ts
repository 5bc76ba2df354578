import type { Problem } from "@touchline/contract";
import { errorText, readResponse } from "./api.ts";
import { observeServerTime } from "./session/clock.ts";
import { supportEmail } from "./support-email.ts";
import { words } from "./words.ts";

/** A call that was refused, or got no answer (status 0). `message` is fit to be shown. */
export class CallFailed extends Error {
  readonly status: number;
  /** The server's own account of it, where it gave one. */
  readonly problem: Partial<Problem> | null;
  /** Seconds to wait before trying again, where the server said so. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    status: number,
    problem: Partial<Problem> | null = null,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.name = "CallFailed";
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** An error for a reason of the page itself, before or between requests. `message` can be shown. */
export class NotYet extends Error {}

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** For uploads; both in bytes. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** Makes the call safe to repeat: it is, once, when the connection was lost. */
  idempotencyKey?: string | undefined;
  /** It goes out although the page is being left. */
  keepalive?: boolean | undefined;
}

const metaOf = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
/** The address of the API: the page's own origin unless the host configures another one. */
export const apiAddress = (url: string) => (url.startsWith("/") ? `${metaOf("api")}${url}` : url);
/** Where the identity service is. */
export const identityAddress = () => metaOf("identity") || "/identity";

const tooLargeForProxy = words.proxyRefused;

/** How long an answer may take, in milliseconds; files travel longer, on a phone in a car park too. */
const timeouts = { call: 30_000, file: 600_000 };

class Unreachable extends CallFailed {
  constructor() {
    super(words.unreachable, 0);
  }
}
const tooSlow = () => new CallFailed(words.timedOut, 0);

/** Asks and waits. @throws CallFailed without an answer; the caller's own abort is passed on as it is. */
export function send(url: string, init: RequestInit, options: SendOptions & { file?: boolean } = {}) {
  const headers = new Headers(init.headers);
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  return repeated(() => sendOnce(url, { ...init, headers }, options), options);
}

async function sendOnce(url: string, init: RequestInit, options: SendOptions & { file?: boolean }) {
  const limit = AbortSignal.timeout(options.file ? timeouts.file : timeouts.call);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    const response = await fetch(apiAddress(url), {
      credentials: "include",
      keepalive: options.keepalive ?? false,
      ...init,
      signal,
    });
    observeServerTime(response.headers);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw limit.aborted ? tooSlow() : new Unreachable();
  }
}

/** Sends files, telling how far they are: `fetch` tells nothing of how much has travelled. */
export function sendFiles(url: string, { method, headers }: FilesInit, form: FormData, options: SendOptions) {
  return repeated(() => sendFilesOnce(url, { method, headers }, form, options), options);
}

type FilesInit = { method: string; headers: Headers };

function sendFilesOnce(url: string, { method, headers }: FilesInit, form: FormData, options: SendOptions) {
  return new Promise<Response>((resolve, reject) => {
    const canceled = () => reject(new DOMException(words.uploadCanceled, "AbortError"));
    // Of a request that was never sent nothing would be heard.
    if (options.signal?.aborted) return canceled();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, apiAddress(url));
    request.withCredentials = true;
    request.timeout = timeouts.file;
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    if (options.idempotencyKey) request.setRequestHeader("idempotency-key", options.idempotencyKey);
    request.upload.addEventListener("progress", ({ loaded, total }) => options.onProgress?.(loaded, total));
    request.addEventListener("load", () => resolve(responseOf(request)));
    request.addEventListener("error", () => reject(new Unreachable()));
    request.addEventListener("timeout", () => reject(tooSlow()));
    request.addEventListener("abort", canceled);
    request.addEventListener("loadend", () => options.signal?.removeEventListener("abort", abort));
    options.signal?.addEventListener("abort", abort);
    request.send(form);
  });
}

/** How long to wait before the connection is tried again, and for a first try that is still being worked on. */
const rest = 1_000;
const mostWaits = 10;

/**
 * Tries again, once, when the connection was lost and the call is safe to repeat. The first try may have arrived: while it
 * is being worked on the server says so, and is asked again.
 */
async function repeated(attempt: () => Promise<Response>, options: SendOptions): Promise<Response> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Unreachable) || !options.idempotencyKey) throw error;
  }
  for (let waits = 1; ; waits += 1) {
    await pause(rest, options.signal);
    const response = await attempt();
    if (response.status !== 409 || waits === mostWaits) return response;
    const problem: Partial<Problem> | null = await response
      .clone()
      .json()
      .catch(() => null);
    if (problem?.reason !== "stillRunning") return response;
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = "", ...rest] = line.split(":");
    if (name) headers.append(name, rest.join(":").trim());
  }
  const empty = request.status === 204;
  return new Response(empty ? null : request.responseText, { status: request.status, headers });
}

/** What an answer holds: undefined for no content. @throws CallFailed when it is a refusal. */
export async function dataOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const answer = await readResponse<unknown>(response);
  if (answer.ok) return answer.data;
  throw failureOf(answer, response);
}

function failureOf({ status, error }: { status: number; error: unknown }, response: Response): CallFailed {
  const wait = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  const body = typeof error === "object" && error !== null ? (error as Partial<Problem>) : null;
  // Touchline says itself why something is too large; without a word of it the answer is a proxy's.
  const message = status === 413 && body === null ? tooLargeForProxy : errorText(error, supportEmail());
  return new CallFailed(message, status, body, Number.isNaN(wait) ? null : wait);
}
