import { Button, Dialog } from "@touchline/ui";
import { words } from "./words.ts";

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
      title={proposes ? words.proposeToDisqualify2({ fullName }) : words.disqualify3({ fullName })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button danger label={proposes ? words.propose : words.disqualify2} onClick={onConfirm} />
        </>
      }
    >
      {proposes && <p>{words.nothingChangesUntilASecond}</p>}
      <p>
        {proposes ? words.confirmed : ""}
        {fullName} {words.isThenDisqualifiedOnEvery}
      </p>
      <p>{words.onlyAnAdminCanTake}</p>
    </Dialog>
  );
}
