import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endAccountSession, endSessions } from "@touchline/contract/accounts/account-settings";
import { Badge, Button, Dialog, IconDeviceDesktop, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { agoText, momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { focusSoon } from "../../../form-errors.ts";
import { serverNow } from "../../../session/clock.ts";
import { sessionIsOver } from "../../../session/ending.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import classes from "./Account.module.css";
import { type OwnSession, sessionsQuery } from "./queries.ts";
import { words } from "./words.ts";

const readDialog = (search: RawSearch) => textIn(search.dialog) === "log-out-everywhere";

/** Lists the sessions of the account, each of which can be ended here. */
export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const [asking, change] = useUrlState(readDialog);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const endingOthers = useMutation({
    mutationFn: () => call(endSessions, { body: { which: "others" } }),
    onSuccess: async () => {
      notify("done", words.loggedOutElsewhere);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const others = sessions.data?.filter((session) => !session.current).length ?? 0;
  return (
    <Panel title={words.sessions}>
      {sessions.isPending && <LoadingState label={words.loadingSessions} />}
      {sessions.isError && (
        <LoadFailed title={words.sessionsNotLoaded} error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && (
        <ul className={classes.list}>
          {[...sessions.data]
            .sort((a, b) => Number(b.current) - Number(a.current))
            .map((session) => (
              <Session key={session.sessionId} session={session} />
            ))}
        </ul>
      )}
      {endingOthers.error && <Notice tone="stop">{messageOf(endingOthers.error)}</Notice>}
      <div className={classes.acts}>
        {others > 0 && (
          <Button
            variant="secondary"
            label={words.logOutEverywhereElse}
            loading={endingOthers.isPending}
            onClick={() => endingOthers.mutate()}
          />
        )}
        <Button
          variant="secondary"
          danger
          label={words.logOutEverywhere}
          onClick={() => change({ dialog: "log-out-everywhere" }, { back: true })}
        />
      </div>
      {asking && <EverywhereDialog onClose={() => change({ dialog: undefined })} />}
    </Panel>
  );
}

function Session({ session }: { session: OwnSession }) {
  const { sessionId, device, network, signedInAt, lastSeenAt, current } = session;
  const { timeZone } = useActiveProfile().organization;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const name = device ?? words.unknownDevice;
  const ending = useMutation({
    mutationFn: () => call(endAccountSession, { params: { sessionId } }),
    onSuccess: () => notify("done", words.loggedOut({ name })),
    // The list is also refetched if the session had ended already.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      // The focused button was removed with its row.
      focusSoon(() => (document.activeElement === document.body ? document.getElementById("content") : null));
    },
  });
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p>
          <span className={classes.value}>{name}</span>{" "}
          {current && (
            <Badge tone="done" icon={IconDeviceDesktop}>
              {words.thisDevice}
            </Badge>
          )}
        </p>
        <p className={classes.quiet}>
          {[
            current ? words.inUseNow : words.lastSeen({ ago: agoText(lastSeenAt, serverNow(), timeZone) }),
            network && words.network({ network }),
            words.loggedIn({ date: momentText(signedInAt, timeZone) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {ending.error && <Notice tone="stop">{messageOf(ending.error)}</Notice>}
      </div>
      {current ? (
        <Button small variant="secondary" label={words.logOut} href="/logout" />
      ) : (
        <Button
          small
          variant="secondary"
          label={words.logOut}
          aria-label={words.logOutNamed({ name })}
          loading={ending.isPending}
          onClick={() => ending.mutate()}
        />
      )}
    </li>
  );
}

/** Ends this session as well, with unsaved changes in any tab. */
function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const ending = useMutation({
    mutationFn: () => call(endSessions, { body: { which: "all" } }),
    onSuccess: sessionIsOver,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.logOutEverywhereTitle}
      footer={
        <>
          <Button variant="secondary" label={words.stayLoggedIn} onClick={onClose} />
          <Button danger label={words.logOutEverywhere} loading={ending.isPending} onClick={() => ending.mutate()} />
        </>
      }
    >
      {ending.error && <Notice tone="stop">{messageOf(ending.error)}</Notice>}
      <p>{words.logOutEverywhereAbout}</p>
    </Dialog>
  );
}
