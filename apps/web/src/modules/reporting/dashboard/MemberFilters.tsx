import { overallStatuses, overallStatusLabels, RequirementStatus, requirementStatusLabels } from "@touchline/contract";
import { type ActiveFilter, ActiveFilters, FilterMenu, SearchField } from "@touchline/ui";
import type { ReactNode } from "react";
import type { SearchChange } from "../../../url-state.ts";
import type { choiceCounts } from "./counts.ts";
import classes from "./MemberFilters.module.css";
import { type MemberChoice, nothing } from "./search.ts";
import { words } from "./words.ts";

interface MemberFiltersProps {
  choice: MemberChoice;
  /** Changes the address, and the list starts again from its beginning. */
  narrow: (change: SearchChange) => void;
  labels: readonly { labelId: string; name: string }[];
  /** The name of the requirement, if the list is filtered by one. */
  contentName: string | undefined;
  /** The number of rows that each choice would leave; null if unknown. */
  counts: ReturnType<typeof choiceCounts>;
  /** The number of rows in the list; undefined until it is known. */
  total: number | undefined;
  /** There are more than that. */
  more: boolean;
  /** Addresses are not looked for. */
  byNameAlone?: boolean;
  /** Further controls of the list. */
  children: ReactNode;
}

const requirementStatuses = Object.values(RequirementStatus);

/** Narrows the members list, and says to what it is narrowed. */
export function MemberFilters({
  choice,
  narrow,
  labels,
  contentName,
  counts,
  total,
  more,
  byNameAlone = false,
  children,
}: MemberFiltersProps) {
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label={byNameAlone ? words.searchByName : words.searchByNameOrEmail}
          placeholder={byNameAlone ? words.name : words.nameOrEmail}
          value={choice.search}
          onSearch={(text) => narrow({ search: text || undefined })}
        />
      </div>
      <FilterMenu
        label={words.status}
        options={overallStatuses.map((value) => ({
          value,
          label: overallStatusLabels[value],
          count: counts?.overall[value],
        }))}
        selected={choice.overallStatuses}
        onChange={(chosen) => narrow({ overallStatuses: chosen })}
      />
      <FilterMenu
        label={words.requirementStatus}
        options={requirementStatuses.map((value) => ({ value: String(value), label: requirementStatusLabels[value] }))}
        selected={choice.requirementStatuses}
        onChange={(chosen) => narrow({ requirementStatuses: chosen })}
      />
      <FilterMenu
        label={words.role}
        options={labels.map(({ labelId, name }) => ({
          value: labelId,
          label: name,
          count: counts ? (counts.labels.get(labelId) ?? 0) : undefined,
        }))}
        selected={choice.labels}
        onChange={(chosen) => narrow({ labels: chosen })}
      />
      {children}
      <span className={classes.total} role="status">
        {total !== undefined && (more ? words.membershipCountOver : words.membershipCount)({ count: total })}
      </span>
      <div className={classes.active}>
        <ActiveFilters
          filters={activeFilters({ choice, labels, contentName, narrow })}
          onClear={() => narrow(nothing)}
        />
      </div>
    </search>
  );
}

function activeFilters({
  choice,
  labels,
  contentName,
  narrow,
}: Pick<MemberFiltersProps, "choice" | "labels" | "contentName" | "narrow">): ActiveFilter[] {
  const without = <Value extends string>(
    name: "overallStatuses" | "requirementStatuses" | "labels",
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
  const nameOf = (id: string) => labels.find((label) => label.labelId === id)?.name ?? words.unknownRole;
  const found = {
    key: "search",
    kind: words.search,
    label: choice.search,
    onRemove: () => narrow({ search: undefined }),
  };
  const owed = {
    key: "content",
    kind: words.requirement,
    label: contentName ?? words.unknownRequirement,
    onRemove: () => narrow({ content: undefined }),
  };
  return [
    ...(choice.search === "" ? [] : [found]),
    ...(choice.content === undefined ? [] : [owed]),
    ...without("overallStatuses", words.status, choice.overallStatuses, (value) => overallStatusLabels[value]),
    ...without(
      "requirementStatuses",
      words.requirementStatus,
      choice.requirementStatuses,
      (value) => requirementStatusLabels[Number(value) as RequirementStatus],
    ),
    ...without("labels", words.role, choice.labels, nameOf),
  ];
}
