import { Button, Dialog } from "@touchline/ui";
import { words } from "./words.ts";

interface LeaveDialogProps {
  /** What would be lost. */
  what: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether what was typed is to be lost. */
export function LeaveDialog({ what, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      opened
      onClose={onStay}
      title={words.leaveWithoutSaving}
      footer={
        <>
          <Button variant="secondary" danger label={words.leaveWithoutSaving2} onClick={onLeave} />
          <Button label={words.stayHere} onClick={onStay} />
        </>
      }
    >
      <p>{words.willBeLost({ what })}</p>
    </Dialog>
  );
}
