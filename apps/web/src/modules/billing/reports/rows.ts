import type { BillingReport } from "./queries.ts";
import { words } from "./words.ts";

export type ReportRow = BillingReport["whole"][number] & {
  key: string;
  levelId: string | null;
  at: BillingReport["lines"][number]["at"];
  name: string;
};

/** A row for each level and currency in which there is anything. */
export const rowsOf = (lines: BillingReport["lines"]): ReportRow[] =>
  lines.flatMap(({ levelId, at, name, sums }) =>
    sums.map((sum) => ({
      ...sum,
      ...{ levelId, at, key: `${levelId} ${at} ${sum.currency}` },
      name: at === "gone" ? words.gone : at === "here" ? words.itself({ name }) : name,
    })),
  );
