import { Notice } from "@touchline/ui";
import type { BulkResult } from "./queries.ts";
import classes from "./Review.module.css";
import { words } from "./words.ts";

interface BulkResultsProps {
  /** The number of submissions in the bulk review. */
  of: number;
  results: readonly BulkResult[];
  /** The person and the content of each submission, by requirement. */
  names: ReadonlyMap<string, string>;
}

/** The result of a bulk review: how many were decided, and for each of the others the reason why it wasn't. */
export function BulkResults({ of, results, names }: BulkResultsProps) {
  const skipped = results.filter((one) => one.result === "skipped");
  const proposed = results.filter((one) => one.result === "proposed").length;
  const decided = results.length - skipped.length - proposed;
  const left = of - results.length;
  return (
    <div className={classes.results}>
      <Notice tone={skipped.length + left > 0 ? "needs" : "done"}>
        {[
          words.bulkDecided({ count: decided }),
          proposed > 0 && words.bulkProposed({ count: proposed }),
          skipped.length > 0 && words.bulkSkipped({ count: skipped.length }),
          left > 0 && words.bulkNotReached({ count: left }),
        ]
          .filter(Boolean)
          .join(" ")}
      </Notice>
      {skipped.length > 0 && (
        <>
          <h3 className={classes.refusedTitle}>{words.skippedTitle}</h3>
          <ul className={classes.refused}>
            {skipped.map((one) => (
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
