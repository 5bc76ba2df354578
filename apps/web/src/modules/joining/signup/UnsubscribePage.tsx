import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { getSubscription, type Unsubscribable, unsubscribe } from "@touchline/contract/messages/unsubscribe";
import { Button, Notice } from "@touchline/ui";
import { CallFailed, call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { BeforeShell } from "../../../shell/BeforeShell.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

const texts: Record<Unsubscribable, { ask: string; off: string }> = {
  decisions: {
    ask: words.askDecisions,
    off: words.offDecisions,
  },
  reminders: {
    ask: words.askReminders,
    off: words.offReminders,
  },
  digest: {
    ask: words.askDigest,
    off: words.offDigest,
  },
};

/** The target of an email's unsubscribe link. It needs a click, so that programs that scan emails change nothing. */
export function UnsubscribePage() {
  useTitle(words.unsubscribe);
  const { token: tokenParam } = useSearch({ strict: false }) as { token?: unknown };
  const token = typeof tokenParam === "string" ? tokenParam : "";
  const query = useQuery({
    queryKey: ["subscription", token],
    queryFn: ({ signal }) => call(getSubscription, { query: { token } }, { signal }),
    enabled: token !== "",
  });
  const stopping = useMutation({ mutationFn: () => call(unsubscribe, { body: { token } }) });
  const unknown = query.error instanceof CallFailed && [400, 404].includes(query.error.status);
  if (token === "" || unknown) {
    return (
      <BareFrame title={words.linkIncomplete} lead={words.unsubscribeLinkHelp}>
        <div className={classes.acts}>
          <Button label={words.logIn} href="/account/settings" />
        </div>
      </BareFrame>
    );
  }
  if (query.error && !query.data) {
    return (
      <BeforeShell label={words.loading}>
        <LoadFailed title={words.emailSettingsNotLoaded} error={query.error} onRetry={() => void query.refetch()} />
      </BeforeShell>
    );
  }
  if (!query.data) return <BeforeShell label={words.loading} />;
  const { what, off } = query.data;
  if (off || stopping.isSuccess) {
    return (
      <BareFrame title={words.unsubscribed} lead={texts[what].off}>
        <p>{words.unsubscribedHelp}</p>
        <div className={classes.acts}>
          <Button variant="secondary" label={words.accountSettings} href="/account/settings" />
        </div>
      </BareFrame>
    );
  }
  return (
    <BareFrame title={words.unsubscribe} lead={texts[what].ask}>
      {stopping.error && <Notice tone="stop">{messageOf(stopping.error)}</Notice>}
      <div className={classes.acts}>
        <Button label={words.unsubscribe} loading={stopping.isPending} onClick={() => stopping.mutate()} />
      </div>
    </BareFrame>
  );
}
