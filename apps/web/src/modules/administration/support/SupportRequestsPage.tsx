import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { answerViewRequest, listViewRequests, viewMinutes } from "@touchline/contract/administration/support";
import {
  Badge,
  Button,
  EmptyState,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglass,
  LoadingState,
  PageHeader,
  Panel,
  useNotify,
} from "@touchline/ui";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "../admin/Administration.module.css";
import { stateLabels, words } from "./words.ts";

type Request = ResponseOf<typeof listViewRequests>[number];

const requestsQuery = queryOptions({
  queryKey: ["supportRequests"],
  queryFn: ({ signal }) => call(listViewRequests, {}, { signal }),
});

/** Requests of support to view the product as the reader does, who allows, declines or ends them. */
export function SupportRequestsPage() {
  const { organization } = useActiveProfile();
  useTitle(words.title);
  const { data, error, refetch } = useQuery(requestsQuery);
  if (error && !data) return <LoadFailed title={words.notLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={words.title}>{words.intro({ minutes: viewMinutes })}</PageHeader>
      {!data && <LoadingState label={words.loading} />}
      {data?.length === 0 && (
        <EmptyState icon={IconCircleCheck} title={words.none}>
          {words.noneHint}
        </EmptyState>
      )}
      {data?.map((request) => (
        <RequestPanel key={request.supportViewId} request={request} zone={organization.timeZone} />
      ))}
    </>
  );
}

const tones = { asked: "needs", allowed: "done", declined: "none", ended: "none" } as const;
const icons = { asked: IconHourglass, allowed: IconCircleCheck, declined: IconCircleX, ended: IconClock };

function RequestPanel({ request, zone }: { request: Request; zone: string }) {
  const { supportViewId, reason, state, askedAt, endsAt } = request;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const answering = useMutation({
    mutationFn: (allowed: boolean) => call(answerViewRequest, { params: { id: supportViewId }, body: { allowed } }),
    onSuccess: (now) => notify("done", answerText(now, state, zone)),
    onError: (error) => notify("stop", messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey }),
  });
  const answer = (label: string, allowed: boolean, variant: "primary" | "secondary") => (
    <Button
      label={label}
      variant={variant}
      loading={answering.isPending && answering.variables === allowed}
      onClick={() => answering.mutate(allowed)}
    />
  );
  return (
    <Panel title={reason}>
      <div className={classes.fields}>
        <div className={classes.row}>
          <span className={classes.note}>
            {state === "allowed" && endsAt !== null
              ? words.allowedUntil({ moment: momentText(endsAt, zone) })
              : words.askedOn({ moment: momentText(askedAt, zone) })}
          </span>
          <Badge tone={tones[state]} icon={icons[state]}>
            {stateLabels[state]}
          </Badge>
        </div>
        {state === "asked" && (
          <div className={classes.acts}>
            {answer(words.decline, false, "secondary")}
            {answer(words.allow, true, "primary")}
          </div>
        )}
        {state === "allowed" && <div className={classes.acts}>{answer(words.stop, false, "secondary")}</div>}
      </div>
    </Panel>
  );
}

function answerText({ state, endsAt }: Request, before: Request["state"], zone: string): string {
  if (state === "allowed" && endsAt !== null) return words.allowed({ moment: momentText(endsAt, zone) });
  return before === "allowed" ? words.stopped : words.declined;
}
