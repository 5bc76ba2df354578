import { Button, Dialog } from "@touchline/ui";

interface LeaveDialogProps {
  opened: boolean;
  sending: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Says what would be lost, and lets the reader decide. */
export function LeaveDialog({ opened, sending, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onStay}
      title={sending ? "Stop sending?" : "Leave without sending?"}
      footer={
        <>
          <Button variant="secondary" label="Stay" onClick={onStay} />
          <Button danger label="Leave" onClick={onLeave} />
        </>
      }
    >
      <p>{sending ? "The files are still on their way." : "The files you chose have not been sent."}</p>
    </Dialog>
  );
}
