import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { changeLabel, deleteLabel } from "@touchline/contract/library/labels";
import { addLevel, changeLevel, deleteLevel, moveLevel } from "@touchline/contract/setup/levels";
import { expect, test } from "vitest";
import { aWorld } from "../../../../test/world.ts";
import { lockDuties } from "../../compliance/standing/actions/lock-duties.ts";

const world = aWorld();

test("people who may not change assignments, the tree, or roles are refused at once, and block no one", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await org.aDocument(admin);
  const { levels, labelIds, organizationId } = org;
  const fields = { name: "Helper", role: "Manager" as const, givenBy: "Admin" as const, forFamily: null };
  const id = labelIds.Volunteer;
  // While memberships are being changed, a change of assignments waits.
  await org.asSystem(async (held) => {
    await lockDuties(held, "memberships");
    const answers = [
      await coach.ask(deleteLabel, { params: { id }, body: { moveTo: null } }),
      await coach.ask(changeLabel, { params: { id }, body: fields }),
      await coach.ask(saveOrganizationSettings, { params: { id: organizationId }, body: { timeZone: "UTC" } }),
      await coach.ask(assignContent, { params: { id: contentId }, body: { contentAssignments: [] } }),
      await coach.ask(addLevel, { body: { parentId: levels.north, name: "New", kind: "Club" } }),
      await coach.ask(changeLevel, { params: { id: levels.north }, body: { name: "New", kind: "Club" } }),
      await coach.ask(deleteLevel, { params: { id: levels.northTeam } }),
      await coach.ask(moveLevel, { params: { id: levels.northTeam }, body: { parentId: levels.south } }),
    ];
    expect(answers.map(({ status, body }) => `${status} ${body.reason}`)).toEqual(answers.map(() => "403 role"));
  });
});
