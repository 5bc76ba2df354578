import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import type { MergeChoices } from "@touchline/contract/reporting/duplicates";
import {
  Badge,
  Button,
  Dialog,
  IconArrowsMove,
  IconCircleCheck,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Duplicates.module.css";
import { type MergePreview, mergeTwo, previewQuery } from "./duplicate-queries.ts";
import { Entry } from "./Entry.tsx";
import { nameOf } from "./likeness.ts";
import { MergedParts } from "./MergedParts.tsx";
import { MergedThings } from "./MergedThings.tsx";

/** Two entries of one person beside each other: what is kept of either, what follows, and the button that does it. */
export function MergePage() {
  const [{ keep, merge }] = useUrlState((search) => ({ keep: textIn(search.keep), merge: textIn(search.merge) }));
  return keep === "" || merge === "" ? (
    <Navigate to="/people/duplicates" replace />
  ) : (
    <Merge key={`${keep} ${merge}`} keep={keep} merge={merge} />
  );
}

function Merge({ keep, merge }: { keep: string; merge: string }) {
  useTitle("Merge two entries");
  const query = useQuery(previewQuery(keep, merge));
  if (query.isError && !query.data)
    return <LoadFailed what="The comparison" error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <LoadingState label="Comparing the two entries" />;
  return <Compared preview={query.data} />;
}

const proposedOf = ({ parts }: MergePreview) =>
  Object.fromEntries(parts.map(({ part, proposed }) => [part, proposed])) as MergeChoices;

function Compared({ preview }: { preview: MergePreview }) {
  const { keep, merge } = preview.entries;
  const [parts, setParts] = useState(proposedOf(preview));
  const [asking, setAsking] = useState(false);
  const [, change] = useUrlState(() => null);
  const navigate = useNavigate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const merging = useMutation({
    mutationFn: () => mergeTwo({ keep: keep.profileId, merge: merge.profileId, parts }),
    onSuccess: async ({ profileLevelAccessId }) => {
      notify("done", `The two entries are one: ${nameOf(keep)}.`);
      await queryClient.invalidateQueries();
      const to = profileLevelAccessId ? `/members/${profileLevelAccessId}` : "/people/duplicates";
      await navigate({ to } as never);
    },
    onError: () => setAsking(false),
  });
  const swap = () => change({ keep: merge.profileId, merge: keep.profileId });
  return (
    <>
      <PageHeader
        title="Merge two entries"
        path={[
          { label: "Add people", href: "/people/add" },
          { label: "Duplicates", href: "/people/duplicates" },
        ]}
        actions={<Button variant="secondary" label="Swap the two" onClick={swap} />}
      >
        All submissions and decisions of both are kept.
      </PageHeader>
      <div className={classes.stack}>
        {preview.refusal && (
          <Notice tone="stop" title="These two cannot be merged now">
            {preview.refusal.message}
          </Notice>
        )}
        {merging.error && (
          <Notice tone="stop" title="Not merged">
            {messageOf(merging.error)}
          </Notice>
        )}
        <Panel title="The two entries">
          <div className={classes.two}>
            <div className={classes.labelled}>
              <Badge tone="done" icon={IconCircleCheck}>
                First: stays
              </Badge>
              <Entry entry={keep} />
            </div>
            <div className={classes.labelled}>
              <Badge tone="needs" icon={IconArrowsMove}>
                Second: goes into the first
              </Badge>
              <Entry entry={merge} />
            </div>
          </div>
        </Panel>
        <MergedParts preview={preview} chosen={parts} onChoose={(part, from) => setParts({ ...parts, [part]: from })} />
        <MergedThings preview={preview} />
        <div className={classes.acts}>
          <Button variant="secondary" label="Back to the duplicates" href="/people/duplicates" />
          <Button label="Merge" disabled={preview.refusal !== null} onClick={() => setAsking(true)} />
        </div>
      </div>
      {asking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title="Merge for good?"
          footer={
            <>
              <Button variant="secondary" label="Not now" onClick={() => setAsking(false)} />
              <Button label="Merge the two entries" loading={merging.isPending} onClick={() => merging.mutate()} />
            </>
          }
        >
          <p>
            {nameOf(merge)} goes into {nameOf(keep)}. This cannot be taken back; the entry that goes stays archived, and
            who merged it is in the audit log.
          </p>
        </Dialog>
      )}
    </>
  );
}
