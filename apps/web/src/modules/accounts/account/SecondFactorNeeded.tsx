import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { listSecondFactors } from "@touchline/contract/accounts/second-factor";
import { Button, LoadingState, Notice, TextLink } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { logOut } from "../../../session/logout.ts";
import { loginHref } from "../../../session/next-path.ts";
import { passkeysWork } from "../../../session/passkeys.ts";
import { renew } from "../../../session/renewal.ts";
import { readSecurity } from "../../../session/security.ts";
import { useTitle } from "../../../useTitle.ts";
import { AddAppDialog } from "./AddAppDialog.tsx";
import { AddPasskeyDialog } from "./FactorDialogs.tsx";
import classes from "./SecondFactor.module.css";
import { hasSome, type SecondFactors, secondFactorsQuery } from "./second-factors.ts";

/**
 * In place of the shell where the organization demands a second factor that this session has not shown: sets one up, or
 * leads to the login, and then goes on where one was.
 */
export function SecondFactorNeeded({ onShown }: { onShown: () => void }) {
  useTitle("Second factor");
  const { data, error, refetch } = useQuery({
    // Apart from the list, which is read anew while the recovery codes are still to be kept.
    queryKey: ["secondFactorNeeded"],
    queryFn: async (context) => {
      // It may have been set up in another tab: then a new token says so.
      await renew(readSecurity().profileId);
      return call(listSecondFactors, undefined, { signal: context.signal });
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const shown = data?.shown === true;
  const told = useRef(false);
  useEffect(() => {
    if (!shown || told.current) return;
    told.current = true;
    onShown();
  }, [shown, onShown]);
  if (!data || shown) {
    return (
      <BareFrame title="One moment">
        {error ? (
          <LoadFailed what="Your second factors" error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label="Loading your second factors" lines={2} />
        )}
      </BareFrame>
    );
  }
  const who = data.demandedBy.join(" and ") || "Your organization";
  return hasSome(data) ? (
    <BareFrame title="Log in with your second factor" lead={`${who} asks for it. You logged in with a password alone.`}>
      <LogInAgain />
    </BareFrame>
  ) : (
    <BareFrame title="Set up a second factor" lead={`${who} asks everybody in your role for more than a password.`}>
      <SetUp factors={data} onShown={onShown} />
    </BareFrame>
  );
}

function SetUp({ factors, onShown }: { factors: SecondFactors; onShown: () => void }) {
  const [dialog, setDialog] = useState<"passkey" | "app" | null>(null);
  const current = useQuery({ ...secondFactorsQuery, initialData: factors });
  const close = () => {
    setDialog(null);
    if (hasSome(current.data)) onShown();
  };
  return (
    <div className={classes.setUp}>
      <p>It takes a minute. Then you go on where you were.</p>
      {passkeysWork() && <Button fullWidth label="Add a passkey" onClick={() => setDialog("passkey")} />}
      <Button
        fullWidth
        variant={passkeysWork() ? "secondary" : "primary"}
        label="Set up an authenticator app"
        onClick={() => setDialog("app")}
      />
      <p className={classes.quiet}>
        A passkey is the quicker way: your device asks for your finger, face or PIN. An app shows codes that you type.
        Not now? <TextLink href="/logout">Log out</TextLink>
      </p>
      {dialog === "passkey" && <AddPasskeyDialog onClose={close} />}
      {dialog === "app" && <AddAppDialog onClose={close} />}
    </div>
  );
}

/** Ends this session; the login page leads back here. */
function LogInAgain() {
  const { latestLocation } = useRouter();
  const [href] = useState(() => loginHref(latestLocation.href));
  const navigate = useNavigate();
  const leaving = useMutation({
    mutationFn: logOut,
    onSuccess: () => navigate({ href, replace: true }),
  });
  return (
    <div className={classes.setUp}>
      {leaving.error && <Notice tone="stop">{messageOf(leaving.error)}</Notice>}
      <Button fullWidth label="Log in again" loading={leaving.isPending} onClick={() => leaving.mutate()} />
    </div>
  );
}
