import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { requirementTypeLabels } from "@touchline/contract";
import { Button, EmptyState, Facts, IconFile, LoadingState, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { dayOfInstant } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { AssignmentProgress } from "./AssignmentProgress.tsx";
import { DuplicateDialog } from "./DuplicateDialog.tsx";
import classes from "./Library.module.css";
import { type Content, restore, versionQuery } from "./queries.ts";
import { VersionsPanel } from "./VersionsPanel.tsx";
import { words } from "./words.ts";

const readSearch = (search: RawSearch) => ({ open: textIn(search.open) });

/** A content that is out of use: to be read, restored and duplicated, and nothing else. */
export function ArchivedContent({ content }: { content: Content }) {
  const { contentId, name, type, version, levelName, archivedAt, refusals } = content;
  useTitle(name);
  const { hierarchyLevelId, organization } = useActiveProfile();
  const zone = organization.timeZone;
  const [{ open }, change] = useUrlState(readSearch);
  const levels = useQuery(navigationQuery(hierarchyLevelId));
  const latest = useQuery({ ...versionQuery(contentId, version), enabled: version > 0 });
  const queryClient = useQueryClient();
  const notify = useNotify();
  const restoring = useMutation({
    mutationFn: () => restore(contentId),
    onSuccess: async () => {
      notify("done", words.restoredDone({ name }));
      await queryClient.invalidateQueries({ queryKey: ["library"] });
    },
  });
  return (
    <>
      <PageHeader
        title={name}
        path={[{ label: words.library, href: "/library" }]}
        actions={[
          <Button
            key="duplicate"
            variant="secondary"
            label={words.duplicate}
            disabledReason={refusals.duplicate}
            onClick={() => change({ open: "duplicate" }, { back: true })}
          />,
          <Button
            key="restore"
            label={words.restore}
            loading={restoring.isPending}
            disabledReason={refusals.restore}
            onClick={() => restoring.mutate()}
          />,
        ]}
      >
        {words.typeAndLevel({ type: requirementTypeLabels[type], levelName })}
      </PageHeader>
      {restoring.error && (
        <div className={classes.failure}>
          <Notice tone="stop" title={words.restoreFailed}>
            {messageOf(restoring.error)}
          </Notice>
        </div>
      )}
      <div className={classes.failure}>
        <Notice
          tone="waits"
          title={archivedAt === null ? words.archived : words.archivedOn({ date: dayOfInstant(archivedAt, zone) })}
        >
          {words.archivedAbout}
        </Notice>
      </div>
      <AssignmentProgress contentId={contentId} />
      <Panel title={words.settings}>
        {version === 0 ? (
          <EmptyState icon={IconFile} title={words.neverFinished}>
            {words.neverFinishedAbout}
          </EmptyState>
        ) : latest.data ? (
          <Facts facts={latest.data.facts} />
        ) : latest.error ? (
          <Notice tone="stop" title={words.detailsNotLoaded}>
            {messageOf(latest.error)}
          </Notice>
        ) : (
          <LoadingState label={words.loadingSettings} lines={4} />
        )}
      </Panel>
      <VersionsPanel content={content} />
      {open === "duplicate" && levels.data && (
        <DuplicateDialog content={content} levels={levels.data} onClose={() => change({ open: undefined })} />
      )}
    </>
  );
}
