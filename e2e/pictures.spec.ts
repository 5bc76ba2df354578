import { assignContent, createContent, saveDocument } from "../apps/api/src/modules/content/actions.ts";
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
  await org.asSystem(async (call) => {
    const about = { type: 0 as const, name: "Coach agreement", description: "", levelId: org.levels.root };
    const { contentId } = await createContent(call, about);
    const settings = {
      instructions: "",
      linkUrl: null,
      reviewRequired: true,
      asksCompletionDate: false,
      acceptedExtensions: ["pdf" as const],
      validity: { type: "None" as const },
    };
    await saveDocument(call, { contentId, settings });
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds.Volunteer] };
    const terms = { mandatory: true, dueDate: null, payer: "Organization" as const };
    await assignContent(call, { contentId, contentAssignments: [{ ...to, ...terms }] });
  });
  await signIn(page, director.email);
  await page.goto(`/dashboard/${org.levels.north}`);
  await expect(page.getByText("4 memberships")).toBeVisible();

  await test.step("a cell of the heat map has as many left as the list it leads to, which says what it is narrowed to", async () => {
    await page.getByRole("button", { name: "Heat map" }).click();
    const map = page.getByRole("table", { name: "Which requirements are done where" });
    await expect(map.getByRole("link", { name: /3 left of 3: Coach agreement, All together/ })).toBeVisible();
    await usableByAll(page);
    await map.getByRole("link", { name: /3 left of 3: Coach agreement, northClub/ }).click();
    await expect(page.getByText("3 memberships")).toBeVisible();
    await expect(page.getByRole("button", { name: /Coach agreement/ })).toBeVisible();
    await page.goto(`/dashboard/${org.levels.north}?by=levels`);
  });

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
