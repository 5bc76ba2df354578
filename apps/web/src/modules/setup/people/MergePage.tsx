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
import { words } from "./words.ts";

/** Compares two profiles of one person: what is kept of each, what follows, and the button that merges them. */
export function MergePage() {
  const [{ keep, merge }] = useUrlState((search) => ({ keep: textIn(search.keep), merge: textIn(search.merge) }));
  return keep === "" || merge === "" ? (
    <Navigate to="/people/duplicates" replace />
  ) : (
    <Merge key={`${keep} ${merge}`} keep={keep} merge={merge} />
  );
}

function Merge({ keep, merge }: { keep: string; merge: string }) {
  useTitle(words.mergePage);
  const query = useQuery(previewQuery(keep, merge));
  if (query.isError && !query.data)
    return <LoadFailed title={words.comparisonNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <LoadingState label={words.comparing} />;
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
      notify("done", words.merged({ name: nameOf(keep) }));
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
        title={words.mergePage}
        path={[
          { label: "Add people", href: "/people/add" },
          { label: "Duplicates", href: "/people/duplicates" },
        ]}
        actions={<Button variant="secondary" label={words.swap} onClick={swap} />}
      >
        {words.everythingKept}
      </PageHeader>
      <div className={classes.stack}>
        {preview.refusal && (
          <Notice tone="stop" title={words.cannotMerge}>
            {preview.refusal.message}
          </Notice>
        )}
        {merging.error && (
          <Notice tone="stop" title={words.notMerged}>
            {messageOf(merging.error)}
          </Notice>
        )}
        <Panel title={words.twoProfiles}>
          <div className={classes.two}>
            <div className={classes.labelled}>
              <Badge tone="done" icon={IconCircleCheck}>
                {words.firstStays}
              </Badge>
              <Entry entry={keep} />
            </div>
            <div className={classes.labelled}>
              <Badge tone="needs" icon={IconArrowsMove}>
                {words.secondGoes}
              </Badge>
              <Entry entry={merge} />
            </div>
          </div>
        </Panel>
        <MergedParts preview={preview} chosen={parts} onChoose={(part, from) => setParts({ ...parts, [part]: from })} />
        <MergedThings preview={preview} />
        <div className={classes.acts}>
          <Button variant="secondary" label={words.backToDuplicates} href="/people/duplicates" />
          <Button label={words.merge} disabled={preview.refusal !== null} onClick={() => setAsking(true)} />
        </div>
      </div>
      {asking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={words.mergeTitle}
          footer={
            <>
              <Button variant="secondary" label={words.cancelMerge} onClick={() => setAsking(false)} />
              <Button label={words.mergeProfiles} loading={merging.isPending} onClick={() => merging.mutate()} />
            </>
          }
        >
          <p>{words.mergeWarning({ name: nameOf(merge), otherName: nameOf(keep) })}</p>
        </Dialog>
      )}
    </>
  );
}
