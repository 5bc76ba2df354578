import { Button } from "@touchline/ui";
import classes from "./SingleKeys.module.css";
import { useSingleKeys } from "./useKeys.ts";
import { words } from "./words.ts";

/** Lists the single-letter shortcuts of this page, with a switch for them. Hidden on devices without a keyboard. */
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
