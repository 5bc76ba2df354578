import { Button, Dialog } from "@touchline/ui";

interface DisqualifyDialogProps {
  fullName: string;
  /** A second reviewer is to confirm it. */
  proposes: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before somebody is barred. */
export function DisqualifyDialog({ fullName, proposes, onConfirm, onClose }: DisqualifyDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={proposes ? `Propose to disqualify ${fullName}?` : `Disqualify ${fullName}?`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button danger label={proposes ? "Propose" : "Disqualify"} onClick={onConfirm} />
        </>
      }
    >
      {proposes && <p>Nothing changes until a second reviewer confirms it.</p>}
      <p>
        {proposes ? "Confirmed, " : ""}
        {fullName} is then Disqualified on every membership, here and elsewhere in the organization, whatever else they
        have completed.
      </p>
      <p>Only an Admin can take this back.</p>
    </Dialog>
  );
}
