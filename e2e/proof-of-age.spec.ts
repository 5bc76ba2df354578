import { sql } from "drizzle-orm";
import { passport } from "../apps/vision/test/samples.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { pathOf, requireOfHeadCoaches } from "./kinds.ts";

const jane = {
  ...{
    first: "Jane",
    middle: "Marie",
    last: "Walker",
    born: "1985-04-12",
    issued: "2024-02-03",
    expires: "2034-02-02",
  },
  ...{ number: "X12345678", state: "WA", motherBorn: "1960-01-01" },
};
const photoOf = async (holder: typeof jane) => ({
  name: "passport.png",
  mimeType: "image/png",
  buffer: await passport(holder),
});

test("a passport with another date of birth comes to a reviewer, who sees what differs; the right one is approved by itself", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE profile SET first_name = 'Jane', last_name = 'Walker', date_of_birth = ${jane.born}
      WHERE organization_id = ${organizationId} AND profile_id = ${coach.profileId}`),
  );
  const { contentId } = await requireOfHeadCoaches(org, "Proof of age", usualSettings["age-verification"]);
  const path = await pathOf(org, coach, contentId);
  await page.setViewportSize({ width: 390, height: 844 });

  const submit = async (from: Page, photo: Awaited<ReturnType<typeof photoOf>>, corrected?: string) => {
    await from.getByRole("combobox", { name: "Document type" }).click();
    await from.getByRole("option", { name: "Government Issued Passport", exact: true }).click();
    await from.getByLabel("Photos of the document").setInputFiles(photo);
    const said = from.getByRole("group", { name: "Is this right?" });
    await expect(said.getByLabel("First name, as printed")).toHaveValue("JANE MARIE", { timeout: 60_000 });
    await expect(said.getByLabel("Last name, as printed")).toHaveValue("WALKER");
    if (corrected) {
      await said.getByLabel("Date of birth, as printed").fill(corrected);
      await expect(said.getByText("Your entries differ from what was read")).toBeVisible();
      await usableByAll(from);
    }
    await from.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(from.getByText(/Your photos are being read|In review since|Completed on/).first()).toBeVisible();
  };

  await test.step("the photo is read, and what the member corrects leads to a review", async () => {
    await signIn(page, coach.email, path);
    await submit(page, await photoOf({ ...jane, born: "1986-04-12" }), jane.born);
    await expect(page.getByText(/In review since/).first()).toBeVisible({ timeout: 120_000 });
  });

  await test.step("the reviewer sees the document beside the profile, and asks for another photo", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, director.email, "/review");
    await desk.getByRole("row", { name: /Proof of age/ }).click();
    const panel = desk.getByRole("region", { name: "Document and profile" });
    await expect(panel.getByText("The date of birth on the document is different.")).toBeVisible();
    await expect(panel.getByText("The member entered something other than what was read.")).toBeVisible();
    await expect(panel.getByText("JANE MARIE WALKER")).toHaveCount(2);
    await expect(panel.getByText("Similar")).toBeVisible();
    await expect(panel.getByText("5678", { exact: true })).toBeVisible();
    await usableByAll(desk);
    await desk.keyboard.press("r");
    await desk.keyboard.type("Submit your own passport.");
    await desk.keyboard.press("Control+Enter");
    await expect(desk.getByText(/was asked for changes/)).toBeVisible();
  });

  await test.step("the right passport completes the requirement without a review", async () => {
    await page.reload();
    await expect(page.getByText("Submit again")).toBeVisible();
    await submit(page, await photoOf(jane));
    await expect(page.getByText(/^Completed on /).first()).toBeVisible({ timeout: 120_000 });
  });
});
