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

/** Passkeys, the authenticator app and the recovery codes: second factors of the account, or alternatives to its password. */
export function SecondFactorPanel() {
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [dialog, change] = useUrlState(readFactor);
  const open = (next: string) => change({ factor: next });
  const close = () => change({ factor: undefined });
  const title = words.secondFactorTitle;
  if (!data) {
    return (
      <Panel title={title}>
        {error ? (
          <LoadFailed title={words.secondFactorsNotLoaded} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={words.loadingSecondFactors} lines={2} />
        )}
      </Panel>
    );
  }
  const some = hasSome(data);
  const locked = some && !data.shown ? words.lockedReason : undefined;
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
        <p className={classes.quiet}>{some ? words.secondFactorOn : words.secondFactorOff}</p>
        {locked && (
          <Notice tone="needs" title={words.lockedTitle}>
            {words.lockedAbout}
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
  const whenText = (
    { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null },
    used: (dates: { added: string; used: string }) => string,
    unused: (dates: { added: string }) => string,
  ) => {
    const added = dayOfInstant(createdAt, zone);
    return lastUsedAt ? used({ added, used: dayOfInstant(lastUsedAt, zone) }) : unused({ added });
  };
  const act = (label: string, fullLabel: string, dialog: string, danger = false) => (
    <Button
      small
      variant="quaternary"
      danger={danger}
      label={label}
      aria-label={fullLabel}
      disabledReason={locked}
      onClick={() => onOpen(dialog)}
    />
  );
  return (
    <ul className={classes.list} aria-label={words.secondFactorsPart}>
      {factors.passkeys.map((passkey) => (
        <li key={passkey.passkeyId} className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>{passkey.name}</p>
            <p className={classes.quiet}>{whenText(passkey, words.passkeyUsed, words.passkeyUnused)}</p>
          </div>
          <div className={classes.acts}>
            {act(words.rename, words.renameNamed({ name: passkey.name }), `rename:${passkey.passkeyId}`)}
            {act(words.remove, words.removeNamed({ name: passkey.name }), `remove:${passkey.passkeyId}`, true)}
          </div>
        </li>
      ))}
      {factors.app && (
        <li className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>{words.authenticatorApp}</p>
            <p className={classes.quiet}>{whenText(factors.app, words.appUsed, words.appUnused)}</p>
          </div>
          <div className={classes.acts}>{act(words.remove, words.removeAuthenticatorApp, "removeApp", true)}</div>
        </li>
      )}
      {factors.recoveryCodes && (
        <li className={classes.item}>
          <div className={classes.words}>
            <p className={classes.name}>{words.recoveryCodes}</p>
            <p className={classes.quiet}>
              {words.codesLeft({
                left: factors.recoveryCodes.left,
                date: dayOfInstant(factors.recoveryCodes.createdAt, zone),
              })}
            </p>
          </div>
          <div className={classes.acts}>{act(words.replaceCodes, words.replaceRecoveryCodes, "codes")}</div>
        </li>
      )}
    </ul>
  );
}
