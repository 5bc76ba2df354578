import { useQueries, useQuery } from "@tanstack/react-query";
import { requirementTypeLabels, reviewSourceLabels, reviewSources } from "@touchline/contract";
import { Button, FilterButton, FilterMenu, IconArrowsSort, SearchField } from "@touchline/ui";
import { lazy, Suspense, useMemo, useState } from "react";
import { labelsQuery, navigationQuery } from "../../../levels/queries.ts";
import { type ListedLevel, levelsWhere, topmost } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { ChangeSearch } from "../../../url-state.ts";
import { dashboardQuery } from "../../reporting/dashboard/queries.ts";
import { isNarrowed, type ReviewSearch, unnarrowed, usualOrder } from "./place.ts";
import { sourceCountsQuery } from "./queries.ts";
import classes from "./Review.module.css";
import { words } from "./words.ts";

const LevelSelect = lazy(() =>
  import("../../../levels/LevelSelect.tsx").then((file) => ({ default: file.LevelSelect })),
);

const typeOptions = Object.entries(requirementTypeLabels).map(([value, label]) => ({ value, label }));

const stateOptions = [
  { value: "soon", label: words.dueSoonOrOverdue },
  { value: "proposed", label: words.disqualificationProposed },
  { value: "mine", label: words.openByMe },
  { value: "others", label: words.openByOthers },
  { value: "nobody", label: words.notOpen },
] as const;
type State = (typeof stateOptions)[number]["value"];
const claims: readonly State[] = ["mine", "others", "nobody"];

function statesOf({ dueSoon, proposed, claimed }: ReviewSearch): State[] {
  return [
    ...(dueSoon ? (["soon"] as const) : []),
    ...(proposed ? (["proposed"] as const) : []),
    ...(claimed ? [claimed] : []),
  ];
}

/** Moves the focus to the search field. */
export const focusSearch = () => document.querySelector<HTMLElement>("main input[type=search]")?.focus();

/** The most levels whose requirements are fetched; each takes one request. */
const mostLevels = 6;

/** Returns the requirements at the levels where the person reviews, wherever they were created. */
function useAsked(levels: readonly ListedLevel[]): { contentId: string; name: string }[] {
  const { levelRoles } = useActiveProfile();
  const tops = useMemo(
    () => topmost(levelsWhere(levelRoles, levels, "members.see")).slice(0, mostLevels),
    [levels, levelRoles],
  );
  const answers = useQueries({ queries: tops.map(({ levelId }) => dashboardQuery(levelId)) });
  const requirements = answers.flatMap(({ data }) => data?.requirements ?? []);
  return [...new Map(requirements.map(({ contentId, name }) => [contentId, { contentId, name }])).values()].toSorted(
    (a, b) => a.name.localeCompare(b.name),
  );
}

/** The filters of the list. Every change goes back to the first page. */
export function ReviewFilters({ filter, change }: { filter: ReviewSearch; change: ChangeSearch }) {
  const { organizationId, hierarchyLevelId } = useActiveProfile();
  const labels = useQuery(labelsQuery).data ?? [];
  const levels = useQuery(navigationQuery(hierarchyLevelId)).data ?? [];
  const contents = useAsked(levels);
  const [choosesLevel, setChoosesLevel] = useState(false);
  const narrow = (next: Parameters<ChangeSearch>[0]) => change({ ...next, page: undefined });
  const counts = useQuery(sourceCountsQuery(organizationId, filter)).data;
  const states = statesOf(filter);
  const level = levels.find((one) => one.levelId === filter.levelId);
  const order = filter.order ?? usualOrder[filter.type];
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label={words.searchByName}
          placeholder={words.name}
          value={filter.search}
          onSearch={(text) => narrow({ search: text || undefined })}
        />
      </div>
      <FilterMenu
        label={words.source}
        options={reviewSources.map((value) => {
          const counted = counts?.find(({ source }) => source === value);
          const label = reviewSourceLabels[value];
          return counted?.more
            ? { value, label: words.sourceOver1000({ label }) }
            : { value, label, count: counted?.count };
        })}
        selected={filter.source}
        onChange={(chosen) => narrow({ source: chosen })}
      />
      <FilterMenu
        label={words.type}
        options={typeOptions}
        selected={filter.requirementType.map(String)}
        onChange={(chosen) => narrow({ kind: chosen })}
      />
      <FilterMenu
        label={words.requirement}
        options={contents.map(({ contentId, name }) => ({ value: contentId, label: name }))}
        selected={filter.contentId}
        onChange={(chosen) => narrow({ content: chosen })}
      />
      <FilterMenu
        label={words.role}
        options={labels.map(({ labelId, name }) => ({ value: labelId, label: name }))}
        selected={filter.labelId}
        onChange={(chosen) => narrow({ role: chosen })}
      />
      {filter.type === "Pending" && (
        <FilterMenu
          label={words.state}
          options={stateOptions}
          selected={states}
          onChange={(chosen) => {
            const claimed = chosen.filter((one) => claims.includes(one)).at(-1);
            narrow({
              due: chosen.includes("soon") ? "soon" : undefined,
              proposed: chosen.includes("proposed") ? "yes" : undefined,
              claimed,
            });
          }}
        />
      )}
      {levels.length > 1 && (
        <FilterButton
          label={level ? words.levelNamed({ name: level.name }) : words.level}
          active={Boolean(filter.levelId)}
          aria-expanded={choosesLevel}
          onClick={() => setChoosesLevel(!choosesLevel)}
        />
      )}
      <FilterButton
        label={order === "oldest" ? words.oldestFirst : words.newestFirst}
        icon={<IconArrowsSort aria-hidden="true" size={16} />}
        aria-label={order === "oldest" ? words.changeToNewestFirst : words.changeToOldestFirst}
        onClick={() => narrow({ order: order === "oldest" ? "newest" : "oldest" })}
      />
      {isNarrowed(filter) && (
        <Button small variant="quaternary" label={words.clearAll} onClick={() => narrow(unnarrowed)} />
      )}
      {choosesLevel && (
        <div className={classes.level}>
          <Suspense>
            <LevelSelect
              label={words.levelAndBelow}
              placeholder={words.anywhere}
              levels={levels}
              value={filter.levelId ?? null}
              onChange={(chosen) => narrow({ level: chosen })}
            />
          </Suspense>
          {filter.levelId && (
            <Button small variant="quaternary" label={words.anywhere} onClick={() => narrow({ level: undefined })} />
          )}
        </div>
      )}
    </search>
  );
}
