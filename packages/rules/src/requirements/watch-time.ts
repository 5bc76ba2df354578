/** Computes how much of a video was watched: seconds that played in real time, in any order, each counted once. */

/** The start and the end, in seconds of the video. */
export type Stretch = readonly [from: number, to: number];

/** The maximum playback speed, with some tolerance for clocks and networks. */
const fastest = 2.1;
/** Seconds that may be reported without elapsed time: the first ones, and those that a slow network delayed. */
const slack = 3;
/** The maximum allowance that a pause accumulates, for a network that was down for a while. */
const mostSaved = 90;

export type Watched = {
  /** Sorted and disjoint. */
  stretches: readonly Stretch[];
  /** The seconds that may still be reported, as of `at`. */
  saved: number;
  /** The time of the last report, in milliseconds. */
  at: number;
  /** The position to continue from. */
  position: number;
};

/** Sorts and merges ranges. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const inOrder = stretches.filter(([from, to]) => to > from).toSorted((a, b) => a[0] - b[0]);
  const result: [number, number][] = [];
  for (const [from, to] of inOrder) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Returns the total seconds of the ranges. */
export const secondsOf = (stretches: readonly Stretch[]) =>
  merged(stretches).reduce((sum, [from, to]) => sum + to - from, 0);

/** Returns the number of seconds that must be watched. */
export const secondsWanted = ({ seconds, percent }: { seconds: number; percent: number }) => (seconds * percent) / 100;

/**
 * Tests whether enough was watched. Browser, player and settings may disagree about a video's length by up to a second,
 * so up to one
 * second may be missing: at most a twentieth of what is required, but at least a tenth of a second, unless that is more
 * than half.
 */
export function watchedEnough(stretches: readonly Stretch[], of: { seconds: number; percent: number }): boolean {
  const wanted = secondsWanted(of);
  const mayLack = Math.min(Math.max(0.1, Math.min(1, wanted / 20)), wanted / 2);
  return secondsOf(stretches) + mayLack >= wanted;
}

/** Tests whether seeking to a position is allowed: back, and forward only within what was watched. */
export function mayGoTo(stretches: readonly Stretch[], to: number): boolean {
  // Watching continues at the end of a range.
  return to <= 0.5 || merged(stretches).some(([from, end]) => to >= from - 0.5 && to <= end + 0.5);
}

/**
 * Returns the progress after a report. The first report, or one without a duration, only starts it.
 *
 * @returns null if more was reported than can have been watched since.
 */
export function afterReport(before: Watched | null, [from, to]: Stretch, at: number, seconds: number): Watched | null {
  const passed = before ? Math.max(0, at - before.at) / 1000 : 0;
  const saved = before ? Math.min(mostSaved, before.saved + passed * fastest) : slack;
  const end = Math.min(to, seconds);
  const length = Math.max(0, end - from);
  if (length > saved) return null;
  return {
    stretches: merged([...(before?.stretches ?? []), [from, end]]),
    saved: saved - length,
    at,
    position: end,
  };
}
