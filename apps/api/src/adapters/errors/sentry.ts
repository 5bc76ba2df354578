import { randomUUID } from "node:crypto";
import {
  createEventEnvelope,
  createTransport,
  type Event,
  getEnvelopeEndpointWithUrlEncodedAuth,
  makeDsn,
  type StackFrame,
} from "@sentry/core";
import type { ErrorService, Fault } from "./port.ts";

export type SentrySettings = {
  /** `https://key@host/project`. */
  dsn: string;
  /** The name of this installation, such as production. */
  environment: string;
};

const timeoutMs = 5_000;

/** A place as it is in the log, `function (file:line:column)` or `file:line:column`, as Sentry names its parts. */
function frameOf(place: string): StackFrame {
  const [, named, file, line, column] = /^(?:(.+?) \()?([^()\s]+):(\d+):(\d+)\)?$/.exec(place) ?? [];
  if (file === undefined) return { function: place };
  return {
    filename: file,
    lineno: Number(line),
    colno: Number(column),
    in_app: !file.includes("node_modules"),
    ...(named === undefined ? {} : { function: named }),
  };
}

/** What Sentry is told of an error: what the log here holds too, so no message and nothing about a person. */
function eventOf({ source, name, code, route, place }: Fault, { environment }: SentrySettings, release: string): Event {
  return {
    event_id: randomUUID().replaceAll("-", ""),
    timestamp: Date.now() / 1000,
    platform: source === "page" ? "javascript" : "node",
    level: "error",
    environment,
    // A page may be older than the server.
    ...(source === "page" ? {} : { release }),
    tags: { source, ...(code === null ? {} : { code }) },
    ...(route === null ? {} : { transaction: route }),
    exception: {
      values: [
        {
          type: name,
          mechanism: { type: "generic", handled: false },
          // Sentry lists the innermost call last.
          stacktrace: { frames: place.map(frameOf).toReversed() },
        },
      ],
    },
  };
}

/**
 * Sends errors to Sentry, or to any service that takes its envelopes. Those of pages come through this server, so that
 * browsers never ask a third party.
 *
 * @throws Error for a DSN that can't be read
 */
export function sentryErrors(settings: SentrySettings, release: string): ErrorService {
  const dsn = makeDsn(settings.dsn);
  if (!dsn) throw new Error("The DSN can't be read.");
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  // It waits as long as the service asks, and holds a bounded number of requests.
  const transport = createTransport({ recordDroppedEvent: () => undefined }, async ({ body }) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-sentry-envelope" },
      body: Buffer.from(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    // Else the library would count what was refused as sent.
    if (answer.status >= 400 && answer.status !== 429) throw new Error(`Sentry answered with ${answer.status}.`);
    return {
      statusCode: answer.status,
      headers: {
        "retry-after": answer.headers.get("retry-after"),
        "x-sentry-rate-limits": answer.headers.get("x-sentry-rate-limits"),
      },
    };
  });
  return {
    async send(fault) {
      await transport.send(createEventEnvelope(eventOf(fault, settings, release), dsn));
    },
  };
}
