import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { confirmNewEmail } from "@touchline/contract/accounts/account-settings";
import { Button, Notice } from "@touchline/ui";
import { CallFailed, call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { renew } from "../../../session/renewal.ts";
import { readSecurity } from "../../../session/security.ts";
import { startSession } from "../../../session/start.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Account.module.css";
import { words } from "./words.ts";

/** Makes the address to which a link was mailed the account's. By a button, so that programs that look into mails change nothing. */
export function ConfirmNewEmailPage() {
  useTitle(words.newEmailAddress);
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const confirming = useMutation({
    mutationFn: async () => {
      // The session in this browser continues; every other session ends.
      await startSession();
      const { email } = await call(confirmNewEmail, { body: { token: String(token ?? "") } });
      const here = readSecurity();
      // The token still has the address before; without a new one it is found out with the next.
      if (here.token !== null) await renew(here.profileId).catch(() => undefined);
      return { email, loggedIn: readSecurity().token !== null };
    },
  });
  const { error, data } = confirming;
  const badLink = error instanceof CallFailed && error.status === 409;
  if (badLink || typeof token !== "string" || token === "") {
    return (
      <BareFrame title={words.badLink} lead={badLink ? error.message : words.badLinkAbout}>
        <div className={classes.acts}>
          <Button label={words.goToAccountSettings} href="/account/settings" />
        </div>
      </BareFrame>
    );
  }
  if (data) {
    return (
      <BareFrame title={words.emailChanged} lead={words.emailChangedAbout({ email: data.email })}>
        <div className={classes.acts}>
          {data.loggedIn ? (
            <Button label={words.goToAccountSettings} href="/account/settings" />
          ) : (
            <Button label={words.logIn} href="/login" />
          )}
        </div>
      </BareFrame>
    );
  }
  return (
    <BareFrame title={words.confirmEmailTitle} lead={words.confirmEmailAbout}>
      {error && <Notice tone="stop">{messageOf(error)}</Notice>}
      <div className={classes.acts}>
        <Button label={words.confirmEmailTitle} loading={confirming.isPending} onClick={() => confirming.mutate()} />
      </div>
    </BareFrame>
  );
}
