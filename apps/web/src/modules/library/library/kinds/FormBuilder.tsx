import type { FormDefinition, FormSection } from "@touchline/contract/library/form-definition";
import { definitionProblems } from "@touchline/rules/requirements/form-definition";
import {
  Button,
  IconArrowDown,
  IconArrowUp,
  IconButton,
  IconPlus,
  IconTrash,
  Textarea,
  TextInput,
} from "@touchline/ui";
import { useRef, useState } from "react";
import { type FieldErrors, focusSoon } from "../../../../form-errors.ts";
import { words } from "../words.ts";
import { ConditionField } from "./ConditionField.tsx";
import { FieldEditor } from "./FieldEditor.tsx";
import classes from "./FormBuilder.module.css";
import { FormPreview } from "./FormPreview.tsx";
import * as edits from "./form-edits.ts";

interface FormBuilderProps {
  form: FormDefinition;
  change: (form: FormDefinition) => void;
  /** Errors by their path in the form: `sections.0.fields.1.label`. */
  errors: FieldErrors;
}

const hasErrors = (errors: FieldErrors, place: string) => Object.keys(errors).some((path) => path.startsWith(place));

/** Sections and their questions, one under the other; beneath them the form as a member will see it. */
export function FormBuilder({ form, change, errors }: FormBuilderProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () =>
      new Set(form.sections.flatMap(({ fields }) => fields.filter(({ label }) => label === "").map(({ key }) => key))),
  );
  /** Questions with errors open, and stay open while they are fixed. */
  const wrongKeys = form.sections
    .flatMap(({ fields }, at) => fields.filter((_, index) => hasErrors(errors, `sections.${at}.fields.${index}.`)))
    .map(({ key }) => key)
    .join(" ");
  const [seen, setSeen] = useState("");
  if (wrongKeys !== seen) {
    setSeen(wrongKeys);
    if (wrongKeys !== "") setOpened(new Set([...opened, ...wrongKeys.split(" ")]));
  }
  const [before, setBefore] = useState<{ form: FormDefinition; name: string } | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  /** Errors caused by moving and removing are shown at once, others when the form is saved. */
  const broken = Object.entries(definitionProblems(form)).filter(([path]) => path.endsWith(".showIf"));
  const wrong: FieldErrors = { ...errors, ...Object.fromEntries(broken) };
  /** The first of these that is there. */
  const focus = (...selectors: string[]) =>
    focusSoon(() => selectors.map((one) => frame.current?.querySelector<HTMLElement>(one)).find(Boolean));
  const make = (next: FormDefinition) => {
    setBefore(null);
    change(next);
  };
  const remove = (next: FormDefinition, name: string) => {
    setBefore({ form, name });
    change(next);
    focus("[data-undo] button");
  };
  const open = (key: string, is: boolean) =>
    setOpened((present) => new Set(is ? [...present, key] : [...present].filter((one) => one !== key)));

  const sectionParts = (section: FormSection, at: number) => {
    const name = section.title || words.sectionNumber({ number: at + 1 });
    const path = `sections.${at}`;
    const put = (next: Partial<FormSection>) => make(edits.withSection(form, at, { ...section, ...next }));
    return (
      <fieldset key={section.key} className={classes.section} data-section={section.key}>
        <legend className={classes.legend}>{words.sectionNumber({ number: at + 1 })}</legend>
        <div className={classes.acts}>
          <IconButton
            label={words.moveUp({ name })}
            icon={<IconArrowUp aria-hidden />}
            disabled={!edits.canMoveSection(form, at, -1)}
            onClick={() => make(edits.movedSection(form, at, -1))}
          />
          <IconButton
            label={words.moveDown({ name })}
            icon={<IconArrowDown aria-hidden />}
            disabled={!edits.canMoveSection(form, at, 1)}
            onClick={() => make(edits.movedSection(form, at, 1))}
          />
          <IconButton
            label={words.removeNamed({ name })}
            icon={<IconTrash aria-hidden />}
            disabled={form.sections.length === 1}
            onClick={() => remove(edits.withoutSection(form, at), name)}
          />
        </div>
        <TextInput
          label={words.sectionTitle}
          maxLength={200}
          value={section.title}
          onChange={(event) => put({ title: event.target.value })}
          error={wrong[`${path}.title`]}
        />
        <Textarea
          label={words.introductionOptional}
          rows={2}
          maxLength={4000}
          value={section.text}
          onChange={(event) => put({ text: event.target.value })}
          error={wrong[`${path}.text`]}
        />
        {(at > 0 || section.showIf !== null) && (
          <ConditionField
            label={words.showSection}
            condition={section.showIf}
            earlier={edits.fieldsBefore(form, at)}
            onChange={(showIf) => put({ showIf })}
            error={wrong[`${path}.showIf`]}
          />
        )}
        {section.fields.map((field, index) => (
          <FieldEditor
            key={field.key}
            field={field}
            earlier={edits.fieldsBefore(form, at, index)}
            errors={wrong}
            path={`${path}.fields.${index}`}
            opened={opened.has(field.key)}
            onOpen={(is) => open(field.key, is)}
            onChange={(next) => make(edits.withField(form, at, index, next))}
            canMove={(by) => edits.canMoveField(form, at, index, by)}
            onMove={(by) => {
              make(edits.movedField(form, at, index, by));
              const which = by < 0 ? "up" : "down";
              const moves = `[data-question="${field.key}"] [data-move`;
              focus(`${moves}="${which}"] button:not([disabled])`, `${moves}] button:not([disabled])`);
            }}
            onRemove={
              section.fields.length === 1
                ? null
                : () => remove(edits.withoutField(form, at, index), field.label || words.untitledQuestion)
            }
          />
        ))}
        {wrong[`${path}.fields`] && <p className={classes.error}>{wrong[`${path}.fields`]}</p>}
        <div>
          <Button
            small
            variant="secondary"
            label={words.addQuestion}
            aria-label={words.addQuestionTo({ name })}
            leftIcon={<IconPlus aria-hidden />}
            onClick={() => {
              const field = edits.newField();
              make(edits.addedField(form, at, field));
              open(field.key, true);
              focus(`[data-question="${field.key}"] input`);
            }}
          />
        </div>
      </fieldset>
    );
  };

  return (
    <div className={classes.builder} ref={frame}>
      {form.sections.map(sectionParts)}
      {before && (
        <p className={classes.undo} role="status" data-undo>
          {words.removedNamed({ name: before.name })}{" "}
          <Button
            small
            variant="secondary"
            label={words.undo}
            onClick={() => {
              change(before.form);
              setBefore(null);
            }}
          />
        </p>
      )}
      {wrong.sections && <p className={classes.error}>{wrong.sections}</p>}
      <div>
        <Button
          variant="secondary"
          label={words.addSection}
          leftIcon={<IconPlus aria-hidden />}
          onClick={() => {
            const section = edits.newSection();
            make({ sections: [...form.sections, section] });
            for (const { key } of section.fields) open(key, true);
            focus(`[data-section="${section.key}"] input`);
          }}
        />
      </div>
      <FormPreview form={form} />
    </div>
  );
}
