import { Button, Dialog } from "@touchline/ui";

interface DisqualifyDialogProps {
  fullName: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before somebody is barred. */
export function DisqualifyDialog({ fullName, onConfirm, onClose }: DisqualifyDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Disqualify ${fullName}?`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button danger label="Disqualify" onClick={onConfirm} />
        </>
      }
    >
      <p>
        {fullName} is then Disqualified on every membership, here and elsewhere in the organization, whatever else they
        have completed.
      </p>
      <p>Only an Admin can take this back.</p>
    </Dialog>
  );
}
