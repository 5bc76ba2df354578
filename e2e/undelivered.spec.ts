import { createLabel } from "../apps/api/src/modules/library/labels/actions/add.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

test("an administrator finds the invitation that was refused, corrects the address, and the person is invited there", {
  tag: thorough,
}, async ({ linkMailedTo, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const wrong = `ana.${org.organizationId}@refused.invalid`;
  const right = `ana.${org.organizationId}@example.org`;
  await signIn(page, admin.email, `/dashboard/${org.levels.northTeam}`);

  await test.step("she adds a coach with a wrong address", async () => {
    await page.getByRole("button", { name: "Add person" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First name").fill("Ana");
    await dialog.getByLabel("Last name").fill("Núñez");
    await dialog.getByLabel("Email").fill(wrong);
    await dialog.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await dialog.getByRole("button", { name: "Add person" }).click();
    await expect(page.getByText(`The invitation was sent to ${wrong}.`)).toBeVisible();
  });

  await test.step("the overview and what waits on her lead to exactly this person", async () => {
    await expect(async () => {
      await page.goto(`/dashboard/${org.levels.root}?by=waiting`);
      await expect(page.getByRole("link", { name: "1 person whose email wasn't delivered" })).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    await page.getByRole("link", { name: "People whose email wasn't delivered" }).click();
    await expect(page.getByRole("heading", { name: "Emails not delivered" })).toBeVisible();
    await expect(page.getByText("The mail server says this address doesn't exist.")).toBeVisible();
    await usableByAll(page);
    await page.goto(`/dashboard/${org.levels.root}`);
    await expect(page.getByRole("row", { name: /Ana Núñez/ }).getByText("Email not delivered")).toBeVisible();
    await usableByAll(page);
    await page.goBack();
    await page.getByRole("link", { name: "Ana Núñez" }).click();
  });

  await test.step("on the person she reads why, and corrects the address", async () => {
    await expect(page.getByText("This invitation wasn't delivered")).toBeVisible();
    await expect(page.getByText(/works until/)).toHaveCount(0);
    await page.getByText("Response of the mail server").click();
    await expect(page.getByText("550 5.1.1 No such user here")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "Correct the address" }).click();
    const contact = page.getByRole("region", { name: "Contact", exact: true });
    await contact.getByLabel("Email").fill(right);
    await contact.getByRole("button", { name: "Save: Contact" }).click();
    await expect(page.getByText("Contact information saved.")).toBeVisible();
    await expect(contact.getByRole("button", { name: "Save: Contact" })).toHaveAccessibleDescription(
      "No changes to save.",
    );
  });

  await test.step("it goes to the right address, and nothing is left to correct", async () => {
    expect(await linkMailedTo(org.organizationId, right)).toContain("/signup?token=");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Ana Núñez" })).toBeVisible();
    await expect(page.getByText(/Invited on/)).toBeVisible();
    await expect(page.getByText("This invitation wasn't delivered")).toHaveCount(0);
    await page.goto(`/undelivered/${org.levels.root}`);
    await expect(page.getByText("All emails were delivered")).toBeVisible();
  });
});

test("a parent and an administrator see that a second guardian's invitation was refused, and either corrects the email", {
  tag: thorough,
}, async ({ anotherBrowser, linkMailedTo, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const parent = await org.aMember("northTeam", "Volunteer");
  await org.asSystem(async (call) => {
    await createLabel(call, { name: "Player", role: "Individual", forFamily: "child" });
    const guardian = await createLabel(call, { name: "Parent", role: "Individual", forFamily: "guardian" });
    await addMember(call, { levelId: org.levels.northTeam, labelId: guardian, profileId: parent.profileId });
  });
  const theirs = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  const right = `pat.${org.organizationId}@example.org`;

  await test.step("a parent adds a child and invites somebody at an address that is refused", async () => {
    await signIn(theirs, parent.email, "/groupAccountDashboard");
    await theirs.getByRole("button", { name: "Add child" }).click();
    const adding = theirs.getByRole("dialog");
    await adding.getByLabel("First name").fill("Noa");
    await adding.getByLabel("Last name").fill("Little");
    await adding.getByLabel("Date of birth").fill("2015-05-05");
    await adding.getByRole("button", { name: "Add child" }).click();
    await theirs.getByRole("button", { name: "Invite second guardian for Noa" }).click();
    const inviting = theirs.getByRole("dialog");
    await inviting.getByLabel("First name").fill("Pat");
    await inviting.getByLabel("Last name").fill("Other");
    await inviting.getByLabel("Email").fill(`pat.${org.organizationId}@refused.invalid`);
    await inviting.getByRole("button", { name: "Send invitation" }).click();
    await expect(inviting).toBeHidden();
  });

  await test.step("the card says that it was refused, and why", async () => {
    await expect(async () => {
      await theirs.reload();
      await expect(theirs.getByText(/The invitation for Pat Other wasn't delivered to/)).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    await expect(theirs.getByText(/The mail server says this address doesn't exist/)).toBeVisible();
    await usableByAll(theirs);
  });

  await test.step("an administrator finds it under what needs attention, and on the child's page", async () => {
    await signIn(page, admin.email, `/dashboard/${org.levels.root}?by=waiting`);
    await page.getByRole("link", { name: "People whose email wasn't delivered" }).click();
    await expect(page.getByText("Invited as a guardian of Noa Little")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "Pat Other" }).click();
    await expect(page.getByRole("heading", { name: "Noa Little" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Correct the email of Pat Other" })).toBeVisible();
    await usableByAll(page);
  });

  await test.step("she corrects the email; the invitation goes there, and nothing is left to correct", async () => {
    await page.getByRole("button", { name: "Correct the email of Pat Other" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog.getByText("The mail server refused this address. Enter another one.")).toBeVisible();
    await dialog.getByLabel("Email").fill("nobody");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog.getByText("Enter a valid email address.")).toBeVisible();
    await dialog.getByLabel("Email").fill(right);
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText(`Invitation sent to ${right}.`)).toBeVisible();
    expect(await linkMailedTo(org.organizationId, right)).toContain("/signup?token=");
    await expect(page.getByText("Not accepted yet.")).toBeVisible();
    await page.goto(`/undelivered/${org.levels.root}`);
    await expect(page.getByText("All emails were delivered")).toBeVisible();
  });
});
