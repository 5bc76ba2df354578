import { type MembershipChange, moveMembership, previewMembership } from "@touchline/contract/people/memberships";
import { addMember, changeRole, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { listReviewRequirements } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { storedAndDerived } from "../../../../test/derived.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LabelName, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";

const world = aWorld();
let org: Organization;
let admin: TestPerson;
let director: TestPerson;
beforeAll(async () => {
  org = await world.it.anOrganization();
  admin = await org.aMember("root", "Administrator");
  director = await org.aMember("north", "Club Director");
  await org.aDocument(admin, { at: "northClub", name: "Club agreement" });
  await org.aDocument(admin, { at: "otherTeam", name: "Team agreement" });
  await org.aDocument(admin, { at: "north", name: "Volunteer pledge", labels: ["Volunteer"], mandatory: false });
});

const move = (profileLevelAccessId: string, place: LevelKey) => ({
  query: { profileLevelAccessId, newLevelId: org.levels[place] },
});
const preview = (
  by: TestPerson,
  profileLevelAccessId: string,
  change: MembershipChange,
  to: { at?: LevelKey; as?: LabelName } = {},
) =>
  by.call(previewMembership, {
    query: {
      profileLevelAccessId,
      change,
      ...(to.at ? { levelId: org.levels[to.at] } : {}),
      ...(to.as ? { labelId: org.labelIds[to.as] } : {}),
    },
  });
const summaryOf = ({ requirements }: Awaited<ReturnType<typeof preview>>) =>
  Object.fromEntries(requirements.map(({ name, outcome }) => [name, outcome]));

describe("a membership that moves", () => {
  test("gets the requirements of the new level, and keeps completions", async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    await send(await owedBy(coach, "Club agreement"));
    expect(summaryOf(await preview(director, coach.plaId, "move", { at: "otherTeam" }))).toEqual({
      "Club agreement": "kept",
      "Team agreement": "added",
    });
    const { requirements } = await director.call(moveMembership, move(coach.plaId, "otherTeam"));
    expect(requirements.map((one) => one.outcome)).toEqual(["added"]);
    const member = await director.call(getMember, { params: { id: coach.plaId } });
    expect(member.membership.levelName).toBe("otherTeam");
    expect(member.requirements.map((one) => one.name).sort()).toEqual(["Club agreement", "Team agreement"]);
    const rows = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ level_id: string }>(sql`
        SELECT level_id FROM attempt WHERE organization_id = ${organizationId}
          AND profile_level_access_id = ${coach.plaId}`);
      return rows;
    });
    expect(rows).toEqual([{ level_id: org.levels.otherTeam }]);
    const manager = await org.aMember("otherTeam", "Team Manager");
    const { data } = await manager.call(listReviewRequirements, {
      params: { orgId: org.organizationId },
      query: { type: "Pending" },
    });
    expect(data.map((one) => one.profileLevelAccessId)).toContain(coach.plaId);
    await director.call(moveMembership, move(coach.plaId, "northTeam"));
    const back = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(back.requirements.map((one) => [one.name, one.status])).toEqual([["Club agreement", 7]]);
  });

  test("leaves counts, lists, and statuses as they would be derived again", async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    for (const place of ["otherTeam", "southClub", "northClub"] as const) {
      await admin.call(moveMembership, move(coach.plaId, place));
    }
    const { stored, derived } = await storedAndDerived(org);
    expect(stored).toEqual(derived);
    expect(await org.asSystem(inconsistencies)).toEqual([]);
  });

  test("is refused to oneself, beyond reach either way, above one's own role, where the person is already", async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    const southern = await org.aMember("southClub", "Head Coach");
    const above = await org.aMember("northTeam", "Administrator");
    const manager = await org.aMember("northClub", "Team Manager");
    const refused = async (by: TestPerson, plaId: string, place: LevelKey) => {
      const { status, body } = await by.ask(moveMembership, move(plaId, place));
      return [status, body.reason];
    };
    expect(await refused(director, director.plaId, "northClub")).toEqual([409, "ownMembership"]);
    expect(await refused(director, coach.plaId, "southClub")).toEqual([403, "outOfReach"]);
    expect(await refused(director, southern.plaId, "northClub")).toEqual([403, "outOfReach"]);
    expect(await refused(director, above.plaId, "northClub")).toEqual([403, "aboveOwnRole"]);
    expect(await refused(manager, coach.plaId, "otherTeam")).toEqual([403, "role"]);
    expect(await refused(director, coach.plaId, "northTeam")).toEqual([409, "alreadyMember"]);
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await refused(stranger, coach.plaId, "northTeam"))[0]).toBe(404);
    expect(
      (await director.ask(moveMembership, { query: { ...move(coach.plaId, "north").query, newLevelId: coach.plaId } }))
        .status,
    ).toBe(404);
  });
});

