import { requirementTypeLabels, reviewSourceLabels, reviewSources } from "@touchline/contract";
import { Button, FilterMenu, SearchField } from "@touchline/ui";
import type { ChangeSearch } from "../../urlState.ts";
import { isNarrowed, type ReviewFilter } from "./place.ts";
import classes from "./Review.module.css";

const sourceOptions = reviewSources.map((value) => ({ value, label: reviewSourceLabels[value] }));
const typeOptions = Object.entries(requirementTypeLabels).map(([value, label]) => ({ value, label }));

/** Narrows the list; every change begins at the first page. */
export function ReviewFilters({ filter, change }: { filter: ReviewFilter; change: ChangeSearch }) {
  const narrow = (next: Parameters<ChangeSearch>[0]) => change({ ...next, page: undefined });
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label="Search by name"
          placeholder="Name"
          value={filter.search}
          onSearch={(text) => narrow({ search: text || undefined })}
        />
      </div>
      <FilterMenu
        label="Source"
        options={sourceOptions}
        selected={filter.source}
        onChange={(chosen) => narrow({ source: chosen })}
      />
      <FilterMenu
        label="Type"
        options={typeOptions}
        selected={filter.requirementType.map(String)}
        onChange={(chosen) => narrow({ kind: chosen })}
      />
      {isNarrowed(filter) && (
        <Button
          variant="quaternary"
          label="Clear all"
          onClick={() => narrow({ search: undefined, source: undefined, kind: undefined })}
        />
      )}
    </search>
  );
}
