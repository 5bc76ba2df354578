/** Random numbers that are the same every time, so that the demo is always the same. */
export type Random = {
  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(from: readonly [Item, ...Item[]]): Item;
  /** As many of them as asked for, in a new order. */
  some<Item>(from: readonly Item[], count: number): Item[];
};

/** Mulberry32: small, fast, good enough for names and dates; never for secrets. */
export function random(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    some(from, count) {
      const left = [...from];
      const taken: typeof left = [];
      while (taken.length < count && left.length > 0) taken.push(...left.splice(between(0, left.length - 1), 1));
      return taken;
    },
  };
}
