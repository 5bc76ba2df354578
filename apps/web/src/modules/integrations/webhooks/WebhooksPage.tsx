import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { getWebhook } from "@touchline/contract/integrations/webhooks";
import { Badge, Button, type Column, DataTable, EmptyState, IconBell, PageHeader } from "@touchline/ui";
import { useState } from "react";
import { agoText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { EndpointDialog } from "./EndpointDialog.tsx";
import { healthLooks, healthOf, nameOf } from "./health.ts";
import { webhooksQuery } from "./queries.ts";
import { SecretDialog, type ShownSecret } from "./SecretDialog.tsx";
import classes from "./Webhooks.module.css";
import { healthWords, words } from "./words.ts";

type Endpoint = ResponseOf<typeof getWebhook>;

/** Lists the organization's webhook endpoints. */
export function WebhooksPage() {
  useTitle(words.webhooks);
  const { organizationName, organization } = useActiveProfile();
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<"add" | ShownSecret | null>(null);
  if (error && !data) return <LoadFailed title={words.notLoaded} error={error} onRetry={() => void refetch()} />;
  const columns: [Column<Endpoint, never>, ...Column<Endpoint, never>[]] = [
    {
      key: "endpoint",
      header: words.endpoint,
      cell: nameOf,
      note: (row) => <span className={classes.url}>{row.url}</span>,
    },
    {
      key: "status",
      header: words.status,
      card: "beside",
      cell: (row) => {
        const health = healthOf(row);
        const { tone, icon } = healthLooks[health];
        return (
          <Badge tone={tone} icon={icon}>
            {healthWords[health]}
          </Badge>
        );
      },
    },
    { key: "events", header: words.events, cell: (row) => words.eventCount({ count: row.events.length }) },
    {
      key: "success",
      header: words.lastSuccess,
      cell: (row) =>
        row.lastSuccessAt ? agoText(row.lastSuccessAt, dataUpdatedAt, organization.timeZone) : words.never,
    },
    { key: "dead", header: words.deadLetters, cell: (row) => words.count({ count: row.dead }) },
  ];
  const button = <Button label={words.addEndpoint} onClick={() => setOpened("add")} />;
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title={words.webhooks}
        path={[{ label: words.organization, href: "/account/organization" }]}
        actions={data && data.length > 0 ? button : undefined}
      >
        {words.webhooksAbout({ organizationName })}
      </PageHeader>
      <DataTable
        caption={words.webhooks}
        columns={columns}
        rows={data ?? []}
        rowKey={(row) => row.webhookEndpointId}
        rowHref={(row) => `/account/integrations/webhooks/${row.webhookEndpointId}`}
        loading={isPending}
        expectedRows={3}
        empty={
          <EmptyState icon={IconBell} title={words.noEndpoints} action={button}>
            {words.noEndpointsAbout}
          </EmptyState>
        }
      />
      {opened === "add" && <EndpointDialog endpoint={null} onMade={setOpened} onClose={close} />}
      {opened !== null && opened !== "add" && <SecretDialog made={opened} onClose={close} />}
    </>
  );
}
