import { useMutation, useQuery } from "@tanstack/react-query";
import { downloadFormBlank } from "@touchline/contract/forms";
import { Button, Choices, IconDownload, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { download } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../errorScreens.tsx";
import { saveFile } from "../../../files/saveFile.ts";
import classes from "../../../forms/Forms.module.css";
import type { FlowProps } from "../Flow.tsx";
import type { Requirement } from "../queries.ts";
import { SubmitForm } from "../SubmitForm.tsx";
import { FillIn } from "./FillIn.tsx";
import { draftQueryKey, fetchDraft } from "./useAnswers.ts";

type Way = "here" | "upload";

/** A form: filled in on the page, or on the blank; as the member likes, where both are there. */
export function FormFlow(props: FlowProps) {
  const { settings, attempt } = props.requirement;
  const [way, setWay] = useState<Way | null>(attempt?.state === "draft" ? "here" : null);
  if (settings.kind !== "form") return null;
  const asked = settings.form !== null && settings.blankFileId !== null;
  const chosen = asked ? way : settings.form !== null ? "here" : "upload";
  return (
    <>
      {asked && (
        <Panel title="How do you want to fill it in?">
          <Choices
            hideLabel
            label="How do you want to fill it in?"
            choices={[
              { value: "here", label: "Fill in here", note: "Saved as you go; you can go on later." },
              {
                value: "upload",
                label: "Download and upload",
                note: "Fill in the file or print it, and send it back.",
              },
            ]}
            value={way}
            onChange={setWay}
          />
        </Panel>
      )}
      {chosen === "upload" && (
        <>
          <Blank requirement={props.requirement} />
          <SubmitForm {...props} />
        </>
      )}
      {chosen === "here" && <Here {...props} />}
    </>
  );
}

function Blank({ requirement: { requirementId, profileLevelAccessId } }: { requirement: Requirement }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => download(downloadFormBlank, { params: { id: requirementId }, query: { profileLevelAccessId } }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Panel title="The blank form">
      <div className={classes.whole}>
        <p>Download it, fill it in, and send it below: as a file, or as photos of the pages.</p>
        <div className={classes.buttons}>
          <Button
            variant="secondary"
            label="Download the form"
            leftIcon={<IconDownload aria-hidden />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          />
        </div>
      </div>
    </Panel>
  );
}

/** Read once: what is typed here is newer than what would be read again. */
function Here(props: FlowProps) {
  const { requirementId, profileLevelAccessId } = props.requirement;
  const query = useQuery({
    queryKey: draftQueryKey(requirementId, profileLevelAccessId),
    queryFn: ({ signal }) => fetchDraft(props.requirement, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (query.error && !query.data) {
    return <LoadFailed what="The form" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || (query.isFetching && query.isRefetching)) return <LoadingState label="Loading the form" />;
  return (
    <>
      {query.error && <Notice tone="stop">{messageOf(query.error)}</Notice>}
      <FillIn
        key={query.dataUpdatedAt}
        {...props}
        draft={query.data.draft}
        known={query.data.known}
        onReload={() => void query.refetch()}
      />
    </>
  );
}
