import type { FormField, FormFieldKind, PrefillSource } from "@touchline/contract/library/form-definition";
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
import { words } from "../words.ts";
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
  firstName: words.firstName,
  lastName: words.lastName,
  fullName: words.fullName,
  dateOfBirth: words.dateOfBirth,
  email: words.emailAddress,
  phone: words.phoneNumber,
  address: words.address,
  ussfId: words.usSoccerId,
  levelName: words.levelPrefill,
  labelName: words.role,
  organizationName: words.organization,
  guardianName: words.guardiansName,
  emergencyContactName: words.emergencyContactsName,
  emergencyContactPhone: words.emergencyContactsPhone,
};
const kinds = Object.entries(fieldKindLabels).map(([value, label]) => ({ value, label }));
const boundWords = {
  value: { min: words.minimumOptional, max: words.maximumOptional },
  characters: { min: words.minimumCharacters, max: words.maximumCharacters },
  chosen: { min: words.minimumChoices, max: words.maximumChoices },
} as const;
const empty = "";

/** One question: a line while it is closed, everything about it while it is open. */
export function FieldEditor(props: FieldEditorProps) {
  const { field, earlier, errors, path, onChange } = props;
  const name = field.label || words.untitledQuestion;
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
          <p className={classes.name}>{field.label || words.newQuestion}</p>
          <p className={classes.quiet}>
            {[fieldKindLabels[field.kind], !field.required && words.optional, field.showIf && words.conditional]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div className={classes.moves}>
          <span data-move="up">
            <IconButton
              label={words.moveUp({ name })}
              icon={<IconArrowUp aria-hidden />}
              disabled={!props.canMove(-1)}
              onClick={() => props.onMove(-1)}
            />
          </span>
          <span data-move="down">
            <IconButton
              label={words.moveDown({ name })}
              icon={<IconArrowDown aria-hidden />}
              disabled={!props.canMove(1)}
              onClick={() => props.onMove(1)}
            />
          </span>
          <IconButton
            label={words.removeNamed({ name })}
            icon={<IconTrash aria-hidden />}
            disabled={props.onRemove === null}
            onClick={() => props.onRemove?.()}
          />
          <Button
            small
            variant="secondary"
            label={opened ? words.close : words.edit}
            aria-label={(opened ? words.closeNamed : words.editNamed)({ name })}
            aria-expanded={opened}
            disabled={wrong}
            onClick={() => props.onOpen(!opened)}
          />
        </div>
      </div>
      {opened && (
        <div className={classes.parts}>
          <TextInput
            label={words.question}
            maxLength={300}
            value={field.label}
            onChange={(event) => put({ label: event.target.value })}
            error={error("label")}
          />
          <Select
            label={words.answerType}
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
            label={words.helpOptional}
            rows={2}
            maxLength={1000}
            value={field.help}
            onChange={(event) => put({ help: event.target.value })}
            error={error("help")}
          />
          <Checkbox
            label={words.answerRequired}
            checked={field.required}
            onChange={(event) => put({ required: event.target.checked })}
          />
          {bounds && (
            <div className={classes.pair}>
              {(["min", "max"] as const).map((bound) => (
                <TextInput
                  key={bound}
                  type="number"
                  label={boundWords[bounds][bound]}
                  value={field[bound] ?? ""}
                  onChange={(event) => put({ [bound]: event.target.value === "" ? null : Number(event.target.value) })}
                  error={error(bound)}
                />
              ))}
            </div>
          )}
          {prefills.length > 0 && (
            <Select
              label={words.prefillWith}
              description={words.prefillHint}
              data={[
                { value: empty, label: words.nothing },
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
              label={words.showQuestion}
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

/** The options as one text, with a line for each. */
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

/** One option per line; empty lines stay while typing. */
function OptionsField({ options, onChange, error }: OptionsFieldProps) {
  const [typed, setTyped] = useState(options.join("\n"));
  const same = linesOf(typed).join("\n") === options.join("\n");
  return (
    <Textarea
      label={words.options}
      description={words.optionsHint}
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
