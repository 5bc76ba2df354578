import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  allowProviderAccount,
  listProviderAccounts,
  type ProviderAccounts,
} from "@touchline/contract/screening/clients";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import { Badge, Button, IconCircleCheck, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Admin.module.css";
import { words } from "./words.ts";

type Account = ProviderAccounts["accounts"][number];

const accountsQuery = (id: string) =>
  queryOptions({
    queryKey: ["screeningAccounts", id],
    queryFn: ({ signal }) => call(listProviderAccounts, { params: { id } }, { signal }),
  });

/** The accounts at background check providers that an organization may connect. */
export function ScreeningAccounts({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useQuery(accountsQuery(organizationId));
  return (
    <Panel title={words.screeningAccounts}>
      <p className={classes.note}>{words.screeningAccountsHint}</p>
      {error && !data && (
        <Notice
          tone="stop"
          action={<Button small variant="secondary" label={words.tryAgain} onClick={() => void refetch()} />}
        >
          {messageOf(error)}
        </Notice>
      )}
      {!data && !error && <LoadingState label={words.loadingAccounts} lines={2} />}
      {data?.failures.map(({ provider, message }) => (
        <Notice key={provider} tone="stop">
          {message}
        </Notice>
      ))}
      {data?.accounts.length === 0 && data.failures.length === 0 && (
        <p className={classes.note}>{words.noScreeningAccounts}</p>
      )}
      <ul className={classes.list}>
        {data?.accounts.map((account) => (
          <AccountLine
            key={`${account.provider}/${account.accountId}`}
            organizationId={organizationId}
            account={account}
          />
        ))}
      </ul>
    </Panel>
  );
}

function AccountLine({ organizationId, account }: { organizationId: string; account: Account }) {
  const { provider, accountId, name, allowed, connected } = account;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const allowing = useMutation({
    mutationFn: () =>
      call(allowProviderAccount, {
        params: { id: organizationId },
        body: { provider, accountId, allowed: !allowed },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(accountsQuery(organizationId).queryKey, saved);
      notify("done", (allowed ? words.accountWithdrawn : words.accountAllowed)({ name }));
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <li className={classes.administrator}>
      <span>
        {name}
        <span className={classes.note}> {backgroundCheckProviderLabels[provider]}</span>
      </span>
      {connected ? (
        <Badge tone="done" icon={IconCircleCheck}>
          {words.accountConnected}
        </Badge>
      ) : (
        <Button
          small
          variant="secondary"
          label={allowed ? words.withdrawAccount : words.allowAccount}
          aria-label={(allowed ? words.withdrawAccountNamed : words.allowAccountNamed)({ name })}
          loading={allowing.isPending}
          onClick={() => allowing.mutate()}
        />
      )}
    </li>
  );
}
