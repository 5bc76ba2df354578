import { Button } from "@touchline/ui";
import classes from "./SingleKeys.module.css";
import { useSingleKeys } from "./useKeys.ts";
import { words } from "./words.ts";

/** What single letters do on this page, and the way to turn them off and on. Not where there is no keyboard. */
export function SingleKeys({ children }: { children: string }) {
  const [on, turn] = useSingleKeys();
  return (
    <p className={classes.keys}>
      {on ? children : words.singleKeysOff}
      <Button
        small
        variant="quaternary"
        label={on ? words.turnSingleKeysOff : words.turnSingleKeysOn}
        onClick={() => turn(!on)}
      />
    </p>
  );
}
