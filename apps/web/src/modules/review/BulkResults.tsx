import { Notice } from "@touchline/ui";
import type { BulkResult } from "./queries.ts";
import classes from "./Review.module.css";

interface BulkResultsProps {
  /** How many were to be decided. */
  of: number;
  results: readonly BulkResult[];
  /** Whose submission of what, by requirement. */
  names: ReadonlyMap<string, string>;
}

const format = new Intl.NumberFormat();
const submissions = (count: number) => (count === 1 ? "1 submission" : `${format.format(count)} submissions`);

/** What became of a bulk review: how many were decided, and of each of the others why not. */
export function BulkResults({ of, results, names }: BulkResultsProps) {
  const refused = results.filter((one) => one.outcome === "refused");
  const decided = results.length - refused.length;
  const left = of - results.length;
  return (
    <div className={classes.results}>
      <Notice tone={refused.length + left > 0 ? "needs" : "done"}>
        {submissions(decided)} decided{refused.length > 0 && `, ${format.format(refused.length)} left out`}.
        {left > 0 && ` ${format.format(left)} were not reached and wait as before.`}
      </Notice>
      {refused.length > 0 && (
        <>
          <h3 className={classes.refusedTitle}>Left out, and why</h3>
          <ul className={classes.refused}>
            {refused.map((one) => (
              <li key={`${one.requirementId} ${one.profileLevelAccessId}`}>
                <b>{names.get(one.requirementId)}</b>
                <span className={classes.reviewer}>{one.message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
