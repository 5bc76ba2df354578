import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getIntegrity } from "@touchline/contract/platform/integrity";
import { exportAudit, getAuditKey } from "@touchline/contract/reporting/audit";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { anInsider } from "../../../../test/insider.ts";
import { aSubmissionAt } from "../../../../test/submissions.ts";
import { aWorld, type Organization, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";
import { filedChainMemory } from "../../../adapters/chain-memory/builtin.ts";
import { type CheckpointTargets, noTargets } from "../../../adapters/checkpoint-targets/port.ts";
import { jobTable } from "../../../jobs/queue.ts";
import { scheduleRunner } from "../../../jobs/schedules.ts";
import { audit } from "../../../security/audit.ts";
import { type Checkpoint, checkpointText } from "../../../security/audit-chain.ts";
import { checkExport } from "../../../security/audit-check.ts";
import { openVault } from "../../../security/encryption.ts";
import { noticeUnchecked, noticeUnsealed } from "./jobs.ts";
import { integrity as integrityAt } from "./queries/integrity.ts";

const world = aWorld();

const day = 86_400_000;
let operator = "";

beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});

afterEach(() => {
  world.it.clock.shift = 0;
});

/** Seals recorded rows by the product's own schedule and job. */
async function sealed() {
  await world.it.runSchedule("audit.notice");
  await world.it.drainJobs();
}

/** Runs what each server does every minute. */
const watched = () => world.it.runSchedule(`audit.watch.${world.it.adapters.chainMemory.serverId}`);

/** Runs the next day's check by the product's own schedules. */
async function checkedNextDay() {
  world.it.clock.shift += day;
  await sealed();
  await world.it.runSchedule("audit.noticeUnchecked");
  await world.it.drainJobs();
}

const alarmsOf = async (org: Organization) =>
  (await world.it.adapters.chainMemory.alarms()).filter((one) => one.organizationId === org.organizationId);
const kindsOf = async (org: Organization) => (await alarmsOf(org)).map((one) => one.kind);

/** Reads what platform operators see. Their session is from the day on which the test began. */
async function integrity() {
  const { shift } = world.it.clock;
  world.it.clock.shift = 0;
  const answer = await ask(world.it.base, operator, getIntegrity);
  world.it.clock.shift = shift;
  expect(answer.status).toBe(200);
  return answer.body;
}

async function exported(by: TestPerson): Promise<string[]> {
  let file = "";
  let cursor: string | undefined;
  do {
    const { part, next } = await by.call(exportAudit, {
      body: { format: "ndjson", ...(cursor === undefined ? {} : { cursor }) },
    });
    file += part;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return file.split("\n").slice(0, -1);
}

/**
 * Makes an organization in which a submission was rejected, all of it sealed and remembered, with a checkpoint kept elsewhere.
 */
async function aHistory() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const one = await aSubmissionAt(org, "northTeam");
  await admin.call(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision: "RejectedReset", reviewNotes: "Not readable." },
  });
  await sealed();
  const { checkpoint, publicKey } = await admin.call(getAuditKey);
  return {
    org,
    admin,
    kept: checkpoint as Checkpoint,
    publicKey,
    insider: anInsider(world.it.adminUrl, org.organizationId),
  };
}

const lastSealed = "SELECT sequence FROM audit_entry WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1";

const recorded = (org: Organization) =>
  org.asSystem((call) => audit(call, [{ action: "organization.changed", subjectId: call.organizationId }]));

