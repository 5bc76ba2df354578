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

const readDialog = (search: RawSearch) => textIn(search.dialog) === "log-out-everywhere";

/** Where one is logged in, each to be ended from here. */
export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const [asking, change] = useUrlState(readDialog);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const endingOthers = useMutation({
    mutationFn: () => call(endSessions, { body: { which: "others" } }),
    onSuccess: async () => {
      notify("done", "You are logged out everywhere else.");
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const others = sessions.data?.filter((session) => !session.current).length ?? 0;
  return (
    <Panel title="Where you are logged in">
      {sessions.isPending && <LoadingState label="Loading your sessions" />}
      {sessions.isError && (
        <LoadFailed what="Your sessions" error={sessions.error} onRetry={() => void sessions.refetch()} />
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
            label="Log out everywhere else"
            loading={endingOthers.isPending}
            onClick={() => endingOthers.mutate()}
          />
        )}
        <Button
          variant="secondary"
          danger
          label="Log out everywhere"
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
  const name = device ?? "Unknown device";
  const ending = useMutation({
    mutationFn: () => call(endAccountSession, { params: { sessionId } }),
    onSuccess: () => notify("done", `${name} is logged out.`),
    // Also when it was over already: then the list was old.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      // The button that had the focus is gone with its row.
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
              This device
            </Badge>
          )}
        </p>
        <p className={classes.quiet}>
          {[
            current ? "In use now" : `Last seen ${agoText(lastSeenAt, serverNow(), timeZone)}`,
            network && `network ${network}`,
            `logged in ${momentText(signedInAt, timeZone)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {ending.error && <Notice tone="stop">{messageOf(ending.error)}</Notice>}
      </div>
      {current ? (
        <Button small variant="secondary" label="Log out" href="/logout" />
      ) : (
        <Button
          small
          variant="secondary"
          label="Log out"
          aria-label={`Log out ${name}`}
          loading={ending.isPending}
          onClick={() => ending.mutate()}
        />
      )}
    </li>
  );
}

/** Also here: what is half written in any tab is lost. */
function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const ending = useMutation({
    mutationFn: () => call(endSessions, { body: { which: "all" } }),
    onSuccess: sessionIsOver,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Log out everywhere?"
      footer={
        <>
          <Button variant="secondary" label="Stay logged in" onClick={onClose} />
          <Button danger label="Log out everywhere" loading={ending.isPending} onClick={() => ending.mutate()} />
        </>
      }
    >
      {ending.error && <Notice tone="stop">{messageOf(ending.error)}</Notice>}
      <p>Every device is logged out at once, this one too. You need your password to come back.</p>
    </Dialog>
  );
}
