import {
  type RequirementType,
  type ReviewList,
  type ReviewSource,
  requirementTypeLabels,
  reviewLists,
  reviewSources,
} from "@touchline/contract";
import { type Claimer, claimers, type ReviewOrder, reviewOrders } from "@touchline/contract/reviews/reviewing";
import { type RawSearch, someIn, textIn } from "../../../url-state.ts";

/** Identifies a submission: the requirement and the membership through which it is opened. */
export interface QueuePosition {
  requirementId: string;
  profileLevelAccessId: string;
}

/** The filter of the list. It stays the same when the reviewer moves from one submission to the next. */
export interface ReviewSearch {
  type: ReviewList;
  source: readonly ReviewSource[];
  requirementType: readonly RequirementType[];
  contentId: readonly string[];
  labelId: readonly string[];
  levelId: string | undefined;
  /** Only for pending submissions, like the two below. */
  claimed: Claimer | undefined;
  dueSoon: "true" | undefined;
  proposed: "true" | undefined;
  order: ReviewOrder | undefined;
  search: string;
}

const types = Object.keys(requirementTypeLabels);
const isSource = (text: string): text is ReviewSource => reviewSources.some((source) => source === text);
const isType = (text: string): text is string => types.includes(text);

const isId = (text: string): text is string => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Reads the filter from the address: `kind` is the type of requirement, and `due=soon` means due soon. */
export function readFilter(search: RawSearch): ReviewSearch {
  const type = reviewLists.find((list) => list === search.type) ?? "Pending";
  const pending = type === "Pending";
  return {
    type,
    source: someIn(search.source, isSource),
    requirementType: someIn(search.kind, isType).map((text) => Number(text) as RequirementType),
    contentId: someIn(search.content, isId),
    labelId: someIn(search.role, isId),
    levelId: someIn(search.level, isId)[0],
    claimed: pending ? claimers.find((one) => one === search.claimed) : undefined,
    dueSoon: pending && search.due === "soon" ? "true" : undefined,
    proposed: pending && search.proposed === "yes" ? "true" : undefined,
    order: reviewOrders.find((one) => one === search.order && one !== usualOrder[type]),
    search: textIn(search.search).slice(0, 100),
  };
}

/** The default order of a list. */
export const usualOrder: Record<ReviewList, ReviewOrder> = { Pending: "oldest", Historical: "newest" };

/** Clears all filters in the address; the order stays. */
export const unnarrowed = {
  search: undefined,
  source: undefined,
  kind: undefined,
  content: undefined,
  role: undefined,
  level: undefined,
  claimed: undefined,
  due: undefined,
  proposed: undefined,
} as const;

export const isNarrowed = (filter: ReviewSearch) =>
  queryOf(filter).some(([name]) => name !== "type" && name !== "order");

function queryOf(filter: ReviewSearch): [string, string][] {
  const one = (name: string, value: string | undefined): [string, string][] => (value ? [[name, value]] : []);
  return [
    ...one("type", filter.type === "Pending" ? undefined : filter.type),
    ...filter.source.map((source): [string, string] => ["source", source]),
    ...filter.requirementType.map((type): [string, string] => ["kind", String(type)]),
    ...filter.contentId.map((id): [string, string] => ["content", id]),
    ...filter.labelId.map((id): [string, string] => ["role", id]),
    ...one("level", filter.levelId),
    ...one("claimed", filter.claimed),
    ...one("due", filter.dueSoon && "soon"),
    ...one("proposed", filter.proposed && "yes"),
    ...one("order", filter.order),
    ...one("search", filter.search),
  ];
}

/** Returns the address of the list with its filter. */
export function listHref(filter: ReviewSearch): string {
  const query = new URLSearchParams(queryOf(filter));
  return query.size > 0 ? `/review?${query}` : "/review";
}

/** Returns the address of the page on which a submission is decided, with the filter of its list. */
export function reviewHref({ requirementId, profileLevelAccessId }: QueuePosition, filter?: ReviewSearch): string {
  const query = new URLSearchParams([["pla", profileLevelAccessId], ...(filter ? queryOf(filter) : [])]);
  return `/review/${requirementId}?${query}`;
}
