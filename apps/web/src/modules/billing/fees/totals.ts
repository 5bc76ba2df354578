import type { OutstandingFee } from "./queries.ts";

export interface LevelTotal {
  levelName: string;
  currency: OutstandingFee["currency"];
  amount: number;
  count: number;
}

/** Returns the outstanding amounts by level and currency, the largest first. */
export function totalsByLevel(fees: readonly OutstandingFee[]): LevelTotal[] {
  const groups = Map.groupBy(fees, ({ levelName, currency }) => `${currency} ${levelName}`);
  return [...groups.values()]
    .flatMap((of) => {
      const [first] = of;
      if (!first) return [];
      const amount = of.reduce((sum, fee) => sum + fee.amount, 0);
      return [{ levelName: first.levelName, currency: first.currency, amount, count: of.length }];
    })
    .sort((a, b) => b.amount - a.amount || a.levelName.localeCompare(b.levelName));
}
