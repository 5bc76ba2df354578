import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  type ChangeKind,
  getComparison,
  listComparisonMembers,
  startComparison,
  startComparisonExport,
} from "@touchline/contract/reporting/comparison";
import {
  downloadLookBack,
  getLookBack,
  listLookBackMembers,
  startLookBack,
} from "@touchline/contract/reporting/look-back";
import { call, download } from "../../../client.ts";
import type { MemberChoice } from "../dashboard/search.ts";

export type LookBack = ResponseOf<typeof getLookBack>;
export type LookBackMember = ResponseOf<typeof listLookBackMembers>["data"][number];
export type Comparison = ResponseOf<typeof getComparison>;
export type ComparedMember = ResponseOf<typeof listComparisonMembers>["data"][number];
type Place = Pick<LookBack, "levelId" | "lookBackId">;
export type ThenChoice = Pick<
  MemberChoice,
  "search" | "overallStatuses" | "requirementStatuses" | "labels" | "content"
>;

/** Longer than the server reuses a result. */
const keptMs = 10 * 60_000;
const rowsPerPage = 50;
/** Milliseconds between two requests for the progress. */
const everyMs = 1_000;

const placeOf = ({ levelId, lookBackId }: Place) => ({ id: levelId, lookBackId });

/** Starts deriving a level's past status, or reuses a recent result. */
export const startQuery = (levelId: string, asOf: string) =>
  queryOptions({
    queryKey: ["lookBack", levelId, asOf],
    queryFn: ({ signal }) => call(startLookBack, { params: { id: levelId }, body: { asOf } }, { signal }),
    staleTime: keptMs,
    refetchOnWindowFocus: false,
  });

/** The progress, until it is complete. */
export const progressQuery = (begun: LookBack | undefined) =>
  queryOptions({
    queryKey: ["lookBack", begun?.levelId, "progress", begun?.lookBackId],
    queryFn: ({ signal }) => call(getLookBack, { params: placeOf(begun as LookBack) }, { signal }),
    enabled: begun !== undefined && !begun.whole,
    refetchInterval: ({ state }) => (state.data?.whole || state.error ? false : everyMs),
  });

/** The members at that time, page by page. */
export const membersThenQuery = (found: LookBack, choice: ThenChoice) =>
  infiniteQueryOptions({
    queryKey: ["lookBack", found.levelId, "members", found.lookBackId, choice],
    queryFn: ({ pageParam, signal }) =>
      call(
        listLookBackMembers,
        { params: placeOf(found), query: { ...choice, perPage: rowsPerPage, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** The list as a file. */
export const fileOf = (found: Place, choice: ThenChoice, format: "csv" | "xlsx") =>
  download(downloadLookBack, { params: placeOf(found), query: { ...choice, format } });

export interface ChangeChoice {
  search: string;
  changes: ChangeKind[];
}

const between = ({ levelId, comparisonId }: Pick<Comparison, "levelId" | "comparisonId">) => ({
  id: levelId,
  comparisonId,
});

/** Starts comparing a level at two moments, or reuses a recent result. */
export const comparisonQuery = (levelId: string, from: string, to: string) =>
  queryOptions({
    queryKey: ["comparison", levelId, from, to],
    queryFn: ({ signal }) => call(startComparison, { params: { id: levelId }, body: { from, to } }, { signal }),
    staleTime: keptMs,
    refetchOnWindowFocus: false,
  });

/** The progress, until it is complete. */
export const comparisonProgressQuery = (begun: Comparison | undefined) =>
  queryOptions({
    queryKey: ["comparison", begun?.levelId, "progress", begun?.comparisonId],
    queryFn: ({ signal }) => call(getComparison, { params: between(begun as Comparison) }, { signal }),
    enabled: begun !== undefined && !begun.whole,
    refetchInterval: ({ state }) => (state.data?.whole || state.error ? false : everyMs),
  });

/** The members whose status changed, page by page. */
export const changedQuery = (found: Comparison, choice: ChangeChoice) =>
  infiniteQueryOptions({
    queryKey: ["comparison", found.levelId, "members", found.comparisonId, choice],
    queryFn: ({ pageParam, signal }) =>
      call(
        listComparisonMembers,
        { params: between(found), query: { ...choice, perPage: rowsPerPage, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** Starts making the file of the list. */
export const startFile = (found: Comparison, choice: ChangeChoice) =>
  call(startComparisonExport, { params: between(found), body: choice });
