import sharp from "sharp";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** A landscape photo, as cameras take it. */
const aPhoto = async () => ({
  name: "me.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: "#2a8f5b" } })
    .jpeg()
    .toBuffer(),
});

test("a coach on a phone fills in who they are, part by part, and the photo goes with them", { tag: thorough }, async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const director = await org.aMember("north", "Club Director");
  await signIn(page, coach.email);

  await test.step("the way there is in the menu", async () => {
    await page.getByRole("button", { name: /Head-Coach/ }).click();
    await page.getByRole("menuitem", { name: "My details" }).click();
    await expect(page).toHaveURL(/\/editProfile$/);
    await expect(page.getByRole("heading", { name: "My details" })).toBeVisible();
    await expect(page.getByRole("group", { name: "Do you drive minors?" })).toBeVisible();
    await usableByAll(page);
  });

  await test.step("the photo is cut with the keyboard and saved", async () => {
    await page.getByLabel("Photo file").setInputFiles(await aPhoto());
    const dialog = page.getByRole("dialog", { name: "Crop your photo" });
    await dialog.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
    await dialog.getByRole("slider", { name: "Left to right" }).press("ArrowLeft");
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Save photo" }).click();
    await expect(page.getByText("Photo saved.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove photo" })).toBeVisible();
    await expect(page.locator("header img[src^='blob:']")).toBeVisible();
  });

  await test.step("what cannot be is said at the field, before anything is saved", async () => {
    const contact = page.getByRole("region", { name: "Contact", exact: true });
    await contact.getByLabel("Phone").fill("call me");
    await contact.getByRole("button", { name: "Save: Contact" }).click();
    await expect(contact.getByText("Enter a phone number, such as 206-555-0142.")).toBeVisible();
    await expect(contact.getByLabel("Phone")).toBeFocused();
    await contact.getByLabel("Phone").fill("206 555 0142");
    await contact.getByLabel("Address").fill("12 Øre Street, 98101");
    await contact.getByLabel("City").fill("Seattle");
    await contact.getByRole("combobox", { name: "State or province" }).fill("Washin");
    await page.getByRole("option", { name: "Washington", exact: true }).click();
    await contact.getByRole("button", { name: "Save: Contact" }).click();
    await expect(page.getByText("Contact information saved.")).toBeVisible();
  });

  await test.step("two emergency contacts are added, one is taken away again", async () => {
    const emergency = page.getByRole("region", { name: "Emergency contacts" });
    await emergency.getByRole("button", { name: "Add contact" }).click();
    await emergency.getByLabel("First name").fill("Đorđe");
    await emergency.getByLabel("Phone").fill("+1 206 555 0143");
    await emergency.getByRole("button", { name: "Add contact" }).click();
    await emergency.getByRole("button", { name: "Remove contact 2" }).click();
    await emergency.getByRole("button", { name: "Save: Emergency contacts" }).click();
    await expect(page.getByText("Emergency contacts saved.")).toBeVisible();
  });

  await test.step("citizenship, the U.S. Soccer ID and the questions are answered", async () => {
    const citizenship = page.getByRole("region", { name: "Citizenship" });
    await citizenship.getByRole("combobox", { name: "Country", exact: true }).fill("Portug");
    await page.getByRole("option", { name: "Portugal" }).click();
    await citizenship.getByRole("button", { name: "Save: Citizenship" }).click();
    await expect(page.getByText("Citizenship saved.")).toBeVisible();
    const ussf = page.getByRole("region", { name: "U.S. Soccer ID" });
    await ussf.getByRole("textbox").fill("1234-5678-9012");
    await ussf.getByRole("button", { name: "Save: U.S. Soccer ID" }).click();
    await expect(ussf.getByText("Enter 16 digits.")).toBeVisible();
    await ussf.getByRole("textbox").fill("1234-5678-9012-3456");
    await ussf.getByRole("button", { name: "Save: U.S. Soccer ID" }).click();
    await expect(ussf.getByRole("textbox")).toHaveValue("1234 5678 9012 3456");
    const questions = page.getByRole("region", { name: "Questions" });
    await questions.getByRole("group", { name: "Do you drive minors?" }).getByRole("radio", { name: "Yes" }).check();
    await questions.getByRole("button", { name: "Save: Questions" }).click();
    await expect(page.getByText("Answers saved.")).toBeVisible();
  });

  await test.step("leaving with something unsaved asks first", async () => {
    const name = page.getByRole("region", { name: "Name and date of birth" });
    await expect(name.getByLabel("Date of birth", { exact: true })).toBeDisabled();
    await name.getByLabel("First name").fill("Zoë");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("link", { name: "My requirements" }).click();
    const asks = page.getByRole("dialog", { name: "Leave without saving?" });
    await asks.getByRole("button", { name: "Keep editing" }).click();
    await expect(asks).toBeHidden();
    await name.getByRole("button", { name: "Save: Name and date of birth" }).click();
    await expect(page.getByText("Name and date of birth saved.")).toBeVisible();
  });

  await test.step("all of it is there after a reload", async () => {
    await page.reload();
    await expect(page.getByLabel("First name").first()).toHaveValue("Zoë");
    await expect(page.getByLabel("City")).toHaveValue("Seattle");
    await expect(page.getByRole("combobox", { name: "State or province" })).toHaveValue("Washington");
    await expect(page.getByRole("combobox", { name: "Country", exact: true })).toHaveValue("Portugal");
    const drives = page.getByRole("group", { name: "Do you drive minors?" });
    await expect(drives.getByRole("radio", { name: "Yes" })).toBeChecked();
    await expect(page.getByRole("region", { name: "Emergency contacts" }).getByLabel("First name")).toHaveValue(
      "Đorđe",
    );
  });

  await test.step("a director sees the photo, and comes to the details from the member's page", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, director.email, `/members/${coach.plaId}`);
    await expect(desk.getByRole("heading", { name: /Zoë/ })).toBeVisible();
    await expect(desk.locator("main img[src^='blob:']")).toBeVisible();
    await desk.getByRole("link", { name: "Edit details" }).click();
    await expect(desk.getByRole("heading", { name: /Details of Zoë/ })).toBeVisible();
    await expect(desk.getByLabel("Date of birth", { exact: true })).toBeEnabled();
    await usableByAll(desk);
  });
});
