import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Role, requirementTypeLabels, typeOfKind } from "@touchline/contract";
import { createContent } from "@touchline/contract/content";
import type { ContentSettings } from "@touchline/contract/content-settings";
import { Button, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, problemsOf } from "../../formErrors.ts";
import { LeaveGuard } from "../../LeaveGuard.tsx";
import { type ListedLevel, mayDo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { useKeys } from "../../useKeys.ts";
import { useTitle } from "../../useTitle.ts";
import { AssignmentList } from "./AssignmentList.tsx";
import { AssignmentProgress } from "./AssignmentProgress.tsx";
import { baseOf, type ContentDraft, changesBetween, draftOf, newContentOf, newDraft } from "./draft.ts";
import { EffectDialog } from "./EffectDialog.tsx";
import { type Refusals, RefusalsProvider } from "./kinds/refusals.ts";
import classes from "./Library.module.css";
import { contentQuery, create, progressQuery, undoAssign } from "./queries.ts";
import { SettingsFields } from "./SettingsFields.tsx";
import { PartFailed, problemsOfDraft, type Saved, type SaveResult, saveContent, savedText } from "./save.ts";
import { inSentence } from "./words.ts";

export interface EditorLevels {
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: Role }[];
}

interface ContentEditorProps extends EditorLevels {
  initial: ContentDraft;
  initialSaved: Saved;
  /** 0 before the first. */
  version: number;
  /** Why not, by action of the content, as the server says; of a new one what the permission table says. */
  refusals?: Refusals;
  /** Acts on the whole; given whether anything is unsaved. */
  actions?: (unsaved: boolean) => ReactNode;
  /** Above the form: what is to be known first. */
  above?: ReactNode;
  /** Settings of an earlier version, to begin from instead of those that are stored. */
  from?: ContentDraft | undefined;
}

