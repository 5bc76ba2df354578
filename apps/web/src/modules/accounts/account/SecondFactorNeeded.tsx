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
import { words } from "./words.ts";

/**
 * Replaces the shell if the organization requires a second factor that this session hasn't used: sets one up or leads to the
 * login, and then continues at the same page.
 */
export function SecondFactorNeeded({ onShown }: { onShown: () => void }) {
  useTitle(words.secondFactor);
  const { data, error, refetch } = useQuery({
    // Separate from the list, which is refetched while the recovery codes are still shown.
    queryKey: ["secondFactorNeeded"],
    queryFn: async (context) => {
      // The factor may have been set up in another tab; a new token says so.
      await renew(readSecurity().profileId);
      return call(listSecondFactors, undefined, { signal: context.signal });
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const isVerified = data?.shown === true;
  const hasNotified = useRef(false);
  useEffect(() => {
    if (!isVerified || hasNotified.current) return;
    hasNotified.current = true;
    onShown();
  }, [isVerified, onShown]);
  if (!data || isVerified) {
    return (
      <BareFrame title={words.oneMoment}>
        {error ? (
          <LoadFailed title={words.secondFactorsNotLoaded} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={words.loadingSecondFactors} lines={2} />
        )}
      </BareFrame>
    );
  }
  const organization = new Intl.ListFormat("en").format(data.demandedBy) || words.yourOrganization;
  return hasSome(data) ? (
    <BareFrame title={words.logInTitle} lead={words.logInAbout({ organization })}>
      <LogInAgain />
    </BareFrame>
  ) : (
    <BareFrame title={words.setUpTitle} lead={words.setUpAbout({ organization })}>
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
      <p>{words.setUpTime}</p>
      {passkeysWork() && <Button fullWidth label={words.addAPasskey} onClick={() => setDialog("passkey")} />}
      <Button
        fullWidth
        variant={passkeysWork() ? "secondary" : "primary"}
        label={words.setUpAnAuthenticatorApp}
        onClick={() => setDialog("app")}
      />
      <p className={classes.quiet}>
        {words.setUpChoice} <TextLink href="/logout">{words.logOut}</TextLink>
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
      <Button fullWidth label={words.logInAgain} loading={leaving.isPending} onClick={() => leaving.mutate()} />
    </div>
  );
}
