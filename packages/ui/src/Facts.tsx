import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export interface FactsProps {
  /** What is not known (null) is left out. */
  facts: readonly { label: string; value: ReactNode }[];
}

/** Plain facts, each with its name. */
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
