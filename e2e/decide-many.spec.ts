import { expect, test, usableByAll } from "./fixtures.ts";
import { submissions } from "./submissions.ts";

test("a registrar goes through the queue by keyboard, then decides the rest at once and takes one back", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  await submissions(org, 5);
  // Empty rows stand in while the list loads.
  const rows = page.locator("tbody tr:has([data-row-link])");
  const heading = page.getByRole("heading", { level: 1 });
  let names: string[] = [];

  await test.step("opens the first, moves forward and back, approves, and finds the next one open", async () => {
    await signIn(page, director.email, "/review");
    await expect(rows).toHaveCount(5);
    names = await page.locator("[data-row-link]").allTextContents();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(heading).toHaveText(names[0] as string);
    await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
    await page.keyboard.press("j");
    await expect(heading).toHaveText(names[1] as string);
    await page.keyboard.press("k");
    await expect(heading).toHaveText(names[0] as string);
    await page.keyboard.press("j");
    await expect(heading).toHaveText(names[1] as string);
    await expect(page.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    await page.keyboard.press("a");
    await page.keyboard.press("Control+Enter");
    await expect(heading).toHaveText(names[2] as string);
    await page.keyboard.press("k");
    await expect(heading).toHaveText(names[0] as string);
  });

  await test.step("selects the rest, approves it at once, and reads what became of it", async () => {
    await page.goto("/review");
    await expect(rows).toHaveCount(4);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await page.getByRole("button", { name: "Select all 4" }).click();
    await usableByAll(page);
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog", { name: "Decide 4 submissions" });
    await expect(dialog.getByRole("radio", { name: /^Approve/ })).toBeFocused();
    await page.keyboard.press("Space");
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Approve 4" }).click();
    const done = page.getByRole("dialog", { name: "Decided" });
    await expect(done.getByText("4 submissions decided.")).toBeVisible();
    await usableByAll(page);
    await done.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Nothing to review")).toBeVisible();
    await page.getByRole("tab", { name: "Recently Reviewed" }).click();
    await expect(rows).toHaveCount(5);
  });

  await test.step("takes one of them back on the person's page, and the history says why", async () => {
    await rows.getByRole("link", { name: names[4] as string }).click();
    // This page links to the person; the list linked to the submission.
    await expect(heading).toHaveText(names[4] as string);
    await page
      .getByRole("main")
      .getByRole("link", { name: names[4] as string })
      .click();
    await expect(page.getByText("Cleared").first()).toBeVisible();
    await page.getByRole("button", { name: "Actions: Coach agreement" }).click();
    await page.getByRole("menuitem", { name: "Mark incomplete" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark Coach agreement incomplete?" });
    await dialog.getByRole("button", { name: "Mark incomplete" }).click();
    await expect(dialog.getByText("This is required.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("It was another coach's signature.");
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Mark incomplete" }).click();
    await expect(page.getByText("Incomplete: Coach agreement")).toBeVisible();
    await page.getByRole("tab", { name: "Timeline" }).click();
    await expect(page.getByText(/marked Coach agreement incomplete/).first()).toBeVisible();
    await expect(page.getByText("It was another coach's signature.")).toBeVisible();
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("button", { name: "Actions: Coach agreement" }).click();
    await page.getByRole("menuitem", { name: "Submissions" }).click();
    await expect(page.getByText("Approved, no longer counts")).toBeVisible();
    await usableByAll(page);
  });
});
