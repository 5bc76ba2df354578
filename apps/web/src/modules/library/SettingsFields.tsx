import { acceptedFileExtensions, type ReminderFrequency, reminderFrequencies } from "@touchline/contract";
import { Checkbox, Chips, Facts, Select, Textarea, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../../formErrors.ts";
import { LevelSelect } from "../../levels/LevelSelect.tsx";
import { type ListedLevel, mayDo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import type { DocumentDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { ValidityFields } from "./ValidityFields.tsx";

interface SettingsFieldsProps {
  draft: DocumentDraft;
  change: (next: Partial<DocumentDraft>) => void;
  errors: FieldErrors;
  levels: readonly ListedLevel[];
  isNew: boolean;
}

const extensionOptions = acceptedFileExtensions.map((value) => ({ value, label: value }));

const usual = "usual";
const frequencyLabels: Record<ReminderFrequency, string> = {
  Weekly: "Every week",
  Monthly: "Every month",
  Quarterly: "Every three months",
};
const reminders = [
  { value: usual, label: "After 2, 4, 6, 10, 17 days, then every ten days until day 67" },
  ...reminderFrequencies.map((value) => ({ value, label: frequencyLabels[value] })),
];

/** What a document asks for. */
export function SettingsFields({ draft, change, errors, levels, isNew }: SettingsFieldsProps) {
  const { levelRoles } = useActiveProfile();
  const owned = levels.find((level) => level.levelId === draft.levelId)?.name;
  return (
    <div className={classes.fields}>
      <TextInput
        label="Name"
        maxLength={200}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={errors.name}
      />
      <Textarea
        label="Description"
        description="One or two sentences: what it is, and why it is asked for."
        rows={2}
        maxLength={2000}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        error={errors.description}
      />
      {isNew ? (
        <LevelSelect
          label="Belongs to"
          description="Who looks after this level may change it."
          levels={levels.filter((level) => mayDo(levelRoles, levels, "content.edit", level.levelId))}
          value={draft.levelId}
          onChange={(levelId) => change({ levelId })}
          error={errors.levelId}
        />
      ) : (
        owned && <Facts facts={[{ label: "Belongs to", value: owned }]} />
      )}
      <Textarea
        label="Instructions"
        description="What the member reads before sending it in."
        rows={4}
        maxLength={4000}
        value={draft.instructions}
        onChange={(event) => change({ instructions: event.target.value })}
        error={errors.instructions}
      />
      <TextInput
        label="Link"
        description="Where the form or the course is found, if it is on the web."
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2000}
        value={draft.linkUrl}
        onChange={(event) => change({ linkUrl: event.target.value })}
        error={errors.linkUrl}
      />
      <Chips
        label="Files that are accepted"
        options={extensionOptions}
        selected={draft.acceptedExtensions}
        onChange={(acceptedExtensions) => change({ acceptedExtensions })}
        error={errors.acceptedExtensions}
      />
      <ValidityFields validity={draft.validity} onChange={(validity) => change({ validity })} errors={errors} />
      <Select
        label="Reminders"
        description="Whoever has not done it gets a mail, with everything else that is open: one a day at most."
        data={reminders}
        allowDeselect={false}
        value={draft.reminderFrequency ?? usual}
        onChange={(value) => change({ reminderFrequency: reminderFrequencies.find((one) => one === value) ?? null })}
      />
      <Checkbox
        label="Somebody reviews each submission"
        description="Without a review it counts as soon as it is sent in."
        checked={draft.reviewRequired}
        onChange={(event) => change({ reviewRequired: event.target.checked })}
      />
      <Checkbox
        label="The member says on which day it was completed"
        description="Without this, the day on which it is sent in counts."
        checked={draft.asksCompletionDate}
        onChange={(event) => change({ asksCompletionDate: event.target.checked })}
      />
    </div>
  );
}
