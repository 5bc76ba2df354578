import { changeRole } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { expect, forgive, test, thorough } from "./fixtures.ts";

test("if the next rows of a list can't be loaded, the others stay, and trying again continues", {
  tag: thorough,
}, async ({ complaints, organization, page, signIn }) => {
  const org = await organization("Juniper Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const { plaId } = await org.aMember("northTeam", "Head Coach");
  for (let turn = 0; turn < 60; turn += 1) {
    const label = turn % 2 === 0 ? "Volunteer" : "Head Coach";
    await org.asSystem((call) => changeRole(call, { profileLevelAccessId: plaId, newLabelId: org.labelIds[label] }));
  }
  await signIn(page, director.email, `/members/${plaId}?tab=timeline`);
  const panel = page.getByRole("tabpanel");
  const entries = panel.getByRole("listitem");
  await expect(panel.getByRole("button", { name: "Show older" })).toBeVisible();
  const first = await entries.count();
  expect(first).toBeGreaterThanOrEqual(50);

  await page.route(/timeline\?.*cursor=/, (route) => route.abort());
  await panel.getByRole("button", { name: "Show older" }).click();
  await expect(panel.getByRole("alert")).toBeVisible();
  await expect(entries).toHaveCount(first);

  await page.unroute(/timeline\?.*cursor=/);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("alert")).toBeHidden();
  await expect.poll(() => entries.count()).toBeGreaterThan(first);
  forgive(complaints, /net::ERR_FAILED/);
});
