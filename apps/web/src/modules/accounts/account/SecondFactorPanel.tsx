import { useQuery } from "@tanstack/react-query";
import { Badge, Button, IconCircleCheck, IconCircleMinus, LoadingState, Notice, Panel } from "@touchline/ui";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { passkeysWork } from "../../../session/passkeys.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { AddAppDialog } from "./AddAppDialog.tsx";
import {
  AddPasskeyDialog,
  NewCodesDialog,
  RemoveAppDialog,
  RemovePasskeyDialog,
  RenamePasskeyDialog,
} from "./FactorDialogs.tsx";
import classes from "./SecondFactor.module.css";
import { hasSome, type SecondFactors, secondFactorsQuery } from "./second-factors.ts";

const readFactor = (search: RawSearch) => textIn(search.factor);

/** Passkeys, the authenticator app and the recovery codes: what the account shows beside its password, or instead of it. */
export function SecondFactorPanel() {
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [dialog, change] = useUrlState(readFactor);
  const open = (next: string) => change({ factor: next });
  const close = () => change({ factor: undefined });
  const title = "Second factor and passkeys";
  if (!data) {
    return (
      <Panel title={title}>
        {error ? (
          <LoadFailed what="Your second factors" error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label="Loading your second factors" lines={2} />
        )}
      </Panel>
    );
  }
  const some = hasSome(data);
  const locked = some && !data.shown ? "Log out and log in with your second factor first." : undefined;
  return (
    <Panel
      title={title}
      badge={
        <Badge tone={some ? "done" : "none"} icon={some ? IconCircleCheck : IconCircleMinus}>
          {some ? "On" : "Off"}
        </Badge>
      }
    >
      <div className={classes.stack}>
        <p className={classes.quiet}>
          {some
            ? "Your password alone does not open your account."
            : "A password can be guessed or stolen. A passkey or an app on your phone keeps others out even then."}
        </p>
        {locked && (
          <Notice tone="needs" title="This session has shown a password alone">
            {locked} Then you can change what is here.
          </Notice>
        )}
        {some && <FactorList factors={data} locked={locked} onOpen={open} />}
        <div className={classes.acts}>
          {passkeysWork() && (
            <Button
              variant={some ? "secondary" : "primary"}
              label="Add a passkey"
              disabledReason={locked}
              onClick={() => open("passkey")}
            />
          )}
          {!data.app && (
            <Button
              variant="secondary"
              label="Set up an authenticator app"
              disabledReason={locked}
              onClick={() => open("app")}
            />
          )}
        </div>
      </div>
      <OpenDialog dialog={dialog} factors={data} onClose={close} />
    </Panel>
  );
}

function OpenDialog({ dialog, factors, onClose }: { dialog: string; factors: SecondFactors; onClose: () => void }) {
  const [kind, id] = dialog.split(":");
  const props = { factors, onClose };
  const passkey = factors.passkeys.find((one) => one.passkeyId === id);
  if (kind === "passkey") return <AddPasskeyDialog onClose={onClose} />;
  if (kind === "app") return <AddAppDialog onClose={onClose} />;
  if (kind === "codes") return <NewCodesDialog onClose={onClose} />;
  if (kind === "removeApp" && factors.app) return <RemoveAppDialog {...props} />;
  if (kind === "remove" && passkey) return <RemovePasskeyDialog {...props} passkey={passkey} />;
  if (kind === "rename" && passkey) return <RenamePasskeyDialog onClose={onClose} passkey={passkey} />;
  return null;
}

interface FactorListProps {
  factors: SecondFactors;
  locked: string | undefined;
  onOpen: (dialog: string) => void;
}

function FactorList({ factors, locked, onOpen }: FactorListProps) {
  const zone = useActiveProfile().organization.timeZone;
  const when = ({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) =>
    `Added ${dayOfInstant(createdAt, zone)}, ${lastUsedAt ? `last used ${dayOfInstant(lastUsedAt, zone)}` : "not used yet"}`;
  const act = (label: string, of: string, dialog: string, danger = false) => (
    <Button
      small
      variant="quaternary"
      danger={danger}
      label={label}
      aria-label={`${label} ${of}`}
      disabledReason={locked}
      onClick={() => onOpen(dialog)}
    />
  );
  return (
    <ul className={classes.list} aria-label="Your second factors">
      {factors.passkeys.map((passkey) => (
        <li key={passkey.passkeyId} className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>{passkey.name}</p>
            <p className={classes.quiet}>Passkey. {when(passkey)}</p>
          </div>
          <div className={classes.acts}>
            {act("Rename", passkey.name, `rename:${passkey.passkeyId}`)}
            {act("Remove", passkey.name, `remove:${passkey.passkeyId}`, true)}
          </div>
        </li>
      ))}
      {factors.app && (
        <li className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>Authenticator app</p>
            <p className={classes.quiet}>{when(factors.app)}</p>
          </div>
          <div className={classes.acts}>{act("Remove", "authenticator app", "removeApp", true)}</div>
        </li>
      )}
      {factors.recoveryCodes && (
        <li className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>Recovery codes</p>
            <p className={classes.quiet}>
              {factors.recoveryCodes.left} of 10 left. Made {dayOfInstant(factors.recoveryCodes.createdAt, zone)}
            </p>
          </div>
          <div className={classes.acts}>{act("Make new", "recovery codes", "codes")}</div>
        </li>
      )}
    </ul>
  );
}
