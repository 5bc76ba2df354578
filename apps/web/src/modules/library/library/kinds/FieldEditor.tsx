import type { FormField, FormFieldKind, PrefillSource } from "@touchline/contract/requirements/form-definition";
import { boundsOf, hasOptions, prefillsOf } from "@touchline/rules/requirements/form-definition";
import {
  Button,
  Checkbox,
  IconArrowDown,
  IconArrowUp,
  IconButton,
  IconTrash,
  Select,
  Textarea,
  TextInput,
} from "@touchline/ui";
import { useState } from "react";
import type { FieldErrors } from "../../../../form-errors.ts";
import { ConditionField } from "./ConditionField.tsx";
import classes from "./FormBuilder.module.css";
import { fieldKindLabels, ofKind } from "./form-edits.ts";

interface FieldEditorProps {
  field: FormField;
  earlier: readonly FormField[];
  errors: FieldErrors;
  /** The field's path in the form, by which errors name it. */
  path: string;
  opened: boolean;
  onOpen: (is: boolean) => void;
  onChange: (field: FormField) => void;
  canMove: (by: -1 | 1) => boolean;
  onMove: (by: -1 | 1) => void;
  /** Null: it is the only one of its section. */
  onRemove: (() => void) | null;
}

const prefillLabels: Record<PrefillSource, string> = {
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  dateOfBirth: "Date of birth",
  email: "Email address",
  phone: "Phone number",
  address: "Address",
  ussfId: "U.S. Soccer ID",
  levelName: "Level, such as the team",
  labelName: "Label",
  organizationName: "Organization",
  guardianName: "Guardian's name",
  emergencyContactName: "Emergency contact's name",
  emergencyContactPhone: "Emergency contact's phone",
};
const kinds = Object.entries(fieldKindLabels).map(([value, label]) => ({ value, label }));
const boundWords = {
  value: ["Least", "Most"],
  characters: ["Fewest characters", "Most characters"],
  chosen: ["Choose at least", "Choose at most"],
} as const;
const empty = "";

/** One question: a line while it is closed, everything about it while it is open. */
export function FieldEditor(props: FieldEditorProps) {
  const { field, earlier, errors, path, onChange } = props;
  const name = field.label || "The question";
  const error = (of: string) => errors[`${path}.${of}`];
  const wrong = Object.keys(errors).some((one) => one.startsWith(`${path}.`));
  const opened = props.opened || wrong;
  const put = (next: Partial<FormField>) => onChange({ ...field, ...next });
  const bounds = boundsOf[field.kind];
  const prefills = prefillsOf[field.kind];
  return (
    <div className={classes.question} data-question={field.key}>
      <div className={classes.line}>
        <div className={classes.words}>
          <p className={classes.name}>{field.label || "New question"}</p>
          <p className={classes.quiet}>
            {[fieldKindLabels[field.kind], !field.required && "optional", field.showIf && "only if"]
              .filter(Boolean)
              .join(", ")}
          </p>
        </div>
        <div className={classes.moves}>
          <span data-move="up">
            <IconButton
              label={`Move ${name} up`}
              icon={<IconArrowUp aria-hidden />}
              disabled={!props.canMove(-1)}
              onClick={() => props.onMove(-1)}
            />
          </span>
          <span data-move="down">
            <IconButton
              label={`Move ${name} down`}
              icon={<IconArrowDown aria-hidden />}
              disabled={!props.canMove(1)}
              onClick={() => props.onMove(1)}
            />
          </span>
          <IconButton
            label={`Remove ${name}`}
            icon={<IconTrash aria-hidden />}
            disabled={props.onRemove === null}
            onClick={() => props.onRemove?.()}
          />
          <Button
            small
            variant="secondary"
            label={opened ? "Close" : "Edit"}
            aria-label={`${opened ? "Close" : "Edit"} ${name}`}
            aria-expanded={opened}
            disabled={wrong}
            onClick={() => props.onOpen(!opened)}
          />
        </div>
      </div>
      {opened && (
        <div className={classes.parts}>
          <TextInput
            label="Question"
            maxLength={300}
            value={field.label}
            onChange={(event) => put({ label: event.target.value })}
            error={error("label")}
          />
          <Select
            label="Kind of answer"
            data={kinds}
            allowDeselect={false}
            value={field.kind}
            onChange={(kind) => kind && onChange(ofKind(field, kind as FormFieldKind))}
            error={error("kind")}
          />
          {hasOptions(field.kind) && (
            <OptionsField
              options={field.options}
              onChange={(options) => put({ options })}
              error={optionsError(errors, path)}
            />
          )}
          <Textarea
            label="Help (optional)"
            rows={2}
            maxLength={1000}
            value={field.help}
            onChange={(event) => put({ help: event.target.value })}
            error={error("help")}
          />
          <Checkbox
            label="It must be answered"
            checked={field.required}
            onChange={(event) => put({ required: event.target.checked })}
          />
          {bounds && (
            <div className={classes.pair}>
              {(["min", "max"] as const).map((bound, index) => (
                <TextInput
                  key={bound}
                  type="number"
                  label={`${boundWords[bounds][index]} (optional)`}
                  value={field[bound] ?? ""}
                  onChange={(event) => put({ [bound]: event.target.value === "" ? null : Number(event.target.value) })}
                  error={error(bound)}
                />
              ))}
            </div>
          )}
          {prefills.length > 0 && (
            <Select
              label="Begins with"
              description="Taken from the member's profile; they may change it."
              data={[
                { value: empty, label: "Nothing" },
                ...prefills.map((value) => ({ value, label: prefillLabels[value] })),
              ]}
              allowDeselect={false}
              value={field.prefill ?? empty}
              onChange={(value) => put({ prefill: prefills.find((one) => one === value) ?? null })}
              error={error("prefill")}
            />
          )}
          {(earlier.length > 0 || field.showIf !== null) && (
            <ConditionField
              label="Ask this"
              condition={field.showIf}
              earlier={earlier}
              onChange={(showIf) => put({ showIf })}
              error={error("showIf")}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The options as a whole, or one of them: each is a line. */
function optionsError(errors: FieldErrors, path: string): string | undefined {
  return Object.entries(errors).find(([one]) => one === `${path}.options` || one.startsWith(`${path}.options.`))?.[1];
}

interface OptionsFieldProps {
  options: readonly string[];
  onChange: (options: string[]) => void;
  error: string | undefined;
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** One option a line; empty lines stay while somebody types. */
function OptionsField({ options, onChange, error }: OptionsFieldProps) {
  const [typed, setTyped] = useState(options.join("\n"));
  const same = linesOf(typed).join("\n") === options.join("\n");
  return (
    <Textarea
      label="Options"
      description="One on each line."
      rows={4}
      value={same ? typed : options.join("\n")}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(linesOf(event.target.value));
      }}
      error={error}
    />
  );
}
