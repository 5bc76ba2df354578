import { listRequirements } from "@touchline/contract/requirements/requirements";
import { reinstate, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { continueDays, followDays } from "./actions/duty-day.ts";
import { follow } from "./actions/follow.ts";
import { lockDuties } from "./actions/lock-duties.ts";

const world = aWorld();
const day = 86_400_000;
afterEach(() => {
  world.it.clock.shift = 0;
});

const standings = (org: Organization, profileId: string) =>
  org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ status: string }>(sql`
      SELECT overall_status AS status FROM member_standing
      WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId} ORDER BY overall_status`);
    return rows.map((row) => row.status);
  });

test("a disqualified person is disqualified on every membership, also where that requirement isn't assigned", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { at: "north", name: "Northern", labels: ["Head Coach"] });
  const elsewhere = { profileId: coach.profileId, levelId: org.levels.southClub, labelId: org.labelIds.Volunteer };
  await org.asSystem((call) => addMember(call, elsewhere));
  expect(await standings(org, coach.profileId)).toEqual(["Incomplete", "NoRequirements"]);
  const { requirementId } = await owedBy(coach, "Northern");
  await send(await owedBy(coach, "Northern"));
  const params = { plaId: coach.plaId };
  const body = { requirementId, reviewDecision: "RejectedDisqualified" as const, reviewNotes: "Forged." };
  await admin.call(reviewRequirement, { params, body });
  expect(await standings(org, coach.profileId)).toEqual(["Disqualified", "Disqualified"]);
  await admin.call(reinstate, { params, body: { requirementId, reason: "A mistake." } });
  expect(await standings(org, coach.profileId)).toEqual(["Incomplete", "NoRequirements"]);
});

test("who was promised to stay cleared is so through the whole of the day, and not a day longer", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { name: "Agreement" });
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  const now = Date.now();
  const local = (at: number) => new Date(at).toLocaleDateString("en-CA", { timeZone: "America/Los_Angeles" });
  const until = local(now + 3 * day);
  await org.asSystem(async (call) => {
    await lockDuties(call, "memberships");
    await call.db.execute(sql`
      INSERT INTO content_grace (organization_id, profile_level_access_id, content_id, change_id, until_day)
      SELECT ${call.organizationId}, ${coach.plaId}, content_id, ${coach.plaId}, ${until}::date FROM requirement
      WHERE organization_id = ${call.organizationId} AND requirement_id = ${requirements[0]?.requirementId ?? null}`);
    await followDays(call);
    await follow(call, { profileLevelAccessIds: [coach.plaId], profileIds: [coach.profileId] });
  });
  const stands: string[] = [];
  for (let hours = 0; hours <= 5 * 24; hours += 3) {
    world.it.clock.shift = hours * 3_600_000;
    while (await org.asSystem((call) => continueDays(call)));
    const [status] = await standings(org, coach.profileId);
    stands.push(`${local(now + world.it.clock.shift) <= until ? "promised" : "over"} ${status}`);
  }
  expect(new Set(stands)).toEqual(new Set(["promised Optional", "over Incomplete"]));
});
