import { contrastRatio } from "@touchline/contract/accounts/colors";
import {
  addOrganizationFile,
  removeOrganizationFile,
  saveOrganizationSettings,
} from "@touchline/contract/accounts/organization-settings";
import { getMailServer } from "@touchline/contract/messages/mail-server";
import sharp from "sharp";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { namesTheTenant } from "../../../../test/tenant-isolation.ts";
import { aWorld, type Organization, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";
import type { Mail, MailOutcome } from "../../../adapters/mail/port.ts";
import { faultSeen } from "../../../adapters/mail/watched.ts";
import type { Adapters } from "../../../call.ts";
import { openDatabase } from "../../../database/database.ts";
import { ours } from "../../../database/tenancy.ts";
import { mailsTried } from "../../../http/metrics.ts";
import { organization } from "../../../schema/accounts.ts";
import { mail } from "../../../schema/messages.ts";
import { openVault } from "../../../security/encryption.ts";
import { openWorker } from "../../../worker.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { mailResets } from "./actions/about-submission.ts";
import { sendMail } from "./actions/send.ts";
import { sendAccountMail } from "./actions/send-account.ts";
import { newestAccountMails, newestMails } from "./queries/mail-history.ts";

const world = aWorld();

const confirm = (to: string, more: { key?: string } = {}) =>
  ({ kind: "confirmEmail", to, profileId: null, fields: { firstName: "Ana", path: "/confirm/abc" }, ...more }) as const;
const mailsOf = (org: Organization) => org.asSystem((call) => newestMails(call, 100));
const rowOf = async (org: Organization) => {
  const [row] = await org.asSystem((call) => call.db.select().from(mail).where(ours(mail, call)));
  if (!row) throw new Error("there is no mail");
  return row;
};

const theirBlock = { kind: "blocked", code: "550", fault: "sender", detail: "550 Not one of our senders" } as const;

/** Starts a separate worker with other adapters, and collects the errors that it logs. */
async function aWorker(adapters: Partial<Adapters>) {
  const lines: string[] = [];
  const database = await openDatabase(world.it.clone.appUrl, { max: 5, log: () => undefined });
  const worker = openWorker({
    pool: database.pool,
    adapters: { ...world.it.adapters, ...adapters },
    identity: world.it.identity,
    now: world.it.clock.now,
    log: { info: () => undefined, error: (facts, message) => void lines.push(`${message} ${JSON.stringify(facts)}`) },
    onStatement: namesTheTenant,
  });
  onTestFinished(async () => {
    await worker.stop();
    await database.close();
  });
  return { ...worker, lines };
}

const triedSoFar = async (outcome: string) =>
  (await mailsTried.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

describe("a mail of an organization", () => {
  test("is sent once, and what it says lies sealed", async () => {
    const org = await world.it.anOrganization();
    await org.asSystem((call) => sendMail(call, confirm("ana.planted@clubs.example")));
    expect(await mailsOf(org)).toMatchObject([{ sentAt: null, to: "ana.planted@clubs.example" }]);
    await world.it.drainJobs();
    expect(await world.it.drainJobs()).toEqual([]);
    const [sent] = await mailsOf(org);
    expect(sent?.sentAt).not.toBeNull();
    expect(sent?.subject).toBe("Confirm your email address");
    expect(sent?.text).toContain("http://127.0.0.1/confirm/abc");
    const row = await rowOf(org);
    expect(row.attempts).toBe(1);
    expect(JSON.stringify(row) + row.sealedRecipient.toString() + row.sealedContent.toString()).not.toMatch(
      /planted|Ana|confirm\/abc/,
    );
  });

  test("is not there when the change that causes it is not", async () => {
    const org = await world.it.anOrganization();
    const change = org.asSystem(async (call) => {
      await sendMail(call, confirm("ana@clubs.example"));
      throw new Error("on purpose");
    });
    await expect(change).rejects.toThrow("on purpose");
    expect(await mailsOf(org)).toEqual([]);
    expect(await world.it.drainJobs()).toEqual([]);
  });

  test("that was written already for the same reason is not written again", async () => {
    const org = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const write = (one: Organization) =>
      one.asSystem((call) => sendMail(call, confirm("ana@clubs.example", { key: "confirm:1" })));
    expect([await write(org), await write(org)]).toEqual([expect.any(String), null]);
    expect(await write(other)).toEqual(expect.any(String));
    expect(await world.it.drainJobs()).toHaveLength(2);
  });

  test("written under another secret waits, says so to the operator, and leaves once the secret is back", async () => {
    const org = await world.it.anOrganization();
    await org.asSystem((call) => sendMail(call, confirm("ana.planted@clubs.example")));
    const wrong = await aWorker({ vault: openVault("another secret that is long enough for a vault") });
    expect(await wrong.drainJobs()).toMatchObject([{ outcome: "later" }]);
    expect(await rowOf(org)).toMatchObject({ sentAt: null, failedAt: null, lastCode: "unreadable" });
    expect(wrong.lines).toEqual([expect.stringMatching(/SESSION_SECRET/)]);
    for (let round = 0; round < 20; round += 1) {
      world.it.clock.shift += 3_600_000;
      await wrong.drainJobs();
    }
    expect(wrong.lines).toHaveLength(21);
    expect(wrong.lines.join()).not.toMatch(/planted/);
    expect(await rowOf(org)).toMatchObject({ sentAt: null, failedAt: null });
    world.it.clock.shift += 3_600_000;
    await world.it.drainJobs();
    expect(await rowOf(org)).toMatchObject({ sentAt: expect.any(Date), lastCode: null });
  });

  test("from a sender that the server rejects waits until that is fixed, which is logged as an error and counted", async () => {
    const org = await world.it.anOrganization();
    for (const name of ["ana", "bea", "cid"]) {
      await org.asSystem((call) => sendMail(call, confirm(`${name}@clubs.example`)));
    }
    const before = await triedSoFar("blocked");
    const blocked = await aWorker({ mail: { ...world.it.adapters.mail, send: async () => theirBlock } });
    await blocked.drainJobs();
    expect(blocked.lines).toEqual([expect.stringMatching(/MAIL_FROM.*"fault":"sender"/)]);
    expect(await triedSoFar("blocked")).toBe(before + 1);
    for (let round = 0; round < 20; round += 1) {
      world.it.clock.shift += 3_600_000;
      await blocked.drainJobs();
    }
    expect(await rowOf(org)).toMatchObject({ sentAt: null, failedAt: null, lastCode: "550", attempts: 0 });
    world.it.clock.shift += 3_600_000;
    await world.it.drainJobs();
    expect((await mailsOf(org)).map((one) => one.sentAt !== null)).toEqual([true, true, true]);
  });

  test("says what the operator must mend at most once a minute, by the clock of its calls", async () => {
    const org = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const wrong = await aWorker({ vault: openVault("another secret that is long enough for a vault") });
    const written = async (one: Organization) => {
      await one.asSystem((call) => sendMail(call, confirm("ana@clubs.example")));
      await wrong.drainJobs();
      return wrong.lines.length;
    };
    expect([await written(org), await written(other)]).toEqual([1, 1]);
    world.it.clock.shift += 61_000;
    expect(await written(org)).toBe(2);
    world.it.clock.shift += 3_600_000;
    await world.it.drainJobs();
  });

  test("asks a server that takes none once for all of them after each pause, and all leave once it is mended", async () => {
    const org = await world.it.anOrganization();
    const names = ["ana", "bea", "cid", "dee", "eva"];
    for (const name of names) await org.asSystem((call) => sendMail(call, confirm(`${name}@clubs.example`)));
    let [attempts, mended] = [0, false];
    let answered = Promise.resolve();
    const send = async (): Promise<MailOutcome> => {
      attempts += 1;
      await answered;
      return mended ? { kind: "sent" } : theirBlock;
    };
    const worker = await aWorker({ mail: { ...world.it.adapters.mail, send } });
    const after = async (minutes: number) => {
      world.it.clock.shift += minutes * 60_000;
      await worker.drainJobs();
      return attempts;
    };
    expect([await after(0), await after(20), await after(11), await after(20), await after(11)]).toEqual([
      1, 1, 2, 2, 3,
    ]);
    const codes = await org.asSystem((call) =>
      call.db.select({ code: mail.lastCode }).from(mail).where(ours(mail, call)),
    );
    expect(codes).toEqual(names.map(() => ({ code: "550" })));

    // While one mail tests the server, a mail about an account doesn't test it too.
    const { adapters, clock, database, tenancy } = world.it;
    await tenancy.runShared((db) =>
      sendAccountMail(
        { db, now: clock.now(), adapters },
        {
          kind: "passwordReset",
          to: "fay@clubs.example",
          appUserId: null,
          fields: { minutes: 30, path: "/reset/abc" },
        },
      ),
    );
    const gate = Promise.withResolvers<void>();
    answered = gate.promise;
    mended = true;
    const finding = after(31);
    await expect.poll(() => attempts).toBe(4);
    await worker.runSchedule("notifications.deliverAccountMail");
    expect(attempts).toBe(4);
    gate.resolve();
    await finding;
    await after(2);
    await worker.runSchedule("notifications.deliverAccountMail");
    expect((await mailsOf(org)).map((one) => one.sentAt !== null)).toEqual(names.map(() => true));
    expect(attempts).toBe(3 + names.length + 1);
    await database.pool.query("DELETE FROM account_mail");
  });

  test("to an address that is refused is given up at once, to one that is put off after hours", async () => {
    const org = await world.it.anOrganization();
    await org.asSystem((call) => sendMail(call, confirm("gone@refused.invalid")));
    await world.it.drainJobs();
    expect(await rowOf(org)).toMatchObject({ sentAt: null, failedAt: expect.any(Date), lastCode: "550", attempts: 1 });

    const slow = await world.it.anOrganization();
    await slow.asSystem((call) => sendMail(call, confirm("new@later.invalid")));
    await world.it.drainJobs();
    expect(await rowOf(slow)).toMatchObject({ sentAt: null, failedAt: null, lastCode: "451", attempts: 1 });
    for (let round = 0; round < 12; round += 1) {
      world.it.clock.shift += 2 * 3_600_000;
      await world.it.drainJobs();
    }
    expect(await rowOf(slow)).toMatchObject({ sentAt: null, failedAt: expect.any(Date), attempts: 13 });
    expect(await world.it.drainJobs()).toEqual([]);
  });

  test("goes out once though two workers get hold of its job", async () => {
    const org = await world.it.anOrganization();
    await org.asSystem((call) => sendMail(call, confirm("ana@clubs.example")));
    const { deliverMail } = await import("./jobs.ts");
    const { mailId } = await rowOf(org);
    if (deliverMail.steps.kind !== "errand") throw new Error("it is an errand");
    const { begin } = deliverMail.steps;
    const claim = () => org.asSystem((call) => begin(call, { mailId } as never));
    expect(await claim()).toMatchObject({ message: { id: mailId, to: "ana@clubs.example" } });
    await expect(claim()).rejects.toThrow("Another worker is sending this email.");
    // The first worker died: its claim expires, and the job is still queued.
    world.it.clock.shift += 600_000;
    await world.it.drainJobs();
    expect((await mailsOf(org))[0]?.sentAt).not.toBeNull();
    expect(await claim()).toBeNull();
  });

  test("reaches the other side as the same mail at every try", async () => {
    const org = await world.it.anOrganization();
    const seen: Mail[] = [];
    const silence = { reply: null, status: null, stage: "message", text: "" } as const;
    const outcomes: MailOutcome[] = [{ kind: "later", code: "ETIMEDOUT", reply: silence }, { kind: "sent" }];
    const port = {
      leaves: true,
      close: async () => undefined,
      send: async (message: Mail) => {
        seen.push(message);
        return outcomes.shift() ?? ({ kind: "sent" } as const);
      },
    };
    const worker = await aWorker({ mail: port });
    await org.asSystem((call) => sendMail(call, confirm("ana@clubs.example")));
    await worker.drainJobs();
    world.it.clock.shift += 3_600_000;
    await worker.drainJobs();
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });

  test("says what people typed as text, in both forms, and links nowhere else", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const notes = 'The <b>second</b> page is missing.\n<script>alert("1")</script>';
    const about = { profileId: coach.profileId, requirementName: "Agreement", notes, key: "1" };
    await org.asSystem((call) => mailResets(call, [{ ...about, path: "/requirements/1" }]));
    const [written] = await mailsOf(org);
    expect(written?.subject).toBe("Agreement: please submit it again");
    expect(written?.html).not.toMatch(/<script|<b>/);
    expect(written?.html).toContain("&lt;b&gt;second");
    expect(written?.text).toContain("> The <b>second</b> page is missing.");
    const elsewhere = org.asSystem((call) => mailResets(call, [{ ...about, key: "2", path: "//evil.example" }]));
    await expect(elsewhere).rejects.toThrow("not a path");
  });
});

describe("a reset", () => {
  test("is sent to the member, in Spanish if they chose it", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const about = { requirementName: "Agreement", notes: "Page 2, please.", path: "/requirements/1", key: "review-1" };
    const sentCount = await org.asSystem((call) => mailResets(call, [{ profileId: coach.profileId, ...about }]));
    expect(sentCount).toBe(1);
    await org.asSystem((call) => mailResets(call, [{ profileId: coach.profileId, ...about }]));
    expect(await mailsOf(org)).toMatchObject([{ to: coach.email, kind: "reset" }]);
    await org.asSystem((call) => sendMail(call, { ...confirm("ana@clubs.example"), language: "es" }));
    expect((await mailsOf(org))[0]?.subject).toBe("Confirma tu dirección de correo");
  });

  test("of many members takes no more statements than of one", async () => {
    const org = await world.it.anOrganization();
    const coaches: TestPerson[] = [];
    for (let at = 0; at < 4; at += 1) coaches.push(await org.aMember("northTeam", "Head Coach"));
    const about = { requirementName: "Agreement", notes: "Page 2, please.", path: "/requirements/1" };
    const sendTo = (people: typeof coaches) =>
      world.it.statementsOf(async () => {
        const resets = people.map(({ profileId }) => ({ profileId, key: `review of ${profileId}`, ...about }));
        await org.asSystem((call) => mailResets(call, resets));
      });
    const one = await sendTo(coaches.slice(0, 1));
    expect(await sendTo(coaches.slice(1))).toBe(one);
    expect((await mailsOf(org)).map((one) => one.to).sort()).toEqual(coaches.map((coach) => coach.email).sort());
  });

  test("about a child without a login is sent to the guardians", async () => {
    const org = await world.it.anOrganization();
    const parent = await org.aMember("northTeam", "Volunteer");
    const child = await org.asSystem(async (call) => {
      const birth = `${new Date().getFullYear() - 9}-06-01`;
      const profileId = await createProfile(
        call,
        { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: birth },
        null,
      );
      await addMember(call, { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, profileId });
      await addGuardian(call, { guardianProfileId: parent.profileId, childProfileId: profileId });
      return profileId;
    });
    const about = { requirementName: "Medical form", notes: "Unreadable.", path: "/requirements/1", key: "review-1" };
    await org.asSystem((call) => mailResets(call, [{ profileId: child, ...about }]));
    const mails = await mailsOf(org);
    expect(mails).toMatchObject([{ to: parent.email }]);
    expect(mails[0]?.text).toContain("for Noa Little");
  });
});

