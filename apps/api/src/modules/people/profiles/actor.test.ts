import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aWorld } from "../../../../test/world.ts";
import { organizationFacts } from "../../../call.ts";
import { openTenancy } from "../../../database/tenancy.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "./actions/memberships.ts";
import { loadActor } from "./queries/actor.ts";

const world = aWorld();

test("who acts, with every role, the children they guard, what Managers are left and the organization, is one statement", async () => {
  const org = await world.it.anOrganization();
  const manager = await org.aMember("northTeam", "Team Manager");
  const { childProfileId } = await org.asSystem(async (call) => {
    await addMember(call, { levelId: org.levels.north, labelId: org.labelIds.Volunteer, profileId: manager.profileId });
    const { profileId } = await addMember(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      person: { firstName: "Nia", lastName: "Młoda", email: null, dateOfBirth: "2016-05-01" },
    });
    await addGuardian(call, { guardianProfileId: manager.profileId, childProfileId: profileId });
    await call.db.execute(
      sql`UPDATE organization SET managers_review = false WHERE organization_id = ${call.organizationId}`,
    );
    return { childProfileId: profileId };
  });

  const statements: string[] = [];
  const tenancy = openTenancy(world.it.database.pool, (text) => statements.push(text));
  const organizationId = tenancy.found(org.organizationId);
  const load = (appUserId: string) =>
    tenancy.run(organizationId, (db) => {
      const call = { organizationId, db, now: new Date(), adapters: undefined as never };
      return loadActor(call, { appUserId }, manager.profileId);
    });
  const acting = await load(manager.appUserId);
  const actor = acting?.actor;
  expect(statements).toHaveLength(1);
  expect(actor).toMatchObject({
    kind: "person",
    profileId: manager.profileId,
    children: [childProfileId],
    managers: { review: false, content: true },
  });
  expect(acting?.organization).toEqual(await org.asSystem(organizationFacts));
  expect(acting?.organization).toMatchObject({ timeZone: "America/Los_Angeles", languages: ["en", "es"] });
  const grants = actor?.kind === "person" ? actor.grants : [];
  expect(grants.map(({ role, levelId }) => [role, levelId]).sort()).toEqual([
    ["Individual", org.levels.north],
    ["Manager", org.levels.northTeam],
  ]);
  expect(grants.every(({ pre, last }) => Number.isInteger(pre) && last >= pre)).toBe(true);
  const stranger = await org.aMember("root", "Administrator");
  expect(await load(stranger.appUserId)).toBeNull();
});
