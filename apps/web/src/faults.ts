import { reportError } from "@touchline/contract/platform/error-log";
import { faultPlaces } from "./fault-places.ts";
import { isNotLoaded } from "./not-loaded.ts";
import { CallFailed, NotYet, send } from "./transport.ts";

/** Errors that aren't bugs, or that the reader was shown already. Source: specification 2, section 8. */
const ignored =
  /^Script error\.?$|ResizeObserver loop|ethereum|MetaMask|wallet|solana|tronLink|autofill|webkitExitFullScreen|_AutofillCallbackHandler|extension:\/\//i;

/** The most reports that one page makes: later ones are probably the same problem. */
const mostReports = 10;
const reported = new Set<string>();

/** @returns whether an error is reported: a bug, and not a refusal, a lost connection or a third party's script. */
export function isFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error.name === "AbortError") return false;
  if (error instanceof CallFailed || error instanceof NotYet || isNotLoaded(error)) return false;
  return !ignored.test(error.message) && !ignored.test(error.stack ?? "");
}

/**
 * The reported facts of an error: its kind and its place in the code. Its message may repeat typed text, so it isn't reported.
 */
export function faultOf(error: Error, route: string | null) {
  const name = /^[A-Za-z][\w$]{0,59}$/.test(error.name) ? error.name : "Error";
  return { name, place: faultPlaces(error.stack ?? ""), route };
}

/** Reports an error that nothing handled, once for each page and kind. Reporting never fails. */
export function reportFault(error: unknown, route: string | null): void {
  if (!isFault(error)) return;
  const fault = faultOf(error, route);
  const key = JSON.stringify([fault.name, fault.place[0]]);
  if (reported.has(key) || reported.size >= mostReports) return;
  reported.add(key);
  send(reportError.path, {
    method: reportError.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  }).catch(() => undefined);
}

/**
 * Reports errors that neither the page's own code nor its error screens caught.
 *
 * @param route returns the pattern of the page.
 */
export function watchFaults(route: () => string | null): void {
  window.addEventListener("error", (event) => reportFault(event.error, route()));
  window.addEventListener("unhandledrejection", (event) => reportFault(event.reason, route()));
}