test("another organization sees none of it", async () => {
  const [org, other] = [await world.it.anOrganization(), await world.it.anOrganization()];
  await org.asSystem((call) => sendMail(call, confirm("ana@clubs.example")));
  expect(await mailsOf(other)).toEqual([]);
});

test("mails are forgotten after ninety days, sent or not, and no sooner", async () => {
  const { adapters, clock, database, tenancy } = world.it;
  const org = await world.it.anOrganization();
  await org.aMember("root", "Administrator");
  const fields = { minutes: 30, path: "/reset/abc" };
  const write = async (name: string) => {
    await org.asSystem((call) => sendMail(call, confirm(`${name}@clubs.example`)));
    await tenancy.runShared((db) =>
      sendAccountMail(
        { db, now: clock.now(), adapters },
        { kind: "passwordReset", to: `${name}@clubs.example`, appUserId: null, fields },
      ),
    );
  };
  const { shift } = clock;
  const day = 86_400_000;
  const accountMails = async () => (await database.pool.query("SELECT created_at FROM account_mail")).rowCount;
  try {
    await write("old");
    clock.shift = shift + 80 * day;
    await world.it.runSchedule("notifications.forgetMails");
    expect(await mailsOf(org)).toHaveLength(1);
    await write("new");
    clock.shift = shift + 91 * day;
    await world.it.runSchedule("notifications.forgetMails");
    expect((await mailsOf(org)).map((one) => one.to)).toEqual(["new@clubs.example"]);
    expect(await accountMails()).toBe(1);
  } finally {
    await world.it.drainJobs();
    await database.pool.query("DELETE FROM account_mail");
    clock.shift = shift;
  }
});

