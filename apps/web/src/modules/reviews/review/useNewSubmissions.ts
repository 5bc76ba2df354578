import { useEffect, useRef } from "react";

/** A list that is watched is read again no more often than this, in milliseconds. */
const rest = 5_000;

interface QueueState {
  /** How many wait for this reviewer, and when they were counted last. */
  count: number | undefined;
  countedAt: number;
  /** What is known of the list on the screen: when it came, and how many it has where it is not narrowed. */
  shownAt: number;
  total: number | null;
  refresh: () => void;
}

/**
 * Counts how many more submissions wait than the list shows. Changes that add none, such as claims and decisions, are applied
 * at once; those that would move rows under the pointer wait for a click.
 */
export function useNewSubmissions({ count, countedAt, shownAt, total, refresh }: QueueState): number {
  const base = useRef<{ shownAt: number; count: number | undefined }>({ shownAt: 0, count: undefined });
  if (base.current.shownAt !== shownAt) base.current = { shownAt, count: total ?? count };
  base.current.count ??= total ?? count;
  const more = count === undefined || base.current.count === undefined ? 0 : count - base.current.count;
  const latest = useRef(refresh);
  latest.current = refresh;
  const quiet = more <= 0;
  useEffect(() => {
    if (!quiet || shownAt === 0 || countedAt <= shownAt) return undefined;
    const timer = setTimeout(() => latest.current(), Math.max(0, shownAt + rest - Date.now()));
    return () => clearTimeout(timer);
  }, [quiet, countedAt, shownAt]);
  return Math.max(0, more);
}
