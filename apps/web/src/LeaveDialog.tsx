import { Button, Dialog } from "@touchline/ui";

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
      title="Leave without saving?"
      footer={
        <>
          <Button variant="secondary" danger label="Leave without saving" onClick={onLeave} />
          <Button label="Stay here" onClick={onStay} />
        </>
      }
    >
      <p>{what} will be lost.</p>
    </Dialog>
  );
}
