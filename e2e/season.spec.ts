import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";
import { requireOfHeadCoaches } from "./kinds.ts";

test("an Admin chooses when the season begins, after reading of how many people the due dates follow", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
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
  await signIn(page, admin.email, "/account/organization");
  await expect(
    part.getByText("1 requirement depends on the season. The season sets due dates for 2 people."),
  ).toBeVisible();
  await choose("Start day", "31");
  // A day that a month doesn't have becomes its last day.
  await choose("Start month", "February");
  await expect(part.getByRole("combobox", { name: "Start day" })).toHaveValue("28");
  await expect(part.getByText("Due dates of 2 people will change")).toBeVisible();
  await usableByAll(page);
  await part.getByRole("button", { name: "Save: Season" }).click();
  await expect(page.getByText("Season saved.")).toBeVisible();
  await page.reload();
  await expect(part.getByRole("combobox", { name: "Start month" })).toHaveValue("February");
  await page.goto(`/members/${coach.plaId}`);
  await expect(page.getByText(/Feb 2[78]/).first()).toBeVisible();
});