describe("an insider who owns the database", () => {
  const atOnce = {
    "changes a decision with its events, hashes the chain anew from there and deletes the checkpoints after it":
      "chainRewritten",
    "cuts the end of the chain off with all that it tells of": "chainCutOff",
  } as const;
  for (const [way, kind] of Object.entries(atOnce)) {
    test(`${way}: the product does not sign it, and raises the alarm within a minute`, async () => {
      const { org, admin, kept, insider } = await aHistory();
      await insider.ways[way as keyof typeof atOnce]();
      await recorded(org);
      await sealed();
      expect(await kindsOf(org)).toEqual([kind]);
      // The first entry of a new segment names the break, and nothing before it was signed again.
      const [broken] = await insider.ask<{ sequence: string; facts: Record<string, unknown> }>(
        `SELECT sequence, facts FROM audit_event JOIN audit_entry ON event_id = audit_event_id
         WHERE audit_event.organization_id = $1 AND audit_entry.organization_id = $1 AND action = 'audit.chainBroken'`,
      );
      expect(broken?.facts).toMatchObject({ kind, rememberedSequence: kept.sequence, rememberedHash: kept.hash });
      const signed = await insider.ask<{ sequence: string }>(
        "SELECT sequence FROM audit_checkpoint WHERE organization_id = $1 AND sequence >= $2",
        broken?.sequence,
      );
      expect(signed).toHaveLength(1);
      // Anyone who kept one checkpoint needs no alarm.
      const { problems } = await checkExport(await exported(admin), { kept: [kept] });
      const gone = new RegExp(
        `Entry ${kept.sequence} is not the one that its|chain went on to entry ${kept.sequence},`,
      );
      expect(problems.join()).toMatch(gone);
      expect(problems.join()).toContain(`Entry ${broken?.sequence} tells that the chain was broken before it`);
      const known = await checkExport(await exported(admin), { knownBreaks: [Number(broken?.sequence)] });
      expect(known.problems).toEqual([]);
      // Reported once: afterwards the chain continues from the break.
      await recorded(org);
      await sealed();
      await watched();
      expect(await kindsOf(org)).toEqual([kind]);
    });
  }

  test("cuts entries off that no server had remembered yet: the head that the job noted tells", async () => {
    const { org, insider } = await aHistory();
    const { chainMemory } = world.it.adapters;
    const memory = await chainMemory.read(org.organizationId);
    await recorded(org);
    await sealed();
    if (memory.kind === "remembered") await chainMemory.remember(memory.remembered, { afterBreak: true });
    await insider.ask(
      "DELETE FROM audit_entry WHERE organization_id = $1 AND sequence = (SELECT max(sequence) FROM audit_entry WHERE organization_id = $1)",
    );
    await watched();
    expect(await kindsOf(org)).toEqual(["chainCutOff"]);
  });

  test("removes the whole chain, so that the product would seal the changed history again: noticed before anything is sealed", async () => {
    const { org, admin, kept, insider } = await aHistory();
    await insider.ways["removes the whole chain, so that the product seals the changed history anew"]();
    await watched();
    expect(await kindsOf(org)).toEqual(["chainCutOff"]);
    await sealed();
    const { problems } = await checkExport(await exported(admin), { kept: [kept] });
    expect(problems.join()).toContain(`Entry ${kept.sequence} is not the one that its checkpoint was signed for`);
  });

  const withinADay = {
    "changes a decision alone, and leaves the chain as it is":
      /^The row of review no longer says what audit log entry \d+ recorded\.$/,
    "changes what statuses rest on and the statuses themselves, and no event":
      /^The (row of standing_record no longer says|status of this requirement doesn't|state of this submission doesn't)/,
  };
  for (const [way, finding] of Object.entries(withinADay)) {
    test(`${way}: the next day's check finds it, and raises the alarm`, async () => {
      const { org, insider } = await aHistory();
      await insider.ways[way as keyof typeof withinADay]();
      await checkedNextDay();
      expect(await kindsOf(org)).toEqual(["checkFailed"]);
      const result = (await integrity()).organizations.find((one) => one.organizationId === org.organizationId);
      expect(result?.problems).toBeGreaterThan(0);
      expect(result?.findings.map(({ what }) => what)).toContainEqual(expect.stringMatching(finding));
    });
  }

  test("cannot remove an alarm, nor make up that a check went well", async () => {
    const { org, insider } = await aHistory();
    await insider.ways["changes a decision alone, and leaves the chain as it is"]();
    await checkedNextDay();
    await insider.ask("DELETE FROM audit_alarm WHERE organization_id = $1");
    await insider.ask(
      `UPDATE audit_check SET result = result || '{"problems": 0, "findings": [], "finishedAt": "2999-01-01T00:00:00.000Z"}'
       WHERE organization_id = $1`,
    );
    const { alarms, organizations } = await integrity();
    expect(alarms.filter((one) => one.organizationId === org.organizationId)).toMatchObject([{ kind: "checkFailed" }]);
    const result = organizations.find((one) => one.organizationId === org.organizationId);
    expect(result).toMatchObject({ checkedAt: null });
    await checkedNextDay();
    expect(await kindsOf(org)).toEqual(["checkFailed", "checkFailed"]);
  });

  test("stops the jobs by their tables: nothing is sealed, no alarm tells, and those who run the platform read Overdue", async () => {
    const { org, kept, insider } = await aHistory();
    await checkedNextDay();
    const [{ sequence: before } = {}] = await insider.ask<{ sequence: string }>(lastSealed);
    await recorded(org);
    // Queued jobs are deleted before a worker gets them, and the schedules look as if they had run for years.
    await world.it.runSchedule("audit.notice");
    await insider.ask(`DELETE FROM ${jobTable} WHERE data ->> 'organizationId' = $1::text`);
    await insider.ask(
      "UPDATE schedule_run SET started_at = '2999-01-01', finished_at = NULL WHERE name LIKE 'audit.%' AND $1::text <> ''",
    );
    const runner = scheduleRunner(world.it.database.pool, [noticeUnsealed, noticeUnchecked], {
      ...{ pool: world.it.database.pool, tenancy: world.it.tenancy, adapters: world.it.adapters },
      ...{ now: world.it.clock.now, log: { info: () => {}, error: () => {} } },
    });
    await runner.start();
    await runner.stop();
    await world.it.drainJobs();
    expect(await insider.ask<{ sequence: string }>(lastSealed)).toEqual([{ sequence: before }]);
    expect(Number(before)).toBeGreaterThanOrEqual(kept.sequence);
    expect(await kindsOf(org)).toEqual([]);
    const seenAt = (shift: number) =>
      world.it.tenancy.runShared((db) =>
        integrityAt(db, world.it.adapters, new Date(world.it.clock.now().getTime() + shift)),
      );
    const isOverdue = async (shift: number) =>
      (await seenAt(shift)).organizations.find((one) => one.organizationId === org.organizationId)?.overdue;
    expect(await isOverdue(1.4 * day)).toBe(false);
    expect(await isOverdue(1.6 * day)).toBe(true);
    await insider.ask("DELETE FROM schedule_run WHERE name LIKE 'audit.%' AND $1::text <> ''");
    await sealed();
    expect(Number((await insider.ask<{ sequence: string }>(lastSealed))[0]?.sequence)).toBeGreaterThan(Number(before));
  });

  test("changes what is not sealed yet and adds a row with an earlier time: no alarm tells, and an export shows when it was sealed", async () => {
    const { org, admin, insider } = await aHistory();
    await recorded(org);
    const changed = await insider.ask<{ id: string }>(
      `UPDATE audit_event SET facts = '{"forged": true}' WHERE organization_id = $1 AND audit_event_id = (
         SELECT audit_event_id FROM audit_event WHERE organization_id = $1 ORDER BY audit_event_id DESC LIMIT 1)
       RETURNING audit_event_id AS id`,
    );
    const added = await insider.ask<{ id: string }>(
      `INSERT INTO audit_event (organization_id, audit_event_id, action, subject_id, facts, actor, at)
       VALUES ($1, gen_random_uuid(), 'organization.changed', $1, '{}', 'system', now() - interval '300 days')
       RETURNING audit_event_id AS id`,
    );
    await sealed();
    await watched();
    await checkedNextDay();
    expect(await kindsOf(org)).toEqual([]);
    world.it.clock.shift = 0;
    const lines = await exported(admin);
    expect((await checkExport(lines)).problems).toEqual([]);
    const records = lines
      .map((line) => JSON.parse(line))
      .filter((line) => [...changed, ...added].some(({ id }) => id === line.id));
    expect(records.map(({ record }) => record.facts)).toEqual(expect.arrayContaining([{ forged: true }, {}]));
    const late = records.find(({ id }) => id === added[0]?.id);
    expect(Date.parse(late.sealedAt) - Date.parse(late.record.at)).toBeGreaterThan(299 * day);
  });
});

