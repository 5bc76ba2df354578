import { useMutation, useQuery } from "@tanstack/react-query";
import { forgotPassword } from "@touchline/contract/accounts/accounts";
import { Button, Notice } from "@touchline/ui";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { accountQuery } from "./queries.ts";

/** For whoever came by a partner and has nothing of their own to prove by: a link to a first password, without leaving. */
export function FirstPassword() {
  const { data: account, error, refetch } = useQuery(accountQuery);
  const asking = useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) });
  if (error && !account) return <LoadFailed what="Your account" error={error} onRetry={() => void refetch()} />;
  if (!account) return null;
  if (asking.isSuccess) {
    return (
      <Notice tone="waits" title="Check your email">
        A link to choose a password is on its way to {account.email}. It is good for 30 minutes.
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="waits"
        title="You log in without a password"
        action={
          <Button
            small
            variant="secondary"
            label="Mail me a link"
            loading={asking.isPending}
            onClick={() => asking.mutate(account.email)}
          />
        }
      >
        Nothing is missing: a partner lets you in. Only for this we have to ask whether it is you, which takes a
        password of your own. We send a link for it to {account.email}.
      </Notice>
      {asking.error && <Notice tone="stop">{messageOf(asking.error)}</Notice>}
    </>
  );
}
