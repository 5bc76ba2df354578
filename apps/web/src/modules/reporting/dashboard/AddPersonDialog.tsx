import { Button, Dialog } from "@touchline/ui";
import { type PersonChoices, usePersonForm } from "../../setup/people/usePersonForm.tsx";
import { words } from "./words.ts";

/** Adds one person with one role; their requirements are assigned at once. */
export function AddPersonDialog({ onClose, ...choices }: PersonChoices & { onClose: () => void }) {
  const form = usePersonForm(choices, (another) => !another && onClose());
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={form.untouched}
      title={words.addPerson}
      footer={
        <>
          <Button
            variant="secondary"
            label={words.addAndContinue}
            loading={form.adding === "another"}
            onClick={() => form.add(true)}
          />
          <Button type="submit" form={form.formId} label={words.addPerson} loading={form.adding === "one"} />
        </>
      }
    >
      {form.fields}
    </Dialog>
  );
}
