import type { MailFault } from "@touchline/contract/messages/mail-server";
import type { MailOutcome, MailPort } from "./port.ts";

/** An outcome with the fault that stops all mail. */
export type Blocked = Extract<MailOutcome, { kind: "blocked" }>;

export type MailNotes = {
  /** Records that no mail can be sent, and why; called for each mail that is tried. */
  noteFault(outcome: Blocked, isNew: boolean): Promise<void>;
  /** Records that mail can be sent. */
  noteTaken(): Promise<void>;
  now(): Date;
};

/** Milliseconds after which it is recorded again that mail can be sent, because another process may have recorded otherwise. */
const again = 600_000;

const faults = new WeakMap<MailPort, MailFault>();

/** Returns the fault that stopped all mail of this process at its last try; null while mail can be sent. */
export const faultSeen = (port: MailPort): MailFault | null => faults.get(port) ?? null;

/** Sends through the port, and records whether the mail server accepts our mail at all. */
export function watchedMail(port: MailPort, { noteFault, noteTaken, now }: MailNotes): MailPort {
  let noted: Date | null = null;
  return {
    leaves: port.leaves,
    close: () => port.close(),
    async send(mail) {
      const outcome = await port.send(mail);
      if (outcome.kind === "blocked") {
        const isNew = faults.get(port) !== outcome.fault;
        faults.set(port, outcome.fault);
        noted = null;
        await noteFault(outcome, isNew);
      } else if (outcome.kind !== "later") {
        faults.delete(port);
        const at = now();
        if (noted === null || at.getTime() - noted.getTime() >= again) {
          noted = at;
          await noteTaken();
        }
      }
      return outcome;
    },
  };
}
