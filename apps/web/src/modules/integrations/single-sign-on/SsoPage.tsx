import { useQuery } from "@tanstack/react-query";
import type { SsoConnection } from "@touchline/contract/integrations/single-sign-on";
import { Button, EmptyState, IconKey, LoadingState, PageHeader } from "@touchline/ui";
import { useState } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { ProviderPanel } from "./ProviderPanel.tsx";
import { ssoQuery } from "./queries.ts";
import { RemoveProviderDialog } from "./RemoveProviderDialog.tsx";
import classes from "./SingleSignOn.module.css";
import { words } from "./words.ts";

type Opened = { act: "add" } | { act: "edit" | "remove"; connection: SsoConnection } | null;

/** The identity providers at which the organization's people log in. */
export function SsoPage() {
  useTitle(words.singleSignOn);
  const { organizationName, organization } = useActiveProfile();
  const { data, error, refetch, dataUpdatedAt } = useQuery(ssoQuery);
  const [opened, setOpened] = useState<Opened>(null);
  if (error && !data) return <LoadFailed title={words.notLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.singleSignOn} />;
  const button = <Button label={words.add} onClick={() => setOpened({ act: "add" })} />;
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title={words.singleSignOn}
        path={[{ label: words.organization, href: "/account/organization" }]}
        actions={data.connections.length > 0 ? button : undefined}
      >
        {words.about({ organizationName })}
      </PageHeader>
      {data.connections.length === 0 ? (
        <EmptyState icon={IconKey} title={words.none} action={button}>
          {words.noneAbout}
        </EmptyState>
      ) : (
        <div className={classes.list}>
          {data.connections.map((connection) => (
            <ProviderPanel
              key={connection.ssoConnectionId}
              connection={connection}
              readAt={dataUpdatedAt}
              timeZone={organization.timeZone}
              onEdit={() => setOpened({ act: "edit", connection })}
              onRemove={() => setOpened({ act: "remove", connection })}
            />
          ))}
        </div>
      )}
      {opened?.act === "add" && <ProviderDialog connection={null} onClose={close} />}
      {opened?.act === "edit" && <ProviderDialog connection={opened.connection} onClose={close} />}
      {opened?.act === "remove" && <RemoveProviderDialog connection={opened.connection} onClose={close} />}
    </>
  );
}
