import type { Problem } from "@touchline/contract";
import { errorText, readResponse } from "./api.ts";
import { observeServerTime } from "./session/clock.ts";
import { supportEmail } from "./supportEmail.ts";

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

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** For uploads; both in bytes. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
}

/** How long an answer may take, in milliseconds; files travel longer, on a phone in a car park too. */
const patience = { call: 30_000, file: 600_000 };

const unreachable = () => new CallFailed("We could not reach Touchline. Check your connection and try again.", 0);
const tooSlow = () => new CallFailed("Touchline took too long to answer. Please try again.", 0);

/** Asks and waits. @throws CallFailed without an answer; the caller's own abort is passed on as it is. */
export async function send(url: string, init: RequestInit, options: SendOptions & { file?: boolean } = {}) {
  const limit = AbortSignal.timeout(options.file ? patience.file : patience.call);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    const response = await fetch(url, { ...init, signal });
    observeServerTime(response.headers);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw limit.aborted ? tooSlow() : unreachable();
  }
}

/** The same for files on their way out: `fetch` tells nothing of how much has travelled. */
export function sendFiles(method: string, url: string, form: FormData, token: string | null, options: SendOptions) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.timeout = patience.file;
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => options.onProgress?.(loaded, total));
    request.addEventListener("load", () => resolve(responseOf(request)));
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("timeout", () => reject(tooSlow()));
    request.addEventListener("abort", () => reject(new DOMException("The upload was canceled.", "AbortError")));
    request.addEventListener("loadend", () => options.signal?.removeEventListener("abort", abort));
    options.signal?.addEventListener("abort", abort);
    if (options.signal?.aborted) abort();
    else request.send(form);
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
  return new CallFailed(errorText(error, supportEmail()), status, body, Number.isNaN(wait) ? null : wait);
}
