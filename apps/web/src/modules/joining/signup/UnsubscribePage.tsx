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

const words: Record<Unsubscribable, { ask: string; off: string }> = {
  decisions: {
    ask: "Stop emails about decisions on your submissions?",
    off: "You no longer get emails about decisions on your submissions.",
  },
  reminders: {
    ask: "Stop emails that remind you of open requirements?",
    off: "You no longer get emails that remind you of open requirements.",
  },
  digest: {
    ask: "Stop the summary of how your levels stand?",
    off: "You no longer get the summary of how your levels stand.",
  },
};

/** Where the last line of an email leads. A press of a button, so that programs that look into emails change nothing. */
export function UnsubscribePage() {
  useTitle("Unsubscribe");
  const { token: given } = useSearch({ strict: false }) as { token?: unknown };
  const token = typeof given === "string" ? given : "";
  const query = useQuery({
    queryKey: ["subscription", token],
    queryFn: ({ signal }) => call(getSubscription, { query: { token } }, { signal }),
    enabled: token !== "",
  });
  const stopping = useMutation({ mutationFn: () => call(unsubscribe, { body: { token } }) });
  const unknown = query.error instanceof CallFailed && [400, 404].includes(query.error.status);
  if (token === "" || unknown) {
    return (
      <BareFrame
        title="This link isn't complete"
        lead="Open it from the email again, or log in and choose your emails under Account settings."
      >
        <div className={classes.acts}>
          <Button label="Log in" href="/account/settings" />
        </div>
      </BareFrame>
    );
  }
  if (query.error && !query.data) {
    return (
      <BeforeShell label="Loading">
        <LoadFailed what="Your choice" error={query.error} onRetry={() => void query.refetch()} />
      </BeforeShell>
    );
  }
  if (!query.data) return <BeforeShell label="Loading" />;
  const { what, off } = query.data;
  if (off || stopping.isSuccess) {
    return (
      <BareFrame title="You're unsubscribed" lead={words[what].off}>
        <p>You can turn these emails on again under Account settings.</p>
        <div className={classes.acts}>
          <Button variant="secondary" label="Account settings" href="/account/settings" />
        </div>
      </BareFrame>
    );
  }
  return (
    <BareFrame title="Unsubscribe" lead={words[what].ask}>
      {stopping.error && <Notice tone="stop">{messageOf(stopping.error)}</Notice>}
      <div className={classes.acts}>
        <Button label="Unsubscribe" loading={stopping.isPending} onClick={() => stopping.mutate()} />
      </div>
    </BareFrame>
  );
}
