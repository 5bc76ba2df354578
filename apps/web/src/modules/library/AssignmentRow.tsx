import { type Payer, payers } from "@touchline/contract";
import { Button, Checkbox, Chips, DateInput, Select } from "@touchline/ui";
import { LevelSelect } from "../../levels/LevelSelect.tsx";
import type { EditorLevels } from "./ContentEditor.tsx";
import type { AssignmentDraft } from "./draft.ts";
import classes from "./Library.module.css";

interface AssignmentRowProps extends EditorLevels {
  /** From 1, to tell rows apart. */
  number: number;
  assignment: AssignmentDraft;
  errorOf: (field: "levelId" | "labelIds" | "dueDate" | "payer") => string | undefined;
  onChange: (next: Partial<AssignmentDraft>) => void;
  onRemove: () => void;
}

const payerLabels: Record<Payer, string> = { Organization: "Organization", Individual: "Member" };

/** One assignment: where, of which roles, whether it must be done, by when, and who pays. */
export function AssignmentRow({ number, assignment, levels, labels, errorOf, onChange, onRemove }: AssignmentRowProps) {
  const { levelId, levelName, includeBelow, labelIds, mandatory, dueDate, payer } = assignment;
  const reachable = levels.some((level) => level.levelId === levelId);
  return (
    <fieldset className={classes.assignment}>
      <legend className={classes.hidden}>Assignment {number}</legend>
      {reachable || levelId === "" ? (
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
        description="Who has not done it is not cleared."
        checked={mandatory}
        onChange={(event) => onChange({ mandatory: event.target.checked })}
      />
      <div className={classes.pair}>
        <DateInput
          label="Due date (optional)"
          value={dueDate}
          onChange={(event) => onChange({ dueDate: event.target.value })}
          error={errorOf("dueDate")}
        />
        <Select
          label="Who pays"
          data={payers.map((value) => ({ value, label: payerLabels[value] }))}
          allowDeselect={false}
          value={payer}
          onChange={(chosen) => onChange({ payer: chosen === "Individual" ? "Individual" : "Organization" })}
          error={errorOf("payer")}
        />
      </div>
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
    </fieldset>
  );
}