test("the owner of database, secret and DATA_DIR forges it all without an alarm; a checkpoint that left the house tells", async () => {
  const { org, admin, kept, publicKey, insider } = await aHistory();
  const { organizationId } = org;
  const [forged] = await insider.ask<{ sequence: string }>(
    `UPDATE audit_event SET actor_profile_id = gen_random_uuid() FROM audit_entry AS entry
     WHERE audit_event.organization_id = $1 AND entry.organization_id = $1 AND entry.event_id = audit_event_id
       AND entry.sequence = (SELECT min(sequence) FROM audit_entry WHERE organization_id = $1 AND source = 'audit_event')
     RETURNING entry.sequence`,
  );
  await insider.rehashFrom(Number(forged?.sequence));
  const [head] = await insider.ask<{ sequence: string; hash: Buffer }>(
    "SELECT sequence, hash FROM audit_entry WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1",
  );
  const [sequence, hash] = [Number(head?.sequence), head?.hash.toString("hex") ?? ""];
  const { vault } = world.it.adapters;
  const said = { organizationId, sequence, hash, signedAt: kept.signedAt, keyId: vault.signing.keyId };
  await insider.ask(
    `INSERT INTO audit_checkpoint (organization_id, sequence, hash, key_id, signature, signed_at)
     VALUES ($1, $2, $3, $4, decode($5, 'base64'), $6)`,
    ...[sequence, head?.hash, said.keyId, vault.signing.sign(checkpointText(said)), said.signedAt],
  );
  // The server's memory is rewritten under the secret.
  const memory = filedChainMemory({ folder: world.it.auditFolder, secret: world.it.config.secret });
  await memory.remember({ organizationId, sequence, hash, at: kept.signedAt }, { afterBreak: true });
  await watched();
  await checkedNextDay();
  expect(await kindsOf(org)).toEqual([]);
  world.it.clock.shift = 0;
  const lines = await exported(admin);
  expect((await checkExport(lines, { trusted: [publicKey] })).problems).toEqual([]);
  const { problems } = await checkExport(lines, { trusted: [publicKey], kept: [kept] });
  expect(problems).toContain(`Entry ${kept.sequence} is not the one that its checkpoint was signed for.`);
});

