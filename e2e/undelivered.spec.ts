import { expect, test, usableByAll } from "./fixtures.ts";

test("an administrator finds the invitation that was refused, corrects the address, and the person is invited there", async ({
  linkMailedTo,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const wrong = `ana.${org.organizationId}@refused.invalid`;
  const right = `ana.${org.organizationId}@example.org`;
  await signIn(page, admin.email);

  await test.step("she adds a coach with a wrong address", async () => {
    await page.goto(`/dashboard/${org.levels.northTeam}`);
    await page.getByRole("button", { name: "Add person" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First name").fill("Ana");
    await dialog.getByLabel("Last name").fill("Núñez");
    await dialog.getByLabel("E-mail").fill(wrong);
    await dialog.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await dialog.getByRole("button", { name: "Add person" }).click();
    await expect(page.getByText(`The invitation goes to ${wrong}.`)).toBeVisible();
  });

  await test.step("the overview and what waits on her lead to exactly this person", async () => {
    await expect(async () => {
      await page.goto(`/dashboard/${org.levels.root}?by=waiting`);
      await expect(page.getByRole("link", { name: "1 person whose email wasn't delivered" })).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    await usableByAll(page);
    await page.getByRole("link", { name: "person here whose email wasn't delivered" }).click();
    await expect(page.getByRole("heading", { name: "Emails not delivered" })).toBeVisible();
    await expect(page.getByText("The mail server says this address doesn't exist.")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "Ana Núñez" }).click();
  });

  await test.step("on the person she reads why, and corrects the address", async () => {
    await expect(page.getByText("This invitation wasn't delivered")).toBeVisible();
    await expect(page.getByText(/works until/)).toHaveCount(0);
    await page.getByText("What the mail server answered").click();
    await expect(page.getByText("550 5.1.1 No such user here")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "Correct the address" }).click();
    const contact = page.getByRole("region", { name: "Contact", exact: true });
    await contact.getByLabel("E-mail").fill(right);
    await contact.getByRole("button", { name: "Save: Contact" }).click();
    await expect(page.getByText("Contact information was saved.")).toBeVisible();
  });

  await test.step("it goes to the right address, and nothing is left to correct", async () => {
    expect(await linkMailedTo(org.organizationId, right)).toContain("/signup?token=");
    await page.goBack();
    await expect(page.getByText(/Invited on/)).toBeVisible();
    await expect(page.getByText("This invitation wasn't delivered")).toHaveCount(0);
    await page.goto(`/undelivered/${org.levels.root}`);
    await expect(page.getByText("All emails were delivered")).toBeVisible();
  });
});
