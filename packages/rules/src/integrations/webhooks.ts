/** When deliveries to webhook endpoints are tried again, and when an endpoint gets a rest. */

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** Waits between one try and the next. With the first try at once these are 10 tries within three days; source: standardwebhooks.com, "Deliverability". */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour];

/** How long one delivery is tried, and how long everything may fail before an endpoint is paused. */
export const webhookRetryWindowMs = 3 * day;
/** How long the secret before a rotation still signs. */
export const secretOverlap = day;
/** How long events and deliveries are kept. */
export const webhooksKept = 30 * day;

/**
 * When a delivery is tried again after a failure.
 *
 * @param failed how often it has failed, this time included. @param share from 0 to 1: spreads tries by up to a tenth.
 * @returns null: it is given up.
 */
export function nextWebhookTry(
  { failed, firstAt, now }: { failed: number; firstAt: number; now: number },
  share: number,
): number | null {
  const wait = waits[failed - 1];
  if (wait === undefined || now - firstAt >= webhookRetryWindowMs) return null;
  return now + Math.round(wait * (1 + share / 10));
}

/** Failures in a row after which an endpoint is given a rest, and only one delivery at a time is tried. */
export const failuresBeforeRest = 5;

/**
 * Until when nothing is sent to an endpoint that fails: longer with each failure, a quarter of an hour at most, so that an endpoint that
 * hangs costs little and one that recovers is found soon.
 *
 * @param retryAfter seconds that the endpoint asked to wait (Retry-After); an hour at most. @returns null: it may go on.
 */
export function restUntil(failuresInRow: number, now: number, retryAfter: number | null): number | null {
  const own =
    failuresInRow < failuresBeforeRest
      ? 0
      : Math.min(5 * second * 2 ** Math.min(failuresInRow - failuresBeforeRest, 20), 15 * minute);
  const wait = Math.max(own, Math.min(Math.max(retryAfter ?? 0, 0) * second, hour));
  return wait === 0 ? null : now + wait;
}
