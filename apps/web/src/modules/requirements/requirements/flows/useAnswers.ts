import type { ResponseOf } from "@touchline/contract";
import type { FormAnswer, FormAnswers, FormDefinition } from "@touchline/contract/library/form-definition";
import { addFormFile, getFormDraft, getPrefillData, saveFormDraft } from "@touchline/contract/requirements/forms";
import { useEffect, useRef, useState } from "react";
import { CallFailed, call, NotYet } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { keepTyped, typedAt } from "../../../../session/form-draft.ts";
import type { Requirement } from "../queries.ts";
import { words } from "../words.ts";
import { again, type Brought, type Clash, merged } from "./merging.ts";

export type FormDraft = ResponseOf<typeof getFormDraft>;
export type PrefillData = ResponseOf<typeof getPrefillData>;
export type SaveState =
  | { kind: "unchanged" }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved" }
  | { kind: "failed"; message: string }
  /** The form was changed, or can no longer be filled in: it must be read again first. */
  | { kind: "outdated"; message: string };

/** The pause in typing before answers are saved, and before a failed save is retried; milliseconds. */
const pause = 600;
const retryAfter = 4_000;

/** The number of uploads in progress, and whether one of them, or the last one, failed. */
export type Uploads = { pending: number; failed: boolean };
export type UploadOptions = { signal: AbortSignal; onProgress: (done: number, total: number) => void };

