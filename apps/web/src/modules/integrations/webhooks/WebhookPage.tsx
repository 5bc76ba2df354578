import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ResponseOf } from "@touchline/contract";
import type { getWebhook } from "@touchline/contract/integrations/webhooks";
import { Badge, Button, Dialog, Facts, LoadingState, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { type ReactNode, useState } from "react";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { DeliveriesPanel } from "./DeliveriesPanel.tsx";
import { EndpointDialog } from "./EndpointDialog.tsx";
import { healthLooks, healthOf, nameOf } from "./health.ts";
import { deleteWebhook, postSecret, postTest, putState, webhookQuery, webhooksKey } from "./queries.ts";
import { SecretDialog, type ShownSecret } from "./SecretDialog.tsx";
import classes from "./Webhooks.module.css";
import { healthWords, words } from "./words.ts";

type Endpoint = ResponseOf<typeof getWebhook>;
type Opened = "edit" | "rotate" | "remove" | ShownSecret | null;

const listPath = "/account/integrations/webhooks";

/** One endpoint: its health, its settings, and what was sent to it. */
export function WebhookPage() {
  const { id = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(webhookQuery(id));
  useTitle(data ? nameOf(data) : words.webhooks);
  if (error && !data)
    return <LoadFailed title={words.endpointNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loading} lines={8} />;
  return <Shown endpoint={data} />;
}

function Shown({ endpoint }: { endpoint: Endpoint }) {
  const [opened, setOpened] = useState<Opened>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const id = endpoint.webhookEndpointId;
  const isPaused = endpoint.state === "paused";
  const settled = () => queryClient.invalidateQueries({ queryKey: webhooksKey });
  const testing = useMutation({
    mutationFn: () => postTest(id),
    onSuccess: async () => {
      notify("done", words.testSent);
      await settled();
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  const pausing = useMutation({
    mutationFn: () => putState(id, isPaused ? "active" : "paused"),
    onSuccess: async ({ state }) => {
      notify("done", state === "paused" ? words.paused : words.resumed);
      await settled();
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  const close = () => setOpened(null);
  const disabledReason = isPaused ? words.pausedTitle : undefined;
  return (
    <>
      <PageHeader
        title={nameOf(endpoint)}
        path={[
          { label: words.organization, href: "/account/organization" },
          { label: words.webhooks, href: listPath },
        ]}
        actions={
          <Button
            label={words.sendTest}
            loading={testing.isPending}
            disabledReason={disabledReason}
            onClick={() => testing.mutate()}
          />
        }
      />
      <div className={classes.parts}>
        <State endpoint={endpoint} />
        <Health endpoint={endpoint}>
          <div className={classes.acts}>
            <Button small variant="secondary" label={words.editEndpoint} onClick={() => setOpened("edit")} />
            <Button
              small
              variant="secondary"
              label={isPaused ? words.resume : words.pause}
              loading={pausing.isPending}
              onClick={() => pausing.mutate()}
            />
            <Button small variant="secondary" label={words.rotate} onClick={() => setOpened("rotate")} />
            <Button small variant="secondary" danger label={words.remove} onClick={() => setOpened("remove")} />
          </div>
        </Health>
        <DeliveriesPanel endpointId={id} dead={endpoint.dead} disabledReason={disabledReason} />
      </div>
      {opened === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {opened === "rotate" && <RotateDialog endpoint={endpoint} onMade={setOpened} onClose={close} />}
      {opened === "remove" && <RemoveDialog endpoint={endpoint} onClose={close} />}
      {typeof opened === "object" && opened !== null && <SecretDialog made={opened} onClose={close} />}
    </>
  );
}

function State({ endpoint: { pausedBy, failingSince, state, failuresInRow } }: { endpoint: Endpoint }) {
  const { timeZone } = useActiveProfile().organization;
  if (pausedBy) {
    return (
      <Notice tone="needs" title={words.pausedTitle}>
        {words.pausedBecause({ why: pausedBy })}
      </Notice>
    );
  }
  if (state === "active" && failingSince && failuresInRow > 1) {
    return (
      <Notice tone="needs" title={words.failingTitle}>
        {words.failingAbout({ date: momentText(failingSince, timeZone) })}
      </Notice>
    );
  }
  return null;
}

function Health({ endpoint, children }: { endpoint: Endpoint; children: ReactNode }) {
  const { timeZone } = useActiveProfile().organization;
  const health = healthOf(endpoint);
  const moment = (at: string | null) => (at === null ? null : momentText(at, timeZone));
  return (
    <Panel
      title={words.health}
      badge={
        <Badge tone={healthLooks[health].tone} icon={healthLooks[health].icon}>
          {healthWords[health]}
        </Badge>
      }
    >
      <div className={classes.stack}>
        <Facts
          facts={[
            { label: words.address, value: <span className={classes.url}>{endpoint.url}</span> },
            { label: words.events, value: endpoint.events.join(", ") },
            { label: words.lastSuccess, value: moment(endpoint.lastSuccessAt) ?? words.never },
            { label: words.lastFailure, value: moment(endpoint.lastFailureAt) },
            { label: words.failuresInRow, value: endpoint.failuresInRow || null },
            { label: words.waiting, value: words.count({ count: endpoint.waiting }) },
            { label: words.deadLetters, value: words.count({ count: endpoint.dead }) },
            { label: words.previousSecret, value: moment(endpoint.formerSecretUntil) },
          ]}
        />
        {children}
      </div>
    </Panel>
  );
}

function RotateDialog(props: { endpoint: Endpoint; onMade: (made: ShownSecret) => void; onClose: () => void }) {
  const { endpoint, onMade, onClose } = props;
  const queryClient = useQueryClient();
  const rotating = useMutation({
    mutationFn: () => postSecret(endpoint.webhookEndpointId),
    onSuccess: async (made) => {
      onMade(made);
      await queryClient.invalidateQueries({ queryKey: webhooksKey });
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.rotateTitle}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button label={words.rotate} loading={rotating.isPending} onClick={() => rotating.mutate()} />
        </>
      }
    >
      <div className={classes.stack}>
        {rotating.error && (
          <Notice tone="stop" title={words.notRotated}>
            {messageOf(rotating.error)}
          </Notice>
        )}
        <p>{words.rotateAbout}</p>
        {endpoint.formerSecretUntil && <p>{words.rotateTwice}</p>}
      </div>
    </Dialog>
  );
}

function RemoveDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => deleteWebhook(endpoint.webhookEndpointId),
    onSuccess: async () => {
      notify("done", words.removed);
      await navigate({ to: listPath });
      queryClient.removeQueries({ queryKey: webhooksKey });
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.removeTitle({ name: nameOf(endpoint) })}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          <Button danger label={words.removeEndpoint} loading={removing.isPending} onClick={() => removing.mutate()} />
        </>
      }
    >
      {removing.error && (
        <Notice tone="stop" title={words.notRemoved}>
          {messageOf(removing.error)}
        </Notice>
      )}
      <p>{words.removeAbout}</p>
    </Dialog>
  );
}
