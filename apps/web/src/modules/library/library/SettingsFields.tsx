import { type ReminderFrequency, reminderFrequencies } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { DateInput, Facts, Select, Textarea, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../../../form-errors.ts";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { type ListedLevel, mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { ContentDraft } from "./draft.ts";
import { KindFields } from "./kinds/KindFields.tsx";
import classes from "./Library.module.css";
import { ValidityFields } from "./ValidityFields.tsx";
import { words } from "./words.ts";

interface PartProps {
  draft: ContentDraft;
  change: (next: Partial<ContentDraft>) => void;
  changeSettings: (next: Partial<ContentSettings>) => void;
  errors: FieldErrors;
}
interface SettingsFieldsProps extends PartProps {
  levels: readonly ListedLevel[];
  isNew: boolean;
  /** There is a version already, on which people may have completed it. */
  hasVersion: boolean;
  /** Null for a content that isn't created yet. */
  contentId: string | null;
  /** The id under which a file of it is uploaded; makes the content if it is new. Rejects when its name is missing. */
  contentIdForFile: () => Promise<string>;
}

const usual = "usual";
const frequencyLabels: Record<ReminderFrequency, string> = {
  Weekly: words.everyWeek,
  Monthly: words.everyMonth,
  Quarterly: words.everyThreeMonths,
};
const reminders = [
  { value: usual, label: words.defaultSchedule },
  ...reminderFrequencies.map((value) => ({ value, label: frequencyLabels[value] })),
];

/** The settings of a content: those of every kind, with those of its own kind between them. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { draft, change, changeSettings, errors, levels, isNew, hasVersion, contentId, contentIdForFile } = props;
  const { levelRoles } = useActiveProfile();
  const owned = levels.find((level) => level.levelId === draft.levelId)?.name;
  return (
    <div className={classes.fields}>
      <NameFields draft={draft} change={change} errors={errors} />
      {isNew ? (
        <LevelSelect
          label={words.belongsTo}
          description={words.belongsToHint}
          levels={levels.filter((level) => mayDo(levelRoles, levels, "content.edit", level.levelId))}
          value={draft.levelId}
          onChange={(levelId) => change({ levelId })}
          error={errors.levelId}
        />
      ) : (
        owned && <Facts facts={[{ label: words.belongsTo, value: owned }]} />
      )}
      <RequirementFields
        draft={draft}
        change={change}
        changeSettings={changeSettings}
        errors={errors}
        contentId={contentId}
        contentIdForFile={contentIdForFile}
      />
      {hasVersion && (
        <DateInput
          label={words.redoByOptional}
          description={words.redoByHint}
          value={draft.settings.redoBy ?? ""}
          onChange={(event) => changeSettings({ redoBy: event.target.value || null })}
          error={errors.redoBy}
        />
      )}
      <Select
        label={words.reminders}
        description={words.remindersHint}
        data={reminders}
        allowDeselect={false}
        value={draft.reminderFrequency ?? usual}
        onChange={(value) => change({ reminderFrequency: reminderFrequencies.find((one) => one === value) ?? null })}
      />
    </div>
  );
}

/** The name and description. */
export function NameFields({ draft, change, errors }: Omit<PartProps, "changeSettings">) {
  return (
    <>
      <TextInput
        label={words.name}
        maxLength={200}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={errors.name}
      />
      <Textarea
        label={words.description}
        description={words.descriptionHint}
        rows={2}
        maxLength={2000}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        error={errors.description}
      />
    </>
  );
}

/** The requirement's own settings, and its validity. */
export function RequirementFields({
  draft,
  change,
  changeSettings,
  errors,
  contentId,
  contentIdForFile,
}: PartProps & Pick<SettingsFieldsProps, "contentId" | "contentIdForFile">) {
  return (
    <>
      <Textarea
        label={words.instructions}
        description={words.instructionsHint}
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
        contentId={contentId}
        contentIdForFile={contentIdForFile}
      />
      <ValidityFields validity={draft.validity} onChange={(validity) => change({ validity })} errors={errors} />
      {draft.validity.type === "PerRequirement" && (
        <DateInput
          label={words.validThroughOptional}
          description={words.validThroughHint}
          value={draft.settings.validThrough ?? ""}
          onChange={(event) => changeSettings({ validThrough: event.target.value || null })}
          error={errors.validThrough}
        />
      )}
    </>
  );
}
