import { Button } from "@touchline/ui";
import classes from "./SingleKeys.module.css";
import { useSingleKeys } from "./useKeys.ts";

/** What single letters do on this page, and the way to turn them off and on. Not where there is no keyboard. */
export function SingleKeys({ children }: { children: string }) {
  const [on, turn] = useSingleKeys();
  return (
    <p className={classes.keys}>
      {on ? children : "Single keys are off."}
      <Button small variant="quaternary" label={on ? "Turn keys off" : "Turn keys on"} onClick={() => turn(!on)} />
    </p>
  );
}
