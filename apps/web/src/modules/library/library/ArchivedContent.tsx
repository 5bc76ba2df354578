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
      notify("done", `${name} is in the library again. Nobody is asked for it until you assign it.`);
      await queryClient.invalidateQueries({ queryKey: ["library"] });
    },
  });
  return (
    <>
      <PageHeader
        title={name}
        path={[{ label: "Library", href: "/library" }]}
        actions={[
          <Button
            key="duplicate"
            variant="secondary"
            label="Duplicate"
            disabledReason={refusals.duplicate}
            onClick={() => change({ open: "duplicate" }, { back: true })}
          />,
          <Button
            key="restore"
            label="Restore"
            loading={restoring.isPending}
            disabledReason={refusals.restore}
            onClick={() => restoring.mutate()}
          />,
        ]}
      >
        {`${requirementTypeLabels[type]} of ${levelName}.`}
      </PageHeader>
      {restoring.error && (
        <div className={classes.failure}>
          <Notice tone="stop" title="Not restored">
            {messageOf(restoring.error)}
          </Notice>
        </div>
      )}
      <div className={classes.failure}>
        <Notice tone="waits" title={archivedAt === null ? "Archived" : `Archived on ${dayOfInstant(archivedAt, zone)}`}>
          Nobody is asked for it any more. What people did about it stays with them.
        </Notice>
      </div>
      <AssignmentProgress contentId={contentId} />
      <Panel title="What was asked for">
        {version === 0 ? (
          <EmptyState icon={IconFile} title="It was never finished">
            Restore it, and say what is asked for.
          </EmptyState>
        ) : latest.data ? (
          <Facts facts={latest.data.facts} />
        ) : latest.error ? (
          <Notice tone="stop" title="It could not be loaded">
            {messageOf(latest.error)}
          </Notice>
        ) : (
          <LoadingState label="Loading what was asked for" lines={4} />
        )}
      </Panel>
      <VersionsPanel content={content} />
      {open === "duplicate" && levels.data && (
        <DuplicateDialog content={content} levels={levels.data} onClose={() => change({ open: undefined })} />
      )}
    </>
  );
}
