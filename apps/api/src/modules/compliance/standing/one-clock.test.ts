import { deleteMembership } from "@touchline/contract/people/profiles";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { holding } from "../../../../test/hold-person.ts";
import { aSubmissionAt } from "../../../../test/submissions.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";
import { inconsistencies } from "./actions/check.ts";

const world = aWorld();

/** Reads both histories of a person as one, in the order in which they were written, with their timestamps. */
async function stamps(org: Organization, profileId: string) {
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ what: string; at: number }>(sql`
      SELECT what, (extract(epoch FROM at) * 1000)::float8 AS at FROM (
        SELECT kind AS what, at, requirement_event_id AS id FROM requirement_event
        WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}
        UNION ALL
        SELECT kind, at, member_event_id FROM member_event
        WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}) AS both_histories
      ORDER BY id`),
  );
  return rows;
}

test("who waited for an approval removes the membership after it, by the clock of the person too", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  await org.aDocument(admin);
  const one = await aSubmissionAt(org, "northTeam");
  const { plaId, profileId } = one.by;
  const held = await holding(world.it.adminUrl, org.organizationId, admin.profileId);
  // It begins first, and then waits for the entry of the person who removes, which is locked before the member.
  const removing = admin.ask(deleteMembership, { params: { id: plaId } });
  await expect.poll(held.waiting, { timeout: 15_000 }).toBeGreaterThan(0);
  const approved = await director.ask(reviewRequirement, {
    params: { plaId },
    body: { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
  expect(approved.status).toBe(200);
  await held.release();
  expect((await removing).status).toBeLessThan(300);
  const events = await stamps(org, profileId);
  expect(events.at(-1)?.what).toBe("left");
  const left = events.filter((row) => row.what === "left" || row.what === "dropped");
  const decided = events.filter((row) => row.what === "attempt").map((row) => row.at);
  for (const { at } of left) expect(at).toBeGreaterThan(Math.max(...decided));
  expect(await org.asSystem(inconsistencies)).toEqual([]);
});

test("approved and removed at once, many times over: one order, and the checker finds nothing", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  await org.aDocument(admin);
  for (let round = 0; round < 12; round += 1) {
    const one = await aSubmissionAt(org, "northTeam");
    const { plaId, profileId } = one.by;
    const [removed, approved] = await Promise.all([
      admin.ask(deleteMembership, { params: { id: plaId } }),
      director.ask(reviewRequirement, {
        params: { plaId },
        body: { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" },
      }),
    ]);
    expect(removed.status).toBeLessThan(300);
    expect([200, 404]).toContain(approved.status);
    const events = await stamps(org, profileId);
    const instants = events.map((row) => row.at);
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
  }
  expect(await org.asSystem(inconsistencies)).toEqual([]);
});
