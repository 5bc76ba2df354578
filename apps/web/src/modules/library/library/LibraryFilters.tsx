import { useQuery } from "@tanstack/react-query";
import { contentKindOf, requirementTypeLabels } from "@touchline/contract";
import { libraryStates } from "@touchline/contract/library/content";
import { type ActiveFilter, ActiveFilters, FilterMenu, SearchField, Select } from "@touchline/ui";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { ChangeSearch } from "../../../url-state.ts";
import classes from "./Library.module.css";
import { words } from "./words.ts";

export type LibraryState = (typeof libraryStates)[number];
export const isState = (text: string): text is LibraryState => libraryStates.some((one) => one === text);

/** The numbers of the types, as the address has them. */
export const typeValues = Object.keys(contentKindOf);
const typeLabels: Record<string, string> = requirementTypeLabels;
const types = typeValues.map((value) => ({ value, label: typeLabels[value] ?? value }));

const inUse = "inUse";
const options = [
  { value: inUse, label: words.active },
  { value: "notFinished", label: words.draft },
  { value: "notAssigned", label: words.notAssigned },
  { value: "updateAvailable", label: words.updateAvailable },
  { value: "archived", label: words.archived },
];

interface LibraryFiltersProps {
  search: string;
  types: string[];
  levelId: string;
  state: LibraryState | null;
  archived: boolean;
  change: ChangeSearch;
}

/** Filters of the library. Each change returns to the first page. */
export function LibraryFilters({ search, types: chosen, levelId, state, archived, change }: LibraryFiltersProps) {
  const { hierarchyLevelId, levelRoles } = useActiveProfile();
  const levels = useQuery(navigationQuery(hierarchyLevelId)).data ?? [];
  const narrow = (next: Parameters<ChangeSearch>[0]) => change({ ...next, page: undefined });
  const level = levels.find((one) => one.levelId === levelId);
  const filters: ActiveFilter[] = [
    ...chosen.map((type) => ({
      key: `type ${type}`,
      kind: words.type,
      label: typeLabels[type] ?? type,
      onRemove: () => narrow({ type: chosen.filter((one) => one !== type) }),
    })),
    ...(levelId
      ? [
          {
            key: "level",
            kind: words.level,
            label: level?.name ?? words.unknownLevel,
            onRemove: () => narrow({ level: undefined }),
          },
        ]
      : []),
  ];
  return (
    <search className={classes.narrow}>
      <div className={classes.filters}>
        <div className={classes.search}>
          <SearchField
            label={words.searchLibrary}
            placeholder={words.nameOrLevel}
            value={search}
            onSearch={(text) => narrow({ search: text || undefined })}
          />
        </div>
        <FilterMenu label={words.type} options={types} selected={chosen} onChange={(type) => narrow({ type })} />
        <div className={classes.choice}>
          <Select
            label={words.show}
            data={options}
            allowDeselect={false}
            value={archived ? "archived" : (state ?? inUse)}
            onChange={(value) =>
              narrow({
                archived: value === "archived" ? "true" : undefined,
                state: value !== null && isState(value) ? value : undefined,
              })
            }
          />
        </div>
        {levels.length > 1 && (
          <div className={classes.choice}>
            <LevelSelect
              key={levelId}
              label={words.levelFilter}
              placeholder={words.anyLevel}
              levels={levels.filter((one) => mayDo(levelRoles, levels, "content.edit", one.levelId))}
              value={levelId || null}
              onChange={(chosenLevel) => narrow({ level: chosenLevel })}
            />
          </div>
        )}
      </div>
      <ActiveFilters filters={filters} onClear={() => narrow({ type: [], level: undefined })} />
    </search>
  );
}
