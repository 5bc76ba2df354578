import { Button, Dialog } from "@touchline/ui";
import { words } from "./words.ts";

interface DisqualifyDialogProps {
  fullName: string;
  /** Whether a second reviewer has to confirm the disqualification. */
  proposes: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a person is disqualified. */
export function DisqualifyDialog({ fullName, proposes, onConfirm, onClose }: DisqualifyDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={proposes ? words.proposeTitle({ name: fullName }) : words.disqualifyTitle({ name: fullName })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button danger label={proposes ? words.propose : words.disqualify} onClick={onConfirm} />
        </>
      }
    >
      {proposes && <p>{words.proposeEffect}</p>}
      <p>{proposes ? words.confirmedEffect({ name: fullName }) : words.disqualifyEffect({ name: fullName })}</p>
      <p>{words.disqualifyUndo}</p>
    </Dialog>
  );
}
