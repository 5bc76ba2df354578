import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AvailableClient } from "@touchline/contract/screening/clients";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import { Button, LoadingState, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { FetchFailed } from "../../../screening/FetchFailed.tsx";
import { words as screeningWords } from "../../../screening/words.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { Products } from "./Products.tsx";
import { availableQuery, connectClient, previewQuery } from "./queries.ts";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

/** Accounts that a platform operator lets the organization connect. */
export function AvailablePanel() {
  const { organizationId } = useActiveProfile();
  const { data, error, refetch } = useQuery(availableQuery(organizationId));
  return (
    <Panel title={words.availableAccounts}>
      <div className={classes.body}>
        {error && !data && <FetchFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState label={words.loadingAccounts} lines={2} />}
        {data?.length === 0 && <p className={classes.lead}>{words.noAvailable}</p>}
        {data && data.length > 0 && (
          <ul className={classes.rows}>
            {data.map((one) => (
              <Available key={`${one.provider}/${one.accountId}`} account={one} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Available({ account }: { account: AvailableClient }) {
  const { organizationId } = useActiveProfile();
  const { provider, accountId, name, simulated } = account;
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const preview = useQuery({ ...previewQuery(provider, accountId), enabled: isOpen });
  const connecting = useMutation({
    mutationFn: () => connectClient(organizationId, { provider, accountId }),
    onSuccess: async () => {
      notify("done", words.connected({ name }));
      await queryClient.invalidateQueries({ queryKey: ["screening"] });
    },
  });
  return (
    <li className={classes.row}>
      <div className={classes.rowWords}>
        <p className={classes.rowName}>{name}</p>
        <p className={classes.lead}>{backgroundCheckProviderLabels[provider]}</p>
        {simulated && <p className={classes.lead}>{screeningWords.simulated}</p>}
      </div>
      <div className={classes.acts}>
        <Button
          small
          variant="secondary"
          label={isOpen ? words.hideProducts : words.previewProducts}
          aria-label={(isOpen ? words.hideProductsOf : words.previewProductsOf)({ name })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <Button
          small
          label={words.connect}
          aria-label={words.connectNamed({ name })}
          loading={connecting.isPending}
          onClick={() => connecting.mutate()}
        />
      </div>
      {connecting.error && <FetchFailed error={connecting.error} />}
      {isOpen && <Products name={name} query={preview} />}
    </li>
  );
}
