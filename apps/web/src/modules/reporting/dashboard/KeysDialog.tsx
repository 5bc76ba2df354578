import { Button, Dialog } from "@touchline/ui";
import { useSingleKeys } from "../../../useKeys.ts";
import classes from "./BulkActs.module.css";
import { words } from "./words.ts";

const keys = [
  ["j, k", words.keysNext],
  [words.scrollKeys, words.keysScroll],
  ["x", words.keysSelect],
  ["Enter", words.keysOpen],
  ["?", words.keysHelp],
] as const;

/** Lists the keyboard shortcuts of the members list, with a switch for single keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, turn] = useSingleKeys();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.keyboardShortcuts}
      footer={
        <>
          <Button variant="secondary" label={on ? words.turnKeysOff : words.turnKeysOn} onClick={() => turn(!on)} />
          <Button label={words.close} onClick={onClose} />
        </>
      }
    >
      <dl className={classes.keys}>
        {keys.map(([key, what]) => (
          <div key={key} style={{ display: "contents" }}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