describe("a mail about an account", () => {
  test("is sent by a schedule, once; refused and put-off ones end", async () => {
    const { adapters, clock, database } = world.it;
    const write = (to: string) =>
      world.it.tenancy.runShared((db) =>
        sendAccountMail(
          { db, now: clock.now(), adapters },
          { kind: "passwordReset", to, appUserId: null, fields: { minutes: 30, path: "/reset/abc" } },
        ),
      );
    for (const to of ["ana.planted@clubs.example", "gone@refused.invalid", "new@later.invalid"]) await write(to);
    await world.it.runSchedule("notifications.deliverAccountMail");
    const state = async () =>
      (
        await database.pool.query(
          `SELECT attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, last_code AS code
           FROM account_mail ORDER BY created_at, account_mail_id`,
        )
      ).rows;
    expect(await state()).toEqual([
      { attempts: 1, sent: true, failed: false, code: null },
      { attempts: 1, sent: false, failed: true, code: "550" },
      { attempts: 1, sent: false, failed: false, code: "451" },
    ]);
    for (let round = 0; round < 14; round += 1) {
      clock.shift += 2 * 3_600_000;
      await world.it.runSchedule("notifications.deliverAccountMail");
    }
    expect((await state()).map((row) => row.attempts)).toEqual([1, 1, 13]);
    expect((await state())[2]?.failed).toBe(true);
    const { rows } = await database.pool.query("SELECT * FROM account_mail");
    expect(JSON.stringify(rows) + rows.map((row) => row.sealed_recipient.toString()).join()).not.toContain("planted");
  });

  test("that cannot be unsealed waits for the operator, and keeps no other from leaving", async () => {
    const { adapters, clock, database, tenancy } = world.it;
    const fields = { minutes: 30, path: "/reset/abc" };
    await tenancy.runShared((db) =>
      sendAccountMail(
        { db, now: clock.now(), adapters },
        { kind: "passwordReset", to: "readable@clubs.example", appUserId: null, fields },
      ),
    );
    await database.pool.query(
      `INSERT INTO account_mail (account_mail_id, kind, sealed_recipient, sealed_content, next_try_at, created_at)
       SELECT gen_random_uuid(), 'spoilt', sealed_recipient, sealed_content, next_try_at - interval '1 hour', created_at
       FROM account_mail WHERE next_try_at IS NOT NULL`,
    );
    const worker = await aWorker({});
    await worker.runSchedule("notifications.deliverAccountMail");
    const state = async () => {
      const { rows } = await database.pool.query(
        `SELECT kind, attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed,
           next_try_at > $1 AS waits, last_code AS code
         FROM account_mail WHERE created_at = (SELECT max(created_at) FROM account_mail) ORDER BY kind`,
        [clock.now()],
      );
      return rows;
    };
    const sent = { kind: "passwordReset", attempts: 1, sent: true, failed: false, waits: null, code: null };
    const spoilt = { kind: "spoilt", attempts: 0, sent: false, failed: false, waits: true, code: "unreadable" };
    expect(await state()).toEqual([sent, spoilt]);
    expect(worker.lines).toEqual([expect.stringMatching(/SESSION_SECRET/)]);
    for (let round = 0; round < 20; round += 1) {
      clock.shift += 3_600_000;
      await worker.runSchedule("notifications.deliverAccountMail");
    }
    expect(await state()).toEqual([sent, spoilt]);
    await database.pool.query("UPDATE account_mail SET next_try_at = NULL");
  });

  test("of a sender whom the server does not take waits, however often it was tried", async () => {
    const { adapters, clock, database, tenancy } = world.it;
    const fields = { minutes: 30, path: "/reset/abc" };
    await tenancy.runShared((db) =>
      sendAccountMail(
        { db, now: clock.now(), adapters },
        { kind: "passwordReset", to: "ana@clubs.example", appUserId: null, fields },
      ),
    );
    const worker = await aWorker({ mail: { ...adapters.mail, send: async () => theirBlock } });
    await worker.runSchedule("notifications.deliverAccountMail");
    expect(worker.lines).toEqual([expect.stringMatching(/MAIL_FROM/)]);
    for (let round = 0; round < 20; round += 1) {
      clock.shift += 3_600_000;
      await worker.runSchedule("notifications.deliverAccountMail");
    }
    await world.it.runSchedule("notifications.deliverAccountMail");
    const waiting = "SELECT last_code FROM account_mail WHERE next_try_at IS NOT NULL";
    expect((await database.pool.query(waiting)).rows).toEqual([{ last_code: "550" }]);
    clock.shift += 3_600_000;
    await world.it.runSchedule("notifications.deliverAccountMail");
    expect((await database.pool.query(waiting)).rows).toEqual([]);
  });

  test("is shown only where all of the account's profiles lie in the organizations asked about", async () => {
    const { adapters, clock, tenancy } = world.it;
    const [org, other] = [await world.it.anOrganization(), await world.it.anOrganization()];
    const [mine, theirs] = [await org.aMember("root", "Administrator"), await other.aMember("root", "Administrator")];
    const mails = await tenancy.runShared(async (db) => {
      for (const { appUserId, email } of [mine, theirs]) {
        const fields = { minutes: 30, path: "/reset/abc" };
        await sendAccountMail(
          { db, now: clock.now(), adapters },
          { kind: "passwordReset", to: email, appUserId, fields },
        );
      }
      return newestAccountMails({ db, adapters }, [org.organizationId], 100);
    });
    expect(mails).toMatchObject([{ to: mine.email }]);
  });
});

