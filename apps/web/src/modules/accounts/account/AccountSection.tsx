import { useQuery } from "@tanstack/react-query";
import { LoadingState } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import classes from "./Account.module.css";
import { EmailPanel } from "./EmailPanel.tsx";
import { NamePanel } from "./NamePanel.tsx";
import { accountQuery } from "./queries.ts";
import { words } from "./words.ts";

/** The name, and the email address for logging in. */
export function AccountSection() {
  const account = useQuery(accountQuery);
  if (account.isPending) return <LoadingState label={words.loadingAccount} />;
  if (account.isError && !account.data) {
    return <LoadFailed title={words.accountNotLoaded} error={account.error} onRetry={() => void account.refetch()} />;
  }
  return (
    <div className={classes.panels}>
      <NamePanel account={account.data} />
      <EmailPanel account={account.data} />
    </div>
  );
}
