import { requirementTypeLabels } from "@touchline/contract/enums";
import type { RoleRequirements } from "@touchline/contract/setup/organization-creation";
import { firstAdministrator, starterRequirements, starterType } from "@touchline/rules";
import { Badge, Button, Checkbox, DateInput, IconInfoCircle, IconTrash, IconUserPlus, TextInput } from "@touchline/ui";
import { useRef } from "react";
import { type FieldErrors, focusSoon } from "../../../form-errors.ts";
import classes from "./Admin.module.css";
import { rolesIn, withRequirement } from "./creation.ts";
import type { StepProps } from "./DetailsStep.tsx";

/** What each role owes from the first day on. */
export function RolesStep({ content, errors, onChange }: StepProps) {
  const rows = rolesIn(content);
  const list = useRef<HTMLDivElement>(null);
  const change = (next: RoleRequirements[]) =>
    onChange({ ...content, roleRequirements: next.map((row) => ({ ...row, isDefault: false })) });
  const add = () => {
    change([
      ...rows,
      {
        roleLabel: "",
        roleRequirementsIds: [],
        paidRoleRequirementsIds: [],
        roleRequirementsList: [],
        requirementsDueDate: null,
        isDefault: false,
      },
    ]);
    focusSoon(() => list.current?.querySelector<HTMLElement>("details:last-of-type summary"));
  };
  return (
    <div className={classes.fields}>
      <p className={classes.note}>
        Each role begins with what is usual. The organization can change everything later. {firstAdministrator.label} is
        there in any case, and owes nothing.
      </p>
      <div className={classes.roles} ref={list}>
        {rows.map((row, at) => (
          <RoleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a role has no other name that stays
            key={at}
            row={row}
            at={at}
            errors={errors}
            onChange={(next) => change(rows.with(at, next))}
            onRemove={() => change(rows.toSpliced(at, 1))}
          />
        ))}
      </div>
      <div>
        <Button variant="secondary" label="Add a role" leftIcon={<IconUserPlus aria-hidden />} onClick={add} />
      </div>
    </div>
  );
}

interface RoleCardProps {
  row: RoleRequirements;
  at: number;
  errors: FieldErrors;
  onChange: (row: RoleRequirements) => void;
  onRemove: () => void;
}

function RoleCard({ row, at, errors, onChange, onRemove }: RoleCardProps) {
  const owed = row.roleRequirementsIds.length;
  const paid = row.paidRoleRequirementsIds.length;
  const path = `roleRequirements.${at}`;
  const wrong = Object.keys(errors).some((one) => one.startsWith(`${path}.`));
  const name = row.roleLabel.trim() || "New role";
  return (
    <details className={classes.role} open={wrong || row.roleLabel === "" || undefined}>
      <summary>
        <span className={classes.roleName}>{name}</span>
        <span className={classes.note}>
          {owed === 0 ? "owes nothing" : owed === 1 ? "1 requirement" : `${owed} requirements`}
          {paid > 0 && `, ${paid} paid by the organization`}
        </span>
        {row.isDefault && (
          <Badge tone="none" icon={IconInfoCircle}>
            Suggested
          </Badge>
        )}
      </summary>
      <div className={classes.roleBody}>
        <div className={classes.pair}>
          <TextInput
            label="Role"
            value={row.roleLabel}
            maxLength={80}
            onChange={(event) => onChange({ ...row, roleLabel: event.currentTarget.value })}
            error={errors[`${path}.roleLabel`]}
          />
          <DateInput
            label="Due on (optional)"
            value={row.requirementsDueDate ?? ""}
            onChange={(event) => onChange({ ...row, requirementsDueDate: event.currentTarget.value || null })}
            error={errors[`${path}.requirementsDueDate`]}
          />
        </div>
        <ul className={classes.requirements} aria-label={`Requirements of ${name}`}>
          {starterRequirements.map((starter) => {
            const { id, name: called } = starter;
            const type = requirementTypeLabels[starterType(starter)];
            const owes = row.roleRequirementsIds.includes(id);
            return (
              <li key={id} className={classes.requirement}>
                <Checkbox
                  label={called}
                  description={called === type ? undefined : type}
                  checked={owes}
                  onChange={(event) => onChange(withRequirement(row, id, event.currentTarget.checked))}
                />
                {owes && (
                  <Checkbox
                    label="Organization pays"
                    aria-label={`Organization pays: ${called}`}
                    checked={row.paidRoleRequirementsIds.includes(id)}
                    onChange={(event) => {
                      const others = row.paidRoleRequirementsIds.filter((one) => one !== id);
                      onChange({
                        ...row,
                        paidRoleRequirementsIds: event.currentTarget.checked ? [...others, id] : others,
                      });
                    }}
                  />
                )}
              </li>
            );
          })}
        </ul>
        <div>
          <Button
            small
            danger
            variant="quaternary"
            leftIcon={<IconTrash aria-hidden />}
            label="Remove role"
            aria-label={`Remove role: ${name}`}
            onClick={onRemove}
          />
        </div>
      </div>
    </details>
  );
}
