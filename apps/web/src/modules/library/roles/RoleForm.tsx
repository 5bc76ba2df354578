import type { LabelGiver } from "@touchline/contract";
import { addLabel, type FamilyUse, familyUses, type LabelRole, labelRoles } from "@touchline/contract/library/labels";
import { possibleGivers } from "@touchline/rules/security/roles";
import { Button, Choices, Dialog, Notice, Select, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../../form-errors.ts";
import type { LabelDetails, LabelInput } from "./queries.ts";
import { allows, familyNames, giverName, words } from "./words.ts";

interface RoleFormProps {
  title: string;
  /** The role as it is; null for a new one. */
  label: LabelDetails | null;
  saving: boolean;
  error: Error | null;
  onSave: (fields: LabelInput) => void;
  onClose: () => void;
}

const notByThemselves = "none";

function fieldsOf(label: LabelDetails | null): LabelInput {
  if (label === null) return { name: "", role: "Individual", givenBy: "Manager", forFamily: null };
  const { name, givenBy, forFamily } = label;
  return { name, role: labelRoles.find((one) => one === label.role) ?? "Individual", givenBy, forFamily };
}

/** A role's name, its permissions, and who can assign it. */
export function RoleForm({ title, label, saving, error, onSave, onClose }: RoleFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(label));
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const visibleErrors = errors === noErrors && error ? (refusedFields(error) ?? noErrors) : errors;
  const set = (change: Partial<LabelInput>) => {
    setFields({ ...fields, ...change });
    setErrors(noErrors);
  };
  const choose = (chosen: LabelRole) => {
    const givers = possibleGivers(chosen);
    set({
      role: chosen,
      givenBy: givers.includes(fields.givenBy) ? fields.givenBy : (givers[0] as LabelGiver),
      forFamily: chosen === "Individual" ? fields.forFamily : null,
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    const found = problemsOf(addLabel.body, fields);
    if (!found) return onSave(fields);
    setErrors(found);
    focusFirstError(form.current);
  };
  const affected = label !== null && label.members > 0 && fields.role !== label.role ? label.members : 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={
              label === null ? words.addRole : affected > 0 ? words.saveForPeople({ count: affected }) : words.save
            }
            loading={saving}
            onClick={() => form.current?.requestSubmit()}
          />
        </>
      }
    >
      {error && !refusedFields(error) && (
        <Notice tone="stop" title={words.saveFailed}>
          {messageOf(error)}
        </Notice>
      )}
      <form ref={form} onSubmit={submit} noValidate style={{ display: "contents" }}>
        <TextInput
          label={words.name}
          description={words.nameHint}
          data-autofocus
          maxLength={100}
          value={fields.name}
          onChange={(event) => set({ name: event.target.value })}
          error={visibleErrors.name}
        />
        <Choices
          label={words.permissions}
          value={fields.role}
          onChange={choose}
          error={visibleErrors.role}
          choices={labelRoles.map((value) => ({
            value,
            label: allows[value].name,
            note: allows[value].about,
            refusal: label?.own && value !== label.role ? words.ownPermissionsRefused : undefined,
          }))}
        />
        {affected > 0 && (
          <Notice tone="needs" title={words.peopleHaveRole({ count: affected })}>
            {fields.role === "Individual" ? words.losePermissions : words.gainPermissions({ role: fields.role })}
          </Notice>
        )}
        <Select
          label={words.canBeAssignedBy}
          description={words.canBeAssignedByHint}
          allowDeselect={false}
          data={possibleGivers(fields.role).map((value) => ({ value, label: giverName(value, fields.role) }))}
          value={fields.givenBy}
          onChange={(value) => value !== null && set({ givenBy: value as LabelGiver })}
          error={visibleErrors.givenBy}
        />
        {fields.role === "Individual" && (
          <Select
            label={words.families}
            description={words.familiesHint}
            allowDeselect={false}
            data={[
              { value: notByThemselves, label: words.notForFamilies },
              ...familyUses.map((value) => ({ value, label: familyNames[value] })),
            ]}
            value={fields.forFamily ?? notByThemselves}
            onChange={(value) => set({ forFamily: value === notByThemselves ? null : (value as FamilyUse) })}
            error={visibleErrors.forFamily}
          />
        )}
      </form>
    </Dialog>
  );
}
