import type { ResponseOf } from "@touchline/contract";
import type { rotateWebhookSecret } from "@touchline/contract/integrations/webhooks";
import { Button, Dialog, useNotify } from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { copyText } from "../../../files/copy-text.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Webhooks.module.css";
import { words } from "./words.ts";

/** A secret that was just made, with its endpoint. */
export type ShownSecret = ResponseOf<typeof rotateWebhookSecret>;

/** The secret, shown this once. Nothing but its own button closes it. */
export function SecretDialog({ made, onClose }: { made: ShownSecret; onClose: () => void }) {
  const notify = useNotify();
  const { timeZone } = useActiveProfile().organization;
  const { secret, endpoint } = made;
  const copy = async () => {
    if (await copyText(secret)) notify("done", words.copied);
    else notify("needs", words.notCopied);
  };
  return (
    <Dialog
      opened
      blocking
      onClose={onClose}
      title={words.copySecretNow}
      footer={
        <>
          <Button variant="secondary" label={words.copy} onClick={() => void copy()} />
          <Button label={words.done} onClick={onClose} />
        </>
      }
    >
      <div className={classes.stack}>
        <p>{words.secretShownOnce}</p>
        <output className={classes.code} aria-label={words.secret}>
          {secret}
        </output>
        {endpoint.formerSecretUntil && (
          <p>{words.formerUntil({ date: momentText(endpoint.formerSecretUntil, timeZone) })}</p>
        )}
      </div>
    </Dialog>
  );
}
