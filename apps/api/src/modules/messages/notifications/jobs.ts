import { buffer } from "node:stream/consumers";
import { type MailFault, mailFaultTexts } from "@touchline/contract/messages/mail-server";
import { undeliveredReason } from "@touchline/rules";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Mail, MailOutcome, MailPort } from "../../../adapters/mail/port.ts";
import type { Blocked, MailNotes } from "../../../adapters/mail/watched.ts";
import { type Adapters, type Call, organizationFacts } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { conflict } from "../../../errors.ts";
import { mailsTried } from "../../../http/metrics.ts";
import { failureFacts, type WorkDeps } from "../../../jobs/job-runner.ts";
import { defineErrand, type WorkLog } from "../../../jobs/jobs.ts";
import { hasten } from "../../../jobs/queue.ts";
import type { Schedule, ScheduleDeps } from "../../../jobs/schedules.ts";
import { accountMail, mail, mailServerFault, undeliveredMail } from "../../../schema/messages.ts";
import { type MailContent, withLogoAt } from "./mails/parts.ts";
import { accountPlace, logoKeyOf, mailPlace, replyPlace } from "./queries/mail-context.ts";
import { ofTheirAddress } from "./queries/mail-history.ts";

/** Seconds for which whoever sends a mail has it alone; longer than any try takes. */
const hold = 300;
/**
 * Seconds after which a mail is tried again that waits for a setting to be changed. As many wrong passwords in a row get an
 * address shut out; a certificate may be looked at more often.
 */
const pauseAfter: Readonly<Record<MailFault | "unreadable", number>> = {
  certificateUntrusted: 300,
  certificateExpired: 300,
  certificateName: 300,
  encryption: 300,
  login: 1_800,
  sender: 1_800,
  unreadable: 1_800,
};
/** Seconds for which the others wait while one mail finds out whether it works. */
const asking = 60;
/** Seconds between two lines that say the same: thousands of mails may wait for one thing. */
const quiet = 60;

/**
 * `again`: it waits for a setting to be changed, and is looked at then. `to`: where it went, if that could be read.
 */
type Delivered = {
  outcome: MailOutcome | { kind: "unreadable"; code: "unreadable" };
  again: Date | null;
  to: string | null;
};

type Unsealed = MailContent & { id: string; to: string };
/** @property logoKey where the organization's logo lies, for a mail that shows one. */
type Begun = { message: Unsealed | null; logoKey: string | null; at: Date };

const cannotUnseal =
  "An email can't be decrypted. Restore the SESSION_SECRET (or DATA_DIR/session-secret) it was created with and restart Touchline. The email is kept and tried again every half hour.";
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Until when a server that takes no mail from this process is not asked again, and what it answered. */
const pauses = new WeakMap<MailPort, { until: Date; outcome: Blocked }>();
const told = new WeakMap<WorkLog, Date>();

/**
 * One try, counted, unless the server is known to take none: thousands of mails may wait. After each pause one mail asks for
 * all.
 *
 * @param message null: cannot be read.
 */
async function send(
  message: Mail | null,
  { mail: port }: Pick<Adapters, "mail">,
  log: WorkLog,
  now: Date,
): Promise<Delivered> {
  if (message === null) {
    mailsTried.inc({ outcome: "unreadable" });
    sayUnreadable(log, now);
    return {
      outcome: { kind: "unreadable", code: "unreadable" },
      again: after(now, pauseAfter.unreadable),
      to: null,
    };
  }
  const { to } = message;
  const pause = pauses.get(port);
  if (pause && now < pause.until) {
    // Never at once: the queue may go by a clock that is ahead of ours.
    const soonest = after(now, asking);
    return { outcome: pause.outcome, again: pause.until > soonest ? pause.until : soonest, to };
  }
  if (pause) pause.until = after(now, asking);
  const outcome = await port.send(message);
  mailsTried.inc({ outcome: outcome.kind });
  if (outcome.kind !== "blocked") {
    pauses.delete(port);
    return { outcome, again: null, to };
  }
  const until = after(now, pauseAfter[outcome.fault]);
  pauses.set(port, { until, outcome });
  return { outcome, again: until, to };
}

/** At most once a minute. */
function sayUnreadable(log: WorkLog, now: Date): void {
  const before = told.get(log);
  if (before && now < after(before, quiet)) return;
  told.set(log, now);
  log.error({}, cannotUnseal);
}

