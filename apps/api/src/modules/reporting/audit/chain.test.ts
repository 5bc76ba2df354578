import { exportAudit, getAuditKey, listAudit } from "@touchline/contract/reporting/audit";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { asOwnerOf } from "../../../../test/as-owner.ts";
import { runDuring } from "../../../../test/run-during.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { audit } from "../../../security/audit.ts";
import type { Checkpoint } from "../../../security/audit-chain.ts";
import { checkExport } from "../../../security/audit-check.ts";
import { openVault } from "../../../security/encryption.ts";
import { isBehind, sealSome } from "./actions/seal.ts";

const world = aWorld();

/** Seals everything that is pending, in steps. @returns how many steps it took. */
async function sealed(org: Organization, atOnce?: number): Promise<number> {
  let steps = 0;
  do {
    do steps += 1;
    while (await org.asSystem((call) => sealSome(call, atOnce)));
  } while (await org.asSystem(isBehind));
  return steps;
}

type Filter = { who?: string; whom?: string; level?: string; from?: string; to?: string };

/** Reads the whole file, part by part. */
async function exported(by: TestPerson, filter: Filter = {}): Promise<string[]> {
  let file = "";
  let cursor: string | undefined;
  do {
    const { part, next } = await by.call(exportAudit, {
      body: { format: "ndjson", ...filter, ...(cursor === undefined ? {} : { cursor }) },
    });
    file += part;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return file.split("\n").slice(0, -1);
}

/** Runs a query as the owner of the tables, who may change everything, within one organization: $1. */
const asOwner = <Row extends pg.QueryResultRow>(text: string, values: [string, ...unknown[]]) =>
  asOwnerOf<Row>(world.it.adminUrl, text, values);

/** Makes an organization with some history, all of it sealed. */
async function aChain() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  await org.added(admin, "northTeam", "Head Coach", "Lovelace");
  await sealed(org);
  return { org, admin, coach };
}

const recorded = (org: Organization, actions: number) =>
  org.asSystem((call) =>
    audit(
      call,
      Array.from({ length: actions }, () => ({ action: "organization.changed", subjectId: call.organizationId })),
    ),
  );

const chainOf = (org: Organization) =>
  asOwner<{ sequence: string; source: string; event_id: string }>(
    "SELECT sequence, source, event_id FROM audit_entry WHERE organization_id = $1 ORDER BY sequence",
    [org.organizationId],
  );

const counted = `
  SELECT (SELECT count(*) FROM audit_event WHERE organization_id = $1)
    + (SELECT count(*) FROM member_event WHERE organization_id = $1)
    + (SELECT count(*) FROM profile_event WHERE organization_id = $1)
    + (SELECT count(*) FROM requirement_event WHERE organization_id = $1)
    + (SELECT count(*) FROM review WHERE organization_id = $1)
    + (SELECT count(*) FROM fact_record WHERE organization_id = $1)
    + (SELECT count(*) FROM standing_record WHERE organization_id = $1) AS recorded`;

