import { Skeleton } from "./Skeletons.tsx";
import { StackedBar } from "./StackedBar.tsx";
import { StatusIcon } from "./StatusIcon.tsx";
import classes from "./StatusShares.module.css";
import type { Share } from "./shares.ts";

export interface StatusSharesProps {
  /** What is divided, for screen readers: "Status of 512 memberships". */
  label: string;
  /** Undefined while loading, when the same space is kept. */
  shares: readonly Share[] | undefined;
  picked: readonly string[];
  onPick: (key: string) => void;
}

const count = new Intl.NumberFormat();
/** Placeholders for the statuses while loading, with the same number of lines. */
const usualWidths = ["9.1rem", "10.2rem", "11.2rem", "10.5rem", "9rem", "12rem", "7.5rem"];

/**
 * Shows how a whole divides into statuses: one bar, and below it every status with color, icon, text, and number, to be
 * selected.
 */
export function StatusShares({ label, shares, picked, onPick }: StatusSharesProps) {
  const visible = shares?.filter((share) => share.count > 0 || picked.includes(share.key));
  return (
    <div className={classes.frame}>
      <StackedBar large shares={shares ?? []} picked={picked} onPick={onPick} />
      <ul className={classes.legend} aria-label={label}>
        {visible?.map((share) => (
          <li key={share.key}>
            <button
              type="button"
              className={classes.share}
              aria-pressed={picked.includes(share.key)}
              onClick={() => onPick(share.key)}
            >
              <StatusIcon icon={share.icon} tone={share.tone} />
              <span>{share.label}</span>
              <strong className={classes.number}>{count.format(share.count)}</strong>
            </button>
          </li>
        )) ??
          usualWidths.map((width) => (
            <li key={width} className={classes.waiting}>
              <Skeleton width={width} />
            </li>
          ))}
      </ul>
    </div>
  );
}
