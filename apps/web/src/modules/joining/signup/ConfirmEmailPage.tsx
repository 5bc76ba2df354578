import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { confirmEmail, renewConfirmation, sendEmailConfirmation } from "@touchline/contract/accounts/accounts";
import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { CallFailed, call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { isLoggedIn } from "../../../session/security.ts";
import { startSession } from "../../../session/start.ts";
import { useSecurity } from "../../../session/useSecurity.ts";
import { BeforeShell } from "../../../shell/BeforeShell.tsx";
import { useTitle } from "../../../useTitle.ts";
import { ownEmailQuery } from "./queries.ts";
import classes from "./Signup.module.css";
import { type Secret, WhoseAddress } from "./WhoseAddress.tsx";
import { words } from "./words.ts";

/** Confirms an address, by a mailed link. A press of a button, so that programs that look into mails confirm nothing. */
export function ConfirmEmailPage() {
  useTitle(words.confirmAddressTitle);
  const { token: tokenParam } = useSearch({ strict: false }) as { token?: unknown };
  const token = typeof tokenParam === "string" ? tokenParam : "";
  const queryClient = useQueryClient();
  const security = useSecurity();
  const start = useQuery({ queryKey: ["session"], queryFn: startSession, enabled: !security.isLoaded });
  const here = isLoggedIn(security);
  const confirming = useMutation({
    mutationFn: (secret: Secret) => call(confirmEmail, { body: { token, ...secret } }),
    // People who signed up in this browser see the change at once.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownEmailQuery.queryKey }),
  });
  const { error } = confirming;
  const refused = error instanceof CallFailed && error.status === 409 ? error : null;
  const whose = refused?.problem?.reason === "whose";
  if (token === "" || (refused && !whose)) {
    const reason = refused ? refused.problem?.reason : "unknown";
    return <BadLink reason={reason} lead={refused?.message ?? words.openLinkAgain} token={token} />;
  }
  if (confirming.isSuccess) {
    return (
      <BareFrame title={words.addressConfirmed} lead={words.confirmedNextStep}>
        <div className={classes.acts}>
          <Button label={here ? words.continue : words.logIn} href={here ? "/" : "/login"} />
        </div>
      </BareFrame>
    );
  }
  if (!security.isLoaded && !start.error) return <BeforeShell label={words.loading} />;
  if (whose || !here) {
    return <WhoseAddress busy={confirming.isPending} error={whose ? null : error} onSecret={confirming.mutate} />;
  }
  return (
    <BareFrame title={words.confirmAddressTitle} lead={words.confirmHelp}>
      {error && <Notice tone="stop">{messageOf(error)}</Notice>}
      <div className={classes.acts}>
        <Button label={words.confirmAddress} loading={confirming.isPending} onClick={() => confirming.mutate({})} />
      </div>
    </BareFrame>
  );
}

const titles: Record<string, string> = {
  used: words.linkUsed,
  expired: words.linkExpired,
  taken: words.accountExists,
};

/** Explains why a link doesn't work and offers a new one: to the same address or, for an unknown link, to any address. */
function BadLink({ reason = "unknown", lead, token }: { reason: string | undefined; lead: string; token: string }) {
  const known = reason === "expired" || reason === "used";
  const [email, setEmail] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const sending = useMutation({
    mutationFn: () =>
      known
        ? call(renewConfirmation, { body: { token } })
        : call(sendEmailConfirmation, { body: { email: email.trim() } }),
  });
  if (sending.isSuccess) {
    return (
      <BareFrame title={words.checkYourEmail} lead={words.newLinkSentHelp}>
        <p className={classes.aside}>{words.noEmailRetryHelp}</p>
        <div className={classes.acts}>
          <Button label={words.logIn} href="/login" />
        </div>
      </BareFrame>
    );
  }
  const problem = /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : words.emailInvalid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!known && problem) return field.current?.focus();
    if (!sending.isPending) sending.mutate();
  };
  return (
    <BareFrame title={titles[reason] ?? words.linkBroken} lead={lead}>
      {sending.error && <Notice tone="stop">{messageOf(sending.error)}</Notice>}
      <form className={classes.form} onSubmit={submit} noValidate>
        {!known && reason !== "taken" && (
          <TextInput
            ref={field}
            label={words.emailAddress}
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={tried ? problem : undefined}
          />
        )}
        {reason !== "taken" && <Button type="submit" label={words.sendNewLink} fullWidth loading={sending.isPending} />}
        <Button variant={reason === "taken" ? "primary" : "secondary"} label={words.logIn} fullWidth href="/login" />
      </form>
    </BareFrame>
  );
}
