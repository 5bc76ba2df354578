import {
  type RequirementType,
  type ReviewList,
  type ReviewSource,
  requirementTypeLabels,
  reviewLists,
  reviewSources,
} from "@touchline/contract";
import { type RawSearch, someIn, textIn } from "../../urlState.ts";

/** A submission: which requirement, in the name of which membership. */
export interface Place {
  requirementId: string;
  profileLevelAccessId: string;
}

/** What the list is narrowed to; the way from one submission to the next keeps to it. */
export interface ReviewFilter {
  type: ReviewList;
  source: readonly ReviewSource[];
  requirementType: readonly RequirementType[];
  search: string;
}

const types = Object.keys(requirementTypeLabels);
const isSource = (text: string): text is ReviewSource => reviewSources.some((source) => source === text);
const isType = (text: string): text is string => types.includes(text);

/** The filter as the address has it: `type`, `source`, `kind`, `search`. */
export function readFilter(search: RawSearch): ReviewFilter {
  return {
    type: reviewLists.find((list) => list === search.type) ?? "Pending",
    source: someIn(search.source, isSource),
    requirementType: someIn(search.kind, isType).map((text) => Number(text) as RequirementType),
    search: textIn(search.search).slice(0, 100),
  };
}

export const isNarrowed = ({ source, requirementType, search }: ReviewFilter) =>
  source.length > 0 || requirementType.length > 0 || search !== "";

const queryOf = ({ type, source, requirementType, search }: ReviewFilter): [string, string][] => [
  ...(type === "Pending" ? [] : [["type", type] as [string, string]]),
  ...source.map((one) => ["source", one] as [string, string]),
  ...requirementType.map((one) => ["kind", String(one)] as [string, string]),
  ...(search === "" ? [] : [["search", search] as [string, string]]),
];

/** The list, narrowed as it was. */
export function listHref(filter: ReviewFilter): string {
  const query = new URLSearchParams(queryOf(filter));
  return query.size > 0 ? `/review?${query}` : "/review";
}

/** The address of the page on which a submission is decided, within a list. */
export function reviewHref({ requirementId, profileLevelAccessId }: Place, filter?: ReviewFilter): string {
  const query = new URLSearchParams([["pla", profileLevelAccessId], ...(filter ? queryOf(filter) : [])]);
  return `/review/${requirementId}?${query}`;
}