describe("the preview", () => {
  test("says what adding, another role and removing do, and changes nothing", async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    const before = await director.call(getMember, { params: { id: coach.plaId } });
    const added = await preview(director, coach.plaId, "add", { at: "otherTeam", as: "Volunteer" });
    expect([summaryOf(added), added.only, added.alreadyThere]).toEqual([{ "Volunteer pledge": "added" }, true, false]);
    expect(summaryOf(await preview(director, coach.plaId, "relabel", { as: "Volunteer" }))).toEqual({
      "Club agreement": "dropped",
      "Volunteer pledge": "added",
    });
    const removed = await preview(director, coach.plaId, "remove");
    expect([summaryOf(removed), removed.only]).toEqual([{ "Club agreement": "dropped" }, true]);
    expect((await preview(director, coach.plaId, "move", { at: "northTeam" })).alreadyThere).toBe(true);
    expect(await director.call(getMember, { params: { id: coach.plaId } })).toEqual(before);
  });

  test("says the same as the change then does, whatever the change", async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    const places: LevelKey[] = ["northTeam", "otherTeam", "northClub", "southClub"];
    const names: LabelName[] = ["Head Coach", "Volunteer", "Team Manager"];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("move", "relabel"), fc.nat(3), fc.nat(2), async (change, n, m) => {
        const at = places[n] as LevelKey;
        const as = names[m] as LabelName;
        const query = { profileLevelAccessId: coach.plaId };
        const said = await preview(admin, coach.plaId, change, change === "move" ? { at } : { as });
        const answer =
          change === "move"
            ? await admin.ask(moveMembership, move(coach.plaId, at))
            : await admin.ask(changeRole, { query: { ...query, newLabelId: org.labelIds[as] } });
        const { requirements } = await admin.call(getMember, { params: { id: coach.plaId } });
        const now = requirements
          .filter((one) => one.demanded)
          .map((one) => one.name)
          .sort();
        const expected = said.requirements.filter((one) => one.outcome !== "dropped").map((one) => one.name);
        expect(now).toEqual(expected.sort());
        if (answer.status === 200) {
          const many = (outcome: string) => said.requirements.filter((one) => one.outcome === outcome).length;
          const did = (outcome: string) => answer.body.requirements.filter((one) => one.outcome === outcome).length;
          expect([did("added"), did("dropped")]).toEqual([many("added"), many("dropped")]);
        }
      }),
      { numRuns: 20, seed: 20_261_122 },
    );
  });

  test("is refused where the change would be", async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    const manager = await org.aMember("northTeam", "Team Manager");
    const status = async (by: TestPerson, change: MembershipChange, more: object = {}) =>
      (await by.ask(previewMembership, { query: { profileLevelAccessId: coach.plaId, change, ...more } })).status;
    expect(await status(manager, "remove")).toBe(403);
    expect(
      await status(manager, "add", { levelId: org.levels.northTeam, labelId: org.labelIds["Club Director"] }),
    ).toBe(403);
    expect(await status(director, "move")).toBe(400);
    expect(await status(coach, "remove")).toBe(409);
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect(await status(stranger, "remove")).toBe(404);
  });
});

describe("one more membership", () => {
  const one = (profileId: string, at: LevelKey = "otherTeam", as: LabelName = "Volunteer") => ({
    body: { levelId: org.levels[at], labelId: org.labelIds[as], profileId },
  });

  test("is given by who sees the person, to nobody by themselves", async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    expect((await director.ask(addMember, one(coach.profileId))).status).toBe(200);
    expect(await director.ask(addMember, one(director.profileId, "northClub"))).toMatchObject({
      status: 409,
      body: { reason: "ownMembership" },
    });
  });

  test("is given to nobody by their id alone, but again to who left from here", async () => {
    const southern = await org.aMember("southClub", "Head Coach");
    expect((await director.ask(addMember, one(southern.profileId))).status).toBe(404);
    const coach = await org.aMember("northTeam", "Head Coach");
    await director.call(deleteMembership, { params: { id: coach.plaId } });
    const beside = await org.aMember("south", "Club Director");
    expect((await beside.ask(addMember, one(coach.profileId, "southClub"))).status).toBe(404);
    expect((await director.ask(addMember, one(coach.profileId, "northTeam", "Head Coach"))).status).toBe(200);
  });
});
