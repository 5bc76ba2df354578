import AxeBuilder from "@axe-core/playwright";
import { localAdapters } from "../apps/api/src/adapters/local.ts";
import { openTenancy } from "../apps/api/src/database/tenancy.ts";
import { newestMails } from "../apps/api/src/modules/messages/notifications/queries/mail-history.ts";
import { environment, expect, forgive, type Page, test, thorough, usableByAll } from "./fixtures.ts";

/** Expects no accessibility problems outside the email's frame, in which axe can't run. */
async function usableBesideTheMail(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`)).toEqual([]);
}

test("an Admin writes the invitation in her own words, tries it, invites somebody by it, and takes it back", {
  tag: thorough,
}, async ({ complaints, database, linkMailedTo, organization, page, signIn }) => {
  const org = await organization("Baker Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const site = { url: environment("TOUCHLINE_URL"), supportEmail: "support@example.org" };
  const adapters = localAdapters({ folder: "unused", secret: environment("TOUCHLINE_SECRET"), site });
  const tenancy = openTenancy(database.pool);
  const mailTo = async (email: string) => {
    const organizationId = tenancy.found(org.organizationId);
    const mails = await tenancy.run(organizationId, (db) => newestMails({ db, organizationId, adapters }, 50));
    return mails.find((mail) => mail.to === email);
  };

  // Colors in the middle of a transition have a contrast that nobody sees.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, admin.email, "/account/organization");
  await page.getByRole("link", { name: "Edit templates" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Sent to people who are added" })).toContainText("Default");
  await usableByAll(page);
  await page.getByRole("link", { name: "Invitation", exact: true }).click();

  // The preview shows what is typed, and problems appear beside it.
  const paper = page.frameLocator("iframe");
  await expect(paper.getByText("Hello Ana,")).toBeVisible();
  await page.getByRole("button", { name: "Customize" }).click();
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("Dear **{frist name}**,\n\nour season begins. Join us:\n\n");
  await expect(page.getByText("{frist name} isn't a placeholder of this email.")).toBeVisible();
  await expect(page.getByText("{link} is missing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
  await text.fill("Dear **{first name}**,\n\nour season begins. Join us:\n\n");
  await page.getByRole("button", { name: "Insert {link}" }).click();
  await expect(text).toHaveValue("Dear **{first name}**,\n\nour season begins. Join us:\n\n{link}");
  await expect(text).toBeFocused();
  await page.getByLabel("Subject", { exact: true }).fill("Baker begins!");
  await expect(paper.getByText("our season begins.")).toBeVisible();
  await expect(paper.locator("strong")).toHaveText("Ana");
  // The page's content security policy forbids inline styles, and the button still has the organization's color, as in a
  // mailbox.
  await expect(paper.getByText("Join", { exact: true })).toHaveCSS("color", "rgb(255, 255, 255)");
  await usableBesideTheMail(page);
  await page.getByRole("tab", { name: "Plain text" }).click();
  await expect(page.getByText("/signup")).toBeVisible();
  await page.getByRole("tab", { name: "HTML" }).click();

  // The other language still has the default text, and switching languages loses nothing.
  await page.getByRole("tab", { name: "Español" }).click();
  await expect(paper.getByText("Hola, Ana:")).toBeVisible();
  await page.getByRole("tab", { name: "English" }).click();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Email templates" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText(`Test email sent to ${admin.email}.`)).toBeVisible();
  await expect.poll(async () => (await mailTo(admin.email))?.sentAt ?? null).not.toBeNull();
  expect(await mailTo(admin.email)).toMatchObject({ kind: "example", subject: "Baker begins!" });

  // Text typed during a save is kept, and saved next.
  const subject = page.getByLabel("Subject", { exact: true });
  const { promise: released, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/api/app/mail-text/invitation", async (route) => {
    await released;
    await route.continue();
  });
  await subject.fill("Baker starts!");
  await page.getByRole("button", { name: "Save" }).click();
  await subject.fill("Baker begins!");
  goOn();
  await expect(page.getByText("Saved. New emails use this text.")).toBeVisible();
  await expect(subject).toHaveValue("Baker begins!");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Baker begins!" })).toContainText("in use");
  const email = `nora.${Date.now()}@example.org`;
  await org.anInvited("northTeam", "Volunteer", email);
  const invitation = await mailTo(email);
  expect(invitation?.subject).toBe("Baker begins!");
  expect(invitation?.text).toMatch(/^Dear Ana,\n\nour season begins\. Join us:\n\nJoin:\nhttp/);
  expect(await linkMailedTo(org.organizationId, email)).toMatch(/^\/signup\?token=/);

  // After the text is reset to the default, the previous text can be restored.
  await page.getByRole("button", { name: "Use the default" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Customize" })).toBeVisible();
  const versions = page.getByRole("listitem").filter({ hasText: "Baker begins!" });
  await expect(versions).not.toContainText("in use");
  await versions.getByRole("button", { name: "Use version 2" }).click();
  await expect(text).toHaveValue(/our season begins/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Email templates" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Sent to people who are added" })).toContainText("Default");
  const later = `otto.${Date.now()}@example.org`;
  await org.anInvited("northTeam", "Volunteer", later);
  expect((await mailTo(later))?.subject).toBe("Baker Youth Soccer invites you to join");
  // The frame runs no scripts, including this test's.
  forgive(complaints, /the document's frame is sandboxed/);
});

test("words that are not saved are asked about also where the question itself cannot be fetched", {
  tag: thorough,
}, async ({ complaints, organization, page, signIn }) => {
  const org = await organization("Shasta Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  await signIn(page, admin.email, "/account/organization/texts/invitation");
  const gone = page.waitForEvent("requestfailed", (request) => request.url().includes("LeaveDialog"));
  await page.route("**/LeaveDialog*", (route) => route.abort());
  await page.getByRole("button", { name: "Customize" }).click();
  const subject = page.getByLabel("Subject", { exact: true });
  await subject.fill("Come along");
  await gone;
  const away = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Email templates" });
  const messages: string[] = [];
  page.once("dialog", (dialog) => {
    messages.push(dialog.message());
    return dialog.dismiss();
  });
  await away.click();
  await expect.poll(() => messages).toEqual(["Leave without saving? Your changes will be lost."]);
  await expect(subject).toHaveValue("Come along");
  page.once("dialog", (dialog) => dialog.accept());
  await away.click();
  await expect(page.getByRole("heading", { level: 1, name: "Email templates" })).toBeVisible();
  forgive(complaints, /ERR_FAILED|sandboxed/);
});
