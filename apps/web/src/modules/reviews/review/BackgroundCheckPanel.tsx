import { useMutation, useQuery } from "@tanstack/react-query";
import { downloadProviderReport } from "@touchline/contract/screening/orders";
import { simulatedNotice } from "@touchline/rules/screening/order-words";
import { Button, Facts, IconDownload, Notice, Panel, useNotify } from "@touchline/ui";
import { download } from "../../../client.ts";
import { dayIn, dayText, momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { PanelPlaceholder } from "./PanelPlaceholder.tsx";
import { type BackgroundCheck, backgroundCheckQuery, type Review } from "./queries.ts";
import classes from "./Registry.module.css";
import { words } from "./words.ts";

type Order = NonNullable<BackgroundCheck["order"]>;

/** The status of a background check at its provider. Nothing is shown if a report was uploaded instead. */
export function BackgroundCheckPanel({ review }: { review: Review }) {
  const { requirementId, profileLevelAccessId } = review;
  const query = useQuery(backgroundCheckQuery(requirementId, profileLevelAccessId));
  const { data } = query;
  if (data && data.order === null) return null;
  return (
    <Panel title={words.backgroundCheck}>
      {data?.order ? (
        <Ordered order={data.order} review={review} />
      ) : (
        <PanelPlaceholder query={query} title={words.checkNotLoaded} loadingLabel={words.loadingCheck} />
      )}
    </Panel>
  );
}

function Ordered({ order, review }: { order: Order; review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  const { problem, review: details } = order;
  return (
    <div className={classes.found}>
      {order.simulated && <Notice tone="waits">{simulatedNotice}</Notice>}
      <p>{order.text}</p>
      {problem && (
        <Notice tone="needs" title={problem.text}>
          {problem.whatToDo}
        </Notice>
      )}
      <Facts
        facts={[
          { label: words.checkProvider, value: order.providerName },
          { label: words.checkProduct, value: order.product },
          { label: words.otherNames, value: details?.otherNames.join(", ") || null },
          { label: words.providerStatus, value: details?.providerStatus ?? null },
          { label: words.providerReference, value: details?.providerReference ?? null },
          { label: words.checkOrdered, value: dayText(dayIn(order.orderedAt, zone)) },
          { label: words.checkSince, value: momentText(order.since, zone) },
          { label: words.invitationEnds, value: order.invitedUntil && momentText(order.invitedUntil, zone) },
          { label: words.checkCompleted, value: details?.completedAt ? momentText(details.completedAt, zone) : null },
        ]}
      />
      {details?.hasReport && <ReportButton review={review} />}
      {details && details.history.length > 0 && (
        <details className={classes.more}>
          <summary>{words.checkHistory}</summary>
          <Facts facts={details.history.map(({ at, text }) => ({ label: momentText(at, zone), value: text }))} />
        </details>
      )}
    </div>
  );
}

function ReportButton({ review: { requirementId, profileLevelAccessId } }: { review: Review }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () =>
      download(downloadProviderReport, { params: { id: requirementId }, query: { profileLevelAccessId } }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      variant="secondary"
      label={words.openReport}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}
