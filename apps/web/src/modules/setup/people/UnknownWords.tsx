import { Button, Panel, Select } from "@touchline/ui";
import { useState } from "react";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { MappingChoices } from "./Columns.tsx";
import { NewLevelDialog } from "./NewLevelDialog.tsx";
import classes from "./People.module.css";
import type { RosterImport } from "./queries.ts";
import { rowsText, words } from "./words.ts";

type Unknown = RosterImport["unknownLevels"][number] | RosterImport["unknownLabels"][number];

/** Lists names in the file that match no level or role. Each is mapped once, for all rows that use it. */
export function UnknownWords({ roster, mapping, onChange, levels, labels }: MappingChoices & { roster: RosterImport }) {
  const { unknownLevels, unknownLabels } = roster;
  const [creating, setCreating] = useState<string | null>(null);
  const created = unknownLevels.find((one) => one.key === creating);
  if (unknownLevels.length + unknownLabels.length === 0) return null;
  // Empty cells use the level or role that is chosen for rows without one.
  const meanLevel = ({ word, key }: Unknown, id: string) =>
    onChange(word === "" ? { ...mapping, levelId: id } : { ...mapping, levels: { ...mapping.levels, [key]: id } });
  const meanLabel = ({ word, key }: Unknown, id: string) =>
    onChange(word === "" ? { ...mapping, labelId: id } : { ...mapping, labels: { ...mapping.labels, [key]: id } });
  return (
    <Panel title={words.unknownWords}>
      <p className={classes.quiet}>{words.unknownWordsHint}</p>
      <ul className={classes.words}>
        {unknownLevels.map((one) => (
          <li key={`level ${one.key} ${one.word}`}>
            <Word
              kind="level"
              unknown={one}
              onMean={(id) => meanLevel(one, id)}
              onCreate={one.creatable ? () => setCreating(one.key) : undefined}
            />
            <LevelSelect
              label={one.word === "" ? words.treatWithoutLevel : words.treatAs({ word: one.word })}
              placeholder={words.chooseALevel}
              levels={levels}
              value={null}
              onChange={(id) => meanLevel(one, id)}
            />
          </li>
        ))}
        {unknownLabels.map((one) => (
          <li key={`label ${one.key} ${one.word}`}>
            <Word kind="role" unknown={one} onMean={(id) => meanLabel(one, id)} />
            <Select
              label={one.word === "" ? words.treatWithoutRole : words.treatAs({ word: one.word })}
              placeholder={words.chooseARole}
              searchable={labels.length > 10}
              data={labels.map((label) => ({ value: label.labelId, label: label.name }))}
              value={null}
              onChange={(id) => id !== null && meanLabel(one, id)}
            />
          </li>
        ))}
      </ul>
      {created && (
        <NewLevelDialog
          key={created.key}
          unknown={created}
          levels={levels}
          onCreate={(level) => {
            setCreating(null);
            onChange({ ...mapping, newLevels: { ...mapping.newLevels, [created.key]: level } });
          }}
          onClose={() => setCreating(null)}
        />
      )}
    </Panel>
  );
}

interface WordProps {
  kind: "level" | "role";
  unknown: Unknown;
  onMean: (id: string) => void;
  /** Only for people who may add levels. */
  onCreate?: (() => void) | undefined;
}

function Word({ kind, unknown, onMean, onCreate }: WordProps) {
  const { word, rows, suggestions } = unknown;
  return (
    <div>
      <p className={classes.word}>{word === "" ? words.noneGiven({ kind }) : `“${word}”`}</p>
      <p className={classes.quiet}>{rowsText(rows)}</p>
      <div className={classes.suggestions}>
        {suggestions.map(({ id, name }) => (
          <Button
            key={id}
            small
            variant="secondary"
            label={name}
            aria-label={words.treatAsNamed({ word, name })}
            onClick={() => onMean(id)}
          />
        ))}
        {onCreate && <Button small variant="secondary" label={words.createNamed({ word })} onClick={onCreate} />}
      </div>
    </div>
  );
}
