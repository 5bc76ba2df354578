import { type IncomingHttpHeaders, request as plainly } from "node:http";
import { request as securely } from "node:https";
import { addressChecker, pinnedLookup, type Resolve } from "../webhooks/addresses.ts";

/** Milliseconds for everything: resolving the name, connecting, and the response. */
const usualTimeout = 5_000;
/** Bytes of a response; a longer one is refused. */
const longest = 1_000_000;

export type OutsideSettings = {
  /** Hosts with their ports that may be private and without TLS: for tests and the demo. */
  readonly trusted?: readonly string[];
  readonly resolve?: Resolve;
  readonly timeout?: number;
};

/** The address is one that nobody outside may have us call. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
  readonly code = "ADDRESS_REFUSED";
}

type Requested = {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
};

/**
 * Returns a `fetch` for addresses that people typed: over HTTPS to public addresses only, which are looked up once, and without
 * following redirects.
 */
export function publicFetch({ trusted = [], resolve, timeout = usualTimeout }: OutsideSettings = {}) {
  const check = addressChecker(new Set(trusted), resolve, resolve);
  return async (address: string, { method = "GET", headers, body, signal }: Requested = {}): Promise<Response> => {
    const deadline = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
    const checked = await Promise.race([
      check(address),
      new Promise<never>((_, fail) => deadline.addEventListener("abort", () => fail(deadline.reason), { once: true })),
    ]);
    if (checked.refusal !== null) throw new AddressRefused(`The address is refused: ${checked.refusal}.`);
    const { url, addresses } = checked;
    const content = body === undefined || body === null ? null : Buffer.from(String(body));
    return new Promise((done, fail) => {
      const request = (url.protocol === "https:" ? securely : plainly)(url, {
        method,
        agent: false,
        lookup: pinnedLookup(addresses),
        signal: deadline,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(content && { "content-length": String(content.length) }),
        },
      });
      request.on("response", (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on("data", (part: Buffer) => {
          bytes += part.length;
          if (bytes > longest) request.destroy(new TypeError("The response is too long."));
          else parts.push(part);
        });
        response.on("error", fail);
        response.on("end", () => {
          try {
            done(answerOf(response.statusCode ?? 502, response.headers, Buffer.concat(parts)));
          } catch {
            // A status that HTTP doesn't have, for example.
            fail(new TypeError("The response isn't valid HTTP."));
          }
        });
      });
      request.on("upgrade", (_response, socket) => {
        socket.destroy();
        fail(new TypeError("The response switches protocols."));
      });
      request.on("error", fail);
      request.end(content ?? undefined);
    });
  };
}

function answerOf(status: number, headers: IncomingHttpHeaders, body: Buffer): Response {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) given.append(name, one);
  }
  const empty = status === 204 || status === 205 || status === 304;
  return new Response(empty ? null : new Uint8Array(body), { status, headers: given });
}
