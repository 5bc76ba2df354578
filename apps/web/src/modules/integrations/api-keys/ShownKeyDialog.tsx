import { Button, Dialog, useNotify } from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { copyText } from "../../../files/copy-text.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./ApiKeys.module.css";
import { words } from "./words.ts";

/** A key that was just made; with the end of the one that it replaces, if any. */
export type ShownKey = { key: string; oldKeyEndsAt?: string };

/** The key, shown this once. Nothing but its own button closes it. */
export function ShownKeyDialog({ made, onClose }: { made: ShownKey; onClose: () => void }) {
  const notify = useNotify();
  const { timeZone } = useActiveProfile().organization;
  const copy = async () => {
    if (await copyText(made.key)) notify("done", words.copied);
    else notify("needs", words.notCopied);
  };
  return (
    <Dialog
      opened
      blocking
      onClose={onClose}
      title={words.copyKeyNow}
      footer={
        <>
          <Button variant="secondary" label={words.copy} onClick={() => void copy()} />
          <Button label={words.done} onClick={onClose} />
        </>
      }
    >
      <div className={classes.stack}>
        <p>{words.keyShownOnce}</p>
        <output className={classes.key} aria-label={words.apiKey}>
          {made.key}
        </output>
        {made.oldKeyEndsAt && <p>{words.oldKeyUntil({ date: momentText(made.oldKeyEndsAt, timeZone) })}</p>}
      </div>
    </Dialog>
  );
}
