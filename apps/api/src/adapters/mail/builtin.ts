import type { MailPort } from "./port.ts";

/**
 * Sends nothing: a mail stays in the table of mails, and counts as sent. Like a real server it doesn't accept everything:
 * addresses at `refused.invalid` are rejected permanently, those at `later.invalid` temporarily.
 */
export function keptMail(): MailPort {
  return {
    leaves: false,
    async send({ to }) {
      if (to.endsWith("@refused.invalid")) {
        const text = "550 5.1.1 No such user here";
        return { kind: "refused", code: "550", reply: { reply: 550, status: "5.1.1", stage: "recipient", text } };
      }
      if (to.endsWith("@later.invalid")) {
        const text = "451 4.7.1 Greylisted, try again later";
        return { kind: "later", code: "451", reply: { reply: 451, status: "4.7.1", stage: "recipient", text } };
      }
      return { kind: "sent" };
    },
    close: async () => undefined,
  };
}
