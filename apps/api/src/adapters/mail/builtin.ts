import type { MailPort } from "./port.ts";

/**
 * Nothing leaves: a mail stays where it was written, in the table of mails, and counts as sent. Like a real server it
 * does not take everything: addresses at `refused.invalid` are refused for good, those at `later.invalid` for now.
 */
export function keptMail(): MailPort {
  return {
    leaves: false,
    async send({ to }) {
      if (to.endsWith("@refused.invalid")) return { kind: "refused", code: "550" };
      if (to.endsWith("@later.invalid")) return { kind: "later", code: "451" };
      return { kind: "sent" };
    },
    close: async () => undefined,
  };
}