describe("the chain", () => {
  test("holds every recorded row once, without a gap, and an export of it is found whole", async () => {
    const { org, admin } = await aChain();
    const chain = await chainOf(org);
    const [{ recorded: rows }] = (await asOwner(counted, [org.organizationId])) as [{ recorded: string }];
    expect(chain.map((one) => Number(one.sequence))).toEqual(Array.from({ length: Number(rows) }, (_, n) => n + 1));
    expect(new Set(chain.map((one) => `${one.source} ${one.event_id}`)).size).toBe(chain.length);
    expect(new Set(chain.map((one) => one.source))).toEqual(
      new Set(["audit_event", "fact_record", "member_event", "requirement_event", "standing_record"]),
    );
    const found = await checkExport(await exported(admin));
    // The export itself is recorded too.
    const taken = chain.length + 1;
    expect(found).toMatchObject({ problems: [], entries: taken, shown: taken, from: 1 });
    expect(found.checkpoints).toBeGreaterThan(0);
  });

  test("of nothing recorded since nothing is sealed, and a pass over everything seals nothing twice", async () => {
    const { org } = await aChain();
    const before = await chainOf(org);
    expect(await org.asSystem(isBehind)).toBe(false);
    await sealed(org);
    expect(await chainOf(org)).toEqual(before);
    world.it.clock.shift += 2 * 86_400_000;
    try {
      expect(await org.asSystem(isBehind)).toBe(true);
      await sealed(org);
      expect(await chainOf(org)).toEqual(before);
    } finally {
      world.it.clock.shift -= 2 * 86_400_000;
    }
  });

  test("a pass over everything looks at a bounded number of rows a step, and finds what was never sealed", async () => {
    const { org } = await aChain();
    await recorded(org, 60);
    await sealed(org);
    const before = await chainOf(org);
    // As in a restored database: written under a transaction number that every pass has already passed.
    await recorded(org, 3);
    await asOwner(
      "UPDATE audit_event SET written_xid = '3' WHERE organization_id = $1 AND written_xid = (SELECT max(written_xid) FROM audit_event WHERE organization_id = $1)",
      [org.organizationId],
    );
    world.it.clock.shift += 2 * 86_400_000;
    try {
      const steps = await sealed(org, 1);
      expect(steps).toBeGreaterThan(before.length / 10);
    } finally {
      world.it.clock.shift -= 2 * 86_400_000;
    }
    const chain = await chainOf(org);
    expect(chain.slice(0, before.length)).toEqual(before);
    expect(chain).toHaveLength(before.length + 3);
  });

  test("a schedule looks where something waits, and a job seals it", async () => {
    const { org } = await aChain();
    const before = (await chainOf(org)).length;
    await recorded(org, 3);
    await world.it.runSchedule("audit.notice");
    await world.it.drainJobs();
    expect(await chainOf(org)).toHaveLength(before + 3);
    expect(await org.asSystem(isBehind)).toBe(false);
  });

  test("much at once is sealed in bounded steps, each where the one before ended", async () => {
    const { org, admin } = await aChain();
    const before = (await chainOf(org)).length;
    await recorded(org, 95);
    expect(await sealed(org, 10)).toBeGreaterThanOrEqual(10);
    expect(await chainOf(org)).toHaveLength(before + 95);
    expect((await checkExport(await exported(admin))).problems).toEqual([]);
  });

  test("a transaction that is open while others are sealed is sealed after its commit, behind them, and noticed", async () => {
    const { org, admin } = await aChain();
    const opened = Promise.withResolvers<void>();
    const close = Promise.withResolvers<void>();
    const late = org.asSystem(async (call) => {
      await audit(call, [{ action: "level.renamed", subjectId: org.levels.north, levelId: org.levels.north }]);
      opened.resolve();
      await close.promise;
    });
    await opened.promise;
    await recorded(org, 5);
    await sealed(org);
    const between = await chainOf(org);
    await recorded(org, 2);
    await sealed(org);
    close.resolve();
    await late;
    expect(await org.asSystem(isBehind)).toBe(true);
    await sealed(org);
    const after = await chainOf(org);
    expect(after.slice(0, between.length)).toEqual(between);
    expect(after).toHaveLength(between.length + 3);
    const [last] = await asOwner("SELECT action FROM audit_event WHERE organization_id = $1 AND audit_event_id = $2", [
      org.organizationId,
      after.at(-1)?.event_id,
    ]);
    expect(last).toEqual({ action: "level.renamed" });
    expect((await checkExport(await exported(admin))).problems).toEqual([]);
  });

  test("what many write while several seal is there once each, and without a gap", async () => {
    const { org, admin } = await aChain();
    await runDuring(
      2,
      () => org.asSystem((call) => sealSome(call, 7)),
      () => Array.from({ length: 25 }, (_, n) => recorded(org, (n % 4) + 1)),
    );
    await sealed(org);
    const [{ recorded: rows }] = (await asOwner(counted, [org.organizationId])) as [{ recorded: string }];
    const chain = await chainOf(org);
    expect(chain.map((one) => Number(one.sequence))).toEqual(Array.from({ length: Number(rows) }, (_, n) => n + 1));
    expect((await checkExport(await exported(admin))).problems).toEqual([]);
  });

  test("a row that claims to be of a transaction long past is sealed by the next pass over everything, at the end", async () => {
    const { org, admin } = await aChain();
    await asOwner(
      `INSERT INTO audit_event (organization_id, audit_event_id, action, facts, actor, at, written_xid)
       VALUES ($1, $2, 'person.added', '{}', 'person', '2020-01-01', '3')`,
      [org.organizationId, "00000000-0000-7000-8000-000000000001"],
    );
    await sealed(org);
    expect((await chainOf(org)).map((one) => one.event_id)).not.toContain("00000000-0000-7000-8000-000000000001");
    await asOwner("UPDATE audit_head SET whole_at = '2020-01-01' WHERE organization_id = $1", [org.organizationId]);
    await sealed(org);
    expect((await chainOf(org)).at(-1)?.event_id).toBe("00000000-0000-7000-8000-000000000001");
    const found = await checkExport(await exported(admin));
    expect(found.problems).toEqual([]);
    expect(found.notes.join()).toMatch(/1 entries were sealed more than a day after/);
  });

  test("on another server, where transaction IDs start again, nothing is left out", async () => {
    const { org } = await aChain();
    const before = await chainOf(org);
    await recorded(org, 2);
    await asOwner("UPDATE audit_head SET sealed_through = '999999999:999999999:' WHERE organization_id = $1", [
      org.organizationId,
    ]);
    await sealed(org);
    expect(await chainOf(org)).toHaveLength(before.length + 2);
    expect(await org.asSystem(isBehind)).toBe(false);
  });

  test("what was sealed within an entry can be erased, and the chain stays whole", async () => {
    const { org, admin } = await aChain();
    await org.asSystem((call) =>
      audit(call, [{ action: "level.deleted", subjectId: null, values: { name: "Ada's own team" } }]),
    );
    await sealed(org);
    expect((await exported(admin)).join()).not.toContain("Ada's own team");
    await asOwner("UPDATE audit_event SET sealed_values = NULL WHERE organization_id = $1", [org.organizationId]);
    expect((await checkExport(await exported(admin))).problems).toEqual([]);
  });
});

