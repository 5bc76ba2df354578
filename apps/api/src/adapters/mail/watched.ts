import type { MailFault } from "@touchline/contract/messages/mail-server";
import type { MailOutcome, MailPort } from "./port.ts";

/** An outcome that says what keeps every mail from leaving. */
export type Blocked = Extract<MailOutcome, { kind: "blocked" }>;

export type MailNotes = {
  /** Keeps that no mail leaves, and why; told once for each mail that the server is asked with. */
  noteFault(outcome: Blocked, isNew: boolean): Promise<void>;
  /** Keeps that mails leave. */
  noteTaken(): Promise<void>;
  now(): Date;
};

/** Milliseconds after which it is noted again that mails leave: another process may have said otherwise meanwhile. */
const again = 600_000;

const faults = new WeakMap<MailPort, MailFault>();

/** What kept every mail of this process from leaving when it last tried; null while they leave. */
export const faultSeen = (port: MailPort): MailFault | null => faults.get(port) ?? null;

/** Sends as the port does, and notes whether the mail server takes mails from us at all. */
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
