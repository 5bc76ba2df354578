import { demoLogins } from "../apps/host/src/demo/logins.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

const operator = demoLogins.find(({ key }) => key === "operator")?.email ?? "";
const secret = "a long enough passphrase";

/** A tiny picture that the browser enlarges. */
const aPicture = {
  name: "crest.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

const saved = (page: Page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();

test("an operator creates an organization on two devices; its administrator accepts, and gives it a logo and a color", async ({
  page,
  anotherBrowser,
  signIn,
  linkMailedTo,
}) => {
  const mark = Date.now().toString(36);
  const name = `Journey Rovers ${mark}`;
  const email = `noor.${mark}@example.org`;
  await signIn(page, operator);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Organizations" }).click();
  await page.getByRole("link", { name: /Create organization|Continue draft/ }).click();
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start over" }).click();
  await expect(page.getByLabel("US dollars per month")).toHaveValue("49.00");
  await expect(page.getByLabel("US dollars per year")).toHaveValue("468.00");
  await expect(page.getByLabel("Plan", { exact: true })).toHaveValue("Basic");
  await usableByAll(page);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("combobox", { name: "Country" }).click();
  await page.getByRole("option", { name: "United States" }).click();
  await page.getByRole("combobox", { name: "State (optional)" }).click();
  await page.getByRole("option", { name: "Washington", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("America/Los Angeles");
  await page.getByLabel("City (optional)").fill("Tacoma");
  await saved(page);

  // Nothing is lost when the page is loaded again.
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);

  // Another device continues at the same step.
  const elsewhere = await anotherBrowser();
  await signIn(elsewhere, operator, "/admin/organizations/new");
  await expect(elsewhere.getByLabel("Name", { exact: true })).toHaveValue(name);
  await elsewhere.getByRole("button", { name: "Next" }).click();
  await expect(elsewhere.getByLabel("First name")).toBeFocused();
  await elsewhere.getByLabel("First name").fill("Noor");
  await elsewhere.getByLabel("Last name").fill("Haddad");
  await elsewhere.getByLabel("Email address", { exact: true }).fill(email);
  await usableByAll(elsewhere);
  await elsewhere.getByRole("button", { name: "Next" }).click();
  await elsewhere.getByText("Head Coach", { exact: true }).click();
  const owed = elsewhere.getByRole("list", { name: "Requirements of Head Coach" });
  await owed.getByRole("checkbox", { name: "First aid card" }).check();
  await saved(elsewhere);
  await usableByAll(elsewhere);
  await elsewhere.getByRole("button", { name: "Create organization" }).click();
  await elsewhere.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(elsewhere.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(elsewhere.getByText("Invited", { exact: true })).toBeVisible();
  await usableByAll(elsewhere);
  const organizationId = new URL(elsewhere.url()).pathname.split("/").at(-1) ?? "";

  // The draft is deleted on this device, too.
  await page.goto("/admin/organizations");
  await expect(page.getByRole("link", { name: "Create organization" })).toBeVisible();

  // The administrator opens the link in the email.
  const admin = await anotherBrowser();
  await admin.goto(await linkMailedTo(organizationId, email));
  await expect(admin.getByRole("heading", { name: `Join ${name}` })).toBeVisible();
  await admin.getByRole("textbox", { name: "Password" }).fill(secret);
  await admin.getByRole("checkbox", { name: /^I agree/ }).check();
  await admin.getByRole("button", { name: "Accept invitation" }).click();
  await admin.getByRole("link", { name: "Organization", exact: true }).click();
  await admin.getByRole("tab", { name: "Logo and color" }).click();
  await admin.getByLabel("Logo file").setInputFiles(aPicture);
  await admin.getByRole("button", { name: "Save logo" }).click();
  await expect(admin.getByRole("img", { name: `Logo of ${name}` })).toBeVisible();
  await expect(admin.locator("header img")).toHaveAttribute("src", /\/logo\//);
  await admin.getByRole("textbox", { name: "Color", exact: true }).fill("#ffcc00");
  await expect(admin.getByText("Too light to read")).toBeVisible();
  await admin.getByRole("button", { name: /^Use #/ }).click();
  await admin.getByRole("button", { name: "Save: Color" }).click();
  await expect(admin.getByText("Color saved.")).toBeVisible();
  await usableByAll(admin);

  // The requirements of the roles are assigned.
  await admin.getByRole("link", { name: "Library" }).click();
  await admin.getByRole("link", { name: "First aid card" }).click();
  await expect(admin.getByText("Head Coach").first()).toBeVisible();
});

test("who belongs to two organizations chooses one, and goes to the other from the header", { tag: thorough }, async ({
  page,
  organization,
  signIn,
}) => {
  const [one, two] = [await organization("First Choice FC"), await organization("Second Choice FC")];
  const person = await one.aMember("root", "Administrator");
  await two.aMember("northTeam", "Head Coach", person);
  await signIn(page, person.email, "/select-profile");
  await page.getByRole("button", { name: /First Choice FC/ }).click();
  await expect(page.getByRole("banner").getByText("First Choice FC").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Organization", exact: true })).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Administrator/ })
    .click();
  await page.getByRole("menuitemradio", { name: /Second Choice FC/ }).click();
  await expect(page.getByRole("banner").getByText("Second Choice FC").first()).toBeVisible();
  // Only the account itself remains of the organization before.
  await expect(page.getByRole("link", { name: "Organization", exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Library" })).toHaveCount(0);
});
