import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ContentKind, contentKindOf, contentKinds } from "@touchline/contract";
import { LoadingState } from "@touchline/ui";
import { LoadFailed } from "../../errorScreens.tsx";
import { GoTo } from "../../GoTo.tsx";
import { labelsQuery, navigationQuery } from "../../levels/queries.ts";
import { mayDo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { ContentEditor } from "./ContentEditor.tsx";
import { draftOf, newDraft } from "./draft.ts";
import { contentQuery, kindQuery } from "./queries.ts";

/** A content of the library: a new one of the kind in the address, or the one in the address. */
export function ContentPage() {
  const { contentId, kind } = useParams({ strict: false }) as { contentId?: string; kind?: string };
  if (contentId !== undefined) return <StoredPage key={contentId} contentId={contentId} />;
  const known = contentKinds.find((one) => one === kind);
  return known ? <NewContent key={known} kind={known} /> : <GoTo href="/library" />;
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

function StoredPage({ contentId }: { contentId: string }) {
  const kind = useQuery(kindQuery(contentId));
  if (!kind.data) return <Waiting on={[kind]} />;
  return <StoredContentEditor kind={contentKindOf[kind.data.type]} contentId={contentId} />;
}

function StoredContentEditor({ kind, contentId }: { kind: ContentKind; contentId: string }) {
  const { levels, labels } = useLevelsAndLabels();
  const stored = useQuery(contentQuery(kind, contentId));
  if (!stored.data || !levels.data || !labels.data) return <Waiting on={[stored, levels, labels]} />;
  const { content, assignments, exceptions } = stored.data;
  const draft = draftOf(kind, content, assignments, exceptions);
  const saved = { contentId, draft, hasSettings: content.settings !== null };
  return (
    <ContentEditor
      initial={draft}
      initialSaved={saved}
      version={content.version}
      levels={levels.data}
      labels={labels.data}
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
    <LoadFailed what="This requirement" error={failed.error} onRetry={() => void failed.refetch()} />
  ) : (
    <LoadingState label="Loading the requirement" />
  );
}
