/**
 * Estimates how long reviews usually take, for people who wait for one. The estimate is rather too long than too short.
 */

/** The minimum number of decisions for an estimate. */
export const leastDecided = 10;
/** The estimate covers eight of ten decisions. */
const share = 0.8;

/**
 * Returns the milliseconds within which eight of ten are decided; null if there are too few decisions or too many are
 * pending.
 * Pending submissions that have waited longer than decided ones count as longer, so that a neglected queue doesn't look
 * fast.
 */
export function usualReview(took: readonly number[], waiting: readonly number[]): number | null {
  if (took.length < leastDecided) return null;
  const sorted = took.toSorted((a, b) => a - b);
  const usual = sorted[Math.ceil(share * sorted.length) - 1] as number;
  const longer = waiting.filter((age) => age > usual).length;
  return sorted[Math.ceil(share * (sorted.length + longer)) - 1] ?? null;
}