/** The initial answers: the saved ones, or those known of the person. */
export function beginning({ form, answers, revision }: FormDraft, known: PrefillData): FormAnswers {
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

/** How often in a row another device's answers are merged before saving fails. */
const mostMerges = 3;

/**
 * Answers that are saved soon after typing: one save at a time, and failed ones are retried. Changes saved by another device
 * are merged; if both changed an answer, the person chooses.
 *
 * @param brought text typed before the form or the page had to be reloaded; null for none.
 */
export function useAnswers(requirement: Requirement, draft: FormDraft, known: PrefillData, brought: Brought | null) {
  const { requirementId, profileLevelAccessId } = requirement;
  const [first] = useState(() => {
    const { base, unsaved, openKeys } = brought ?? { base: draft.answers, unsaved: {}, openKeys: [] };
    return again({ base, unsaved: { ...beginning(draft, known), ...unsaved }, openKeys }, draft.answers);
  });
  const [along] = useState(brought !== null && Object.keys(first.unsaved).length > 0);
  const [answers, setAnswers] = useState<FormAnswers>(first.answers);
  const [clashes, setClashes] = useState<readonly Clash[]>(first.clashes);
  const [files, setFiles] = useState(draft.files);
  const [uploads, setUploads] = useState<Uploads>({ pending: 0, failed: false });
  const [state, setState] = useState<SaveState>({ kind: draft.revision > 0 ? "saved" : "unchanged" });
  /** Unsaved answers, and the saved ones with their revision. While a conflict is open, nothing is saved. */
  const kept = useRef({
    unsaved: { ...first.unsaved } as Record<string, FormAnswer | null>,
    leaving: {} as Record<string, FormAnswer | null>,
    saved: draft.answers,
    revision: draft.revision,
    clashes: first.clashes as readonly Clash[],
  });
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
    // A conflict isn't solved by retrying.
    const outdated = error instanceof CallFailed && error.status === 409 && !isOtherDevice(error);
    const message = error instanceof Error ? messageOf(error) : words.saveFailed;
    setState(outdated ? { kind: "outdated", message } : { kind: "failed", message });
    if (!outdated) later(retryAfter);
    return false;
  };
  const asks = (next: readonly Clash[]) => {
    kept.current.clashes = next;
    setClashes(next);
  };
  const typed = (): Brought => {
    const { unsaved, leaving, saved: base, clashes: open } = kept.current;
    const mine = Object.fromEntries(open.map(({ key, mine }) => [key, mine]));
    return { base, unsaved: { ...leaving, ...unsaved, ...mine }, openKeys: open.map(({ key }) => key) };
  };
  /** Reads what another device saved, and makes it one with what was typed here. */
  const merge = async () => {
    const query = { profileLevelAccessId };
    const there = await call(getFormDraft, { ...place, query });
    const before = kept.current;
    const result = again(typed(), there.answers);
    kept.current = { ...before, unsaved: result.unsaved, saved: there.answers, revision: there.revision };
    asks(result.clashes);
    setAnswers(result.answers);
    setFiles(there.files);
  };
  const save = async (merges = 0): Promise<boolean> => {
    const sent = kept.current.unsaved;
    if (Object.keys(sent).length === 0) return kept.current.clashes.length === 0;
    kept.current.unsaved = {};
    kept.current.leaving = sent;
    setState({ kind: "saving" });
    try {
      const body = { ...about, revision: kept.current.revision, answers: sent };
      const { revision } = await call(saveFormDraft, { ...place, body });
      kept.current.revision = revision;
      kept.current.leaving = {};
      kept.current.saved = merged(kept.current.saved, kept.current.saved, sent).answers;
      setState({ kind: Object.keys(kept.current.unsaved).length === 0 ? "saved" : "waiting" });
      return kept.current.clashes.length === 0;
    } catch (error) {
      kept.current.unsaved = { ...sent, ...kept.current.unsaved };
      kept.current.leaving = {};
      if (!isOtherDevice(error) || merges >= mostMerges) return failed(error);
      try {
        await merge();
      } catch (cause) {
        return failed(cause);
      }
      if (Object.keys(kept.current.unsaved).length > 0) return save(merges + 1);
      setState({ kind: "saved" });
      return kept.current.clashes.length === 0;
    }
  };
  const flush = () => {
    window.clearTimeout(timer.current);
    return oneByOne(() => save());
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
    // A person who keeps typing has chosen.
    if (kept.current.clashes.some((one) => one.key === key)) {
      asks(kept.current.clashes.filter((one) => one.key !== key));
    }
    setState((present) => (present.kind === "outdated" ? present : { kind: "waiting" }));
    if (state.kind !== "outdated") later(pause);
  };
  /** Chooses between two answers. The one on the server needn't be saved. */
  const choose = ({ key, mine, theirs }: Clash, which: "mine" | "theirs") => {
    if (which === "mine") return answer(key, mine);
    asks(kept.current.clashes.filter((one) => one.key !== key));
    setAnswers((present) => merged(present, present, { [key]: theirs }).answers);
  };
  const sendFile = async (fieldKey: string, file: File, options: UploadOptions): Promise<void> => {
    if (!(await flush())) throw new NotYet(words.previousAnswersNotSaved);
    let problem: unknown = null;
    await oneByOne(async () => {
      try {
        const add = () => {
          const body = { ...about, revision: kept.current.revision, fieldKey };
          return call(addFormFile, { ...place, body, files: [file] }, options);
        };
        const added = await add().catch(async (error: unknown) => {
          if (!isOtherDevice(error)) throw error;
          await merge();
          return add();
        });
        kept.current.revision = added.revision;
        kept.current.saved = { ...kept.current.saved, [fieldKey]: added.fileId };
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
  const upload = async (fieldKey: string, file: File, options: UploadOptions): Promise<void> => {
    setUploads(({ pending }) => ({ pending: pending + 1, failed: false }));
    let failed = true;
    try {
      await sendFile(fieldKey, file, options);
      failed = false;
    } finally {
      setUploads((present) => ({
        pending: present.pending - 1,
        // One that was given up for another is none that failed.
        failed: present.failed || (failed && !options.signal.aborted),
      }));
    }
  };

  const flushNow = useRef(flush);
  flushNow.current = flush;
  useEffect(() => {
    // Carried-over answers aren't on the server yet.
    if (along) void flushNow.current();
  }, [along]);
  useEffect(() => {
    const online = () => void flushNow.current();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      window.clearTimeout(timer.current);
    };
  }, []);

  const unsaved = ["waiting", "saving", "failed"].includes(state.kind) || clashes.length > 0;
  const keptAt = typedPlace(requirement);
  useEffect(() => {
    const left: TypedForm = { form: draft.form, ...typed() };
    keepTyped(keptAt, unsaved || state.kind === "outdated" ? left : null);
  });
  // Runs when the form is submitted or left; a reload doesn't run it.
  useEffect(() => () => keepTyped(keptAt, null), [keptAt]);
  return {
    answers,
    files,
    state,
    clashes,
    unsaved,
    uploads,
    revision: () => kept.current.revision,
    /** The answers that aren't on the server yet. */
    typed,
    answer,
    choose,
    flush,
    /** Merges another device's answers with these; nothing if they can't be read. */
    catchUp: () =>
      oneByOne(() =>
        merge().then(
          () => true,
          () => false,
        ),
      ),
    upload,
    retry: flush,
  };
}

export const isOtherDevice = (error: unknown) => error instanceof CallFailed && error.problem?.reason === "otherDevice";

/** Whether an answer still is what is known of the person. */
export const isKnown = (answer: FormAnswer | undefined, value: unknown) =>
  answer !== undefined && value !== undefined && JSON.stringify(answer) === JSON.stringify(value);

export type TypedForm = Brought & { form: FormDefinition };

const typedPlace = ({ requirementId, profileLevelAccessId }: Requirement) =>
  `form.${requirementId}.${profileLevelAccessId}`;

/** Answers typed before the page was reloaded that couldn't be saved or wait for a choice. */
export const typedForm = (requirement: Requirement) =>
  typedAt<TypedForm>(typedPlace(requirement), ({ form, base, unsaved, openKeys }) =>
    Boolean(form && base && unsaved && openKeys),
  );

export const draftQueryKey = (requirementId: string, plaId: string) => ["formDraft", requirementId, plaId] as const;

/** The form with its answers and, before the first, what is known of the person. */
export async function fetchDraft({ requirementId, profileLevelAccessId }: Requirement, signal: AbortSignal) {
  const [draft, known] = await Promise.all([
    call(getFormDraft, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    call(getPrefillData, { params: { id: profileLevelAccessId } }, { signal }),
  ]);
  return { draft, known };
}
