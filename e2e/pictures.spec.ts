import { addMember } from "../apps/api/src/modules/profiles/actions/memberships.ts";
import { expect, test, usableByAll } from "./fixtures.ts";

test("a director goes from each picture of a region to the people behind it", async ({
  organization,
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  const org = await organization("Cascade Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  for (const [index, place] of (["northClub", "northClub", "northTeam", "southClub"] as const).entries()) {
    await org.asSystem((call) =>
      addMember(call, {
        levelId: org.levels[place],
        labelId: org.labelIds.Volunteer,
        person: { firstName: "Ana", lastName: `Ruiz ${index}`, email: null, dateOfBirth: null },
      }),
    );
  }
  await signIn(page, director.email);
  await page.goto(`/dashboard/${org.levels.north}`);
  await expect(page.getByText("4 memberships")).toBeVisible();

  await test.step("who needs me: those who are not activated are as many as the list has", async () => {
    await page.getByRole("button", { name: "Who needs me" }).click();
    const waiting = page.getByRole("table", { name: "What waits on you" });
    await expect(waiting.getByRole("row", { name: /memberships not activated here/ })).toContainText("3");
    await usableByAll(page);
    await waiting.getByRole("link", { name: "memberships not activated here" }).click();
    await expect(page.getByText("3 memberships")).toBeVisible();
  });

  await test.step("the trend has a table, and today leads to whoever is clear", async () => {
    await page.goto(`/dashboard/${org.levels.north}?by=trend`);
    await expect(page.getByRole("slider", { name: "Share of memberships that are clear" })).toBeVisible();
    await page.getByRole("slider").focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("table", { name: /What changed on/ }).getByRole("row")).not.toHaveCount(0);
    await usableByAll(page);
    await page.getByRole("button", { name: "Show numbers" }).click();
    await expect(page.getByRole("columnheader", { name: "Left to clear" })).toBeVisible();
    await page.getByRole("link", { name: "See who is clear" }).click();
    await expect(page.getByText("1 membership", { exact: true })).toBeVisible();
  });
});
