import { useMutation, useQuery } from "@tanstack/react-query";
import { forgotPassword } from "@touchline/contract/accounts/accounts";
import { Button, Notice } from "@touchline/ui";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { accountQuery } from "./queries.ts";
import { words } from "./words.ts";

/** For people who signed in with a partner and have no proof of identity here: sends a link to set a first password. */
export function FirstPassword() {
  const { data: account, error, refetch } = useQuery(accountQuery);
  const asking = useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) });
  if (error && !account)
    return <LoadFailed title={words.accountNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!account) return null;
  if (asking.isSuccess) {
    return (
      <Notice tone="waits" title={words.checkYourEmail}>
        {words.linkSent({ email: account.email })}
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="waits"
        title={words.noPassword}
        action={
          <Button
            small
            variant="secondary"
            label={words.emailLink}
            loading={asking.isPending}
            onClick={() => asking.mutate(account.email)}
          />
        }
      >
        {words.noPasswordAbout({ email: account.email })}
      </Notice>
      {asking.error && <Notice tone="stop">{messageOf(asking.error)}</Notice>}
    </>
  );
}
