import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type MemberRow, type MembersPage, membersPerPage, membersQuery } from "./queries.ts";
import type { MemberChoice } from "./search.ts";

/** The list as it is on the screen: one choice at one level. */
interface Listed {
  key: string;
  levelId: string;
  choice: MemberChoice;
}

interface Length {
  total: number;
  /** A search that found more. */
  more: boolean;
}

/** The last known lengths of lists, so that people who go back find the same position. */
const lengths = new Map<string, Length>();
/** More lists than anyone goes back to. */
const mostLengths = 100;

function rememberLength(key: string, length: Length): void {
  lengths.delete(key);
  lengths.set(key, length);
  const [oldest] = lengths.keys();
  if (lengths.size > mostLengths && oldest !== undefined) lengths.delete(oldest);
}

/**
 * The shortest time between two changes of the requested range, in milliseconds, so that dragging the scroll bar doesn't
 * request every page it passes.
 */
const throttleMs = 120;

/**
 * The members of a level as a list of known length, of which only the pages near the screen are fetched and kept. While
 * another choice is fetched, the list of the one before stays.
 */
export function useMembers(levelId: string, choice: MemberChoice, page: number) {
  const { profileId } = useActiveProfile();
  const key = JSON.stringify([profileId, levelId, choice]);
  const wanted: Listed = { key, levelId, choice };
  const lead = useQuery(membersQuery(levelId, choice, page));
  const [listed, setListed] = useState(wanted);
  const ready = lead.data !== undefined || lead.isError || lengths.has(key);
  if (listed.key !== key && (ready || listed.levelId !== levelId)) setListed(wanted);

  const [range, onRange] = useThrottledRange(listed.key, page);
  const length = (listed.key === key ? lengthIn(lead.data) : undefined) ?? lengths.get(listed.key);
  const lastPage = length ? Math.ceil(length.total / membersPerPage) : range.last;
  const numbers = Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index).filter(
    (number) => number <= lastPage,
  );
  const pages = useQueries({
    queries: numbers.map((number) => membersQuery(listed.levelId, listed.choice, number)),
  });
  const loaded = new Map(numbers.map((number, index) => [number, pages[index]?.data]));
  if (lead.data && listed.key === key) loaded.set(page, lead.data);

  useEffect(() => {
    if (length) rememberLength(listed.key, length);
  });

  const retry = () => {
    for (const one of [lead, ...pages]) if (one.isError) void one.refetch();
  };
  return {
    key: listed.key,
    choice: listed.choice,
    /** Undefined until the first answer. */
    total: length?.total,
    more: length?.more ?? false,
    /** Another choice is on its way. */
    stale: listed.key !== key,
    rowAt: (index: number): MemberRow | undefined =>
      loaded.get(Math.floor(index / membersPerPage) + 1)?.data[index % membersPerPage],
    onRange,
    error: length ? null : lead.error,
    /** Some requested pages are missing. */
    incomplete: pages.some((one) => one.isError && !one.data),
    retry,
  };
}

function lengthIn(page: MembersPage | undefined): Length | undefined {
  return page && { total: page.pagination.totalRecords, more: page.pagination.more };
}

/**
 * The pages of the rows on the screen, with half a page before and after; changed at most once per `throttleMs`. Of another list
 * only the page it is opened at, until it is on the screen.
 */
function useThrottledRange(key: string, page: number) {
  const [range, setRange] = useState({ key, first: page, last: page });
  if (range.key !== key) setRange({ key, first: page, last: page });
  const latest = useRef(range);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A new function for each list makes the list report its range again.
  const onRange = useCallback(
    (first: number, last: number) => {
      const margin = membersPerPage / 2;
      latest.current = {
        key,
        first: Math.floor(Math.max(0, first - margin) / membersPerPage) + 1,
        last: Math.floor((last + margin) / membersPerPage) + 1,
      };
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        const next = latest.current;
        setRange((before) => (next.key !== before.key || same(before, next) ? before : next));
      }, throttleMs);
    },
    [key],
  );
  return [range, onRange] as const;
}

const same = (a: { first: number; last: number }, b: { first: number; last: number }) =>
  a.first === b.first && a.last === b.last;
