import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ContentKind, contentKindOf, contentKinds, RequirementType } from "@touchline/contract";
import { LoadingState } from "@touchline/ui";
import { useEffect, useState } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { GoTo } from "../../../GoTo.tsx";
import { labelsQuery, navigationQuery } from "../../../levels/queries.ts";
import { mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { AnswersPanel } from "./AnswersPanel.tsx";
import { ArchivedContent } from "./ArchivedContent.tsx";
import { ContentActions } from "./ContentActions.tsx";
import { ContentEditor } from "./ContentEditor.tsx";
import { draftOf, newDraft } from "./draft.ts";
import { type Content, contentQuery, kindQuery, versionQuery } from "./queries.ts";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { VersionsPanel } from "./VersionsPanel.tsx";
import { words } from "./words.ts";

/** A content of the library: a new one of the kind in the address, or the one in the address. */
export function ContentPage() {
  const { contentId, kind } = useParams({ strict: false }) as { contentId?: string; kind?: string };
  if (contentId !== undefined) return <StoredPage key={contentId} contentId={contentId} />;
  const known = contentKinds.find((one) => one === kind);
  return known ? <NewContent key={known} kind={known} /> : <GoTo href="/library/new" />;
}

function NewContent({ kind }: { kind: ContentKind }) {
  const { levels, labels } = useLevelsAndLabels();
  const { levelRoles, currentLevelId } = useActiveProfile();
  if (!levels.data || !labels.data) return <Waiting on={[levels, labels]} />;
  const mayEdit = (levelId: string) => mayDo(levelRoles, levels.data, "content.edit", levelId);
  const first = levels.data.find((level) => mayEdit(level.levelId))?.levelId ?? "";
  const owner = currentLevelId !== null && mayEdit(currentLevelId) ? currentLevelId : first;
  const saved = { contentId: null, draft: null, hasSettings: false };
  return (
    <ContentEditor
      initial={newDraft(kind, owner)}
      initialSaved={saved}
      version={0}
      levels={levels.data}
      labels={labels.data}
    />
  );
}

const readSearch = (search: RawSearch) => ({ from: Number(textIn(search.from)) || 0 });

function StoredPage({ contentId }: { contentId: string }) {
  const content = useQuery(kindQuery(contentId));
  const [{ from }, change] = useUrlState(readSearch);
  // The address sets the initial values only once. Later saves and loads start from the stored data.
  const [begun, setBegun] = useState({ from: 0, times: 0 });
  useEffect(() => {
    if (from === 0) return;
    setBegun(({ times }) => ({ from, times: times + 1 }));
    change({ from: undefined });
  }, [from, change]);
  if (from > 0) return <LoadingState label={words.loadingRequirement} />;
  if (!content.data) return <Waiting on={[content]} />;
  if (content.data.archivedAt !== null) return <ArchivedContent content={content.data} />;
  return (
    <>
      <StoredContentEditor key={begun.times} content={content.data} from={begun.from} />
      {content.data.type === RequirementType.Form && content.data.version > 0 && <AnswersPanel contentId={contentId} />}
      <VersionsPanel content={content.data} />
    </>
  );
}

/** @param from begins with the settings of that earlier version; 0 with those that are stored. */
function StoredContentEditor({ content, from }: { content: Content; from: number }) {
  const { contentId, refusals } = content;
  const kind = contentKindOf[content.type];
  const { levels, labels } = useLevelsAndLabels();
  const stored = useQuery(contentQuery(kind, contentId));
  const earlier = useQuery({ ...versionQuery(contentId, from), enabled: from > 0 });
  if (!stored.data || !levels.data || !labels.data || (from > 0 && earlier.isPending)) {
    return <Waiting on={[stored, levels, labels, earlier]} />;
  }
  const draft = draftOf(kind, stored.data.content, stored.data.assignments, stored.data.exceptions);
  const saved = { contentId, draft, hasSettings: stored.data.content.settings !== null };
  const settings = earlier.data?.settings;
  const again =
    settings?.kind === kind
      ? draftOf(kind, { ...stored.data.content, settings }, stored.data.assignments, stored.data.exceptions)
      : undefined;
  return (
    <ContentEditor
      initial={draft}
      initialSaved={saved}
      readAt={stored.dataUpdatedAt}
      version={stored.data.content.version}
      levels={levels.data}
      labels={labels.data}
      refusals={refusals}
      actions={(unsaved) => <ContentActions content={content} levels={levels.data} unsaved={unsaved} />}
      above={<UpdateNotice content={content} />}
      from={again}
    />
  );
}

function useLevelsAndLabels() {
  const { hierarchyLevelId } = useActiveProfile();
  return { levels: useQuery(navigationQuery(hierarchyLevelId)), labels: useQuery(labelsQuery) };
}

interface Read {
  error: Error | null;
  refetch: () => unknown;
}

function Waiting({ on }: { on: readonly Read[] }) {
  const failed = on.find((one) => one.error !== null);
  return failed?.error ? (
    <LoadFailed title={words.requirementNotLoaded} error={failed.error} onRetry={() => void failed.refetch()} />
  ) : (
    <LoadingState label={words.loadingRequirement} />
  );
}
