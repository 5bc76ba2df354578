import { aPdf, expect, test, usableByAll } from "./fixtures.ts";

test("a director moves a member, changes the role, notes something, reads the timeline and a past day", async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const manager = await org.aMember("otherTeam", "Team Manager");
  const accounts = await org.aMember("north", "Account Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  const place = `/members/${coach.plaId}`;
  const tab = (name: string) => page.getByRole("tab", { name });
  await signIn(page, director.email, place);

  await test.step("moves them to another team, which is said before, and takes it back", async () => {
    await page.getByRole("button", { name: "Move: Head Coach at northTeam" }).click();
    await page.getByRole("combobox", { name: "New level" }).fill("otherTeam");
    await page.getByRole("option", { name: /otherTeam/ }).click();
    await expect(page.getByText("Nothing is required there.")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await expect(page.getByText("Head Coach at otherTeam").first()).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone.")).toBeVisible();
    await expect(page.getByText("Head Coach at northTeam").first()).toBeVisible();
  });

  await test.step("gives another role", async () => {
    await page.getByRole("button", { name: "Change role: Head Coach at northTeam" }).click();
    await page.getByRole("combobox", { name: "New role" }).click();
    await page.getByRole("option", { name: "Volunteer" }).click();
    await page.getByRole("button", { name: "Change role", exact: true }).click();
    await expect(page.getByText("Volunteer at northTeam").first()).toBeVisible();
  });

  await test.step("notes something, which stays between administrators", async () => {
    await tab("Notes").click();
    await expect(page).toHaveURL(`${place}?tab=notes`);
    await page.getByLabel("New note").fill("Asked to be called in the evening.");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByRole("listitem").getByText("Asked to be called in the evening.")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("reports an incident with a statement, and tells that an authority knows", async () => {
    await tab("Incidents").click();
    await page.getByRole("button", { name: "Report an incident" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Type of incident" }).click();
    await page.getByRole("option", { name: "Bullying" }).click();
    await dialog.getByLabel("When it happened").fill("2020-03-07T15:00");
    await dialog.getByLabel("What happened").fill("Shouted at another coach.");
    await dialog.getByLabel("Documents").setInputFiles(aPdf);
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Report incident", exact: true }).click();
    await page.getByRole("row", { name: /Bullying/ }).click();
    await expect(page.getByText("Shouted at another coach.")).toBeVisible();
    await expect(page.getByText("agreement.pdf")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByRole("button", { name: "Just now" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Reported in time")).toBeVisible();
  });

  await test.step("reads all of it as one history, and where the person stands on a day", async () => {
    await page.goto(place);
    await tab("Timeline").click();
    await expect(page.getByText(/Club-Director .* moved .* to otherTeam/)).toBeVisible();
    await expect(page.getByText(/added a note/)).toBeVisible();
    await page.getByRole("checkbox", { name: "Notes" }).check();
    await expect(page.getByText(/moved .* to otherTeam/)).toHaveCount(0);
    await usableByAll(page);
    await tab("View past date").click();
    await expect(page.getByRole("region", { name: "Volunteer at northTeam" })).toContainText("No Requirements");
    await page.getByLabel("Date", { exact: true }).fill("2020-02-29");
    await expect(page).toHaveURL(`${place}?tab=past&asOf=2020-02-29`);
    await expect(page.getByText(/The first record of .* is from/)).toBeVisible();
    await usableByAll(page);
  });

  await test.step("an Account Manager moves people and reviews nothing; on a phone", async () => {
    const desk = await anotherBrowser({ viewport: { width: 390, height: 844 } });
    await signIn(desk, accounts.email, place);
    await expect(desk.getByRole("button", { name: /^Move:/ })).toBeVisible();
    await desk.getByRole("tab", { name: "Incidents" }).click();
    await expect(desk.getByText("No incidents")).toBeVisible();
    await desk.getByRole("tab", { name: "Notes" }).click();
    await expect(desk.getByText("Asked to be called in the evening.")).toBeVisible();
    await usableByAll(desk);
  });

  await test.step("a Manager of another team is not shown the person, and the person sees no notes about them", async () => {
    const beside = await anotherBrowser({}, [403]);
    await signIn(beside, manager.email, place);
    await expect(beside.getByText(/outside the levels you manage/)).toBeVisible();
    const own = await anotherBrowser();
    await signIn(own, coach.email, `${place}?tab=notes`);
    await expect(own.getByRole("tab", { name: "Timeline" })).toBeVisible();
    await expect(own.getByRole("tab", { name: "Notes" })).toHaveCount(0);
    await expect(own.getByText("Asked to be called")).toHaveCount(0);
  });
});
