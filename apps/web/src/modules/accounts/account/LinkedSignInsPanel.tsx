import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { unlinkSignIn } from "@touchline/contract/accounts/partner-sign-in";
import { Button, Notice, Panel } from "@touchline/ui";
import { call } from "../../../client.ts";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import classes from "./LinkedSignInsPanel.module.css";
import { linkedQuery } from "./second-factors.ts";
import { words } from "./words.ts";

/** An account belongs to no organization, so dates are in the reader's time zone. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The partners whose sign-in is a way in here. Without any, and for most people there are none, nothing is shown. */
export function LinkedSignInsPanel() {
  const queryClient = useQueryClient();
  const query = useQuery(linkedQuery);
  const parting = useMutation({
    mutationFn: (id: string) => call(unlinkSignIn, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: linkedQuery.queryKey }),
  });
  if (query.isError && !query.data) {
    return <LoadFailed title={words.signInsNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || query.data.linked.length === 0) return null;
  const { linked, hasPassword } = query.data;
  const last = linked.length === 1 && !hasPassword;
  return (
    <Panel title={words.otherWaysToLogIn}>
      <p className={classes.lead}>{last ? words.onlySignInAbout : words.signInsAbout}</p>
      <ul className={classes.list}>
        {linked.map(({ id, name, linkedAt }) => (
          <li key={id} className={classes.one}>
            <span className={classes.name}>
              {name} <span className={classes.since}>{words.connectedOn({ date: dayOfInstant(linkedAt, zone) })}</span>
            </span>
            <Button
              small
              variant="secondary"
              label={words.disconnect}
              aria-label={words.disconnectNamed({ name })}
              disabledReason={last ? words.setPasswordFirst : undefined}
              loading={parting.isPending && parting.variables === id}
              onClick={() => parting.mutate(id)}
            />
          </li>
        ))}
      </ul>
      {parting.error && <Notice tone="stop">{messageOf(parting.error)}</Notice>}
    </Panel>
  );
}
