import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The query of the address as the router parses it: strings, or a list for a repeated name. */
export type RawSearch = Readonly<Record<string, unknown>>;
/** The parameters to change; undefined and an empty list remove a parameter. */
export type SearchChange = Record<string, string | number | readonly string[] | undefined>;
export type ChangeSearch = (change: SearchChange, options?: { back?: boolean }) => void;

/**
 * The state of a page, as its address has it: `read` makes it of whatever the address says, so a link that somebody typed
 * never fails. With `back` a change is a step that the browser's back button undoes; without, it replaces the address.
 */
export function useUrlState<State>(read: (search: RawSearch) => State): [State, ChangeSearch] {
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const change = useCallback<ChangeSearch>(
    (next, { back = false } = {}) =>
      void navigate({
        to: ".",
        search: ((present: RawSearch) => ({ ...present, ...next })) as never,
        replace: !back,
        resetScroll: false,
      }),
    [navigate],
  );
  return [read(search), change];
}

/** A string parameter; empty when it is missing. */
export function textIn(value: unknown): string {
  const [first] = [value].flat();
  return typeof first === "string" ? first : "";
}

/** A page number, from 1. */
export function pageIn(value: unknown): number {
  const text = textIn(value);
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The known values of a parameter, without duplicates. */
export function someIn<Value extends string>(value: unknown, known: (one: string) => one is Value): Value[] {
  const texts = [value].flat().filter((one) => typeof one === "string");
  return [...new Set(texts)].filter(known);
}
