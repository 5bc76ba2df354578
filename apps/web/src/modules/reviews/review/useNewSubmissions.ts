import { useEffect, useRef } from "react";

/** The least milliseconds between two automatic refetches of a list. */
const rest = 5_000;

interface QueueState {
  /** The number of submissions pending for this reviewer, and when it was last counted. */
  count: number | undefined;
  countedAt: number;
  /** When the displayed list was fetched, and its total if no filter is set. */
  shownAt: number;
  total: number | null;
  refresh: () => void;
}

/**
 * Counts how many more submissions are pending than the list shows. Changes that add none, such as claims and decisions, are
 * applied at once. Those that would move rows under the pointer wait for a click.
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
