import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Mail, MailOutcome } from "../../adapters/mail/port.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import { defineErrand } from "../../kernel/jobs.ts";
import type { Schedule, ScheduleDeps } from "../../kernel/schedules.ts";
import { ours } from "../../kernel/tenancy.ts";
import { accountPlace, mailPlace, sealingKey } from "./queries.ts";
import { accountMail, mail } from "./tables.ts";

/** Seconds for which whoever sends a mail has it alone; longer than any try takes. */
const hold = 300;

/** Sends one mail of an organization. A put-off one is tried for several hours: greylisting ends within one. */
export const deliverMail = defineErrand({
  name: "notifications.deliverMail",
  payload: z.object({ mailId: z.uuid() }),
  retries: 12,
  backoffSeconds: 15,
  // An import writes hundreds of mails with each step: its next step, and the counts, need not wait for them.
  priority: -1,
  begin: (call, { mailId }) => claimMail(call, mailId),
  act: (message: Mail, { mail: port }): Promise<MailOutcome> => port.send(message),
  async finish(call, { mailId }, outcome, { last }) {
    const over = outcome.kind === "refused" || (outcome.kind === "later" && last);
    await call.db
      .update(mail)
      .set({
        sendingUntil: null,
        sentAt: outcome.kind === "sent" ? call.now : null,
        failedAt: over ? call.now : null,
        lastCode: outcome.kind === "sent" ? null : outcome.code,
      })
      .where(and(ours(mail, call), eq(mail.mailId, mailId), isNull(mail.sentAt), isNull(mail.failedAt)));
    return outcome.kind === "later" && !last ? "retry" : undefined;
  },
});

/** Takes a mail for this worker alone; null when it is sent or given up. @throws Conflict while another has it. */
async function claimMail(call: Call, mailId: string): Promise<Mail | null> {
  const open = and(ours(mail, call), eq(mail.mailId, mailId), isNull(mail.sentAt), isNull(mail.failedAt));
  const [row] = await call.db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, sendingUntil: new Date(call.now.getTime() + hold * 1000) })
    .where(and(open, or(isNull(mail.sendingUntil), lte(mail.sendingUntil, call.now))))
    .returning({ recipient: mail.sealedRecipient, content: mail.sealedContent });
  if (!row) {
    const [held] = await call.db.select({ mailId: mail.mailId }).from(mail).where(open);
    if (held) throw conflict("Another worker is sending this mail.", "sending");
    return null;
  }
  const wrappedKey = await sealingKey(call);
  const { vault } = call.adapters;
  const message = unsealed(mailId, {
    to: () => vault.open(wrappedKey, mailPlace(call, "sealed_recipient", mailId), row.recipient),
    content: () => vault.open(wrappedKey, mailPlace(call, "sealed_content", mailId), row.content),
  });
  if (message === null) await call.db.update(mail).set(unreadable(call.now)).where(open);
  return message;
}

/** The mail, or null when it cannot be read: no later try would read it either. */
function unsealed(id: string, sealed: { to: () => string; content: () => string }): Mail | null {
  try {
    return { id, to: sealed.to(), ...JSON.parse(sealed.content()) };
  } catch {
    return null;
  }
}

const unreadable = (failedAt: Date) => ({ failedAt, lastCode: "unreadable" });

const mostTries = 13;

/** Sends what is written about accounts: they have no organization, and so no job. */
export const deliverAccountMail: Schedule = {
  name: "notifications.deliverAccountMail",
  everySeconds: 5,
  async run(deps) {
    for (let sent = 0; sent < 200; sent += 1) {
      const claimed = await claimAccountMail(deps);
      if (claimed === "none") return;
      if (claimed === "unreadable") {
        deps.log.error({ schedule: "notifications.deliverAccountMail" }, "a mail cannot be read");
        continue;
      }
      await recordAccountMail(deps, claimed, await deps.adapters.mail.send(claimed.message));
    }
  },
};

type Claimed = { message: Mail; attempts: number };

/**
 * The one that waits longest, put off at once: whoever dies while sending it leaves it to the next try. One that cannot be
 * read has failed, so that it does not stay in front of the others.
 */
function claimAccountMail({ tenancy, adapters, now }: ScheduleDeps): Promise<Claimed | "none" | "unreadable"> {
  return tenancy.runShared(async (db) => {
    const at = now();
    const [due] = await db
      .select()
      .from(accountMail)
      .where(lte(accountMail.nextTryAt, at))
      .orderBy(asc(accountMail.nextTryAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return "none";
    const { accountMailId, sealedRecipient, sealedContent } = due;
    const attempts = due.attempts + 1;
    const wait = Math.min(hold * 2 ** (attempts - 1), 3600);
    const open = (column: "sealed_recipient" | "sealed_content", sealed: Buffer) =>
      adapters.vault.openShared(accountPlace(column, accountMailId), sealed);
    const message = unsealed(accountMailId, {
      to: () => open("sealed_recipient", sealedRecipient),
      content: () => open("sealed_content", sealedContent),
    });
    const next =
      message === null ? { ...unreadable(at), nextTryAt: null } : { nextTryAt: new Date(at.getTime() + wait * 1000) };
    await db
      .update(accountMail)
      .set({ attempts, ...next })
      .where(eq(accountMail.accountMailId, accountMailId));
    return message === null ? "unreadable" : { attempts, message };
  });
}

async function recordAccountMail({ tenancy, now }: ScheduleDeps, { message, attempts }: Claimed, outcome: MailOutcome) {
  const over = outcome.kind === "refused" || (outcome.kind === "later" && attempts >= mostTries);
  const settled = outcome.kind === "sent" || over;
  await tenancy.runShared((db) =>
    db
      .update(accountMail)
      .set({
        ...(settled ? { nextTryAt: null } : {}),
        sentAt: outcome.kind === "sent" ? now() : null,
        failedAt: over ? now() : null,
        lastCode: outcome.kind === "sent" ? null : outcome.code,
      })
      .where(and(eq(accountMail.accountMailId, message.id), isNull(accountMail.sentAt), isNull(accountMail.failedAt))),
  );
}

/** Days that mails are kept: what they say is personal, and nobody asks for it later. */
const keptDays = 90;
const forgottenAtOnce = 5_000;

/** Mails that are old, of the organizations and of accounts, sent or not. */
export const forgetMails: Schedule = {
  name: "notifications.forgetMails",
  everySeconds: 3600,
  async run({ eachOrganization, tenancy, now }) {
    const before = new Date(now().getTime() - keptDays * 86_400_000);
    await tenancy.runShared(async (db) => {
      const old = db
        .select({ id: accountMail.accountMailId })
        .from(accountMail)
        .where(lte(accountMail.createdAt, before))
        .limit(forgottenAtOnce);
      await db.delete(accountMail).where(inArray(accountMail.accountMailId, old));
    });
    await eachOrganization(async (call) => {
      const old = call.db
        .select({ id: mail.mailId })
        .from(mail)
        .where(and(ours(mail, call), lte(mail.createdAt, before)))
        .limit(forgottenAtOnce);
      await call.db.delete(mail).where(and(ours(mail, call), inArray(mail.mailId, old)));
    });
  },
};
