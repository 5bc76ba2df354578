import { issueText } from "@touchline/contract/issue-text";
import { flushSync } from "react-dom";
import type { z } from "zod";
import { CallFailed } from "./client.ts";

/** What is wrong, by the path of the field: `"person.email"`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Nothing is wrong. */
export const noErrors: FieldErrors = {};

/** What a schema of the contract finds wrong with what is about to be sent; null when nothing. Spares a call. */
export function problemsOf(schema: z.ZodType, value: unknown): FieldErrors | null {
  const result = schema.safeParse(value, { error: issueText });
  if (result.success) return null;
  return firstOfEach(result.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

/** What the server said of single fields; null when the refusal is about something else. */
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

/** Puts the focus on what the next drawing brings, and scrolls no more than its `scroll-margin` asks for. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => putFocus(find()));
}

/**
 * Makes a change, draws it and puts the focus on what it brings, all before another key can come: what is typed right after
 * the key or click that led here is typed there. From what a person does, never while something is being drawn.
 */
export function focusNow(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  putFocus(find());
}

function putFocus(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "nearest" });
}
