/** The milliseconds between this device's clock and the server's. A phone may be minutes off. */
let offset = 0;

/**
 * Learns the server's time from the `date` header of a response. It is rounded up to the end of its second, so that an instant
 * that the server issued before is never in the future here.
 */
export function observeServerTime(headers: Headers): void {
  const seen = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(seen)) offset = seen + 999 - Date.now();
}

/** Returns the server's time in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + offset;
}
