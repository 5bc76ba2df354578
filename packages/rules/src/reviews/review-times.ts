/** How long reviews usually take, told to those who wait for one: rather too long than too short. */

/** Decisions that a word about the usual needs. */
export const leastDecided = 10;
/** What is usual holds for eight of ten. */
const share = 0.8;

/**
 * Within how many milliseconds eight of ten are decided; null where too few were decided, or too much waits for anybody to
 * tell. What has waited longer than the decided ones took counts as one that takes longer: else a pile that nobody looks at
 * would make reviews look fast.
 */
export function usualReview(took: readonly number[], waiting: readonly number[]): number | null {
  if (took.length < leastDecided) return null;
  const sorted = took.toSorted((a, b) => a - b);
  const usual = sorted[Math.ceil(share * sorted.length) - 1] as number;
  const longer = waiting.filter((age) => age > usual).length;
  return sorted[Math.ceil(share * (sorted.length + longer)) - 1] ?? null;
}
