import { aPdf, expect, type Page, test, usableByAll } from "./fixtures.ts";

const phone = { viewport: { width: 390, height: 844 } };
const passphrase = "kick off at half past nine";

/** Reads the number of a status in the dashboard's legend, which leaves out statuses that no one has. */
async function counted(page: Page, status: string): Promise<number> {
  const [said] = await page.getByRole("button", { name: new RegExp(`^${status}`) }).allInnerTexts();
  return said === undefined ? 0 : Number(/\d+/.exec(said.replaceAll(",", ""))?.[0]);
}

test("from a roster to Cleared: the registrar imports, the coach joins by mail and uploads, the director approves, the counts move", async ({
  anotherBrowser,
  linkMailedTo,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const registrar = await org.aMember("root", "Account Manager");
  const director = await org.aMember("north", "Club Director");
  const email = `mia.${org.organizationId}@example.org`;
  const roster = [
    "Name,Last Name,Email,Level/Team,Role,Requires Guardian",
    `Mia,Anand,${email},northTeam,Head Coach,No`,
  ];

  await test.step("head coaches need an agreement", async () => {
    await signIn(page, admin.email, "/library/new/document");
    await page.getByRole("textbox", { name: "Name" }).fill("Coach agreement");
    await page.getByLabel("Instructions").fill("Sign the agreement and upload it.");
    await page.getByRole("button", { name: "Add assignment" }).click();
    await page.getByRole("checkbox", { name: "Head Coach" }).check();
    await page.getByRole("button", { name: "Save document" }).click();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("All changes saved.")).toBeVisible();
  });

  const office = await anotherBrowser();
  await test.step("the registrar imports the roster and sees her among those who have not activated", async () => {
    await signIn(office, registrar.email, "/people/add?tab=roster");
    await office.getByLabel("Roster file").setInputFiles({
      name: "roster.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(roster.join("\n")),
    });
    await office.getByRole("button", { name: "Add 1 person and invite 1 person" }).click();
    await expect(office.getByText("Roster imported")).toBeVisible({ timeout: 60_000 });
    await office.goto(`/dashboard/${org.levels.north}`);
    await expect(office.getByText("Mia Anand").first()).toBeVisible();
    await expect.poll(() => counted(office, "Not Activated")).toBe(1);
    await usableByAll(office);
  });

  const hers = await anotherBrowser(phone);
  await test.step("the coach follows the mail, sets a password, and sends what is asked of her", async () => {
    await hers.goto(await linkMailedTo(org.organizationId, email));
    await hers.getByRole("textbox", { name: "Password" }).fill(passphrase);
    await hers.getByRole("checkbox", { name: /^I agree/ }).check();
    await hers.getByRole("button", { name: "Accept invitation" }).click();
    await hers.getByRole("link", { name: "Start" }).click();
    await hers.getByLabel("Your document").setInputFiles(aPdf);
    await hers.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(hers.getByText(/in review|pending review/i).first()).toBeVisible();
    await office.reload();
    await expect(office.getByText("Mia Anand").first()).toBeVisible();
    await expect.poll(() => counted(office, "Not Activated")).toBe(0);
    await expect.poll(() => counted(office, "Incomplete")).toBe(1);
  });

  await test.step("the director approves, and nothing is left in the queue", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, director.email, "/review");
    await desk.getByRole("row", { name: /Mia Anand/ }).click();
    await expect(desk.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    await desk.keyboard.press("a");
    await desk.keyboard.press("Control+Enter");
    await expect(desk.getByText("Cleared").first()).toBeVisible();
    await desk.goto("/review");
    await expect(desk.getByRole("row", { name: /Mia Anand/ })).toHaveCount(0);
  });

  await test.step("the coach is Cleared, for herself and for the registrar", async () => {
    await hers.goto("/requirements");
    await expect(hers.getByText("Cleared").first()).toBeVisible();
    await usableByAll(hers);
    await office.reload();
    await expect(office.getByText("Mia Anand").first()).toBeVisible();
    await expect.poll(() => counted(office, "Cleared")).toBe(1);
    await expect.poll(() => counted(office, "Incomplete")).toBe(0);
  });

  await test.step("the same roster again changes nothing", async () => {
    await office.goto("/people/add?tab=roster");
    await office.getByLabel("Roster file").setInputFiles({
      name: "roster.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(roster.join("\n")),
    });
    await expect(office.getByText(/already|nothing to add/i).first()).toBeVisible();
    await expect(office.getByRole("button", { name: /^Add \d/ })).toHaveCount(0);
  });
});
