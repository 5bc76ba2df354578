import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  type DeliveryState,
  deliveryStates,
  type listWebhookDeliveries,
} from "@touchline/contract/integrations/webhooks";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconBell,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  Panel,
  Select,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { answerText } from "./answer-text.ts";
import { DeliveryDialog } from "./DeliveryDialog.tsx";
import { deliveriesQuery, postReplayAll, webhooksKey } from "./queries.ts";
import classes from "./Webhooks.module.css";
import { stateWords, words } from "./words.ts";

type Delivery = ResponseOf<typeof listWebhookDeliveries>["data"][number];

const looks = {
  waiting: { tone: "waits", icon: IconClock },
  delivered: { tone: "done", icon: IconCircleCheck },
  dead: { tone: "stop", icon: IconCircleX },
} as const;

const readState = (search: RawSearch): DeliveryState | null =>
  deliveryStates.find((state) => state === textIn(search.state)) ?? null;

interface DeliveriesPanelProps {
  endpointId: string;
  dead: number;
  /** The reason why deliveries can't be sent again, if they can't. */
  disabledReason?: string | undefined;
}

/** Lists an endpoint's deliveries and their results. */
export function DeliveriesPanel({ endpointId, dead, disabledReason }: DeliveriesPanelProps) {
  const { timeZone } = useActiveProfile().organization;
  const [state, setState] = useUrlState(readState);
  const query = useInfiniteQuery(deliveriesQuery(endpointId, state));
  const [opened, setOpened] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const replaying = useMutation({
    mutationFn: () => postReplayAll(endpointId),
    onSuccess: async ({ replayed, left }) => {
      notify("done", words.replayedAll({ count: replayed, left }));
      await queryClient.invalidateQueries({ queryKey: webhooksKey });
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const next = ({ nextAttemptAt }: Delivery) =>
    nextAttemptAt === null
      ? null
      : Date.parse(nextAttemptAt) <= Date.now()
        ? words.nextTryNow
        : words.nextTry({ date: momentText(nextAttemptAt, timeZone) });
  const columns: [Column<Delivery, never>, ...Column<Delivery, never>[]] = [
    { key: "event", header: words.event, cell: (row) => row.type, note: (row) => momentText(row.at, timeZone) },
    {
      key: "state",
      header: words.status,
      card: "beside",
      cell: (row) => (
        <Badge tone={looks[row.state].tone} icon={looks[row.state].icon}>
          {stateWords[row.state]}
        </Badge>
      ),
      note: next,
    },
    { key: "attempts", header: words.attempts, cell: (row) => row.attempts },
    {
      key: "answer",
      header: words.answer,
      cell: (row) => (row.lastTry ? answerText(row.lastTry) : words.noAnswer),
      note: (row) => (row.lastTry ? words.milliseconds({ count: row.lastTry.ms }) : null),
    },
    {
      key: "details",
      header: words.details,
      card: "line",
      align: "end",
      width: "7rem",
      cell: (row) => (
        <Button
          small
          variant="secondary"
          label={words.details}
          aria-label={words.detailsOf({ event: row.type, date: momentText(row.at, timeZone) })}
          onClick={() => setOpened(row.webhookEventId)}
        />
      ),
    },
  ];
  return (
    <Panel
      title={words.deliveries}
      actions={
        dead > 0 ? (
          <Button
            small
            variant="secondary"
            label={words.replayAll}
            loading={replaying.isPending}
            disabledReason={disabledReason}
            onClick={() => replaying.mutate()}
          />
        ) : undefined
      }
    >
      <div className={classes.stack}>
        <p className={classes.hint}>{words.deliveriesAbout}</p>
        <Select
          className={classes.filters}
          label={words.show}
          allowDeselect={false}
          data={[
            { value: "", label: words.all },
            ...deliveryStates.map((value) => ({ value, label: stateWords[value] })),
          ]}
          value={state ?? ""}
          onChange={(value) => setState({ state: value ?? "" })}
        />
        {query.error && !query.data ? (
          <LoadFailed title={words.deliveriesNotLoaded} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <DataTable
            bare
            caption={words.deliveries}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.webhookEventId}
            loading={query.isPending}
            expectedRows={4}
            empty={
              <EmptyState icon={IconBell} title={words.noDeliveries}>
                {words.noDeliveriesAbout}
              </EmptyState>
            }
          />
        )}
        <ShowMore query={query} label={words.earlier} />
      </div>
      {opened && (
        <DeliveryDialog
          endpointId={endpointId}
          webhookEventId={opened}
          disabledReason={disabledReason}
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  );
}
