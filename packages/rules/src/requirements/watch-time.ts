/** What of a video was really watched: seconds that played while as much time passed, in any order, each counted once. */

/** From and to, in seconds of the video. */
export type Stretch = readonly [from: number, to: number];

/** Faster than twice nobody plays it; a little more, because clocks and networks are not exact. */
const fastest = 2.1;
/** Seconds that may be told at once without any time having passed: the first ones, and what a slow network held back. */
const slack = 3;
/** What a pause in telling saves up at most: a network that was away for a while. */
const mostSaved = 90;

export type Watched = {
  /** In order, apart from one another. */
  stretches: readonly Stretch[];
  /** Seconds that may still be told, as of `at`. */
  saved: number;
  /** When something was told last, in milliseconds. */
  at: number;
  /** Where to go on. */
  position: number;
};

/** Stretches in order, with those that meet made one. */
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

/** How many seconds they are together, each once. */
export const secondsOf = (stretches: readonly Stretch[]) =>
  merged(stretches).reduce((sum, [from, to]) => sum + to - from, 0);

/** How many of its seconds must be watched. */
export const secondsWanted = ({ seconds, percent }: { seconds: number; percent: number }) => (seconds * percent) / 100;

/**
 * Whether enough was watched. Where a video ends the browser, the player and the settings do not agree to the second, so up
 * to one second may lack: no more than a twentieth of what is wanted, but a tenth of a second in any case, unless that is
 * more than half of it.
 */
export function watchedEnough(stretches: readonly Stretch[], of: { seconds: number; percent: number }): boolean {
  const wanted = secondsWanted(of);
  const mayLack = Math.min(Math.max(0.1, Math.min(1, wanted / 20)), wanted / 2);
  return secondsOf(stretches) + mayLack >= wanted;
}

/** Whether one may go there: back, and ahead only within what was watched. */
export function mayGoTo(stretches: readonly Stretch[], to: number): boolean {
  // Where a stretch ends, watching goes on.
  return to <= 0.5 || merged(stretches).some(([from, end]) => to >= from - 0.5 && to <= end + 0.5);
}

/**
 * What is known after some seconds were told. Without anything before, or told from somewhere to the same place, it only
 * begins there.
 *
 * @returns null when more was told than can have been watched since.
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