/** Settings at the left, to whom it is assigned at the right; saved together. */
export function ContentEditor(props: ContentEditorProps) {
  const { initial, initialSaved, version: known, levels, labels, actions, above, from } = props;
  const [draft, setDraft] = useState(from ?? initial);
  const [saved, setSaved] = useState(initialSaved);
  const [version, setVersion] = useState(known);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  /** What was saved before the question what its assignments will do. */
  const [asking, setAsking] = useState<{ contentId: string; version: number | null } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const isNew = saved.contentId === null;
  const unsaved = changesBetween(saved.draft ?? newDraft(initial.settings.kind, initial.levelId), draft).any;
  const { kind } = draft.settings;
  const type = requirementTypeLabels[typeOfKind[kind]];
  const what = inSentence(type);
  const { levelRoles } = useActiveProfile();
  const refusals = props.refusals ?? {
    reviewPolicies: mayDo(levelRoles, levels, "content.reviewPolicies", draft.levelId)
      ? undefined
      : "Directors and Admins say whether submissions are reviewed.",
  };
  useTitle(isNew ? `New ${what}` : draft.name);

  const saving = useMutation({
    mutationFn: () => saveContent(saved, draft, setSaved),
    onSuccess: (result) => {
      if (result.version !== null) {
        setVersion(result.version);
        // It was said with that version; the next one says it anew.
        const said = (of: ContentDraft) => ({ ...of, settings: { ...of.settings, redoBy: null } });
        setDraft(said);
        setSaved((present) => ({ ...present, draft: present.draft && said(present.draft) }));
      }
      if (result.assigns) setAsking({ contentId: result.contentId, version: result.version });
      else finish(result);
    },
    onError: (error) => refuse(error instanceof PartFailed ? error.fields : noErrors),
  });
  const undo = async (contentId: string, changeId: string) => {
    try {
      await undoAssign(contentId, changeId);
      const fresh = await queryClient.fetchQuery({ ...contentQuery(kind, contentId), staleTime: 0 });
      const before = draftOf(kind, fresh.content, fresh.assignments, fresh.exceptions);
      const parts = { assignments: before.assignments, exceptions: before.exceptions };
      setDraft((present) => ({ ...present, ...parts }));
      setSaved((present) => ({ ...present, draft: present.draft && { ...present.draft, ...parts } }));
      notify("done", "The assignments are as they were before.");
      void queryClient.invalidateQueries({ queryKey: progressQuery(contentId).queryKey });
    } catch (error) {
      notify("stop", error instanceof Error ? error.message : "It could not be undone.");
    }
  };
  const finish = (result: SaveResult) => {
    const { contentId, changeId } = result;
    notify(
      "done",
      savedText(result),
      changeId ? { label: "Undo", onAct: () => void undo(contentId, changeId) } : undefined,
    );
    void queryClient.invalidateQueries({ queryKey: ["library"] });
    void queryClient.invalidateQueries({ queryKey: progressQuery(result.contentId).queryKey });
    for (const key of ["members", "member", "requirements"]) void queryClient.invalidateQueries({ queryKey: [key] });
    if (initialSaved.contentId === null) {
      void navigate({ href: `/library/${result.contentId}`, replace: true, ignoreBlocker: true });
    }
  };
  const refuse = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  const save = () => {
    if (saving.isPending) return;
    saving.reset();
    const found = problemsOfDraft(draft, isNew);
    if (found) return refuse(found);
    setErrors(noErrors);
    saving.mutate();
  };
  const contentIdForFile = async () => {
    if (saved.contentId !== null) return saved.contentId;
    const content = newContentOf(draft);
    const found = problemsOf(createContent.body, content);
    if (found) {
      refuse(found);
      throw new Error("Fill in the name first, then choose the file again.");
    }
    const { contentId } = await create(content);
    setSaved({ contentId, draft: { ...newDraft(kind, draft.levelId), ...baseOf(draft) }, hasSettings: false });
    return contentId;
  };
  const change = (next: Partial<ContentDraft>) => {
    setDraft((present) => ({ ...present, ...next }));
    corrected(next);
  };
  // By what the settings are by then: an upload ends while its author goes on typing.
  const changeSettings = (next: Partial<ContentSettings>) => {
    setDraft((present) => ({ ...present, settings: { ...present.settings, ...next } as ContentSettings }));
    corrected({ settings: draft.settings });
  };
  const corrected = (next: Partial<ContentDraft>) => {
    setErrors((present) => without(present, Object.keys(next)));
  };
  useKeys({ confirm: save });

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
        title={isNew ? `New ${what}` : draft.name || type}
        path={[{ label: "Library", href: "/library" }]}
        actions={actions?.(unsaved)}
      >
        {isNew ? "Say what is asked for, and of whom." : version > 0 && `${type}, version ${version}.`}
      </PageHeader>
      {above}
      {failed && (
        <div className={classes.failure}>
          <Notice tone="stop" title="Not everything was saved">
            {saving.error.message}
          </Notice>
        </div>
      )}
      {saved.contentId !== null && <AssignmentProgress contentId={saved.contentId} />}
      <div className={classes.columns}>
        <Panel title="What is asked for">
          <RefusalsProvider value={refusals}>
            <SettingsFields
              draft={draft}
              change={change}
              changeSettings={changeSettings}
              errors={errors}
              levels={levels}
              isNew={isNew}
              hasVersion={version > 0}
              contentIdForFile={contentIdForFile}
            />
          </RefusalsProvider>
        </Panel>
        <Panel title="Of whom it is asked">
          <AssignmentList draft={draft} change={change} errors={errors} levels={levels} labels={labels} />
        </Panel>
      </div>
      <div className={classes.bar}>
        <span role="status">
          {Object.keys(errors).length > 0
            ? "Something needs correcting; see the marked fields."
            : unsaved
              ? "Changes are not saved yet."
              : isNew
                ? ""
                : "Everything is saved."}
        </span>
        <Button
          type="submit"
          label={isNew ? `Save ${what}` : "Save changes"}
          loading={saving.isPending}
          disabled={!unsaved && !isNew}
        />
      </div>
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
      <LeaveGuard unsaved={unsaved} what="What you changed here" />
    </form>
  );
}

/** What is not part of the settings of a kind. */
const ofBase = new Set(["name", "description", "levelId", "validity", "contentAssignments"]);

/** Fields of the form whose errors come under another name from the contract. */
const sentAs: Record<string, string> = { assignments: "contentAssignments" };

/** What is wrong apart from the fields that have just been changed. */
function without(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const gone = fields.map((field) => sentAs[field] ?? field);
  const ofSettings = (path: string) => !ofBase.has(path.split(".")[0] ?? "");
  const stays = (path: string) =>
    !gone.some((field) => path === field || path.startsWith(`${field}.`) || (field === "settings" && ofSettings(path)));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stays(path)));
}
