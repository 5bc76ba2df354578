import { type Payer, payers } from "@touchline/contract";
import type { DueRule } from "@touchline/contract/library/content-assignments";
import { Button, Checkbox, Chips, DateInput, Select, TextInput } from "@touchline/ui";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { EditorLevels } from "./ContentEditor.tsx";
import type { AssignmentDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { OnlySome, type Question } from "./OnlySome.tsx";

interface AssignmentRowProps extends EditorLevels {
  /** From 1, to tell rows apart. */
  number: number;
  assignment: AssignmentDraft;
  questions: readonly Question[];
  errorOf: (field: string) => string | undefined;
  onChange: (next: Partial<AssignmentDraft>) => void;
  onRemove: () => void;
}

const payerLabels: Record<Payer, string> = { Organization: "Organization", Individual: "Member" };
const dueLabels: Record<DueRule["type"], string> = {
  None: "Any time",
  Fixed: "By a day",
  AfterJoining: "After joining",
  Season: "Before the season",
};

/** One assignment: where, of which roles, whether it must be done, by when, and who pays. Whatever is rare is folded away. */
export function AssignmentRow(props: AssignmentRowProps) {
  const { number, assignment, levels, labels, questions, errorOf, onChange, onRemove } = props;
  const { levelId, levelName, includeBelow, labelIds, mandatory, due, payer } = assignment;
  const reachable = levels.some((level) => level.levelId === levelId);
  // Whoever does not look after the level may not change it, nor end it.
  const beyond = !reachable && levelId !== "";
  return (
    <fieldset className={classes.assignment} disabled={beyond}>
      <legend className={classes.hidden}>Assignment {number}</legend>
      {!beyond ? (
        <LevelSelect
          label="Level"
          levels={levels}
          value={levelId}
          onChange={(chosen) =>
            onChange({ levelId: chosen, levelName: levels.find((level) => level.levelId === chosen)?.name ?? "" })
          }
          error={errorOf("levelId")}
        />
      ) : (
        <p>
          <b>{levelName}</b>, beyond the levels you look after
        </p>
      )}
      <Checkbox
        label="and all levels below"
        checked={includeBelow}
        onChange={(event) => onChange({ includeBelow: event.target.checked })}
      />
      <Chips
        label="Roles"
        options={labels.map((label) => ({ value: label.labelId, label: label.name }))}
        selected={labelIds}
        onChange={(chosen) => onChange({ labelIds: chosen })}
        error={errorOf("labelIds")}
      />
      <Checkbox
        label="Mandatory"
        description="Required for clearance."
        checked={mandatory}
        onChange={(event) => onChange({ mandatory: event.target.checked })}
      />
      <div className={classes.pair}>
        <Select
          label="Due"
          data={Object.entries(dueLabels).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={due.type}
          onChange={(chosen) => onChange({ due: { ...due, type: (chosen ?? "None") as DueRule["type"] } })}
        />
        {due.type === "Fixed" && (
          <DateInput
            label="Due date"
            value={due.day}
            onChange={(event) => onChange({ due: { ...due, day: event.target.value } })}
            error={errorOf("due.day")}
          />
        )}
        {(due.type === "AfterJoining" || due.type === "Season") && (
          <TextInput
            label={due.type === "Season" ? "Days for those who join later" : "Days after joining"}
            inputMode="numeric"
            value={due.days}
            onChange={(event) => onChange({ due: { ...due, days: event.target.value } })}
            error={errorOf(due.type === "Season" ? "due.graceDays" : "due.days")}
          />
        )}
        <Select
          label="Who pays"
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
            label="Remove"
            aria-label={`Remove assignment ${number}${levelName ? `, ${levelName}` : ""}`}
            onClick={onRemove}
          />
        </div>
      )}
    </fieldset>
  );
}
