import { Button, Panel } from "@touchline/ui";
import classes from "./People.module.css";
import type { Mapping, RosterImport } from "./queries.ts";
import { rowsText, words } from "./words.ts";

/** Lists the levels that the import creates before it adds people to them. */
export function LevelsToCreate({
  roster,
  mapping,
  onChange,
}: {
  roster: RosterImport;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const { levelsToCreate } = roster;
  if (levelsToCreate.length === 0) return null;
  const drop = (key: string) => {
    const { [key]: _, ...newLevels } = mapping.newLevels;
    onChange({ ...mapping, newLevels });
  };
  return (
    <Panel title={words.levelsToCreate}>
      <p className={classes.quiet}>{words.levelsToCreateHint}</p>
      <ul className={classes.recent}>
        {levelsToCreate.map(({ key, name, kind, parentName, rows }) => (
          <li key={key}>
            <span>
              <span className={classes.word}>{name}</span>
              <span className={classes.under}>{words.levelBelow({ kind, parentName, count: rowsText(rows) })}</span>
            </span>
            <Button
              small
              variant="quaternary"
              label={words.dontCreate}
              aria-label={words.dontCreateLevel({ name })}
              onClick={() => drop(key)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
