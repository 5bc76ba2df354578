import { useQuery } from "@tanstack/react-query";
import type { PartnerConnection } from "@touchline/contract/integrations/partners";
import { Button, EmptyState, IconUsers, LoadingState, PageHeader } from "@touchline/ui";
import { useState } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { ConnectDialog } from "./ConnectDialog.tsx";
import { ConnectionPanel } from "./ConnectionPanel.tsx";
import { DisconnectDialog } from "./DisconnectDialog.tsx";
import classes from "./Partners.module.css";
import { partnersQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Lists the partner platforms whose people are synced. */
export function PartnersPage() {
  useTitle(words.partners);
  const { organizationName, organization } = useActiveProfile();
  const { data, error, refetch, dataUpdatedAt } = useQuery(partnersQuery);
  const [opened, setOpened] = useState<"connect" | PartnerConnection | null>(null);
  if (error && !data) return <LoadFailed title={words.notLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.partners} />;
  const button = <Button label={words.connect} onClick={() => setOpened("connect")} />;
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title={words.partners}
        path={[{ label: words.organization, href: "/account/organization" }]}
        actions={data.connections.length > 0 ? button : undefined}
      >
        {words.partnersAbout({ organizationName })}
      </PageHeader>
      {data.connections.length === 0 ? (
        <EmptyState icon={IconUsers} title={words.noPartners} action={button}>
          {words.noPartnersAbout}
        </EmptyState>
      ) : (
        <div className={classes.list}>
          {data.connections.map((connection) => (
            <ConnectionPanel
              key={connection.partnerConnectionId}
              connection={connection}
              readAt={dataUpdatedAt}
              timeZone={organization.timeZone}
              onDisconnect={() => setOpened(connection)}
            />
          ))}
        </div>
      )}
      {opened === "connect" && <ConnectDialog offered={data.offered} onClose={close} />}
      {opened !== null && opened !== "connect" && <DisconnectDialog connection={opened} onClose={close} />}
    </>
  );
}