describe("the check of an export", () => {
  /** Changes something as the owner of the tables can, and exports it. */
  async function after(text: string) {
    const { org, admin } = await aChain();
    await asOwner(text, [org.organizationId]);
    return (await checkExport(await exported(admin))).problems;
  }
  const second = "organization_id = $1 AND sequence = 2";
  const eventOf = (sequence: number) => `(SELECT event_id FROM audit_entry
    WHERE organization_id = $1 AND source = 'audit_event' ORDER BY sequence OFFSET ${sequence - 1} LIMIT 1)`;

  test("names a row that was altered", async () => {
    const found = await after(`UPDATE audit_event SET actor = 'system:nobody' WHERE audit_event_id = ${eventOf(2)}`);
    expect(found).toEqual([expect.stringMatching(/^Entry 2 is altered: audit_event .* differs from what was sealed/)]);
  });

  test("names a row whose instant was moved by a microsecond", async () => {
    const found = await after(
      `UPDATE audit_event SET at = at + interval '1 microsecond' WHERE audit_event_id = ${eventOf(3)}`,
    );
    expect(found).toEqual([expect.stringMatching(/^Entry 3 is altered/)]);
  });

  test("names a row that was removed", async () => {
    const found = await after(`DELETE FROM audit_event WHERE audit_event_id = ${eventOf(4)}`);
    expect(found).toEqual([expect.stringMatching(/^Entry 4 was removed: audit_event/)]);
  });

  test("names an entry that is missing", async () => {
    expect(await after(`DELETE FROM audit_entry WHERE ${second}`)).toEqual(["Entry 2 is missing."]);
  });

  test("names an entry whose hashes were made to fit an altered row", async () => {
    const found = await after(`UPDATE audit_entry SET content_hash = sha256('made up') WHERE ${second}`);
    expect(found).toEqual([expect.stringMatching(/^Entry 2 is altered/)]);
  });

  test("finds a rebuilt chain by its checkpoint", async () => {
    const { org, admin } = await aChain();
    await asOwner("DELETE FROM audit_entry WHERE organization_id = $1", [org.organizationId]);
    await asOwner("DELETE FROM audit_head WHERE organization_id = $1", [org.organizationId]);
    await asOwner(
      `UPDATE audit_event SET actor = 'system:nobody' WHERE organization_id = $1 AND action = 'label.added'`,
      [org.organizationId],
    );
    await sealed(org);
    const { problems } = await checkExport(await exported(admin));
    expect(problems).toEqual([expect.stringMatching(/^Entry \d+ is not the one that its checkpoint was signed for/)]);
  });

  test("finds that the end was cut off, by a checkpoint that was kept elsewhere", async () => {
    const { org, admin } = await aChain();
    const lines = await exported(admin);
    const kept = (await admin.call(getAuditKey)).checkpoint as Checkpoint;
    expect((await checkExport(lines, { kept: [kept] })).problems).toEqual([]);
    await asOwner("DELETE FROM audit_checkpoint WHERE organization_id = $1", [org.organizationId]);
    await asOwner(
      `DELETE FROM audit_event WHERE organization_id = $1 AND audit_event_id IN (
         SELECT event_id FROM audit_entry WHERE organization_id = $1 AND sequence = $2)`,
      [org.organizationId, kept.sequence],
    );
    await asOwner("DELETE FROM audit_entry WHERE organization_id = $1 AND sequence >= $2", [
      org.organizationId,
      kept.sequence,
    ]);
    const cut = await exported(admin);
    const problems = (await checkExport(cut, { kept: [kept] })).problems;
    expect(problems).toEqual([`Entry ${kept.sequence} is missing.`]);
    await asOwner("UPDATE audit_head SET sequence = $2 WHERE organization_id = $1", [
      org.organizationId,
      kept.sequence - 1,
    ]);
    await asOwner("DELETE FROM audit_entry WHERE organization_id = $1 AND sequence >= $2", [
      org.organizationId,
      kept.sequence,
    ]);
    const anew = (await checkExport(await exported(admin), { kept: [kept] })).problems.join();
    expect(anew).toContain(`Entry ${kept.sequence} is not the one that its checkpoint was signed for.`);
  });

  test("tells a file that ends before a checkpoint that was kept elsewhere", async () => {
    const { org, admin } = await aChain();
    const lines = await exported(admin);
    await recorded(org, 1);
    await sealed(org);
    const kept = (await admin.call(getAuditKey)).checkpoint as Checkpoint;
    const { problems } = await checkExport(lines, { kept: [kept] });
    expect(problems).toEqual([expect.stringMatching(/The chain went on to entry \d+, as a checkpoint says/)]);
  });

  test("finds any one character that was changed in the file, wherever", async () => {
    const { admin } = await aChain();
    const text = (await exported(admin)).join("\n");
    for (let place = 0; place < text.length; place += Math.max(1, Math.floor(text.length / 300))) {
      const other = text[place] === "1" ? "2" : "1";
      const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
      const { problems } = await checkExport(changed.split("\n"));
      expect(problems, `at ${place}: ${text.slice(place - 20, place + 20)}`).not.toEqual([]);
    }
  });

  test("names entries that are doubled, out of order or left out in the file", async () => {
    const { admin } = await aChain();
    const lines = await exported(admin);
    const [head, one, two, three, ...rest] = lines as [string, string, string, string, ...string[]];
    const problemsOf = async (file: string[]) => (await checkExport(file)).problems.join("\n");
    expect(await problemsOf([head, one, two, two, three, ...rest])).toMatch(/Entry 2 is there twice/);
    expect(await problemsOf([head, one, three, two, ...rest])).toMatch(/Entry 2 is not in its place/);
    expect(await problemsOf([head, one, three, ...rest])).toMatch(/Entry 2 is missing/);
    expect(await problemsOf([])).toMatch(/empty/);
  });

  test("believes no signature of another key than the ones that are named", async () => {
    const { admin } = await aChain();
    const lines = await exported(admin);
    const { publicKey } = await admin.call(getAuditKey);
    expect((await checkExport(lines, { trusted: [publicKey] })).problems).toEqual([]);
    const other = openVault("another secret that is long enough").signing.publicKey;
    expect((await checkExport(lines, { trusted: [other] })).problems.join()).toMatch(/which you did not name/);
  });

  test("finds hashes that were made up for an entry, also where the filter leaves it out", async () => {
    const { org, admin, coach } = await aChain();
    const other = "organization_id = $1 AND sequence = 3";
    await asOwner(`UPDATE audit_entry SET content_hash = sha256('made up') WHERE ${other}`, [org.organizationId]);
    const { problems } = await checkExport(await exported(admin, { whom: coach.profileId }));
    expect(problems).toEqual(["Entry 3 is altered: it does not follow from entry 2."]);
  });

  test("follows the chain through what a filter leaves out, and that says nothing", async () => {
    const { org, admin, coach } = await aChain();
    const lines = await exported(admin, { whom: coach.profileId });
    const found = await checkExport(lines);
    expect(found.problems).toEqual([]);
    expect(found.shown).toBeGreaterThan(0);
    expect(found.shown).toBeLessThan(found.entries);
    const records = lines.filter((line) => line.includes('"record"'));
    expect(records.every((line) => line.includes(coach.profileId))).toBe(true);
    expect(lines.join()).not.toContain(org.levels.south);
  });
});

