import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Role, requirementTypeLabels, typeOfKind } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { Button, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { NotYet } from "../../../client.ts";
import { type FieldErrors, focusFirstError, noErrors, problemsOf } from "../../../form-errors.ts";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { type ListedLevel, mayDo } from "../../../levels/tree.ts";
import { keepTyped, typedAt } from "../../../session/form-draft.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useKeys } from "../../../useKeys.ts";
import { useTitle } from "../../../useTitle.ts";
import { AssignmentList } from "./AssignmentList.tsx";
import { AssignmentProgress } from "./AssignmentProgress.tsx";
import { baseOf, type ContentDraft, changesBetween, newContentOf, newDraft } from "./draft.ts";
import { EffectDialog } from "./EffectDialog.tsx";
import { PendingUploadsProvider, usePendingUploads } from "./kinds/pending-uploads.ts";
import { type Refusals, RefusalsProvider } from "./kinds/refusals.ts";
import classes from "./Library.module.css";
import { contentQuery, create, progressQuery, redoProgressQuery, undoAssign } from "./queries.ts";
import { RedoDialog } from "./RedoDialog.tsx";
import { SettingsFields } from "./SettingsFields.tsx";
import { PartFailed, problemsOfDraft, type Saved, type SaveResult, saveContent, savedText } from "./save.ts";
import { inSentence, words } from "./words.ts";

export interface EditorLevels {
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: Role }[];
}

interface ContentEditorProps extends EditorLevels {
  initial: ContentDraft;
  initialSaved: Saved;
  /** When that was read; what is read later was changed by an undo, perhaps on a page that is gone. */
  readAt?: number;
  /** 0 before the first. */
  version: number;
  /** The reasons why actions are disabled: the server's for a stored content, the permission table's for a new one. */
  refusals?: Refusals;
  /** Acts on the whole; given whether anything is unsaved. */
  actions?: (unsaved: boolean) => ReactNode;
  /** Shown above the form. */
  above?: ReactNode;
  /** Settings of an earlier version, to begin from instead of those that are stored. */
  from?: ContentDraft | undefined;
}