describe("a mail server whose certificate isn't trusted", () => {
  const untrusted: MailOutcome = {
    ...{ kind: "blocked", code: "ESOCKET" },
    ...{ fault: "certificateUntrusted", detail: "self-signed certificate" },
  };
  const problems = async () => {
    const operator = await world.it.signIn(operatorAddress);
    return (await ask(world.it.base, operator, getMailServer)).body;
  };

  beforeAll(async () => {
    await world.it.accounts.create({ email: operatorAddress, password, emailConfirmed: true });
  });

  test("is logged once and shown to operators with what to do, and all mails leave once it is trusted", async () => {
    world.it.clock.shift = 0;
    const org = await world.it.anOrganization();
    const { adapters, clock, tenancy, database } = world.it;
    const write = (name: string) => org.asSystem((call) => sendMail(call, confirm(`${name}@clubs.example`)));
    await write("ana");
    await write("bea");
    let [attempts, trusted] = [0, false];
    const send = async (): Promise<MailOutcome> => {
      attempts += 1;
      return trusted ? { kind: "sent" } : untrusted;
    };
    const port = { ...adapters.mail, leaves: true, send };
    const worker = await aWorker({ mail: port });
    await worker.drainJobs();
    expect(await problems()).toMatchObject({
      fault: { kind: "certificateUntrusted", detail: "self-signed certificate" },
    });
    expect(faultSeen(port)).toBe("certificateUntrusted");
    for (let round = 0; round < 15; round += 1) {
      clock.shift += 3_600_000;
      await worker.drainJobs();
    }
    expect(worker.lines).toEqual([expect.stringMatching(/NODE_EXTRA_CA_CERTS.*"fault":"certificateUntrusted"/)]);
    expect((await mailsOf(org)).map((one) => [one.sentAt, one.failedAt])).toEqual([
      [null, null],
      [null, null],
    ]);
    await tenancy.runShared((db) =>
      sendAccountMail(
        { db, now: clock.now(), adapters },
        {
          kind: "passwordReset",
          to: "fay@clubs.example",
          appUserId: null,
          fields: { minutes: 30, path: "/reset/abc" },
        },
      ),
    );
    await worker.runSchedule("notifications.deliverAccountMail");
    trusted = true;
    clock.shift += 6 * 60_000;
    attempts = 0;
    await write("cid");
    await worker.drainJobs();
    await worker.runSchedule("notifications.deliverAccountMail");
    // At the same time, so nothing waits for a next run.
    expect(attempts).toBe(4);
    expect((await mailsOf(org)).every((one) => one.sentAt !== null)).toBe(true);
    expect(faultSeen(port)).toBeNull();
    await database.pool.query("DELETE FROM account_mail");
    clock.shift = 0;
    expect((await problems()).fault).toBeNull();
  });

  test("is no business of an organization's administrators", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    expect((await admin.ask(getMailServer)).status).toBe(403);
    expect((await ask(world.it.base, null, getMailServer)).status).toBe(401);
  });
});