test("the application can add to the log and to its chain, and change or remove nothing", async () => {
  const org = await world.it.anOrganization();
  const rows = await asOwner<{ name: string }>(
    `SELECT table_name || ' ' || privilege_type AS name FROM information_schema.role_table_grants
     WHERE grantee = $2 AND $1 <> '' AND table_name IN ('audit_event', 'audit_entry', 'audit_checkpoint') ORDER BY 1`,
    [org.organizationId, world.it.roles.app],
  );
  expect(rows.map((row) => row.name)).toEqual([
    ...["audit_checkpoint INSERT", "audit_checkpoint SELECT", "audit_entry INSERT", "audit_entry SELECT"],
    ...["audit_event INSERT", "audit_event SELECT"],
  ]);
  const columns = await asOwner(
    `SELECT FROM information_schema.column_privileges WHERE grantee = $2 AND $1 <> '' AND privilege_type = 'UPDATE'
       AND table_name IN ('audit_event', 'audit_entry', 'audit_checkpoint')`,
    [org.organizationId, world.it.roles.app],
  );
  expect(columns).toEqual([]);
});

test("the log, its export and its key are an Admin's, and of their own organization", async () => {
  const { org } = await aChain();
  const other = await world.it.anOrganization();
  const stranger = await other.aMember("root", "Administrator");
  for (const label of ["Club Director", "Account Manager", "Team Manager", "Head Coach"] as const) {
    const one = await org.aMember("root", label);
    expect((await one.ask(listAudit)).status).toBe(403);
    expect((await one.ask(exportAudit, { body: { format: "csv" } })).status).toBe(403);
    expect((await one.ask(getAuditKey)).status).toBe(403);
  }
  const { data } = await stranger.call(listAudit, { query: { level: org.levels.root } });
  expect(data).toEqual([]);
  expect((await stranger.call(listAudit)).data.every((row) => row.level?.levelId !== org.levels.north)).toBe(true);
});
