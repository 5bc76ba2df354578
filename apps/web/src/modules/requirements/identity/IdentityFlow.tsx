import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { IdentityDocument } from "@touchline/contract/library/content-settings";
import type { IdentityProgress, IdentityRoute } from "@touchline/contract/verification/identity";
import { startIdentityVerification } from "@touchline/contract/verification/identity";
import { LoadingState, Notice } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import type { FlowProps } from "../requirements/Flow.tsx";
import { canAct } from "../requirements/owed.ts";
import { refreshAfterSubmission } from "../requirements/queries.ts";
import { ErasePart } from "./ErasePart.tsx";
import { PhotoSteps } from "./PhotoSteps.tsx";
import { type IdentityPage, identityProgressQuery, identityQuery, seeProgress } from "./queries.ts";
import { ReleaseForm } from "./ReleaseForm.tsx";
import { StartForm } from "./StartForm.tsx";
import { Waiting } from "./Waiting.tsx";
import { words } from "./words.ts";

/** Identity verification: choosing the way, the release for a selfie, the photos, and the result. */
export function IdentityFlow(props: FlowProps) {
  const query = useQuery(identityQuery(props.requirement));
  if (query.error && !query.data) {
    return <LoadFailed title={words.notLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <LoadingState label={words.loading} />;
  const { progress } = query.data;
  if (progress) return <Begun {...props} page={query.data} begun={progress} />;
  return canAct(props.requirement) ? <Start {...props} page={query.data} /> : null;
}

type PageProps = FlowProps & { page: IdentityPage };

/** A verification that was started: photos, or that it waits. */
function Begun({ begun, ...props }: PageProps & { begun: IdentityProgress }) {
  const { data: progress } = useQuery(identityProgressQuery(props.requirement, begun));
  const [again, setAgain] = useState(false);
  const isOpen = progress.submittedAt === null;
  const acts = canAct(props.requirement);
  if (acts && (again || !isOpen))
    return <Start {...props} onBack={isOpen ? () => setAgain(false) : undefined} onStarted={() => setAgain(false)} />;
  if (!isOpen) return <Waiting {...props} progress={progress} />;
  if (!acts) return null;
  return (
    <>
      <PhotoSteps {...props} progress={progress} onStartOver={() => setAgain(true)} />
      <ErasePart requirement={props.requirement} page={props.page} />
    </>
  );
}

type Choice = { route: IdentityRoute; document: IdentityDocument | null };

/** Choosing the way, and signing the release where it takes a selfie. */
function Start({
  onBack,
  onStarted,
  ...props
}: PageProps & { onBack?: (() => void) | undefined; onStarted?: () => void }) {
  const { requirement, page } = props;
  const { requirementId, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [signs, setSigns] = useState(false);
  const starting = useMutation({
    mutationFn: (choice: Choice) =>
      call(startIdentityVerification, { params: { id: requirementId }, body: { profileLevelAccessId, ...choice } }),
    onSuccess: async (progress) => {
      seeProgress(queryClient, requirement, progress);
      onStarted?.();
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
  });
  const start = (choice: Choice) => {
    setChosen(choice);
    if (choice.route === "selfie" && page.release?.signedAt === null) setSigns(true);
    else starting.mutate(choice);
  };
  const { release } = page;
  return (
    <>
      {page.notice && <Notice tone="waits">{page.notice}</Notice>}
      {starting.error && (
        <Notice tone="stop" title={words.actionFailed}>
          {messageOf(starting.error)}
        </Notice>
      )}
      {signs && chosen && release ? (
        <ReleaseForm
          requirement={requirement}
          release={release}
          onSigned={() => starting.mutateAsync(chosen)}
          onOther={() => {
            setSigns(false);
            setChosen({ ...chosen, route: "documents" });
          }}
        />
      ) : (
        <>
          <StartForm page={page} chosen={chosen} isPending={starting.isPending} onStart={start} onBack={onBack} />
          <ErasePart requirement={requirement} page={page} />
        </>
      )}
    </>
  );
}
