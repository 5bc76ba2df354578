import { Button, Dialog } from "@touchline/ui";
import { words } from "./words.ts";

interface LeaveDialogProps {
  /** What would be lost, in a sentence. */
  loss: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether what was typed is to be lost. */
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