test("the owner of the database and of the secret signs another chain, and every server that remembers tells", async () => {
  const { org, kept, insider } = await aHistory();
  await insider.ways[
    "changes a decision with its events, hashes the chain anew from there and deletes the checkpoints after it"
  ]();
  const [head] = await insider.ask<{ sequence: string; hash: Buffer }>(
    "SELECT sequence, hash FROM audit_entry WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1",
  );
  const { signing } = world.it.adapters.vault;
  const { organizationId } = org;
  const said = {
    ...{ organizationId, sequence: Number(head?.sequence), hash: head?.hash.toString("hex") ?? "" },
    ...{ signedAt: new Date().toISOString(), keyId: signing.keyId },
  };
  await insider.ask(
    `INSERT INTO audit_checkpoint (organization_id, sequence, hash, key_id, signature, signed_at)
     VALUES ($1, $2, $3, $4, decode($5, 'base64'), $6)`,
    ...[said.sequence, head?.hash, said.keyId, signing.sign(checkpointText(said)), said.signedAt],
  );
  await watched();
  expect(await kindsOf(org)).toEqual(["chainRewritten"]);
  expect(kept.hash).not.toBe(said.hash);
});

test("an insider can't sign a checkpoint: one with another key is recognized with the public key", async () => {
  const { org, admin, insider, publicKey, kept } = await aHistory();
  const { signing } = openVault("the secret of an insider, long enough");
  const said = { ...kept, keyId: signing.keyId };
  await insider.ask("DELETE FROM audit_checkpoint WHERE organization_id = $1");
  await insider.ask(
    `INSERT INTO audit_checkpoint (organization_id, sequence, hash, key_id, signature, signed_at)
     VALUES ($1, $2, decode($3, 'hex'), $4, decode($5, 'base64'), $6)`,
    ...[kept.sequence, kept.hash, signing.keyId, signing.sign(checkpointText(said)), kept.signedAt],
  );
  await recorded(org);
  const { problems } = await checkExport(await exported(admin), { trusted: [publicKey] });
  expect(problems).toEqual([
    `The checkpoint at entry ${kept.sequence} is signed with the key ${signing.keyId}, which is not known here.`,
  ]);
});

