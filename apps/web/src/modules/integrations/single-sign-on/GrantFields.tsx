import { useQuery } from "@tanstack/react-query";
import { Button, Select, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../../../form-errors.ts";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { labelsQuery, navigationQuery } from "../../../levels/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./SingleSignOn.module.css";
import { words } from "./words.ts";

/** A role by group, as it is edited. */
export type GrantDraft = { key: number; group: string; levelId: string | null; labelId: string | null };

interface GrantFieldsProps {
  grants: readonly GrantDraft[];
  onChange: (next: GrantDraft[]) => void;
  errors: FieldErrors;
}

/** Asks which group gets which role at which level. */
export function GrantFields({ grants, onChange, errors }: GrantFieldsProps) {
  const { hierarchyLevelId } = useActiveProfile();
  const levels = useQuery(navigationQuery(hierarchyLevelId)).data ?? [];
  const labels = useQuery(labelsQuery).data ?? [];
  const change = (key: number, next: Partial<GrantDraft>) =>
    onChange(grants.map((one) => (one.key === key ? { ...one, ...next } : one)));
  const nextKey = Math.max(0, ...grants.map(({ key }) => key)) + 1;
  return (
    <section className={classes.section} aria-label={words.roles}>
      <h3 className={classes.heading}>{words.roles}</h3>
      <p className={classes.quiet}>{words.rolesAbout}</p>
      {grants.map((grant, at) => (
        <fieldset key={grant.key} className={classes.grant} aria-label={words.roleNumber({ number: at + 1 })}>
          <TextInput
            label={words.group}
            description={words.groupHint}
            maxLength={200}
            value={grant.group}
            onChange={(event) => change(grant.key, { group: event.target.value })}
            error={errors[`grants.${at}.group`]}
          />
          <LevelSelect
            label={words.level}
            levels={levels}
            value={grant.levelId}
            onChange={(levelId) => change(grant.key, { levelId })}
            error={errors[`grants.${at}.levelId`] && words.chooseLevel}
          />
          <Select
            label={words.role}
            searchable={labels.length > 10}
            allowDeselect={false}
            data={labels.map((label) => ({ value: label.labelId, label: label.name }))}
            value={grant.labelId}
            onChange={(labelId) => change(grant.key, { labelId })}
            error={errors[`grants.${at}.labelId`] && words.chooseRole}
          />
          <div>
            <Button
              small
              variant="secondary"
              label={words.remove}
              aria-label={words.removeRole({ number: at + 1 })}
              onClick={() => onChange(grants.filter(({ key }) => key !== grant.key))}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          small
          variant="secondary"
          label={words.addRole}
          onClick={() => onChange([...grants, { key: nextKey, group: "", levelId: hierarchyLevelId, labelId: null }])}
        />
      </div>
    </section>
  );
}
