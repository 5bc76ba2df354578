import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { confirmEmail } from "@touchline/contract/accounts";
import { Button, Notice } from "@touchline/ui";
import { CallFailed, call } from "../../client.ts";
import { messageOf } from "../../errorScreens.tsx";
import { BareFrame } from "../../front/BareFrame.tsx";
import { useTitle } from "../../useTitle.ts";
import classes from "./Signup.module.css";

/** Confirms an address, by a mailed link. A press of a button, so that programs that look into mails confirm nothing. */
export function ConfirmEmailPage() {
  useTitle("Confirm your address");
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const confirming = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token: String(token ?? "") } }),
  });
  const { error } = confirming;
  const badLink = error instanceof CallFailed && error.status === 409;
  if (badLink || typeof token !== "string" || token === "") {
    const used = badLink && error.problem?.reason === "used";
    const lead = badLink ? error.message : "Open it from the mail once more.";
    return (
      <BareFrame title={used ? "Confirmed already" : "This link does not work"} lead={lead}>
        <div className={classes.acts}>
          <Button label="Log in" href="/login" />
        </div>
      </BareFrame>
    );
  }
  if (confirming.isSuccess) {
    return (
      <BareFrame title="Your address is confirmed" lead="Log in to go on, or open your invitation once more.">
        <div className={classes.acts}>
          <Button label="Log in" href="/login" />
        </div>
      </BareFrame>
    );
  }
  return (
    <BareFrame title="Confirm your address" lead="Then we know that our mails reach you.">
      {error && <Notice tone="stop">{messageOf(error)}</Notice>}
      <div className={classes.acts}>
        <Button label="Confirm my address" loading={confirming.isPending} onClick={() => confirming.mutate()} />
      </div>
    </BareFrame>
  );
}
