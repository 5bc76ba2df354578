import { issueText } from "@touchline/contract/issue-text";
import { flushSync } from "react-dom";
import type { z } from "zod";
import { CallFailed } from "./client.ts";

/** Errors by the path of the field: `"person.email"`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** No errors. */
export const noErrors: FieldErrors = {};

/** Checks data against a schema of the contract before it is sent, which saves a call. @returns the errors, or null. */
export function problemsOf(schema: z.ZodType, value: unknown): FieldErrors | null {
  const result = schema.safeParse(value, { error: issueText });
  if (result.success) return null;
  return firstOfEach(result.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

/** Returns the server's errors of single fields; null if the refusal is about something else. */
export function refusedFields(error: Error): FieldErrors | null {
  const errors = error instanceof CallFailed ? (error.problem?.errors ?? []) : [];
  return errors.length === 0 ? null : firstOfEach(errors);
}

function firstOfEach(errors: readonly { path: string; message: string }[]): FieldErrors {
  return Object.fromEntries(errors.toReversed().map(({ path, message }) => [path, message]));
}

/** Puts the focus on the first field that says it is invalid, once it says so, with its message in sight. */
export function focusFirstError(form: HTMLElement | null): void {
  focusSoon(() => form?.querySelector<HTMLElement>("[aria-invalid=true]"));
}

/** Moves the focus to an element that the next render adds, and scrolls no more than its `scroll-margin` asks for. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => putFocus(find()));
}

/**
 * Makes a change, renders it and moves the focus to the result, before another key can arrive: text typed right after the key
 * or click goes there. Call it from event handlers, never while rendering.
 */
export function focusNow(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  putFocus(find());
}

function putFocus(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "nearest" });
}
