import { type Payer, payers } from "@touchline/contract";
import type { DueRule } from "@touchline/contract/library/content-assignments";
import { Button, Checkbox, Chips, DateInput, Select, TextInput } from "@touchline/ui";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { EditorLevels } from "./ContentEditor.tsx";
import type { AssignmentDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { OnlySome, type Question } from "./OnlySome.tsx";
import { words } from "./words.ts";

interface AssignmentRowProps extends EditorLevels {
  /** Counted from 1, to distinguish rows. */
  number: number;
  assignment: AssignmentDraft;
  questions: readonly Question[];
  errorOf: (field: string) => string | undefined;
  onChange: (next: Partial<AssignmentDraft>) => void;
  onRemove: () => void;
}

const payerLabels: Record<Payer, string> = { Organization: words.organization, Individual: words.member };
const dueLabels: Record<DueRule["type"], string> = {
  None: words.dueNone,
  Fixed: words.dueFixed,
  AfterJoining: words.dueAfterJoining,
  Season: words.dueSeason,
};

/** One assignment: where, of which roles, whether it must be done, by when, and who pays. Whatever is rare is folded away. */
export function AssignmentRow(props: AssignmentRowProps) {
  const { number, assignment, levels, labels, questions, errorOf, onChange, onRemove } = props;
  const { levelId, levelName, includeBelow, labelIds, mandatory, due, payer } = assignment;
  const reachable = levels.some((level) => level.levelId === levelId);
  // People who don't manage the level can't change or end it.
  const beyond = !reachable && levelId !== "";
  return (
    <fieldset className={classes.assignment} disabled={beyond}>
      <legend className={classes.hidden}>{words.assignmentNumber({ number })}</legend>
      {!beyond ? (
        <LevelSelect
          label={words.level}
          levels={levels}
          value={levelId}
          onChange={(chosen) =>
            onChange({ levelId: chosen, levelName: levels.find((level) => level.levelId === chosen)?.name ?? "" })
          }
          error={errorOf("levelId")}
        />
      ) : (
        <p>{words.levelOutsideAccess({ levelName })}</p>
      )}
      <Checkbox
        label={words.includeSublevels}
        checked={includeBelow}
        onChange={(event) => onChange({ includeBelow: event.target.checked })}
      />
      <Chips
        label={words.roles}
        options={labels.map((label) => ({ value: label.labelId, label: label.name }))}
        selected={labelIds}
        onChange={(chosen) => onChange({ labelIds: chosen })}
        error={errorOf("labelIds")}
      />
      <Checkbox
        label={words.required}
        description={words.requiredHint}
        checked={mandatory}
        onChange={(event) => onChange({ mandatory: event.target.checked })}
      />
      <div className={classes.pair}>
        <Select
          label={words.due}
          data={Object.entries(dueLabels).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={due.type}
          onChange={(chosen) => onChange({ due: { ...due, type: (chosen ?? "None") as DueRule["type"] } })}
        />
        {due.type === "Fixed" && (
          <DateInput
            label={words.dueDate}
            value={due.day}
            onChange={(event) => onChange({ due: { ...due, day: event.target.value } })}
            error={errorOf("due.day")}
          />
        )}
        {(due.type === "AfterJoining" || due.type === "Season") && (
          <TextInput
            label={due.type === "Season" ? words.graceDays : words.daysAfterJoining}
            inputMode="numeric"
            value={due.days}
            onChange={(event) => onChange({ due: { ...due, days: event.target.value } })}
            error={errorOf(due.type === "Season" ? "due.graceDays" : "due.days")}
          />
        )}
        <Select
          label={words.paidBy}
          data={payers.map((value) => ({ value, label: payerLabels[value] }))}
          allowDeselect={false}
          value={payer}
          onChange={(chosen) => onChange({ payer: chosen === "Individual" ? "Individual" : "Organization" })}
          error={errorOf("payer")}
        />
      </div>
      <OnlySome assignment={assignment} questions={questions} errorOf={errorOf} onChange={onChange} />
      {!beyond && (
        <div className={classes.acts}>
          <Button
            small
            danger
            variant="quaternary"
            label={words.remove}
            aria-label={
              levelName ? words.removeAssignmentAt({ number, levelName }) : words.removeAssignment({ number })
            }
            onClick={onRemove}
          />
        </div>
      )}
    </fieldset>
  );
}
