import { overallStatuses, overallStatusLabels, RequirementStatus, requirementStatusLabels } from "@touchline/contract";
import { Button, FilterMenu, SearchField } from "@touchline/ui";
import type { ChangeSearch } from "../../urlState.ts";
import classes from "./MemberFilters.module.css";
import { type DashboardSearch, isNarrowed } from "./search.ts";

const overallOptions = overallStatuses.map((value) => ({ value, label: overallStatusLabels[value] }));
const requirementOptions = Object.values(RequirementStatus).map((value) => ({
  value: String(value),
  label: requirementStatusLabels[value],
}));

interface MemberFiltersProps {
  state: DashboardSearch;
  change: ChangeSearch;
  labels: readonly { labelId: string; name: string }[];
  /** How many the list has now; undefined until it is known. */
  total: number | undefined;
}

const count = new Intl.NumberFormat();

/** Narrows the members list; every change begins at the first page. */
export function MemberFilters({ state, change, labels, total }: MemberFiltersProps) {
  const narrow = (next: Parameters<ChangeSearch>[0]) => change({ ...next, page: undefined });
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label="Search by name or e-mail"
          placeholder="Name or e-mail"
          value={state.search}
          onSearch={(text) => narrow({ search: text || undefined })}
        />
      </div>
      <FilterMenu
        label="Status"
        options={overallOptions}
        selected={state.overallStatuses}
        onChange={(chosen) => narrow({ overallStatuses: chosen })}
      />
      <FilterMenu
        label="Requirement"
        options={requirementOptions}
        selected={state.requirementStatuses}
        onChange={(chosen) => narrow({ requirementStatuses: chosen })}
      />
      <FilterMenu
        label="Role"
        options={labels.map(({ labelId, name }) => ({ value: labelId, label: name }))}
        selected={state.labels}
        onChange={(chosen) => narrow({ labels: chosen })}
      />
      {isNarrowed(state) && <Button variant="quaternary" label="Clear all" onClick={() => narrow(nothing)} />}
      {total !== undefined && (
        <span className={classes.total}>
          {count.format(total)} {total === 1 ? "membership" : "memberships"}
        </span>
      )}
    </search>
  );
}

/** Takes every filter out of the address. */
export const nothing = {
  search: undefined,
  overallStatuses: undefined,
  requirementStatuses: undefined,
  labels: undefined,
};
