import type { Role } from "@touchline/contract";
import { type RosterField, rosterFields } from "@touchline/contract/setup/imports";
import { Panel, Select } from "@touchline/ui";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import classes from "./People.module.css";
import type { Mapping, RosterImport } from "./queries.ts";
import { fieldNames, words } from "./words.ts";

export interface MappingChoices {
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: Role }[];
}

const none = "none";
const meanings = [
  { value: none, label: words.notImported },
  ...rosterFields.map((field) => ({ value: field, label: fieldNames[field] })),
];

/**
 * Lets the reader choose what each column of the file is, with its first values, and the level and role for rows without one.
 */
export function Columns({ roster, mapping, onChange, levels, labels }: MappingChoices & { roster: RosterImport }) {
  const meaningOf = (place: number) => rosterFields.find((field) => mapping.columns[field] === place) ?? none;
  const choose = (place: number, meaning: string) => {
    const columns = { ...mapping.columns };
    for (const field of rosterFields) if (columns[field] === place) columns[field] = null;
    if (meaning !== none) columns[meaning as RosterField] = place;
    onChange({ ...mapping, columns });
  };
  return (
    <Panel title={words.columnsTitle}>
      <ul className={classes.columns}>
        {roster.headers.map((heading, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position, and headings may repeat
          <li key={place} className={classes.column}>
            <div className={classes.heading}>
              <p>{heading}</p>
              <p className={classes.quiet}>
                {roster.preview
                  .map((cells) => cells[place])
                  .filter(Boolean)
                  .slice(0, 3)
                  .join(" · ") || words.empty}
              </p>
            </div>
            <Select
              label={words.columnIs({ heading })}
              labelProps={{ className: classes.hidden }}
              allowDeselect={false}
              data={meanings}
              value={meaningOf(place)}
              onChange={(meaning) => meaning !== null && choose(place, meaning)}
            />
          </li>
        ))}
      </ul>
      <div className={classes.pair}>
        <LevelSelect
          label={words.defaultLevel}
          placeholder={words.chooseALevel}
          levels={levels}
          value={mapping.levelId}
          onChange={(levelId) => onChange({ ...mapping, levelId })}
        />
        <Select
          label={words.defaultRole}
          placeholder={words.chooseARole}
          searchable={labels.length > 10}
          clearable
          data={labels.map((label) => ({ value: label.labelId, label: label.name }))}
          value={mapping.labelId}
          onChange={(labelId) => onChange({ ...mapping, labelId })}
        />
      </div>
    </Panel>
  );
}