/** Edits settings at the left and assignments at the right; both are saved together. */
export function ContentEditor(props: ContentEditorProps) {
  const { initial, initialSaved, version: known, levels, labels, actions, above, from } = props;
  const { profileId, levelRoles } = useActiveProfile();
  // An unsaved draft from before a reload is restored, unless the address asks for something else.
  const place = `library.${profileId}.${initialSaved.contentId ?? initial.settings.kind}`;
  const [kept, setKept] = useState(() => (from ? null : keptDraft(place, initial)));
  const [draft, setDraft] = useState(from ?? kept?.draft ?? initial);
  const [saved, setSaved] = useState(initialSaved.contentId === null && kept?.saved ? kept.saved : initialSaved);
  const [version, setVersion] = useState(known);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  /** The number of refusals so far. */
  const [refused, setRefused] = useState(0);
  /** The state that was saved before the preview of the assignments' effect. */
  const [asking, setAsking] = useState<{ contentId: string; version: number | null } | null>(null);
  /** Whether the effect of a new deadline is previewed before its version is saved. */
  const [redoing, setRedoing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [filesPending, countUpload] = usePendingUploads();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const isNew = saved.contentId === null;
  const unsaved = changesBetween(saved.draft ?? newDraft(initial.settings.kind, initial.levelId), draft).any;
  // The draft belongs to a file that may still be uploading, so there is something to lose even without other changes.
  const unfinished = unsaved || (initialSaved.contentId === null && saved.contentId !== null && !saved.hasSettings);
  const { kind } = draft.settings;
  const type = requirementTypeLabels[typeOfKind[kind]];
  const typeInSentence = inSentence(type);
  const refusals = props.refusals ?? {
    reviewPolicies: mayDo(levelRoles, levels, "content.reviewPolicies", draft.levelId)
      ? undefined
      : words.reviewSettingRefused,
  };
  useTitle(isNew ? words.newTitle({ type: typeInSentence }) : draft.name);

  const saving = useMutation({
    mutationFn: () => saveContent(saved, draft, setSaved),
    onSuccess: (result) => {
      setRedoing(false);
      setKept(null);
      if (result.version !== null) {
        setVersion(result.version);
        // The deadline belongs to the saved version; the next version sets it again.
        const withoutDeadline = (of: ContentDraft) => ({ ...of, settings: { ...of.settings, redoBy: null } });
        setDraft(withoutDeadline);
        setSaved((present) => ({ ...present, draft: present.draft && withoutDeadline(present.draft) }));
      }
      if (result.assigns) setAsking({ contentId: result.contentId, version: result.version });
      else finish(result);
    },
    onError: (error) => {
      setRedoing(false);
      refuse(error instanceof PartFailed ? error.fields : noErrors);
    },
  });
  const undo = async (contentId: string, changeId: string) => {
    try {
      await undoAssign(contentId, changeId);
      await queryClient.fetchQuery({ ...contentQuery(kind, contentId), staleTime: 0 });
      notify("done", words.assignmentsRestored);
      void queryClient.invalidateQueries({ queryKey: progressQuery(contentId).queryKey });
    } catch (error) {
      notify("stop", error instanceof Error ? error.message : words.undoFailed);
    }
  };
  const [readAt, setReadAt] = useState(props.readAt);
  if (props.readAt !== readAt) {
    setReadAt(props.readAt);
    const { assignments, exceptions } = initial;
    setSaved((present) => ({ ...present, draft: present.draft && { ...present.draft, assignments, exceptions } }));
    // Changes made here since then are kept, and marked as unsaved.
    if (saved.draft && !changesBetween(saved.draft, draft).assignments) setDraft({ ...draft, assignments, exceptions });
  }
  const finish = (result: SaveResult) => {
    const { contentId, changeId } = result;
    notify(
      "done",
      savedText(result),
      changeId ? { label: words.undo, onAct: () => void undo(contentId, changeId) } : undefined,
    );
    void queryClient.invalidateQueries({ queryKey: ["library"] });
    void queryClient.invalidateQueries({ queryKey: progressQuery(result.contentId).queryKey });
    void queryClient.invalidateQueries({ queryKey: redoProgressQuery(result.contentId).queryKey });
    for (const key of ["members", "member", "requirements", "tasks"])
      void queryClient.invalidateQueries({ queryKey: [key] });
    if (initialSaved.contentId === null) {
      void navigate({ href: `/library/${result.contentId}`, replace: true, ignoreBlocker: true });
    }
  };
  const refuse = (found: FieldErrors) => {
    setErrors(found);
    setRefused((times) => times + 1);
  };
  /** The element that had the focus before saving, because inert content loses it. */
  const left = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (saving.isPending) return;
    if (document.activeElement === document.body) left.current?.focus();
    if (refused > 0) focusFirstError(form.current);
  }, [saving.isPending, refused]);
  const save = () => {
    if (saving.isPending || filesPending) return;
    saving.reset();
    const found = problemsOfDraft(draft, isNew);
    if (found) return refuse(found);
    setErrors(noErrors);
    setRefused(0);
    left.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (version > 0 && draft.settings.redoBy !== null) setRedoing(true);
    else saving.mutate();
  };
  const contentIdForFile = async () => {
    if (saved.contentId !== null) return saved.contentId;
    const content = newContentOf(draft);
    const found = problemsOf(createContent.body, content);
    if (found) {
      refuse(found);
      throw new NotYet(words.nameFirst);
    }
    const { contentId } = await create(content);
    setSaved({ contentId, draft: { ...newDraft(kind, draft.levelId), ...baseOf(draft) }, hasSettings: false });
    return contentId;
  };
  const change = (next: Partial<ContentDraft>) => {
    setDraft((present) => ({ ...present, ...next }));
    corrected(next);
  };
  // Uses the settings of that moment: an upload ends while its author keeps typing.
  const changeSettings = (next: Partial<ContentSettings>) => {
    setDraft((present) => ({ ...present, settings: { ...present.settings, ...next } as ContentSettings }));
    corrected({ settings: draft.settings });
  };
  const corrected = (next: Partial<ContentDraft>) => {
    setErrors((present) => without(present, Object.keys(next)));
  };
  useKeys({ confirm: save });
  useEffect(() => {
    const begun: KeptDraft = { draft, saved: initialSaved.contentId === null ? saved : null, version };
    keepTyped(place, unfinished ? begun : null);
  }, [place, unfinished, draft, saved, version, initialSaved.contentId]);
  // Leaving is intentional here: the guard asks first, and a reload never gets here.
  useEffect(() => () => keepTyped(place, null), [place]);

  const failed = saving.error !== null && Object.keys(errors).length === 0;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save();
      }}
    >
      <PageHeader
        title={isNew ? words.newTitle({ type: typeInSentence }) : draft.name || type}
        path={[{ label: words.library, href: "/library" }]}
        actions={actions?.(unsaved)}
      >
        {isNew ? words.newAbout : version > 0 && words.typeAndVersion({ type, version })}
      </PageHeader>
      {above}
      {kept && unsaved && (
        <div className={classes.failure}>
          <Notice
            tone="needs"
            title={words.restoredTitle}
            action={
              <Button
                small
                variant="secondary"
                label={words.discardChanges}
                onClick={() => {
                  setDraft(saved.draft ?? initial);
                  setErrors(noErrors);
                  setKept(null);
                }}
              />
            }
          >
            {kept.version === known ? words.restoredAbout : words.restoredOutdated({ version: known })}
          </Notice>
        </div>
      )}
      {failed && (
        <div className={classes.failure}>
          <Notice tone="stop" title={words.saveFailed}>
            {saving.error.message}
          </Notice>
        </div>
      )}
      {saved.contentId !== null && <AssignmentProgress contentId={saved.contentId} />}
      {/* What is typed while it is saved would be on no server, and be taken for saved. */}
      <div className={classes.columns} inert={saving.isPending}>
        <Panel title={words.settings}>
          <RefusalsProvider value={refusals}>
            <PendingUploadsProvider value={countUpload}>
              <SettingsFields
                draft={draft}
                change={change}
                changeSettings={changeSettings}
                errors={errors}
                levels={levels}
                isNew={isNew}
                hasVersion={version > 0}
                contentId={saved.contentId}
                contentIdForFile={contentIdForFile}
              />
            </PendingUploadsProvider>
          </RefusalsProvider>
        </Panel>
        <Panel title={words.assignedTo}>
          <AssignmentList draft={draft} change={change} errors={errors} levels={levels} labels={labels} />
        </Panel>
      </div>
      <div className={classes.bar}>
        <span role="status">
          {Object.keys(errors).length > 0
            ? words.fixErrors
            : filesPending
              ? words.uploadUnfinished
              : unsaved
                ? words.unsavedChanges
                : isNew
                  ? ""
                  : words.allSaved}
        </span>
        <Button
          type="submit"
          label={isNew ? words.saveNew({ type: typeInSentence }) : words.saveChanges}
          loading={saving.isPending}
          disabled={!unsaved && !isNew}
          disabledReason={filesPending ? words.uploadUnfinished : undefined}
        />
      </div>
      {redoing && saved.contentId !== null && draft.settings.redoBy !== null && (
        <RedoDialog
          contentId={saved.contentId}
          redoBy={draft.settings.redoBy}
          saving={saving.isPending}
          onClose={() => setRedoing(false)}
          onConfirm={() => saving.mutate()}
        />
      )}
      {asking && (
        <EffectDialog
          contentId={asking.contentId}
          draft={draft}
          onClose={() => setAsking(null)}
          onSaved={(result) => {
            setSaved({ contentId: asking.contentId, draft, hasSettings: true });
            setAsking(null);
            finish({ ...asking, ...result });
          }}
        />
      )}
      <LeaveGuard unsaved={unfinished || filesPending} loss={words.changesLost} alsoWithin="from" />
    </form>
  );
}

interface KeptDraft {
  draft: ContentDraft;
  /** The parts of a new content that have reached the server. */
  saved: Saved | null;
  version: number;
}

const keptDraft = (place: string, { settings }: ContentDraft) =>
  typedAt<KeptDraft>(
    place,
    ({ draft, version }) =>
      draft?.settings?.kind === settings.kind && Array.isArray(draft.exceptions) && version !== undefined,
  );

/** Fields that aren't part of a kind's settings. */
const ofBase = new Set(["name", "description", "levelId", "validity", "contentAssignments"]);

/** Fields of the form whose errors have another name in the contract. */
const sentAs: Record<string, string> = { assignments: "contentAssignments" };

/** Returns the errors without those of fields that have just been changed. */
function without(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const changedFields = fields.map((field) => sentAs[field] ?? field);
  const ofSettings = (path: string) => !ofBase.has(path.split(".")[0] ?? "");
  const stays = (path: string) =>
    !changedFields.some(
      (field) => path === field || path.startsWith(`${field}.`) || (field === "settings" && ofSettings(path)),
    );
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stays(path)));
}
