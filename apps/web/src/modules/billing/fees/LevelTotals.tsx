import { moneyText } from "../../../billing/money.ts";
import classes from "./Fees.module.css";
import type { OutstandingFee } from "./queries.ts";
import { totalsByLevel } from "./totals.ts";
import { words } from "./words.ts";

/** The outstanding amount of each level, from the list below. */
export function LevelTotals({ fees, isAll }: { fees: readonly OutstandingFee[]; isAll: boolean }) {
  const totals = totalsByLevel(fees);
  if (totals.length === 0) return null;
  return (
    <section aria-label={words.byLevel}>
      <h2 className={classes.heading}>{isAll ? words.byLevel : words.byLevelShown}</h2>
      <ul className={classes.levels}>
        {totals.map(({ levelName, currency, amount, count }) => (
          <li key={`${levelName} ${currency}`} className={classes.level}>
            <span className={classes.levelName}>{levelName}</span>
            <span className={classes.quiet}>{words.fees({ count })}</span>
            <span className={classes.money}>{moneyText(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