/**
 * Keeps for platform operators whether mails leave, and logs it when that changes. Once a server takes mails again, those that
 * waited for it leave at once.
 */
export function mailServerNotes({ tenancy, now, log }: Pick<WorkDeps, "tenancy" | "now" | "log">): MailNotes {
  // A mail that was sent stays sent when this cannot be written.
  const kept = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => log.error(failureFacts(error), "Mail server state not saved"),
    );
  return {
    now,
    noteFault({ fault: kind, code, detail }, isNew) {
      const { what, todo } = mailFaultTexts[kind];
      if (isNew) log.error({ fault: kind, code }, `${what} ${todo} Emails are kept and sent once it works.`);
      const at = now();
      return kept(
        tenancy.runShared((db) =>
          db
            .insert(mailServerFault)
            .values({ kind, detail, since: at, triedAt: at })
            .onConflictDoUpdate({
              target: mailServerFault.singleton,
              set: {
                ...{ kind, detail, triedAt: at },
                since: sql`CASE WHEN ${mailServerFault.kind} = excluded.kind THEN ${mailServerFault.since} ELSE excluded.since END`,
              },
            }),
        ),
      );
    },
    noteTaken: () =>
      kept(
        tenancy.runShared(async (db) => {
          const over = await db.delete(mailServerFault).returning({ kind: mailServerFault.kind });
          if (over.length === 0) return;
          log.info({}, "The mail server accepts email again. Waiting emails are being sent.");
          await hasten(db, deliverMail.name);
          await db
            .update(accountMail)
            .set({ nextTryAt: now() })
            .where(and(gt(accountMail.nextTryAt, now()), isNotNull(accountMail.lastCode)));
        }),
      ),
  };
}

/** Why a mail was given up. */
const reasonOf = ({ outcome }: Delivered) => ("reply" in outcome ? undeliveredReason(outcome.reply) : null);

/**
 * Keeps of a person that a mail to their present address was given up, or that one was taken. Of several that were given up
 * the latest stays.
 */
async function noteDelivery(
  call: Call,
  { profileId, kind }: { profileId: string; kind: string },
  delivered: Delivered,
): Promise<void> {
  const { outcome, to } = delivered;
  if (to === null) return;
  const sameAddress = sql`lower(${undeliveredMail.email}) = lower(${to})`;
  if (outcome.kind === "sent") {
    await call.db
      .delete(undeliveredMail)
      .where(and(ours(undeliveredMail, call), eq(undeliveredMail.profileId, profileId), sameAddress));
    return;
  }
  const reason = reasonOf(delivered);
  if (reason === null || !("reply" in outcome)) return;
  const { text } = outcome.reply;
  const place = replyPlace(call, profileId);
  const sealedReply =
    text === "" ? null : call.adapters.vault.seal((await organizationFacts(call)).wrappedKey, place, text);
  const row = { kind, email: to, reason, sealedReply, at: call.now };
  await call.db
    .insert(undeliveredMail)
    .values({ organizationId: call.organizationId, profileId, ...row })
    .onConflictDoUpdate({ target: [undeliveredMail.organizationId, undeliveredMail.profileId], set: row });
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
  act: async ({ message, logoKey, at }: Begun, adapters, log) =>
    send(message && (await withLogo(message, logoKey, adapters)), adapters, log, at),
  async finish(call, { mailId }, delivered: Delivered, { last }) {
    const { outcome, again } = delivered;
    const over = outcome.kind === "refused" || (outcome.kind === "later" && last);
    const [settled] = await call.db
      .update(mail)
      .set({
        sendingUntil: null,
        sentAt: outcome.kind === "sent" ? call.now : null,
        failedAt: over ? call.now : null,
        failedReason: over ? reasonOf(delivered) : null,
        lastCode: outcome.kind === "sent" ? null : outcome.code,
        // What is ours to mend does not count against the mail.
        ...(again ? { attempts: sql`${mail.attempts} - 1` } : {}),
      })
      .where(and(ours(mail, call), eq(mail.mailId, mailId), isNull(mail.sentAt), isNull(mail.failedAt)))
      .returning({ profileId: mail.profileId, kind: mail.kind });
    if (settled && settled.profileId !== null && (over || outcome.kind === "sent")) {
      await noteDelivery(call, { profileId: settled.profileId, kind: settled.kind }, delivered);
    }
    if (again) return { at: again };
    return outcome.kind === "later" && !last ? "retry" : undefined;
  },
});

