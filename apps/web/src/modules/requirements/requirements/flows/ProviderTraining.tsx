import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { takeAbusePreventionTraining } from "@touchline/contract/requirements/submissions";
import { getTrainingEnrollment } from "@touchline/contract/screening/training-provider";
import { simulatedNotice } from "@touchline/rules/screening/order-words";
import { Button, Facts, LoadingState, Notice, Panel } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { call } from "../../../../client.ts";
import { momentText } from "../../../../dates.ts";
import { LoadFailed, messageOf } from "../../../../ErrorScreens.tsx";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";

const later = 15_000;

/** A training taken at the provider: opens it, and shows its status. */
export function ProviderTraining({ requirement, zone }: FlowProps) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const queryKey = ["screening", "training", id, profileLevelAccessId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(getTrainingEnrollment, { params: { id }, query: { profileLevelAccessId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "open" ? later : false),
  });
  const opening = useMutation({
    mutationFn: () => call(takeAbusePreventionTraining, { params: { id }, body: { profileLevelAccessId } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const before = useRef(data?.state);
  useEffect(() => {
    if (before.current === "open" && data?.state !== "open") void refreshAfterSubmission(queryClient);
    before.current = data?.state;
  }, [data?.state, queryClient]);
  if (error && !data)
    return <LoadFailed title={words.trainingNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loading} />;
  if (data.provider === null) return null;
  const isUnderWay = data.state === "open" || data.state === "placing";
  return (
    <Panel title={words.takeTraining}>
      <div className={classes.form}>
        {data.provider.simulated && <Notice tone="none">{simulatedNotice}</Notice>}
        {data.problem && (
          <Notice tone="needs" title={data.problem.text}>
            {data.problem.whatToDo}
          </Notice>
        )}
        <p>{isUnderWay ? words.trainingContinues : words.trainingAtProvider}</p>
        <Facts
          facts={[
            { label: words.course, value: data.course },
            { label: words.opened, value: isUnderWay && data.openedAt ? momentText(data.openedAt, zone) : null },
          ]}
        />
        {opening.error && <Notice tone="stop">{messageOf(opening.error)}</Notice>}
        <div className={classes.buttons}>
          <Button
            label={isUnderWay ? words.continueTraining : words.openTraining}
            loading={opening.isPending}
            onClick={() => opening.mutate()}
          />
        </div>
      </div>
    </Panel>
  );
}
