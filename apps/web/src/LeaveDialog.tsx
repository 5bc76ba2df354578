import { Button, Dialog } from "@touchline/ui";
import { words } from "./words.ts";

interface LeaveDialogProps {
  /** A sentence that says what would be lost. */
  loss: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether to discard what was typed. */
export function LeaveDialog({ loss, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      opened
      onClose={onStay}
      title={words.leaveTitle}
      footer={
        <>
          <Button variant="secondary" danger label={words.leave} onClick={onLeave} />
          <Button label={words.keepEditing} onClick={onStay} />
        </>
      }
    >
      <p>{loss}</p>
    </Dialog>
  );
}
