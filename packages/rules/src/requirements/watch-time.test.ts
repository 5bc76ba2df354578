import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterReport, mayGoTo, merged, type Stretch, secondsOf, type Watched, watchedEnough } from "./watch-time.ts";

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 60 }))
  .map(([from, length]): Stretch => [from, from + length]);
const stretches = fc.array(stretch, { maxLength: 30 });

/** Computes the watched share second by second. */
const counted = (all: readonly Stretch[]) => {
  const seen = new Set<number>();
  for (const [from, to] of all) for (let second = from; second < to; second += 1) seen.add(second);
  return seen;
};

describe("stretches that were watched", () => {
  test("are as many seconds as one counts one by one, whatever their order", () => {
    fc.assert(
      fc.property(stretches, (all) => {
        expect(secondsOf(all)).toBe(counted(all).size);
        expect(merged(all)).toEqual(merged(all.toReversed()));
      }),
    );
  });

  test("lie in order and apart once they are merged, and merging again changes nothing", () => {
    fc.assert(
      fc.property(stretches, (all) => {
        const once = merged(all);
        expect(merged(once)).toEqual(once);
        once.forEach(([from, to], index) => {
          expect(to).toBeGreaterThan(from);
          if (index > 0) expect(from).toBeGreaterThan((once[index - 1] as Stretch)[1]);
        });
      }),
    );
  });

  test("watching something twice, or more of it, never takes away", () => {
    fc.assert(
      fc.property(stretches, stretch, (all, one) => {
        expect(secondsOf([...all, one])).toBeGreaterThanOrEqual(secondsOf(all));
        expect(secondsOf([...all, ...all])).toBe(secondsOf(all));
      }),
    );
  });
});

describe("what is told", () => {
  const beats = fc.array(fc.record({ stretch, after: fc.integer({ min: 0, max: 60_000 }) }), { maxLength: 40 });

  test("is never more than twice the time that passed, and a little, however it is told", () => {
    fc.assert(
      fc.property(beats, (all) => {
        let known: Watched | null = null;
        let at = 0;
        for (const one of all) {
          if (known) at += one.after;
          known = afterReport(known, one.stretch, at, 260) ?? known;
        }
        expect(secondsOf(known?.stretches ?? [])).toBeLessThanOrEqual((at / 1000) * 2.1 + 3);
      }),
    );
  });

  test("a viewer who tells every ten seconds is believed, at once and twice the speed", () => {
    for (const speed of [1, 1.5, 2]) {
      let known = afterReport(null, [0, 0], 0, 600);
      for (let beat = 1; beat * 10 * speed <= 600; beat += 1) {
        // Sometimes a report is late, and the next one is on time.
        const at = beat * 10_000 + (beat % 3 === 0 ? 900 : 0);
        known = afterReport(known, [(beat - 1) * 10 * speed, beat * 10 * speed], at, 600);
        expect(known).not.toBeNull();
      }
      expect(watchedEnough(known?.stretches ?? [], { seconds: 600, percent: 99 })).toBe(true);
    }
  });

  test("skipping ahead counts nothing of what lies between, and two at once do not count twice", () => {
    const begun = afterReport(null, [0, 0], 0, 600);
    const first = afterReport(begun, [0, 10], 10_000, 600);
    const skipped = afterReport(first, [500, 510], 20_000, 600);
    expect(secondsOf(skipped?.stretches ?? [])).toBe(20);
    // Another tab reports the same ten seconds.
    expect(secondsOf(afterReport(skipped, [500, 510], 20_000, 600)?.stretches ?? [])).toBe(20);
    expect(afterReport(skipped, [100, 400], 21_000, 600)).toBeNull();
  });

  test("nothing beyond the end counts", () => {
    const begun = afterReport(null, [0, 0], 0, 20);
    expect(afterReport(begun, [0, 60], 60_000, 20)).toMatchObject({ stretches: [[0, 20]], position: 20 });
  });
});

test("one goes back, and ahead only within what was watched", () => {
  const seen: Stretch[] = [
    [0, 30],
    [60, 70],
  ];
  expect([0, 12, 30, 65].map((to) => mayGoTo(seen, to))).toEqual([true, true, true, true]);
  expect([45, 31, 90].map((to) => mayGoTo(seen, to))).toEqual([false, false, false]);
  expect(mayGoTo([], 0)).toBe(true);
});

describe("enough", () => {
  const whole = (seconds: number) => ({ seconds, percent: 100 });

  test("lets go of a second: of where a video ends the browser and the settings do not agree", () => {
    expect(watchedEnough([[0, 60.6]], whole(61))).toBe(true);
    expect(watchedEnough([[0.4, 599.2]], whole(600))).toBe(false);
    expect(watchedEnough([[0, 94]], { seconds: 100, percent: 95 })).toBe(true);
    expect(watchedEnough([[0, 93.9]], { seconds: 100, percent: 95 })).toBe(false);
  });

  test("lets go of no more than a twentieth of a short one, and of a tenth of a second", () => {
    expect(watchedEnough([[0, 9.5]], whole(10))).toBe(true);
    expect(watchedEnough([[0, 9.4]], whole(10))).toBe(false);
    expect(watchedEnough([[0, 0.9]], whole(1))).toBe(true);
    expect(watchedEnough([], { seconds: 1, percent: 20 })).toBe(false);
  });

  test("is never reached by who has watched nothing of what is wanted", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 36_000 }), fc.integer({ min: 1, max: 100 }), (seconds, percent) => {
        expect(watchedEnough([], { seconds, percent })).toBe(false);
        expect(watchedEnough([[0, seconds]], { seconds, percent })).toBe(true);
      }),
    );
  });
});
