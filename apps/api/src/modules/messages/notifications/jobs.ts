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
import { keptToRecipients, ofTheirAddress } from "./queries/mail-history.ts";

/** Seconds for which a claim on a mail lasts, longer than any attempt takes. */
const hold = 300;
/**
 * Seconds before a mail that waits for a setting to change is retried. Repeated wrong passwords can get an address blocked; a
 * certificate may be checked more often.
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
/** Seconds for which other mails wait while one tests the server. */
const asking = 60;
/** Seconds between two identical log lines, because thousands of mails may wait for the same reason. */
const quiet = 60;

/** `again`: the mail waits for a setting to change and is retried then. `to`: the recipient, if readable. */
type Delivered = {
  outcome: MailOutcome | { kind: "unreadable"; code: "unreadable" };
  again: Date | null;
  to: string | null;
};

type Unsealed = MailContent & { id: string; to: string };
/** @property logoKey the storage key of the organization's logo, for a mail that shows one. */
type Begun = { message: Unsealed | null; logoKey: string | null; at: Date };

const cannotUnseal =
  "An email can't be decrypted. Restore the SESSION_SECRET (or DATA_DIR/session-secret) it was created with and restart Touchline. The email is kept and tried again every half hour.";
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** The time until which a server that refuses this process's mail isn't asked again, and its answer. */
const pauses = new WeakMap<MailPort, { until: Date; outcome: Blocked }>();
const lastLoggedAt = new WeakMap<WorkLog, Date>();

/**
 * Makes one counted attempt, unless the server is known to accept none, because thousands of mails may wait. After each pause
 * one mail tests the server for all.
 *
 * @param message null: unreadable.
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
    // Never immediately, because the queue's clock may be ahead of ours.
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

/** Runs at most once a minute. */
function sayUnreadable(log: WorkLog, now: Date): void {
  const before = lastLoggedAt.get(log);
  if (before && now < after(before, quiet)) return;
  lastLoggedAt.set(log, now);
  log.error({}, cannotUnseal);
}

/**
 * Records for platform operators whether mails are being sent, and logs changes. When a server accepts mail again, waiting
 * mails are sent at once.
 */
export function mailServerNotes({ tenancy, now, log }: Pick<WorkDeps, "tenancy" | "now" | "log">): MailNotes {
  // A sent mail stays sent even if this can't be written.
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

/** The reason why a mail was given up. */
const reasonOf = ({ outcome }: Delivered) => ("reply" in outcome ? undeliveredReason(outcome.reply) : null);

/**
 * Records that a mail to a person's current address was given up or accepted. Of several that were given up, the latest
 * is kept.
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
 * Sends one mail of an organization. A deferred one is retried for several hours: greylisting ends within one. One that waits
 * for a setting to be fixed is kept as long as mails are.
 */
export const deliverMail = defineErrand({
  name: "notifications.deliverMail",
  payload: z.object({ mailId: z.uuid() }),
  retries: 12,
  backoffSeconds: 15,
  // An import writes hundreds of mails in each step. Its next step and the counts needn't wait for them.
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
        // Problems on our side don't count as attempts.
        ...(again ? { attempts: sql`${mail.attempts} - 1` } : {}),
      })
      .where(and(ours(mail, call), eq(mail.mailId, mailId), isNull(mail.sentAt), isNull(mail.failedAt)))
      .returning({ profileId: mail.profileId, kind: mail.kind });
    if (settled && settled.profileId !== null && (over || outcome.kind === "sent")) {
      const kind = keptToRecipients.includes(settled.kind) ? "account" : settled.kind;
      await noteDelivery(call, { profileId: settled.profileId, kind }, delivered);
    }
    if (again) return { at: again };
    return outcome.kind === "later" && !last ? "retry" : undefined;
  },
});

/**
 * Claims a mail for this worker; null if it was sent, given up or deleted. Its message is null if it is unreadable.
 *
 * @throws Conflict while another worker has claimed it.
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

/** Adds the logo that the HTML refers to, or removes the reference if the organization no longer has one. */
async function withLogo({ logo, ...message }: Unsealed, key: string | null, { files }: Adapters): Promise<Mail> {
  if (!logo) return message;
  const picture = key && (await pictureOf(key, files).catch(() => null));
  return picture ? { ...message, logo: picture } : { ...message, html: withLogoAt(message.html, null) };
}

/** The side length in pixels: twice the displayed size, for high-resolution screens. */
const logoPixels = 96;
/** An organization's mails are sent one after the other, so few logos are in use at a time. */
const mostLogos = 20;
const logos = new Map<string, Promise<Buffer>>();

/** Returns a logo for mail programs: small, and as PNG. A changed logo has another key. */
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

/** Returns the mail, or null if it is unreadable. */
function unsealed(id: string, sealed: { to: () => string; content: () => string }): Unsealed | null {
  try {
    return { id, to: sealed.to(), ...JSON.parse(sealed.content()) };
  } catch {
    return null;
  }
}

const mostTries = 13;

/** Sends mails about accounts, which have no organization and therefore no job. */
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
 * Claims the oldest due mail and defers it at once, so that a crash leaves it to the next attempt and an unreadable one
 * doesn't block the others. Null if none is due.
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
  // Problems on our side don't count as attempts.
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
  // Shows to those who manage the person that mails don't arrive, without what this one was about.
  const actor = { kind: "system", name: "schedule.notifications.deliverAccountMail" } as const;
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    await tenancy.run(organizationId, (db) =>
      noteDelivery({ actor, organizationId, db, now: now(), adapters }, { profileId, kind: "account" }, delivered),
    );
  }
}

/** Days for which mails are kept: they are personal, and no one needs them later. */
const keptDays = 90;
const forgottenAtOnce = 5_000;

/** Deletes old mails of organizations and about accounts, sent or not. */
export const forgetMails: Schedule = {
  name: "notifications.forgetMails",
  whileSuspended: true,
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
