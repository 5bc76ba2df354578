import { requirementTypeLabels } from "@touchline/contract";
import type { RoleRequirements } from "@touchline/contract/setup/organization-creation";
import { firstAdministrator, starterRequirements, starterType } from "@touchline/rules";
import { Badge, Button, Checkbox, DateInput, IconInfoCircle, IconTrash, IconUserPlus, TextInput } from "@touchline/ui";
import { useRef } from "react";
import { type FieldErrors, focusSoon } from "../../../form-errors.ts";
import classes from "./Admin.module.css";
import { rolesIn, withRequirement } from "./creation.ts";
import type { StepProps } from "./DetailsStep.tsx";
import { words } from "./words.ts";

/** The initial requirements of each role. */
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
      <p className={classes.note}>{words.rolesIntro({ label: firstAdministrator.label })}</p>
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
        <Button variant="secondary" label={words.addRole} leftIcon={<IconUserPlus aria-hidden />} onClick={add} />
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
  const name = row.roleLabel.trim() || words.newRole;
  return (
    <details className={classes.role} open={wrong || row.roleLabel === "" || undefined}>
      <summary>
        <span className={classes.roleName}>{name}</span>
        <span className={classes.note}>{words.roleRequirementCount({ count: owed, paid })}</span>
        {row.isDefault && (
          <Badge tone="none" icon={IconInfoCircle}>
            {words.suggested}
          </Badge>
        )}
      </summary>
      <div className={classes.roleBody}>
        <div className={classes.pair}>
          <TextInput
            label={words.role}
            value={row.roleLabel}
            maxLength={80}
            onChange={(event) => onChange({ ...row, roleLabel: event.currentTarget.value })}
            error={errors[`${path}.roleLabel`]}
          />
          <DateInput
            label={words.dueOn}
            value={row.requirementsDueDate ?? ""}
            onChange={(event) => onChange({ ...row, requirementsDueDate: event.currentTarget.value || null })}
            error={errors[`${path}.requirementsDueDate`]}
          />
        </div>
        <ul className={classes.requirements} aria-label={words.requirementsOf({ name })}>
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
                    label={words.organizationPays}
                    aria-label={words.organizationPaysFor({ name: called })}
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
            label={words.removeRole}
            aria-label={words.removeRoleNamed({ name })}
            onClick={onRemove}
          />
        </div>
      </div>
    </details>
  );
}
