import type { ResponseOf } from "@touchline/contract";
import type { FormAnswer, FormAnswers } from "@touchline/contract/form-definition";
import { addFormFile, getFormDraft, getPrefillData, saveFormDraft } from "@touchline/contract/forms";
import { useEffect, useRef, useState } from "react";
import { CallFailed, call } from "../../../client.ts";
import { messageOf } from "../../../errorScreens.tsx";
import type { Requirement } from "../queries.ts";

export type FormDraft = ResponseOf<typeof getFormDraft>;
export type Known = ResponseOf<typeof getPrefillData>;
export type SaveState =
  | { kind: "unchanged" }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved" }
  | { kind: "failed"; message: string }
  /** Another device saved, or the form was changed: what is there now is to be read first. */
  | { kind: "outdated"; message: string };

/** How long nobody types before it is saved, and how long until a save that failed is tried again; milliseconds. */
const pause = 600;
const retryAfter = 4_000;

/** What the form begins with: what was saved, else what is known of the person. */
export function beginning({ form, answers, revision }: FormDraft, known: Known): FormAnswers {
  if (revision > 0) return {};
  return Object.fromEntries(
    form.sections
      .flatMap(({ fields }) => fields)
      .flatMap(({ key, prefill }) => {
        const value = prefill === null ? undefined : known[prefill];
        return value === undefined || answers[key] !== undefined ? [] : [[key, value] as const];
      }),
  );
}

/** Answers as they are typed, saved soon after: one save at a time, what failed again and again until it is there. */
export function useAnswers(requirement: Requirement, draft: FormDraft, known: Known) {
  const { requirementId, profileLevelAccessId } = requirement;
  const [first] = useState(() => beginning(draft, known));
  const [answers, setAnswers] = useState<FormAnswers>({ ...draft.answers, ...first });
  const [files, setFiles] = useState(draft.files);
  const [state, setState] = useState<SaveState>({ kind: draft.revision > 0 ? "saved" : "unchanged" });
  /** Not on the server yet; the revision it has. */
  const kept = useRef({ unsaved: { ...first } as Record<string, FormAnswer | null>, revision: draft.revision });
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const place = { params: { id: requirementId } };
  const about = { profileLevelAccessId, contentVersion: draft.contentVersion };

  /** One thing at a time: each is made on the revision that the one before it left. */
  const oneByOne = (work: () => Promise<boolean>): Promise<boolean> => {
    const next = (running.current ?? Promise.resolve(true)).then(work);
    running.current = next;
    return next;
  };
  const failed = (error: unknown): false => {
    const outdated = error instanceof CallFailed && ["otherDevice", "newVersion"].includes(error.problem?.reason ?? "");
    const message = error instanceof Error ? messageOf(error) : "It could not be saved.";
    setState(outdated ? { kind: "outdated", message } : { kind: "failed", message });
    if (!outdated) later(retryAfter);
    return false;
  };
  const save = async (): Promise<boolean> => {
    const sent = kept.current.unsaved;
    if (Object.keys(sent).length === 0) return true;
    kept.current.unsaved = {};
    setState({ kind: "saving" });
    try {
      const body = { ...about, revision: kept.current.revision, answers: sent };
      const { revision } = await call(saveFormDraft, { ...place, body });
      kept.current.revision = revision;
      setState({ kind: Object.keys(kept.current.unsaved).length === 0 ? "saved" : "waiting" });
      return true;
    } catch (error) {
      kept.current.unsaved = { ...sent, ...kept.current.unsaved };
      return failed(error);
    }
  };
  const flush = () => {
    window.clearTimeout(timer.current);
    return oneByOne(save);
  };
  const later = (after: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void flush(), after);
  };
  const answer = (key: string, value: FormAnswer | null) => {
    setAnswers((present) => {
      const { [key]: _, ...others } = present;
      return value === null ? others : { ...present, [key]: value };
    });
    kept.current.unsaved[key] = value;
    setState((present) => (present.kind === "outdated" ? present : { kind: "waiting" }));
    if (state.kind !== "outdated") later(pause);
  };
  const upload = async (
    fieldKey: string,
    file: File,
    options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
  ): Promise<void> => {
    if (!(await flush())) throw new Error("What you answered before is not saved yet. Try again in a moment.");
    let problem: unknown = null;
    await oneByOne(async () => {
      try {
        const body = { ...about, revision: kept.current.revision, fieldKey };
        const added = await call(addFormFile, { ...place, body, files: [file] }, options);
        kept.current.revision = added.revision;
        setFiles((present) => [...present.filter((one) => one.fieldKey !== fieldKey), added]);
        setAnswers((present) => ({ ...present, [fieldKey]: added.fileId }));
        setState({ kind: "saved" });
      } catch (error) {
        problem = error;
      }
      return true;
    });
    if (problem) throw problem;
  };

  const flushNow = useRef(flush);
  flushNow.current = flush;
  useEffect(() => {
    const online = () => void flushNow.current();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      window.clearTimeout(timer.current);
    };
  }, []);

  const unsaved = state.kind === "waiting" || state.kind === "saving" || state.kind === "failed";
  return { answers, files, state, unsaved, revision: () => kept.current.revision, answer, flush, upload, retry: flush };
}

/** Whether an answer still is what is known of the person. */
export const isKnown = (answer: FormAnswer | undefined, value: unknown) =>
  answer !== undefined && value !== undefined && JSON.stringify(answer) === JSON.stringify(value);

export const draftQueryKey = (requirementId: string, plaId: string) => ["formDraft", requirementId, plaId] as const;

/** The form with its answers and, before the first, what is known of the person. */
export async function fetchDraft({ requirementId, profileLevelAccessId }: Requirement, signal: AbortSignal) {
  const [draft, known] = await Promise.all([
    call(getFormDraft, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    call(getPrefillData, { params: { id: profileLevelAccessId } }, { signal }),
  ]);
  return { draft, known };
}
