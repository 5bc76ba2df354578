import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export interface FactsProps {
  /** Unknown values (null) are left out. */
  facts: readonly { label: string; value: ReactNode }[];
}

/** A list of names with their values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => value !== null)
        .map(({ label, value }) => (
          <div key={label} className={classes.fact}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
