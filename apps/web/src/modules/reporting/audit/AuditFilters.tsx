import { useQuery } from "@tanstack/react-query";
import { type ActiveFilter, ActiveFilters, DateInput, FilterMenu } from "@touchline/ui";
import { dayText } from "../../../dates.ts";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { SearchChange } from "../../../url-state.ts";
import { PersonSelect } from "../../people/search/PersonSelect.tsx";
import classes from "./Audit.module.css";
import { type AuditSearch, actionLabel, actionOptions, nothing, subjectLabel, subjectOptions } from "./filter.ts";
import { words } from "./words.ts";

interface AuditFiltersProps {
  filter: AuditSearch;
  /** The names of the people and the level that the list is narrowed to. */
  names: { who: string | null; whom: string | null; level: string | null } | undefined;
  narrow: (change: SearchChange) => void;
}

/** Filters the log by actor, action, person, level and date. */
export function AuditFilters({ filter, names, narrow }: AuditFiltersProps) {
  const { hierarchyLevelId } = useActiveProfile();
  const levels = useQuery(navigationQuery(hierarchyLevelId)).data ?? [];
  return (
    <search className={classes.filters}>
      <div className={classes.fields}>
        <PersonSelect
          label={words.doneBy}
          value={filter.who}
          name={names?.who ?? null}
          onChange={(who) => narrow({ who })}
        />
        <PersonSelect
          label={words.person}
          value={filter.whom}
          name={names?.whom ?? null}
          onChange={(whom) => narrow({ whom })}
        />
        <LevelSelect
          label={words.levelAndSublevels}
          placeholder={words.anyLevel}
          levels={levels}
          value={filter.level || null}
          onChange={(level) => narrow({ level })}
        />
      </div>
      <div className={classes.menus}>
        <div className={classes.period}>
          <DateInput
            label={words.from}
            value={filter.from}
            max={filter.to || undefined}
            onChange={(event) => narrow({ from: event.target.value || undefined })}
          />
          <DateInput
            label={words.to}
            value={filter.to}
            min={filter.from || undefined}
            onChange={(event) => narrow({ to: event.target.value || undefined })}
          />
        </div>
        <FilterMenu
          label={words.about}
          options={subjectOptions}
          selected={filter.subjects}
          onChange={(subjects) => narrow({ subjects, actions: undefined })}
        />
        <FilterMenu
          label={words.action}
          options={actionOptions(filter.subjects)}
          selected={filter.actions}
          onChange={(actions) => narrow({ actions })}
        />
      </div>
      <ActiveFilters filters={activeOf(filter, names, narrow)} onClear={() => narrow(nothing)} />
    </search>
  );
}

function activeOf(
  filter: AuditSearch,
  names: AuditFiltersProps["names"],
  narrow: AuditFiltersProps["narrow"],
): ActiveFilter[] {
  const single = (name: keyof AuditSearch, kind: string, label: string) =>
    filter[name].length === 0 ? [] : [{ key: name, kind, label, onRemove: () => narrow({ [name]: undefined }) }];
  const each = <Value extends string>(
    name: "subjects" | "actions",
    kind: string,
    values: readonly Value[],
    labelOf: (value: Value) => string,
  ) =>
    values.map((value) => ({
      key: `${name} ${value}`,
      kind,
      label: labelOf(value),
      onRemove: () => narrow({ [name]: values.filter((one) => one !== value) }),
    }));
  return [
    ...single("who", words.doneBy, names?.who ?? words.someone),
    ...single("whom", words.person, names?.whom ?? words.someone),
    ...single("level", words.level, names?.level ?? words.aLevel),
    ...single("from", words.from, filter.from && dayText(filter.from)),
    ...single("to", words.to, filter.to && dayText(filter.to)),
    ...each("subjects", words.about, filter.subjects, subjectLabel),
    ...each("actions", words.action, filter.actions, actionLabel),
  ];
}