/**
 * Takes a mail for this worker alone; null when it is sent, given up or forgotten. Its message is null when it cannot be read.
 *
 * @throws Conflict while another has it.
 */
async function claimMail(call: Call, mailId: string): Promise<Begun | null> {
  const open = and(ours(mail, call), eq(mail.mailId, mailId), isNull(mail.sentAt), isNull(mail.failedAt));
  const [row] = await call.db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, sendingUntil: new Date(call.now.getTime() + hold * 1000) })
    .where(and(open, or(isNull(mail.sendingUntil), lte(mail.sendingUntil, call.now))))
    .returning({ recipient: mail.sealedRecipient, content: mail.sealedContent });
  if (!row) {
    const [held] = await call.db.select({ mailId: mail.mailId }).from(mail).where(open);
    if (held) throw conflict("Another worker is sending this email.", "sending");
    return null;
  }
  const { wrappedKey } = await organizationFacts(call);
  const { vault } = call.adapters;
  const message = unsealed(mailId, {
    to: () => vault.open(wrappedKey, mailPlace(call, "sealed_recipient", mailId), row.recipient),
    content: () => vault.open(wrappedKey, mailPlace(call, "sealed_content", mailId), row.content),
  });
  return { message, logoKey: message?.logo ? await logoKeyOf(call) : null, at: call.now };
}

/** The mail with the picture that its HTML names; without the place for it where the organization has none any more. */
async function withLogo({ logo, ...message }: Unsealed, key: string | null, { files }: Adapters): Promise<Mail> {
  if (!logo) return message;
  const picture = key && (await pictureOf(key, files).catch(() => null));
  return picture ? { ...message, logo: picture } : { ...message, html: withLogoAt(message.html, null) };
}

/** Pixels of a side: twice what is shown, for fine screens. */
const logoPixels = 96;
/** Mails of one organization leave one after the other, so few logos are in use at a time. */
const mostLogos = 20;
const logos = new Map<string, Promise<Buffer>>();

/** A logo as every mail program shows it: small, and as PNG. Under another key lies another one. */
function pictureOf(key: string, files: Adapters["files"]): Promise<Buffer> {
  const known = logos.get(key);
  if (known) return known;
  const made = (async () => {
    const { default: sharp } = await import("sharp");
    return sharp(await buffer(await files.open(key)))
      .resize(logoPixels, logoPixels)
      .png()
      .toBuffer();
  })();
  logos.set(key, made);
  made.catch(() => logos.delete(key));
  if (logos.size > mostLogos) logos.delete(logos.keys().next().value as string);
  return made;
}

/** The mail, or null when it cannot be read. */
function unsealed(id: string, sealed: { to: () => string; content: () => string }): Unsealed | null {
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
      await recordAccountMail(
        deps,
        claimed,
        await send(
          claimed.message && (await withLogo(claimed.message, null, deps.adapters)),
          deps.adapters,
          deps.log,
          deps.now(),
        ),
      );
    }
  },
};

type Claimed = {
  accountMailId: string;
  message: Unsealed | null;
  attempts: number;
  kind: string;
  appUserId: string | null;
};

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
    const { accountMailId, sealedRecipient, sealedContent, kind, appUserId } = due;
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
    return { accountMailId, message, attempts, kind, appUserId };
  });
}

async function recordAccountMail(
  { tenancy, now, adapters }: ScheduleDeps,
  { accountMailId, attempts, kind, appUserId }: Claimed,
  delivered: Delivered,
) {
  const { outcome, again } = delivered;
  const over = outcome.kind === "refused" || (outcome.kind === "later" && attempts >= mostTries);
  const settled = outcome.kind === "sent" || over;
  // What is ours to mend does not count against the mail.
  const waiting = again ? { attempts: attempts - 1, nextTryAt: again } : {};
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
  if (!settled || appUserId === null || !ofTheirAddress(kind)) return;
  // Whoever looks after the person sees that mails do not arrive, and not what this one was about.
  const actor = { kind: "system", name: "schedule.notifications.deliverAccountMail" } as const;
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    await tenancy.run(organizationId, (db) =>
      noteDelivery({ actor, organizationId, db, now: now(), adapters }, { profileId, kind: "account" }, delivered),
    );
  }
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
