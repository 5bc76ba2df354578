/** Decides when webhook deliveries are retried, and when an endpoint gets a break. */

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/**
 * The waits between tries. With the first try, which is made at once, these are 10 tries within three days. Source:
 * standardwebhooks.com, "Deliverability".
 */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour];

/** How long one delivery is retried, and how long everything may fail before an endpoint is paused. */
export const webhookRetryWindowMs = 3 * day;
/** How long the previous secret still signs after a rotation. */
export const secretOverlap = day;
/** How long events and deliveries are kept. */
export const webhooksKept = 30 * day;

/**
 * Returns when a delivery is retried after a failure.
 *
 * @param failed the number of failures, including this one.
 * @param share from 0 to 1: spreads retries by up to a tenth.
 * @returns null if no more tries are made.
 */
export function nextWebhookTry(
  { failed, firstAt, now }: { failed: number; firstAt: number; now: number },
  share: number,
): number | null {
  const wait = waits[failed - 1];
  if (wait === undefined || now - firstAt >= webhookRetryWindowMs) return null;
  return now + Math.round(wait * (1 + share / 10));
}

/** The failures in a row after which an endpoint gets breaks, and only one delivery at a time is tried. */
export const failuresBeforeRest = 5;

/**
 * Returns until when nothing is sent to a failing endpoint. The break grows with each failure up to a quarter of an hour, so
 * that a hanging endpoint costs little and a recovered one is noticed soon.
 *
 * @param retryAfter the seconds of the endpoint's Retry-After header; at most an hour counts.
 * @returns null if it can be tried now.
 */
export function restUntil(failuresInRow: number, now: number, retryAfter: number | null): number | null {
  const own =
    failuresInRow < failuresBeforeRest
      ? 0
      : Math.min(5 * second * 2 ** Math.min(failuresInRow - failuresBeforeRest, 20), 15 * minute);
  const wait = Math.max(own, Math.min(Math.max(retryAfter ?? 0, 0) * second, hour));
  return wait === 0 ? null : now + wait;
}
