import type { z } from "zod";

/** Milliseconds to wait for a provider's response, by default. */
const usualTimeout = 20_000;
/** Characters of a response that are read by default; a longer one counts as malformed. */
const longestAnswer = 2_000_000;

/**
 * The problem with a provider's call.
 *
 * - `unreachable`: no response. An order may have been accepted anyway.
 * - `busy`: 429 or 5xx. An order may have been accepted if it was 5xx.
 * - `unauthorized`: 401 or 403, so the key is wrong.
 * - `notFound`: 404.
 * - `refused`: any other status from 300 to 499.
 * - `malformed`: a response that isn't JSON, or doesn't match its schema.
 */
export type ProviderFault = "unreachable" | "busy" | "unauthorized" | "notFound" | "refused" | "malformed";

/** Its message contains the call and the fault only; `answer` may contain personal data and is never logged. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  readonly status: number | null;
  readonly answer: string | null;
  /** Seconds that the provider asks to wait. */
  readonly retryAfter: number | null;

  constructor(
    fault: ProviderFault,
    call: string,
    {
      status = null,
      answer = null,
      retryAfter = null,
    }: Partial<Pick<ProviderError, "status" | "answer" | "retryAfter">> = {},
  ) {
    super(`${call}: ${fault}${status === null ? "" : ` (${status})`}`);
    this.name = "ProviderError";
    this.fault = fault;
    this.status = status;
    this.answer = answer;
    this.retryAfter = retryAfter;
  }
}

export type ProviderCall<Schema extends z.ZodType> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Relative to the provider's address, with its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is `URLSearchParams`. */
  body?: unknown;
  answer: Schema;
};

const faultOf = (status: number): ProviderFault =>
  status === 429 || status >= 500
    ? "busy"
    : status === 401 || status === 403
      ? "unauthorized"
      : status === 404
        ? "notFound"
        : "refused";

/** Calls one provider at its address. Nothing is repeated: the caller knows what is safe to repeat. @throws ProviderError */
export function providerAt(
  address: string,
  { timeout = usualTimeout, longest = longestAnswer }: { timeout?: number; longest?: number } = {},
) {
  return async <Schema extends z.ZodType>(call: ProviderCall<Schema>): Promise<z.output<Schema>> => {
    const name = `${call.method} ${call.path.split("?")[0]}`;
    const isForm = call.body instanceof URLSearchParams;
    let status: number;
    let text: string;
    let retryAfter: number | null;
    try {
      const response = await fetch(`${address}${call.path}`, {
        method: call.method,
        headers: {
          accept: "application/json",
          ...(call.body !== undefined && !isForm ? { "content-type": "application/json" } : {}),
          ...call.headers,
        },
        ...(call.body === undefined
          ? {}
          : { body: isForm ? (call.body as URLSearchParams) : JSON.stringify(call.body) }),
        redirect: "manual",
        signal: AbortSignal.timeout(timeout),
      });
      status = response.status;
      const retryAfterSeconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      retryAfter = Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null;
      text = await readAtMost(response, longest);
    } catch {
      throw new ProviderError("unreachable", name);
    }
    if (status < 200 || status > 299)
      throw new ProviderError(faultOf(status), name, { status, answer: text, retryAfter });
    let json: unknown;
    try {
      json = text === "" ? null : JSON.parse(text);
    } catch {
      throw new ProviderError("malformed", name, { status, answer: text });
    }
    const read = call.answer.safeParse(json);
    if (!read.success) throw new ProviderError("malformed", name, { status, answer: text });
    return read.data;
  };
}

/** Bytes of a file from a provider; a longer one counts as malformed. */
const longestFile = 25_000_000;

/** Fetches a file from a provider. @throws ProviderError */
export async function providerFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  { timeout = usualTimeout }: { timeout?: number } = {},
): Promise<Buffer> {
  const name = "GET file";
  let response: Response;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(timeout) });
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > longestFile) break;
      parts.push(part);
    }
  } catch {
    throw new ProviderError("unreachable", name);
  }
  const { status } = response;
  if (status < 200 || status > 299) throw new ProviderError(faultOf(status), name, { status });
  if (length > longestFile) throw new ProviderError("malformed", name, { status });
  return Buffer.concat(parts);
}

async function readAtMost(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > most) return text.slice(0, most);
  }
  return text + decoder.decode();
}
