import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { deleteLabel } from "@touchline/contract/library/labels";
import { moveMembership } from "@touchline/contract/people/memberships";
import { addMember, changeRole, deleteMembership } from "@touchline/contract/people/profiles";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import { type MemberAct, startMemberTask } from "@touchline/contract/reporting/members";
import { moveLevel } from "@touchline/contract/setup/levels";
import { undoTask } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { factsNotKept } from "../../../../test/fact-mismatches.ts";
import { livesAs, recordedAs } from "../../../../test/live-statuses.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";
import { inconsistencies } from "./actions/check.ts";
import { foldCounts } from "./actions/fold.ts";

const world = aWorld();

/** Checks everybody: what was recorded last, what the lists show and what the live queries say are the same, and counts add up. */
async function everythingAgrees(org: Organization, after: string) {
  await org.asSystem(foldCounts);
  await org.asSystem(async (call) => {
    const { rows: people } = await call.db.execute<{ id: string }>(
      sql`SELECT profile_id AS id FROM profile WHERE organization_id = ${call.organizationId}
        AND merged_into IS NULL ORDER BY profile_id`,
    );
    const all = [];
    for (const { id } of people) {
      const live = await livesAs(call, id);
      expect(await recordedAs(call, id, new Date(call.now.getTime() + 1)), after).toEqual(live);
      all.push(...live.map((one) => `${one.profileLevelAccessId} ${one.levelId} ${one.labelId} ${one.overallStatus}`));
    }
    const { rows: listed } = await call.db.execute<{ said: string }>(sql`
      SELECT concat_ws(' ', profile_level_access_id, level_id, label_id, overall_status) AS said FROM member_standing
      WHERE organization_id = ${call.organizationId}`);
    expect(listed.map((row) => row.said).sort(), after).toEqual(all.sort());
  });
  expect(await org.asSystem(inconsistencies), after).toEqual([]);
  expect(await factsNotKept(org), after).toEqual([]);
}

test("after every act by which memberships change, where everybody stood at that moment is where they stand", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, {
    at: "north",
    name: "Northern",
    labels: ["Head Coach"],
    settings: { reviewRequired: false },
  });
  await org.aDocument(admin, { at: "south", name: "Southern", labels: ["Head Coach", "Volunteer"] });
  await org.aDocument(admin, { name: "Everywhere", dueDate: "2026-01-01", labels: ["Head Coach", "Volunteer"] });
  await send(await owedBy(coach, "Northern"));
  const one = await org.added(admin, "northTeam", "Head Coach", "One");
  const two = await org.added(admin, "northTeam", "Head Coach", "Two");
  const volunteer = await org.added(admin, "northTeam", "Volunteer", "Three");
  const ids = [coach.plaId, one.profileLevelAccessId, two.profileLevelAccessId];
  const { levels, labelIds } = org;

  const many = async (act: MemberAct) => {
    const { taskId } = await admin.call(startMemberTask, {
      params: { id: levels.root },
      body: { selection: { profileLevelAccessIds: ids }, act },
    });
    await world.it.drainJobs();
    await everythingAgrees(org, act.kind);
    await admin.call(undoTask, { params: { id: taskId } });
    await world.it.drainJobs();
    await everythingAgrees(org, `${act.kind}, undone`);
  };
  await everythingAgrees(org, "joining");
  await many({ kind: "members.changeLabel", labelId: labelIds.Volunteer });
  await many({ kind: "members.move", levelId: levels.southClub });
  await many({ kind: "members.remove" });

  await admin.call(moveMembership, {
    query: { profileLevelAccessId: one.profileLevelAccessId, newLevelId: levels.southClub },
  });
  await everythingAgrees(org, "moving one");
  await admin.call(changeRole, {
    query: { profileLevelAccessId: one.profileLevelAccessId, newLabelId: labelIds.Volunteer },
  });
  await everythingAgrees(org, "another role for one");
  await admin.call(moveLevel, { params: { id: levels.northTeam }, body: { parentId: levels.southClub } });
  await world.it.drainJobs();
  await everythingAgrees(org, "moving a level");
  await admin.call(mergeProfiles, {
    body: {
      keep: coach.profileId,
      merge: two.profileId,
      parts: { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" },
    },
  });
  await everythingAgrees(org, "collapsing two");
  await admin.call(mergeProfiles, {
    body: {
      keep: coach.profileId,
      merge: one.profileId,
      parts: { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" },
    },
  });
  await everythingAgrees(org, "merging");
  await admin.call(addMember, {
    body: { levelId: levels.northTeam, labelId: labelIds["Head Coach"], profileId: volunteer.profileId },
  });
  await admin.call(deleteLabel, { params: { id: labelIds.Volunteer }, body: { moveTo: labelIds["Head Coach"] } });
  await world.it.drainJobs();
  await everythingAgrees(org, "deleting a role");
  await admin.call(saveOrganizationSettings, {
    params: { id: org.organizationId },
    body: { timeZone: "Pacific/Auckland" },
  });
  await world.it.drainJobs();
  await everythingAgrees(org, "another time zone");
  await admin.call(deleteMembership, { params: { id: coach.plaId } });
  await everythingAgrees(org, "leaving");

  // Each change is reported once, also when a role ended together with another because it was deleted.
  const mismatches = await org.asSystem((call) =>
    call.db.execute<{ action: string }>(sql`SELECT action FROM audit_event
      WHERE organization_id = ${call.organizationId} AND starts_with(action, 'membership.')
      GROUP BY action, subject_id, at HAVING count(*) > 1`),
  );
  expect(mismatches.rows).toEqual([]);
}, 60_000);
