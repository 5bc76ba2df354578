import { Button, Dialog } from "@touchline/ui";
import { useSingleKeys } from "../../../useKeys.ts";
import classes from "./BulkActs.module.css";

const keys = [
  ["j, k", "next or previous person"],
  ["↑ ↓ Page Up Page Down Home End", "move through the list"],
  ["x", "select or deselect the person"],
  ["Enter", "open the person's page"],
  ["?", "show keyboard shortcuts"],
] as const;

/** What keys do in the members list, and the way to turn single ones off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, turn] = useSingleKeys();
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Keys"
      footer={
        <>
          <Button
            variant="secondary"
            label={on ? "Turn single keys off" : "Turn single keys on"}
            onClick={() => turn(!on)}
          />
          <Button label="Close" onClick={onClose} />
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
