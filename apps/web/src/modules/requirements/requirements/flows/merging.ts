import type { FormAnswer, FormAnswers, FormDefinition } from "@touchline/contract/library/form-definition";

/** Answers that are not on the server yet; null takes one away. */
export type Unsaved = Readonly<Record<string, FormAnswer | null>>;

/** Answered here and elsewhere, and not alike. */
export interface Clash {
  key: string;
  mine: FormAnswer | null;
  theirs: FormAnswer | null;
}

const same = (one: FormAnswer | null, other: FormAnswer | null) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges the answers of two devices: each field gets the answer of the device that changed it. If both did, the answer typed
 * here is shown until one is chosen.
 *
 * @param base what both began with.
 * @param theirs what was saved since.
 * @param unsaved what was typed here since.
 */
export function merged(base: FormAnswers, theirs: FormAnswers, unsaved: Unsaved) {
  const answers: FormAnswers = { ...theirs };
  const left: Record<string, FormAnswer | null> = {};
  const clashes: Clash[] = [];
  for (const [key, mine] of Object.entries(unsaved)) {
    const there = theirs[key] ?? null;
    if (same(mine, there)) continue;
    if (mine === null) delete answers[key];
    else answers[key] = mine;
    if (same(base[key] ?? null, there)) left[key] = mine;
    else clashes.push({ key, mine, theirs: there });
  }
  return { answers, unsaved: left, clashes };
}

/** What was typed on this page, and based on what, when the form is read again. */
export interface Brought {
  base: FormAnswers;
  unsaved: Unsaved;
  /** The part of `unsaved` that the reader was asked about. */
  openKeys: readonly string[];
}

/** Applies typed answers to the stored ones. Answers the reader was asked about that still differ stay a question. */
export function again({ base, unsaved, openKeys }: Brought, theirs: FormAnswers) {
  const result = merged(base, theirs, unsaved);
  const open = openKeys.flatMap((key) => {
    const { [key]: mine, ...others } = result.unsaved;
    if (mine === undefined) return [];
    result.unsaved = others;
    return [{ key, mine, theirs: theirs[key] ?? null }];
  });
  return { ...result, clashes: [...result.clashes, ...open] };
}

const kindsOf = ({ sections }: FormDefinition) =>
  new Map(sections.flatMap(({ fields }) => fields).map(({ key, kind }) => [key, kind]));

/** Keeps typed answers where the new form still asks the same; files are uploaded again. */
export function fitting(
  before: FormDefinition,
  after: FormDefinition,
  unsaved: Unsaved,
): Record<string, FormAnswer | null> {
  const [was, is] = [kindsOf(before), kindsOf(after)];
  return Object.fromEntries(
    Object.entries(unsaved).filter(([key]) => is.has(key) && is.get(key) === was.get(key) && is.get(key) !== "file"),
  );
}
