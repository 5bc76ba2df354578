import classes from "./Skeletons.module.css";
import { words } from "./words.ts";

/** A placeholder for a line of text, with its height. */
export function Skeleton({ width = "100%" }: { width?: string }) {
  return <span className={classes.line} style={{ width }} />;
}

const widths = ["92%", "78%", "86%", "64%", "90%", "55%", "82%", "70%"];

/** A placeholder for a page's heading and up to eight lines, announced once to screen readers. */
export function LoadingState({ label = words.loading, lines = 6 }: { label?: string; lines?: number }) {
  return (
    <div className={classes.page} role="status" aria-label={label}>
      <span className={classes.heading} />
      {widths.slice(0, lines).map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
