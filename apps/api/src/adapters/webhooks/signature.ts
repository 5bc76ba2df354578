import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** Creates a signing secret in the format of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = () => prefix + randomBytes(32).toString("base64");

/**
 * Returns the value of `webhook-signature`: one signature for each secret. Source: standardwebhooks.com, "Signature scheme".
 */
export function signaturesOf(
  { id, seconds, body }: { id: string; seconds: number; body: string },
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
