import { Select } from "@touchline/ui";
import { useMemo } from "react";
import classes from "./LevelSelect.module.css";
import type { ListedLevel } from "./tree.ts";

interface LevelSelectProps {
  label: string;
  description?: string;
  levels: readonly ListedLevel[];
  value: string | null;
  onChange: (levelId: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  placeholder?: string;
  /** Whether the focus begins here, in a dialog. */
  "data-autofocus"?: boolean;
}

/** More would be slow to draw; typing narrows them down. */
const mostShown = 200;

/** Chooses a level of the tree: indented by depth, and found by typing any part of its path. */
export function LevelSelect({ levels, value, onChange, ...field }: LevelSelectProps) {
  const outermost = Math.min(...levels.map((level) => level.depth));
  const { options, places } = useMemo(() => describe(levels), [levels]);
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      limit={mostShown}
      nothingFoundMessage="No level of this name"
      data={options}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      filter={({ options: all, search, limit }) => {
        const texts = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
        const matches = (id: string) => texts.every((word) => places.get(id)?.path.includes(word));
        return all.filter((one) => "value" in one && matches(one.value)).slice(0, limit);
      }}
      renderOption={({ option }) => {
        const place = places.get(option.value);
        return (
          <span className={classes.option} style={{ paddingInlineStart: `${(place?.depth ?? 0) - outermost}rem` }}>
            <span>{place?.name}</span>
            <span className={classes.kind}>{place?.kind}</span>
          </span>
        );
      }}
    />
  );
}

/** Names repeat ("U12 Girls" in every club), so each option names its parent level. */
function describe(levels: readonly ListedLevel[]) {
  const known = new Map(levels.map((level) => [level.levelId, level]));
  const paths = new Map<string, string>();
  for (const level of levels) {
    const above = level.parentId === null ? undefined : paths.get(level.parentId);
    paths.set(level.levelId, above === undefined ? level.name : `${above} › ${level.name}`);
  }
  return {
    options: levels.map(({ levelId, parentId, name, depth }) => {
      const above = parentId === null ? undefined : known.get(parentId);
      return { value: levelId, label: above && depth > 1 ? `${name} (${above.name})` : name };
    }),
    places: new Map(
      levels.map((level) => [
        level.levelId,
        { ...level, path: (paths.get(level.levelId) ?? level.name).toLocaleLowerCase() },
      ]),
    ),
  };
}
