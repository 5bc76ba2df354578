import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, usableByAll } from "./fixtures.ts";
import { requireOfHeadCoaches } from "./kinds.ts";

test("an Admin chooses when the season begins, after reading of how many people the due dates follow", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aMember("southClub", "Head Coach");
  await requireOfHeadCoaches(org, "Season agreement", usualSettings.document, { type: "Season", graceDays: 0 });
  const part = page.getByRole("region", { name: "Season" });
  const choose = async (name: string, option: string) => {
    await part.getByRole("combobox", { name }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin.email);
  await page.goto("/account/organization");
  await expect(part.getByText("1 requirement goes by the season, with due dates of 2 people.")).toBeVisible();
  await usableByAll(page);
  await choose("On day", "31");
  // A day that the month does not have becomes its last.
  await choose("Begins in", "February");
  await expect(part.getByRole("combobox", { name: "On day" })).toHaveValue("28");
  await expect(part.getByText("Due dates of 2 people follow")).toBeVisible();
  await usableByAll(page);
  await part.getByRole("button", { name: "Save: Season" }).click();
  await expect(page.getByText("The start of the season was saved.")).toBeVisible();
  await page.reload();
  await expect(part.getByRole("combobox", { name: "Begins in" })).toHaveValue("February");
  await page.goto(`/members/${coach.plaId}`);
  await expect(page.getByText(/Feb 2[78]/).first()).toBeVisible();
});
