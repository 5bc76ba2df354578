import type { Shape } from "./population.ts";

/** Finds levels by their preorder numbers, which are also in their names and IDs, because the tree is regular. */
export function treeOf({ states, districts, clubs }: Shape) {
  const perDistrict = clubs + 1;
  const perState = districts * perDistrict + 1;
  /** Returns the n-th of all, starting again after the last. */
  const state = (n: number) => 1 + (n % states) * perState;
  const district = (n: number) => state(Math.floor(n / districts)) + 1 + (n % districts) * perDistrict;
  const club = (n: number) => district(Math.floor(n / clubs)) + 1 + (n % clubs);
  return {
    perDistrict,
    perState,
    levels: states * perState + 1,
    root: { count: 1, at: () => 0, below: states * perState },
    state: { count: states, at: state, below: perState - 1 },
    district: { count: states * districts, at: district, below: perDistrict - 1 },
    club: { count: states * districts * clubs, at: club, below: 0 },
  };
}

export const depths = ["root", "state", "district", "club"] as const;
export type Depth = (typeof depths)[number];