describe("in whose name a mail comes", () => {
  // Other tests move the clock by days, and people log in here.
  beforeAll(() => {
    world.it.clock.shift = 0;
  });

  const logoFile = async () => {
    const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: "#cc2200" } });
    return new File([new Uint8Array(await picture.png().toBuffer())], "logo.png");
  };
  const logoOf = (org: Organization) => ({ params: { id: org.organizationId }, query: { purpose: "Logo" as const } });

  /** Writes a mail of an organization and returns what is sent. */
  async function leaving(org: Organization): Promise<Mail> {
    const sent: Mail[] = [];
    const send = async (message: Mail) => {
      sent.push(message);
      return { kind: "sent" as const };
    };
    const worker = await aWorker({ mail: { ...world.it.adapters.mail, leaves: true, send } });
    await org.asSystem((call) => sendMail(call, confirm("ana@clubs.example")));
    await worker.drainJobs();
    expect(sent).toHaveLength(1);
    return sent[0] as Mail;
  }

  test("its sender and its button are the organization's, with a logo only where it has one", async () => {
    const org = await world.it.anOrganization("Cascade United");
    const admin = await org.aMember("root", "Administrator");
    const body = { accentColor: "#7a1fa2" };
    await admin.call(saveOrganizationSettings, { params: { id: org.organizationId }, body });
    const plain = await leaving(org);
    expect(plain.from).toBe("Cascade United");
    expect(plain.html).toContain("background:#7a1fa2;color:#ffffff");
    expect(plain.html).not.toContain("<img");
    expect(plain.logo).toBeUndefined();

    await admin.call(addOrganizationFile, { ...logoOf(org), body: {}, files: [await logoFile()] });
    const withLogo = await leaving(org);
    expect(withLogo.html).toContain('<img src="cid:logo" alt="Cascade United" width="48" height="48"');
    expect(await sharp(withLogo.logo).metadata()).toMatchObject({ format: "png", width: 96, height: 96 });
    const first = (await mailsOf(org))[0];
    expect(first?.html).toMatch(/<img src="http:\/\/127\.0\.0\.1\/api\/app\/organization\/[^"]+\/logo\/[^"]+"/);
  });

  test("a mail whose logo was taken away before it left goes without", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await admin.call(addOrganizationFile, { ...logoOf(org), body: {}, files: [await logoFile()] });
    const sent: Mail[] = [];
    const send = async (message: Mail) => {
      sent.push(message);
      return { kind: "sent" as const };
    };
    const worker = await aWorker({ mail: { ...world.it.adapters.mail, send } });
    await org.asSystem((call) => sendMail(call, confirm("ana@clubs.example")));
    await admin.call(removeOrganizationFile, logoOf(org));
    await worker.drainJobs();
    expect(sent[0]?.logo).toBeUndefined();
    expect(sent[0]?.html).not.toContain("<img");
    expect((await mailsOf(org))[0]?.html).not.toContain("<img");
  });

  test("white words on its button can be read, also where the color was chosen before that was asked", async () => {
    const org = await world.it.anOrganization();
    await org.asSystem((call) =>
      call.db.update(organization).set({ accentColor: "#ffee58" }).where(ours(organization, call)),
    );
    const { html } = await leaving(org);
    const color = /background:(#[0-9a-f]{6});color:#ffffff/.exec(html)?.[1] ?? "";
    expect(contrastRatio(color, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  });
});
