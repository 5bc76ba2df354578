import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Mail, MailOutcome } from "../../adapters/mail/port.ts";
import type { Adapters, Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import { defineErrand, type WorkLog } from "../../kernel/jobs.ts";
import { mailsTried } from "../../kernel/metrics.ts";
import type { Schedule, ScheduleDeps } from "../../kernel/schedules.ts";
import { ours } from "../../kernel/tenancy.ts";
import { accountPlace, mailPlace, sealingKey } from "./queries.ts";
import { accountMail, mail } from "./tables.ts";

/** Seconds for which whoever sends a mail has it alone; longer than any try takes. */
const hold = 300;
/** Seconds after which a mail is tried again that waits for somebody to mend a setting. */
const untilMended = 1_800;
/** Milliseconds between two lines that say the same: thousands of mails may wait for one thing. */
const quiet = 60_000;

type Delivered = MailOutcome | { kind: "unreadable"; code: "unreadable" };

/** What keeps every mail from leaving, and what to do. */
const troubles = {
  blocked:
    "The mail server takes no mail from us. Check the password and host in MAIL_URL, and whether it lets us send as MAIL_FROM. Mails wait, and are tried again every half hour.",
  unreadable:
    "A mail cannot be unsealed: is SESSION_SECRET (or DATA_DIR/session-secret) the one it was written under? Put it back and start again. It waits, and is tried again every half hour.",
};
const isTrouble = (kind: Delivered["kind"]): kind is keyof typeof troubles => kind in troubles;
const mendedBy = (now: Date) => new Date(now.getTime() + untilMended * 1000);

const told = new WeakMap<WorkLog, Map<string, number>>();

/** One try, counted. Says aloud what somebody has to mend, at most once a minute. @param message null: cannot be read. */
async function send(message: Mail | null, { mail: port }: Pick<Adapters, "mail">, log: WorkLog): Promise<Delivered> {
  const came: Delivered = message ? await port.send(message) : { kind: "unreadable", code: "unreadable" };
  mailsTried.inc({ outcome: came.kind });
  if (!isTrouble(came.kind)) return came;
  const before = told.get(log) ?? new Map<string, number>();
  const at = performance.now();
  if (at - (before.get(came.kind) ?? -quiet) >= quiet) {
    told.set(log, before.set(came.kind, at));
    log.error("code" in came ? { code: came.code } : {}, troubles[came.kind]);
  }
  return came;
}

/**
 * Sends one mail of an organization. A put-off one is tried for several hours: greylisting ends within one. One that waits
 * for somebody to mend a setting is kept for as long as mails are.
 */
export const deliverMail = defineErrand({
  name: "notifications.deliverMail",
  payload: z.object({ mailId: z.uuid() }),
  retries: 12,
  backoffSeconds: 15,
  // An import writes hundreds of mails with each step: its next step, and the counts, need not wait for them.
  priority: -1,
  begin: (call, { mailId }) => claimMail(call, mailId),
  act: ({ message }: { message: Mail | null }, adapters, log) => send(message, adapters, log),
  async finish(call, { mailId }, outcome: Delivered, { last }) {
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
    if (isTrouble(outcome.kind)) return { at: mendedBy(call.now) };
    return outcome.kind === "later" && !last ? "retry" : undefined;
  },
});

/**
 * Takes a mail for this worker alone; null when it is sent, given up or forgotten. Its message is null when it cannot be read.
 *
 * @throws Conflict while another has it.
 */
async function claimMail(call: Call, mailId: string): Promise<{ message: Mail | null } | null> {
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
  return { message };
}

/** The mail, or null when it cannot be read. */
function unsealed(id: string, sealed: { to: () => string; content: () => string }): Mail | null {
  try {
    return { id, to: sealed.to(), ...JSON.parse(sealed.content()) };
  } catch {
    return null;
  }
}

const mostTries = 13;

/** Sends what is written about accounts: they have no organization, and so no job. */
export const deliverAccountMail: Schedule = {
  name: "notifications.deliverAccountMail",
  everySeconds: 5,
  async run(deps) {
    for (let sent = 0; sent < 200; sent += 1) {
      const claimed = await claimAccountMail(deps);
      if (claimed === null) return;
      await recordAccountMail(deps, claimed, await send(claimed.message, deps.adapters, deps.log));
    }
  },
};

type Claimed = { accountMailId: string; message: Mail | null; attempts: number };

/**
 * The one that waits longest, put off at once: whoever dies while sending it leaves it to the next try, and one that cannot
 * be read does not stay in front of the others. Null when none is due.
 */
function claimAccountMail({ tenancy, adapters, now }: ScheduleDeps): Promise<Claimed | null> {
  return tenancy.runShared(async (db) => {
    const at = now();
    const [due] = await db
      .select()
      .from(accountMail)
      .where(lte(accountMail.nextTryAt, at))
      .orderBy(asc(accountMail.nextTryAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return null;
    const { accountMailId, sealedRecipient, sealedContent } = due;
    const attempts = due.attempts + 1;
    const wait = Math.min(hold * 2 ** (attempts - 1), 3600);
    const open = (column: "sealed_recipient" | "sealed_content", sealed: Buffer) =>
      adapters.vault.openShared(accountPlace(column, accountMailId), sealed);
    await db
      .update(accountMail)
      .set({ attempts, nextTryAt: new Date(at.getTime() + wait * 1000) })
      .where(eq(accountMail.accountMailId, accountMailId));
    const message = unsealed(accountMailId, {
      to: () => open("sealed_recipient", sealedRecipient),
      content: () => open("sealed_content", sealedContent),
    });
    return { accountMailId, message, attempts };
  });
}

async function recordAccountMail(
  { tenancy, now }: ScheduleDeps,
  { accountMailId, attempts }: Claimed,
  outcome: Delivered,
) {
  const over = outcome.kind === "refused" || (outcome.kind === "later" && attempts >= mostTries);
  const settled = outcome.kind === "sent" || over;
  // What is ours to mend does not count against the mail.
  const waiting = isTrouble(outcome.kind) ? { attempts: attempts - 1, nextTryAt: mendedBy(now()) } : {};
  await tenancy.runShared((db) =>
    db
      .update(accountMail)
      .set({
        ...(settled ? { nextTryAt: null } : waiting),
        sentAt: outcome.kind === "sent" ? now() : null,
        failedAt: over ? now() : null,
        lastCode: outcome.kind === "sent" ? null : outcome.code,
      })
      .where(
        and(eq(accountMail.accountMailId, accountMailId), isNull(accountMail.sentAt), isNull(accountMail.failedAt)),
      ),
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