test("checkpoints leave the house by the settings: posted at once and until they are taken, mailed and stamped after the daily check", async () => {
  const posted: Checkpoint[] = [];
  const stamped: Checkpoint[] = [];
  let away = true;
  Object.assign(world.it.adapters, {
    checkpointTargets: {
      post: async (checkpoint: Checkpoint) => {
        if (away) return { kind: "failed" as const, code: "503" };
        posted.push(checkpoint);
        return { kind: "delivered" };
      },
      mailTo: "keeper@example.org",
      stamp: async (checkpoint: Checkpoint) => {
        stamped.push(checkpoint);
        return { kind: "delivered", answer: Buffer.from("a stamp") };
      },
    } satisfies CheckpointTargets,
  });
  try {
    const { org } = await aHistory();
    const of = (all: Checkpoint[]) => all.filter((one) => one.organizationId === org.organizationId);
    expect(of(posted)).toEqual([]);
    away = false;
    world.it.clock.shift += 3_600_000;
    await world.it.drainJobs();
    expect(of(posted).length).toBeGreaterThan(0);
    expect(of(stamped)).toEqual([]);
    await checkedNextDay();
    expect(of(stamped)).toHaveLength(1);
    const stamp = join(world.it.auditFolder, "timestamps", `${org.organizationId}-${of(stamped)[0]?.sequence}.tsr`);
    expect(await readFile(stamp, "utf8")).toBe("a stamp");
  } finally {
    Object.assign(world.it.adapters, { checkpointTargets: noTargets });
  }
});

test("the daily check finds nothing where nothing was done, in bounded steps, and says when it ended", async () => {
  const { org } = await aHistory();
  await checkedNextDay();
  expect(await kindsOf(org)).toEqual([]);
  const result = (await integrity()).organizations.find((one) => one.organizationId === org.organizationId);
  expect(result).toMatchObject({ problems: 0, findings: [], overdue: false });
  expect(result?.entries).toBeGreaterThan(5);
  expect(result?.people).toBe(2);
});

test("an organization that was founded long ago and arrived today is not overdue: it says by when its first check ends", async () => {
  const { org, insider } = await aHistory();
  await insider.ask("DELETE FROM audit_check WHERE organization_id = $1");
  await insider.ask(
    "UPDATE organization_directory SET created_at = now() - interval '1 year' WHERE organization_id = $1",
  );
  const seenAt = async (shift: number) => {
    const now = new Date(world.it.clock.now().getTime() + shift);
    const seen = await world.it.tenancy.runShared((db) => integrityAt(db, world.it.adapters, now));
    return seen.organizations.find((one) => one.organizationId === org.organizationId);
  };
  const first = await seenAt(0);
  expect(first).toMatchObject({ checkedAt: null, overdue: false, firstCheckBy: expect.any(String) });
  const wait = Date.parse(first?.firstCheckBy ?? "") - world.it.clock.now().getTime();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(1.5 * day);
  expect(await seenAt(wait + 1_000)).toMatchObject({ checkedAt: null, overdue: true, firstCheckBy: null });
  await checkedNextDay();
  expect((await integrity()).organizations.find((one) => one.organizationId === org.organizationId)).toMatchObject({
    ...{ checkedAt: expect.any(String), overdue: false, firstCheckBy: null },
  });
});

