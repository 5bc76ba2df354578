import { type ReminderFrequency, reminderFrequencies } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/content-settings";
import { Facts, Select, Textarea, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../../formErrors.ts";
import { LevelSelect } from "../../levels/LevelSelect.tsx";
import { type ListedLevel, mayDo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import type { ContentDraft } from "./draft.ts";
import { KindFields } from "./kinds/KindFields.tsx";
import classes from "./Library.module.css";
import { ValidityFields } from "./ValidityFields.tsx";

interface SettingsFieldsProps {
  draft: ContentDraft;
  change: (next: Partial<ContentDraft>) => void;
  changeSettings: (next: Partial<ContentSettings>) => void;
  errors: FieldErrors;
  levels: readonly ListedLevel[];
  isNew: boolean;
  /** The id under which a file of it is uploaded; makes the content if it is new. Rejects when its name is missing. */
  contentIdForFile: () => Promise<string>;
}

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

/** What a content asks for: what every kind has, and between it what its own kind has. */
export function SettingsFields({
  draft,
  change,
  changeSettings,
  errors,
  levels,
  isNew,
  contentIdForFile,
}: SettingsFieldsProps) {
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
        description="What the member reads before doing it."
        rows={4}
        maxLength={4000}
        value={draft.settings.instructions}
        onChange={(event) => changeSettings({ instructions: event.target.value })}
        error={errors.instructions}
      />
      <KindFields
        settings={draft.settings}
        change={changeSettings}
        errors={errors}
        contentIdForFile={contentIdForFile}
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
    </div>
  );
}
