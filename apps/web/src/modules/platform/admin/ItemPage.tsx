import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ContentKind, contentKinds, requirementTypeLabels, typeOfKind } from "@touchline/contract";
import { type ContentSettings, settingsOfKind } from "@touchline/contract/library/content-settings";
import {
  addPlatformContent,
  publishPlatformContent,
  retirePlatformContent,
} from "@touchline/contract/platform/platform-library";
import {
  Button,
  IconPencil,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
  TextInput,
  Timeline,
  useNotify,
} from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../../form-errors.ts";
import { GoTo } from "../../../GoTo.tsx";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { useTitle } from "../../../useTitle.ts";
import { type ContentDraft, draftOf, newDraft, settingsOf } from "../../library/library/draft.ts";
import classes from "../../library/library/Library.module.css";
import { NameFields, RequirementFields } from "../../library/library/SettingsFields.tsx";
import { type Item, itemHref, itemOf, noFilesHere } from "./item.ts";
import { platformItemQuery } from "./queries.ts";
import { words } from "./words.ts";

/** An item of the platform's library: a new one of the kind in the address, or the one in the address. */
export function ItemPage() {
  const { platformContentId, kind } = useParams({ strict: false }) as { platformContentId?: string; kind?: string };
  const known = contentKinds.find((one) => one === kind);
  if (platformContentId !== undefined) return <StoredItem key={platformContentId} id={platformContentId} />;
  return known ? <ItemForm key={known} kind={known} item={null} /> : <GoTo href="/admin/library/new" />;
}

function StoredItem({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(platformItemQuery(id));
  if (error && !data)
    return <LoadFailed title={words.templateNotLoaded} error={error} onRetry={() => void refetch()} />;
  const [newest] = data?.versions ?? [];
  if (!data || !newest) return <LoadingState label={words.loadingItem} lines={6} />;
  return <ItemForm key={newest.version} kind={newest.settings.kind} item={data} />;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function draftOfItem(kind: ContentKind, item: Item | null): ContentDraft {
  const [newest] = item?.versions ?? [];
  if (!newest) return newDraft(kind, "");
  const { name, description, settings, version } = newest;
  return draftOf(
    kind,
    { contentId: "", levelId: "", reminderFrequency: null, name, description, settings, version },
    [],
  );
}

function ItemForm({ kind, item }: { kind: ContentKind; item: Item | null }) {
  const [initial] = useState(() => draftOfItem(kind, item));
  const [draft, setDraft] = useState(initial);
  const [summary, setSummary] = useState("");
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const type = requirementTypeLabels[typeOfKind[kind]];
  const version = item?.versions[0]?.version ?? 0;
  const unsaved = JSON.stringify(itemOf(initial)) !== JSON.stringify(itemOf(draft));
  useTitle(item ? draft.name : words.newItem({ type }));

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  const publishing = useMutation({
    mutationFn: () =>
      item === null
        ? call(addPlatformContent, { body: itemOf(draft) })
        : call(publishPlatformContent, {
            params: { id: item.platformContentId },
            body: { ...itemOf(draft), version: version + 1, summary },
          }),
    onSuccess: async ({ platformContentId, version: made }) => {
      notify("done", made === 1 ? words.itemPublished : words.versionPublished({ version: made }));
      await queryClient.invalidateQueries({ queryKey: ["platformLibrary"] });
      if (item === null) void navigate({ href: itemHref(platformContentId), replace: true, ignoreBlocker: true });
    },
    onError: (error) => refuse(shortPaths(refusedFields(error) ?? noErrors)),
  });
  const retiring = useMutation({
    mutationFn: (of: { id: string; retired: boolean }) =>
      call(retirePlatformContent, { params: { id: of.id }, body: { retired: of.retired } }),
    onSuccess: async (_, { retired }) => {
      notify("done", retired ? words.itemRetired : words.itemRestored);
      await queryClient.invalidateQueries({ queryKey: ["platformLibrary"] });
    },
  });
  const publish = () => {
    if (publishing.isPending) return;
    const { kind: _, ...settings } = settingsOf(draft);
    const found = {
      ...shortPaths(problemsOf(addPlatformContent.body, itemOf(draft)) ?? noErrors),
      ...problemsOf(settingsOfKind[kind], settings),
      ...(item !== null && summary.trim() === "" ? { summary: words.summaryRequired } : {}),
    };
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors(noErrors);
    publishing.mutate();
  };
  const change = (next: Partial<ContentDraft>) => {
    setDraft((present) => ({ ...present, ...next }));
    setErrors(noErrors);
  };
  const changeSettings = (next: Partial<ContentSettings>) => {
    setDraft((present) => ({ ...present, settings: { ...present.settings, ...next } as ContentSettings }));
    setErrors(noErrors);
  };
  const failed = retiring.error ?? (Object.keys(errors).length === 0 ? publishing.error : null);
  const retired = item !== null && item.retiredAt !== null;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        publish();
      }}
    >
      <PageHeader
        title={item === null ? words.newItem({ type }) : draft.name || type}
        path={[
          { label: "Administration", href: "/admin" },
          { label: words.libraryTitle, href: "/admin/library" },
        ]}
        actions={
          item !== null && (
            <Button
              variant="secondary"
              danger={!retired}
              label={retired ? words.restore : words.retire}
              loading={retiring.isPending}
              disabledReason={unsaved ? words.publishFirst : undefined}
              onClick={() => retiring.mutate({ id: item.platformContentId, retired: !retired })}
            />
          )
        }
      >
        {item === null ? words.newItemHint : words.typeAndVersion({ type, version })}
      </PageHeader>
      {retired && (
        <div className={classes.failure}>
          <Notice tone="waits" title={words.retired}>
            {words.retiredHint}
          </Notice>
        </div>
      )}
      {failed && (
        <div className={classes.failure}>
          <Notice tone="stop" title={words.actionFailed}>
            {messageOf(failed)}
          </Notice>
        </div>
      )}
      <div className={classes.columns}>
        <Panel title={words.settings}>
          <div className={classes.fields}>
            <NameFields draft={draft} change={change} errors={errors} />
            <RequirementFields
              draft={draft}
              change={change}
              changeSettings={changeSettings}
              errors={errors}
              contentId={null}
              contentIdForFile={noFilesHere}
            />
          </div>
        </Panel>
        {item !== null && (
          <Panel title={words.versions}>
            <Timeline
              events={item.versions.map((one) => ({
                key: String(one.version),
                tone: "none",
                icon: IconPencil,
                text: words.versionSummary({ version: one.version, summary: one.summary }),
                note: momentText(one.publishedAt, zone),
              }))}
            />
          </Panel>
        )}
      </div>
      <div className={classes.bar}>
        {item !== null && unsaved && (
          <div className={classes.summary}>
            <TextInput
              label={words.whatChanged}
              placeholder={words.summaryHint}
              maxLength={300}
              value={summary}
              onChange={(event) => setSummary(event.target.value)}
              error={errors.summary}
            />
          </div>
        )}
        <Button
          type="submit"
          label={item === null ? words.publishItem : words.publishVersionNumber({ version: version + 1 })}
          loading={publishing.isPending}
          disabled={item !== null && !unsaved}
        />
      </div>
      <LeaveGuard unsaved={unsaved} loss={words.changesLost} />
    </form>
  );
}

/** Errors of settings are shown at their own fields. */
const shortPaths = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.replace(/^settings\./, ""), text]));
