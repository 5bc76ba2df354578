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
import { words } from "./words.ts";

const readFactor = (search: RawSearch) => textIn(search.factor);

/** Passkeys, the authenticator app and the recovery codes: what the account shows beside its password, or instead of it. */
export function SecondFactorPanel() {
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [dialog, change] = useUrlState(readFactor);
  const open = (next: string) => change({ factor: next });
  const close = () => change({ factor: undefined });
  const title = words.secondFactorAndPasskeys;
  if (!data) {
    return (
      <Panel title={title}>
        {error ? (
          <LoadFailed what={words.yourSecondFactors} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={words.loadingYourSecondFactors} lines={2} />
        )}
      </Panel>
    );
  }
  const some = hasSome(data);
  const locked = some && !data.shown ? words.logOutAndLogIn : undefined;
  return (
    <Panel
      title={title}
      badge={
        <Badge tone={some ? "done" : "none"} icon={some ? IconCircleCheck : IconCircleMinus}>
          {some ? words.on : words.off}
        </Badge>
      }
    >
      <div className={classes.stack}>
        <p className={classes.quiet}>{some ? words.yourPasswordAloneDoesNot : words.aPasswordCanBeGuessed}</p>
        {locked && (
          <Notice tone="needs" title={words.thisSessionHasShownA}>
            {words.thenYouCanChangeWhat({ locked })}
          </Notice>
        )}
        {some && <FactorList factors={data} locked={locked} onOpen={open} />}
        <div className={classes.acts}>
          {passkeysWork() && (
            <Button
              variant={some ? "secondary" : "primary"}
              label={words.addAPasskey}
              disabledReason={locked}
              onClick={() => open("passkey")}
            />
          )}
          {!data.app && (
            <Button
              variant="secondary"
              label={words.setUpAnAuthenticatorApp}
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
    `Added ${dayOfInstant(createdAt, zone)}, ${lastUsedAt ? words.lastUsed({ dayOfInstant: dayOfInstant(lastUsedAt, zone) }) : words.notUsedYet}`;
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
    <ul className={classes.list} aria-label={words.yourSecondFactors}>
      {factors.passkeys.map((passkey) => (
        <li key={passkey.passkeyId} className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>{passkey.name}</p>
            <p className={classes.quiet}>{words.passkey({ when: when(passkey) })}</p>
          </div>
          <div className={classes.acts}>
            {act(words.rename, passkey.name, `rename:${passkey.passkeyId}`)}
            {act(words.remove2, passkey.name, `remove:${passkey.passkeyId}`, true)}
          </div>
        </li>
      ))}
      {factors.app && (
        <li className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>{words.authenticatorApp}</p>
            <p className={classes.quiet}>{when(factors.app)}</p>
          </div>
          <div className={classes.acts}>{act(words.remove2, words.authenticatorApp2, "removeApp", true)}</div>
        </li>
      )}
      {factors.recoveryCodes && (
        <li className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>{words.recoveryCodes}</p>
            <p className={classes.quiet}>
              {words.of10LeftMade({
                left: factors.recoveryCodes.left,
                dayOfInstant: dayOfInstant(factors.recoveryCodes.createdAt, zone),
              })}
            </p>
          </div>
          <div className={classes.acts}>{act(words.makeNew, words.recoveryCodes2, "codes")}</div>
        </li>
      )}
    </ul>
  );
}
