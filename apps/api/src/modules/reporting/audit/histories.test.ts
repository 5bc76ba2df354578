import { changeIncident, reportIncident } from "@touchline/contract/incidents/incidents";
import { addNote } from "@touchline/contract/people/notes";
import { exportAudit } from "@touchline/contract/reporting/audit";
import { completeWithoutUpload, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aSubmissionAt, owedBy } from "../../../../test/submissions.ts";
import { aWorld } from "../../../../test/world.ts";
import { checkExport } from "../../../security/audit-check.ts";
import { mergeProfiles } from "../duplicates/actions/merge.ts";
import { sealSome } from "./actions/seal.ts";
import { sourceNames } from "./queries/sources.ts";

const world = aWorld();

/** Tables that are append-only but not sealed, with the reason. */
const unsealed: Record<string, string> = {
  audit_alarm: "what was found wrong with the chain, which is told also where the chain is broken",
  audit_checkpoint: "the chain itself",
  audit_entry: "the chain itself",
  condition_answer: "each answer is in profile_event, with what was answered before",
  condition_question: "what an organization asks, no history",
  content_assignment_condition: "with its assignment, which the log names with its conditions",
  content_assignment_label: "with its assignment, which the log names with its labels",
  content_file: "which uploaded files belong to what; whoever uses one names it in a version of the settings",
  content_package: "what the manifest of an uploaded package says; the file with its hash is in stored_file",
  content_package_entry: "where the files of a package lie in it",
  disposal_certificate: "the log has each disposal with its kind and number",
  content_version: "the log names each version when it is added, and a version never changes",
  guardian_invitation_child: "with its invitation, which the log names for each child",
  identity_release_text: "the wording by its hash, which identity_release has",
  incident_document: "the log counts the files with the incident and each change of it",
  level_day: "how levels stood, counted from what member_event tells",
  live_scan_answer: "each answer is in requirement_event too, with what became of the submission",
  live_scan_notice: "each notice is in requirement_event too",
  mail_text: "the log tells who changed which text when; every mail is kept as it was sent",
  organization_founding: "that an organization was made once; the log tells of it",
  organization_plan: "the log tells of the founding with its plan",
  registry_match: "the log has each match with the hash of its sealed entry",
  license_result: "each submission that a license completed or opened is in requirement_event",
  payment_directory: "by what the payment that a webhook names is found",
  screening_consent_text: "the wording by its hash, which screening_consent has",
  api_key_token: "by what the organization of an API key is found; who made and ended the key is in audit_event",
  screening_order_directory: "by what the order that a webhook names is found",
  signup_url_token: "by what a link is found; gone with it",
  signup_url_use: "by which link somebody joined; that they did is in member_event",
  tax_exemption: "each decision is in billing_event, and in the log with who decided",
  waiver_proof: "by what a document is told to be genuine; what was signed is in waiver_signature",
};
/** Sealed although a column of it changes, or is emptied: the chain seals the first value. */
const changing = ["review", "incident_event", "screening_consent", "waiver_signature"];

/** Lists the tenant tables that the application only inserts into, and never updates or deletes from. */
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
  expect([...sourceNames.filter((name) => !changing.includes(name)), ...Object.keys(unsealed)].sort()).toEqual(found);
});

test("a decision that went with its submission to another entry is still what was sealed", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const one = await aSubmissionAt(org, "northTeam");
  const kept = await org.added(admin, "otherTeam", "Head Coach");
  await admin.call(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
  while (await org.asSystem((call) => sealSome(call)));
  const keep = "keep" as const;
  await org.asSystem((call) =>
    mergeProfiles(call, {
      ...{ keep: one.by.profileId, merge: kept.profileId },
      parts: { name: keep, email: keep, dateOfBirth: keep, contact: keep, photo: keep },
    }),
  );
  const again = await org.added(admin, "southClub", "Head Coach");
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE profile SET app_user_id = NULL
    WHERE organization_id = ${call.organizationId} AND profile_id = ${one.by.profileId}`),
  );
  await org.asSystem((call) =>
    mergeProfiles(call, {
      ...{ keep: again.profileId, merge: one.by.profileId },
      parts: { name: keep, email: keep, dateOfBirth: keep, contact: keep, photo: keep },
    }),
  );
  while (await org.asSystem((call) => sealSome(call)));
  const { part } = await admin.call(exportAudit, { body: { format: "ndjson" } });
  expect((await checkExport(part.split("\n").slice(0, -1))).problems).toEqual([]);
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
