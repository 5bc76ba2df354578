/** Milliseconds between this device's clock and the server's; a phone may be minutes off. */
let offset = 0;

/**
 * Learns the server's time from the `date` header of an answer. Rounded up to the end of its second, so that an instant
 * the server gave out before answering is never in the future here.
 */
export function observeServerTime(headers: Headers): void {
  const seen = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(seen)) offset = seen + 999 - Date.now();
}

/** The server's time, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + offset;
}
