import { type IncomingMessage, request as plainly } from "node:http";
import { request as securely } from "node:https";
import type { WebhookProblem } from "@touchline/contract/integrations/webhooks";
import { addressChecker, pinnedLookup, type Resolve } from "./addresses.ts";
import type { WebhookAnswer, WebhookMessage, WebhooksPort } from "./port.ts";
import { signaturesOf } from "./signature.ts";

/** Milliseconds for everything: resolving the name, connecting, and the response. */
const usualTimeout = 10_000;
/** Bytes of a response that are read before the connection is closed. */
const mostRead = 16_384;

export type WebhookSettings = {
  /** Hosts with their ports that may be private and without TLS: for tests and the demo. */
  readonly trusted?: readonly string[];
  readonly resolve?: Resolve;
  readonly timeout?: number;
};

/** Sends webhooks over HTTPS to public addresses only. */
export function webhooksOverHttp({
  trusted = [],
  resolve,
  timeout = usualTimeout,
}: WebhookSettings = {}): WebhooksPort {
  const check = addressChecker(new Set(trusted), resolve, resolve);
  return {
    refusalOf: async (url) => (await check(url)).refusal,
    async send(message, now) {
      const deadline = AbortSignal.timeout(timeout);
      const checked = await orTimeout(check(message.url), deadline);
      if (checked === null) return failed("timeout");
      if (checked.refusal !== null) return failed(checked.refusal === "unresolved" ? "unresolved" : "private");
      return post(checked.url, checked.addresses, message, now, deadline);
    },
  };
}

const failed = (problem: WebhookProblem): WebhookAnswer => ({ status: null, problem, retryAfter: null });

/** Resolves to null if it takes too long. */
const orTimeout = <Result>(work: Promise<Result>, deadline: AbortSignal): Promise<Result | null> =>
  Promise.race([
    work,
    new Promise<null>((done) => deadline.addEventListener("abort", () => done(null), { once: true })),
  ]);

function post(
  url: URL,
  addresses: readonly string[],
  { id, body, secrets }: WebhookMessage,
  now: Date,
  deadline: AbortSignal,
): Promise<WebhookAnswer> {
  const seconds = Math.floor(now.getTime() / 1000);
  const content = Buffer.from(body);
  return new Promise((resolve) => {
    const request = (url.protocol === "https:" ? securely : plainly)(url, {
      method: "POST",
      agent: false,
      lookup: pinnedLookup(addresses),
      signal: deadline,
      headers: {
        "content-type": "application/json",
        "content-length": content.length,
        "user-agent": "Touchline-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": signaturesOf({ id, seconds, body }, secrets),
      },
    });
    request.on("response", (response) => {
      resolve(answerOf(response));
      discard(response);
    });
    // A switch of protocols ends the exchange without a response, an error, or the deadline.
    request.on("upgrade", (response, socket) => {
      resolve(answerOf(response));
      socket.destroy();
    });
    request.on("error", (error) => resolve(failed(problemOf(error, deadline))));
    request.end(content);
  });
}

function answerOf({ statusCode = 0, headers }: IncomingMessage): WebhookAnswer {
  const retryAfterSeconds = Number(headers["retry-after"] ?? Number.NaN);
  const retryAfter =
    (statusCode === 429 || statusCode === 503) && Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null;
  const problem =
    statusCode >= 200 && statusCode < 300 ? null : statusCode >= 300 && statusCode < 400 ? "redirect" : "status";
  return { status: statusCode, problem, retryAfter };
}

/** Reads a little of the body, so that the other side can end it normally, and keeps none of it. */
function discard(response: IncomingMessage): void {
  let read = 0;
  response.on("data", (part: Buffer) => {
    read += part.length;
    if (read > mostRead) response.destroy();
  });
  response.on("error", () => undefined);
}

function problemOf(error: Error & { code?: string }, deadline: AbortSignal): WebhookProblem {
  if (deadline.aborted) return "timeout";
  const code = error.code ?? "";
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code) ? "tls" : "unreachable";
}