test("those who run the platform are mailed once about an alarm, and nobody else may see it", async () => {
  const { org, admin, insider } = await aHistory();
  await insider.ways["cuts the end of the chain off with all that it tells of"]();
  await watched();
  await watched();
  const { alarms } = await integrity();
  expect(alarms.find((one) => one.organizationId === org.organizationId)).toMatchObject({ kind: "chainCutOff" });
  expect((await admin.ask(getIntegrity)).status).toBe(403);
  expect(await world.it.adapters.chainMemory.unmailed()).toEqual([]);
  const { rows } = await world.it.database.pool.query(
    "SELECT count(*)::int AS mails FROM account_mail WHERE kind = 'auditAlarm'",
  );
  expect(rows[0].mails).toBeGreaterThan(0);
});

describe("what a server remembers outside the database", () => {
  const headOf = (org: Organization) => join(world.it.auditFolder, "heads", `${org.organizationId}.json`);

  test("is reported if it has vanished or was written by someone else, but not when a chain begins", async () => {
    const { org } = await aHistory();
    expect(await kindsOf(org)).toEqual([]);
    await rm(headOf(org));
    await watched();
    expect(await kindsOf(org)).toEqual(["memoryVanished"]);
    const text = await readFile(headOf(org), "utf8");
    await writeFile(headOf(org), text.replace(/"sequence":\d+/, '"sequence":1'));
    await watched();
    expect(await kindsOf(org)).toEqual(["memoryDamaged", "memoryVanished"]);
    await watched();
    expect(await kindsOf(org)).toHaveLength(2);
  });

  test("never goes back to an earlier end, but after a break", async () => {
    const { org, kept } = await aHistory();
    const { chainMemory } = world.it.adapters;
    const earlier = { organizationId: org.organizationId, sequence: 1, hash: "00", at: new Date().toISOString() };
    await chainMemory.remember(earlier);
    expect(await chainMemory.read(org.organizationId)).toMatchObject({ remembered: { sequence: kept.sequence } });
    await chainMemory.remember(earlier, { afterBreak: true });
    expect(await chainMemory.read(org.organizationId)).toMatchObject({ remembered: { sequence: 1 } });
  });

  test("every checkpoint that is signed is added to a file there, as the check of an export reads it", async () => {
    const { org, admin, publicKey } = await aHistory();
    const lines = (await readFile(join(world.it.auditFolder, "checkpoints.ndjson"), "utf8")).trim().split("\n");
    const own = lines
      .map((line) => JSON.parse(line) as Checkpoint)
      .filter((one) => one.organizationId === org.organizationId);
    expect(own.length).toBeGreaterThan(0);
    expect((await checkExport(await exported(admin), { trusted: [publicKey], kept: own })).problems).toEqual([]);
  });
});

test("a scheduled backup that failed is shown to those who run the platform until one succeeds", async () => {
  const run = (failed: boolean, at: Date) =>
    world.it.database.pool.query(
      `INSERT INTO schedule_run (name, started_at, finished_at, failed) VALUES ('backup.make', $1, $1, $2)
       ON CONFLICT (name) DO UPDATE SET started_at = $1, finished_at = $1, failed = $2`,
      [at, failed],
    );
  expect((await integrity()).backupFailedAt).toBeNull();
  const now = new Date();
  await run(true, now);
  expect((await integrity()).backupFailedAt).toBe(now.toISOString());
  await run(false, now);
  expect((await integrity()).backupFailedAt).toBeNull();
  // Nothing is retried anymore: the setting is gone.
  await run(true, new Date(now.getTime() - 2 * day));
  expect((await integrity()).backupFailedAt).toBeNull();
});
