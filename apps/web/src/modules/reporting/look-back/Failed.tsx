import { Button, Notice } from "@touchline/ui";
import { CallFailed } from "../../../client.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import classes from "./LookBackPage.module.css";
import { words } from "./words.ts";

const count = new Intl.NumberFormat();

/** Explains why the past couldn't be shown, and what to do. */
export function Failed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  if (!(error instanceof CallFailed) || error.status >= 500 || error.status === 0) {
    return <LoadFailed title={words.pastStatusNotLoaded} error={error} onRetry={onAgain} />;
  }
  const again = error.status === 409 || error.status === 429;
  return (
    <Notice
      tone="stop"
      action={again && <Button small variant="secondary" label={words.loadAgain} onClick={onAgain} />}
    >
      {error.message}
    </Notice>
  );
}

interface ProgressProps {
  of: { looked: number; total: number | null };
  label: string;
}

/** Says of a large level how many were looked at so far. */
export function Progress({ of: { looked, total }, label }: ProgressProps) {
  const most = Math.max(total ?? 0, looked, 1);
  return (
    <div className={classes.progress}>
      <p>{words.checked({ checked: count.format(looked), count: most })}</p>
      <progress className={classes.bar} aria-label={label} max={most} value={looked} />
    </div>
  );
}
