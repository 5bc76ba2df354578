import { type OverallStatus, overallStatuses } from "@touchline/contract";
import { overallShares, StatusIcon } from "@touchline/ui";
import type { OverallCounts } from "../dashboard/counts.ts";
import classes from "./StatusTiles.module.css";
import { words } from "./words.ts";

interface StatusTilesProps {
  then: OverallCounts;
  /** Null if it can't be derived for the same people. */
  today: OverallCounts | null;
  picked: readonly OverallStatus[];
  onPick: (picked: OverallStatus[]) => void;
}

const count = new Intl.NumberFormat();
const difference = new Intl.NumberFormat(undefined, { signDisplay: "always" });

/** The number of people with each status then and today; each tile filters the list. */
export function StatusTiles({ then, today, picked, onPick }: StatusTilesProps) {
  const visible = overallShares(then).filter(
    ({ key, count: many }) => many > 0 || (today?.[key as OverallStatus] ?? 0) > 0 || picked.includes(key as never),
  );
  return (
    <ul className={classes.tiles} aria-label={words.peopleByStatus}>
      {visible.map((share) => {
        const now = today?.[share.key as OverallStatus];
        return (
          <li key={share.key}>
            <button
              type="button"
              className={classes.tile}
              aria-pressed={picked.includes(share.key as OverallStatus)}
              onClick={() => onPick(overallStatuses.filter((one) => (one === share.key) !== picked.includes(one)))}
            >
              <span className={classes.name}>
                <StatusIcon icon={share.icon} tone={share.tone} />
                {share.label}
              </span>
              <strong className={classes.number}>{count.format(share.count)}</strong>
              {now !== undefined && (
                <span className={classes.now}>
                  {now === share.count
                    ? words.sameToday
                    : words.todayDifference({
                        count: count.format(now),
                        difference: difference.format(now - share.count),
                      })}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
