import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { downloadFormBlank } from "@touchline/contract/requirements/forms";
import type { FormWay } from "@touchline/contract/requirements/requirements";
import { Button, Choices, IconDownload, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { download } from "../../../../client.ts";
import { LoadFailed, messageOf } from "../../../../ErrorScreens.tsx";
import { saveFile } from "../../../../files/save-file.ts";
import classes from "../../../../forms/Forms.module.css";
import { useUrlState } from "../../../../url-state.ts";
import type { FlowProps } from "../Flow.tsx";
import { type Requirement, refreshAfterSubmission } from "../queries.ts";
import { SubmitForm } from "../SubmitForm.tsx";
import { words } from "../words.ts";
import { FillIn } from "./FillIn.tsx";
import { fitting } from "./merging.ts";
import { draftQueryKey, fetchDraft, type TypedForm, typedForm } from "./useAnswers.ts";

const isWay = (value: unknown): value is FormWay => value === "here" || value === "upload";

/** A form: filled in on the page, or on the blank; as the member likes, where both are there. */
export function FormFlow(props: FlowProps) {
  const { settings } = props.requirement;
  const [way, change] = useUrlState(({ way }) => (isWay(way) ? way : wayOf(props.requirement)));
  const [opened, setOpened] = useState(false);
  if (settings.kind !== "form") return null;
  const hasChoice = settings.form !== null && settings.blankFileId !== null;
  const chosen = hasChoice ? way : settings.form !== null ? "here" : "upload";
  if (chosen === "here" && !opened) setOpened(true);
  return (
    <>
      {hasChoice && (
        <Panel title={words.wayQuestion}>
          <Choices
            hideLabel
            label={words.wayQuestion}
            choices={[
              { value: "here", label: words.fillInOnline, note: words.fillInOnlineHelp },
              {
                value: "upload",
                label: words.downloadAndUpload,
                note: words.downloadAndUploadHelp,
              },
            ]}
            value={way}
            onChange={(next) => change({ way: next, step: undefined })}
          />
        </Panel>
      )}
      {chosen === "upload" && (
        <>
          <Blank requirement={props.requirement} />
          <SubmitForm {...props} />
        </>
      )}
      {/* It keeps saving while hidden, so that switching ways loses nothing. */}
      {opened && (
        <div hidden={chosen !== "here"}>
          <Here {...props} hidden={chosen !== "here"} />
        </div>
      )}
    </>
  );
}

/** The initial answers: the draft, or the previous submission if it was sent back. */
function wayOf({ begun, attempt }: Requirement): FormWay | null {
  if (begun !== null || attempt?.state !== "reset") return begun;
  return attempt.filledIn ? "here" : "upload";
}

function Blank({ requirement: { requirementId, profileLevelAccessId } }: { requirement: Requirement }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => download(downloadFormBlank, { params: { id: requirementId }, query: { profileLevelAccessId } }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Panel title={words.blankForm}>
      <div className={classes.whole}>
        <p>{words.downloadHelp}</p>
        <div className={classes.buttons}>
          <Button
            variant="secondary"
            label={words.downloadTheForm}
            leftIcon={<IconDownload aria-hidden />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          />
        </div>
      </div>
    </Panel>
  );
}

/** Read once, because typed answers are newer than the stored ones. Typed answers are carried over when it is read again. */
function Here({ hidden, ...props }: FlowProps & { hidden: boolean }) {
  const { requirementId, profileLevelAccessId } = props.requirement;
  const queryClient = useQueryClient();
  const [brought, setBrought] = useState<TypedForm | null>(() => typedForm(props.requirement));
  const query = useQuery({
    queryKey: draftQueryKey(requirementId, profileLevelAccessId),
    queryFn: ({ signal }) => fetchDraft(props.requirement, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (query.error && !query.data) {
    return <LoadFailed title={words.formNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || (query.isFetching && query.isRefetching)) return <LoadingState label={words.loadingTheForm} />;
  const { draft, known } = query.data;
  return (
    <>
      {query.error && <Notice tone="stop">{messageOf(query.error)}</Notice>}
      <FillIn
        key={query.dataUpdatedAt}
        {...props}
        hidden={hidden}
        draft={draft}
        known={known}
        brought={brought && { ...brought, unsaved: fitting(brought.form, draft.form, brought.unsaved) }}
        onReload={(typed) => {
          setBrought({ form: draft.form, ...typed });
          // It may have been submitted or removed in the meantime.
          void refreshAfterSubmission(queryClient);
          void query.refetch();
        }}
      />
    </>
  );
}
