import { changeIncident, reportIncident } from "@touchline/contract/incidents";
import { addNote } from "@touchline/contract/notes";
import { completeWithoutUpload } from "@touchline/contract/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { owedBy } from "../../../test/submissions.ts";
import { aWorld } from "../../../test/world.ts";
import { sealSome } from "./actions/seal.ts";
import { sourceNames } from "./queries/sources.ts";

const world = aWorld();

/** What is only added to and not sealed, and why that is right. */
const unsealed: Record<string, string> = {};

/** Tables of tenants to which the application adds, and in which it changes and deletes nothing. */
async function onlyAddedTo(): Promise<string[]> {
  const { rows } = await world.it.database.pool.query<{ name: string }>(
    `SELECT class.relname AS name FROM pg_class AS class
     JOIN pg_attribute AS column_ ON column_.attrelid = class.oid AND column_.attname = 'organization_id'
     WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p')
       AND has_any_column_privilege(class.oid, 'INSERT') AND NOT has_any_column_privilege(class.oid, 'UPDATE')
       AND NOT has_table_privilege(class.oid, 'DELETE')
     ORDER BY class.relname`,
  );
  return rows.map((row) => row.name);
}

test("whatever is only added to is sealed into the chain, or it is said here why not", async () => {
  const found = await onlyAddedTo();
  expect(found).toEqual(expect.arrayContaining(["member_event", "requirement_note"]));
  expect([...sourceNames, ...Object.keys(unsealed)].sort()).toEqual(found);
});

test("what reviewers, administrators and those who work on incidents wrote down is sealed", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  const { requirementId } = await owedBy(coach);
  await admin.call(completeWithoutUpload, {
    params: { plaId: coach.plaId },
    body: { requirementId, date: "2026-01-05", reason: "Seen on paper." },
  });
  await admin.call(addNote, { params: { id: coach.plaId }, body: { text: "Called back." } });
  const facts = { kind: "Misconduct" as const, happenedAt: "2026-01-05T12:00:00.000Z" };
  const { incidentId, state, version } = await admin.call(reportIncident, {
    body: { ...facts, profileLevelAccessId: coach.plaId, description: "Shouted." },
    files: [],
  });
  await admin.call(changeIncident, {
    params: { id: incidentId },
    body: { ...facts, description: "Shouted twice.", state, version },
    files: [],
  });
  while (await org.asSystem((call) => sealSome(call)));
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ source: string; sealed: boolean }>(sql`
      SELECT source, sealed_hash IS NOT NULL AS sealed FROM audit_entry
      WHERE organization_id = ${call.organizationId}
        AND source IN ('requirement_note', 'member_note', 'incident_event') ORDER BY source`),
  );
  expect(rows).toEqual(
    ["incident_event", "member_note", "requirement_note"].map((source) => ({ source, sealed: true })),
  );
});
