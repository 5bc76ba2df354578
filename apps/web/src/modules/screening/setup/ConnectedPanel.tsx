import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ScreeningClient } from "@touchline/contract/screening/clients";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import { Button, Dialog, LoadingState, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { dayOfInstant } from "../../../dates.ts";
import { FetchFailed } from "../../../screening/FetchFailed.tsx";
import { clientsQuery, productsQuery } from "../../../screening/queries.ts";
import { words as screeningWords } from "../../../screening/words.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { Products } from "./Products.tsx";
import { disconnectClient } from "./queries.ts";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

/** The accounts that checks are ordered with. */
export function ConnectedPanel() {
  const { organizationId, tabs } = useActiveProfile();
  const { data, error, refetch } = useQuery(clientsQuery(organizationId));
  return (
    <Panel title={words.connectedAccounts}>
      <div className={classes.body}>
        {error && !data && <FetchFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState label={words.loadingAccounts} lines={2} />}
        {data?.length === 0 && <p className={classes.lead}>{words.noAccounts}</p>}
        {data && data.length > 0 && (
          <>
            <ul className={classes.rows}>
              {data.map((client) => (
                <Client key={client.clientId} client={client} />
              ))}
            </ul>
            {tabs.includes("Library") && (
              <div className={classes.acts}>
                <p className={classes.lead}>{words.useInLibrary}</p>
                <Button small variant="secondary" label={words.openLibrary} href="/library" />
              </div>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

function Client({ client }: { client: ScreeningClient }) {
  const { organizationId, organization } = useActiveProfile();
  const [isOpen, setIsOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const { clientId, name, provider, connectedBy } = client;
  const products = useQuery({ ...productsQuery(organizationId, clientId), enabled: isOpen });
  const date = dayOfInstant(client.connectedAt, organization.timeZone);
  return (
    <li className={classes.row}>
      <div className={classes.rowWords}>
        <p className={classes.rowName}>{name}</p>
        <p className={classes.lead}>
          {backgroundCheckProviderLabels[provider]}
          {". "}
          {connectedBy === null ? words.connectedOn({ date }) : words.connectedOnBy({ date, name: connectedBy })}
          {"."}
        </p>
        {client.simulated && <p className={classes.lead}>{screeningWords.simulated}</p>}
        {!client.reachable && <p className={classes.error}>{words.unreachable}</p>}
      </div>
      <div className={classes.acts}>
        {client.reachable && (
          <Button
            small
            variant="secondary"
            label={isOpen ? words.hideProducts : words.showProducts}
            aria-label={(isOpen ? words.hideProductsOf : words.showProductsOf)({ name })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          />
        )}
        <Button
          small
          variant="secondary"
          label={words.disconnect}
          aria-label={words.disconnectNamed({ name })}
          onClick={() => setAsking(true)}
        />
      </div>
      {asking && <DisconnectDialog client={client} onClose={() => setAsking(false)} />}
      {isOpen && <Products name={name} query={products} />}
    </li>
  );
}

interface DisconnectDialogProps {
  client: ScreeningClient;
  onClose: () => void;
}

function DisconnectDialog({ client: { clientId, name }, onClose }: DisconnectDialogProps) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const disconnecting = useMutation({
    mutationFn: () => disconnectClient(organizationId, clientId),
    onSuccess: async () => {
      notify("done", words.disconnected({ name }));
      await queryClient.invalidateQueries({ queryKey: ["screening"] });
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.disconnectTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            danger
            label={words.disconnect}
            loading={disconnecting.isPending}
            onClick={() => disconnecting.mutate()}
          />
        </>
      }
    >
      <p className={classes.lead}>{words.disconnectHint}</p>
      {disconnecting.error && <FetchFailed error={disconnecting.error} />}
    </Dialog>
  );
}
