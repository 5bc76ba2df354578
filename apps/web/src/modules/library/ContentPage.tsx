import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { LoadingState } from "@touchline/ui";
import { LoadFailed } from "../../errorScreens.tsx";
import { labelsQuery, navigationQuery } from "../../levels/queries.ts";
import { mayDo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { DocumentEditor } from "./DocumentEditor.tsx";
import { draftOf, newDraft } from "./draft.ts";
import { documentQuery } from "./queries.ts";

/** A document of the library: a new one, or the one in the address. */
export function ContentPage() {
  const { contentId } = useParams({ strict: false }) as { contentId?: string };
  return contentId === undefined ? <NewDocument /> : <StoredDocument key={contentId} contentId={contentId} />;
}

function NewDocument() {
  const { levels, labels } = useLevelsAndLabels();
  const { levelRoles, currentLevelId } = useActiveProfile();
  if (!levels.data || !labels.data) return <Waiting on={[levels, labels]} />;
  const mayEdit = (levelId: string) => mayDo(levelRoles, levels.data, "content.edit", levelId);
  const first = levels.data.find((level) => mayEdit(level.levelId))?.levelId ?? "";
  const owner = currentLevelId !== null && mayEdit(currentLevelId) ? currentLevelId : first;
  const saved = { contentId: null, draft: null, hasSettings: false };
  return (
    <DocumentEditor
      initial={newDraft(owner)}
      initialSaved={saved}
      version={0}
      levels={levels.data}
      labels={labels.data}
    />
  );
}

function StoredDocument({ contentId }: { contentId: string }) {
  const { levels, labels } = useLevelsAndLabels();
  const content = useQuery(documentQuery(contentId));
  if (!content.data || !levels.data || !labels.data) return <Waiting on={[content, levels, labels]} />;
  const { document, assignments } = content.data;
  const draft = draftOf(document, assignments);
  const saved = { contentId, draft, hasSettings: document.settings !== null };
  return (
    <DocumentEditor
      initial={draft}
      initialSaved={saved}
      version={document.version}
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
    <LoadFailed what="This document" error={failed.error} onRetry={() => void failed.refetch()} />
  ) : (
    <LoadingState label="Loading the document" />
  );
}
