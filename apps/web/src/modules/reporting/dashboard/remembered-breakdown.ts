import { type BreakdownKind, breakdownOf } from "./search.ts";

const keyOf = (profileId: string) => `touchline.breakdown.${profileId}`;

/** Reads the breakdown that a profile last chose, from this browser; null if there is none. */
export function readBreakdown(storage: Pick<Storage, "getItem">, profileId: string): BreakdownKind | null {
  try {
    return breakdownOf(storage.getItem(keyOf(profileId)));
  } catch {
    return null;
  }
}

/** Remembers it; a browser that refuses to store anything is no reason to fail. */
export function writeBreakdown(storage: Pick<Storage, "setItem">, profileId: string, by: BreakdownKind | null): void {
  try {
    storage.setItem(keyOf(profileId), by ?? "");
  } catch {
    return;
  }
}
