import type { SentrySettings } from "@touchline/api/adapters/errors/sentry";
import type { ReadSetting } from "./screening-settings.ts";

/**
 * Reads where unhandled errors are sent in addition to the log. Without a DSN nothing is sent.
 *
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readSentry(read: ReadSetting): SentrySettings | null {
  const [dsn, environment] = [read("SENTRY_DSN"), read("SENTRY_ENVIRONMENT")];
  if (dsn === null) {
    if (environment === null) return null;
    throw new Error("SENTRY_ENVIRONMENT is set without SENTRY_DSN. Set both, or neither.");
  }
  const url = URL.parse(dsn);
  if (!url || !/^https?:$/.test(url.protocol) || url.username === "" || !/^\/(.+\/)?\d+$/.test(url.pathname)) {
    throw new Error("SENTRY_DSN isn't a DSN. Copy it from your project's settings: https://key@host/project.");
  }
  return { dsn, environment: environment ?? "production" };
}
