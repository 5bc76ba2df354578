import { readFile } from "node:fs/promises";
import { restand } from "../apps/api/src/modules/compliance/standing/actions/restand.ts";
import { makeGuardian } from "../apps/api/src/modules/joining/families/actions/guardians.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../apps/api/src/modules/people/profiles/actions/people.ts";
import { expect, test, usableByAll } from "./fixtures.ts";

const phone = { width: 390, height: 844 };
const words = Array.from({ length: 12 }, (_, index) =>
  `## Part ${index + 1}\n\nYou run, **fall** and get up again. `.repeat(2),
);

test("a waiver is written in the library, signed on a phone for a child, kept, and told to be genuine to anybody", async ({
  anotherBrowser,
  complaints,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const parent = await org.aMember("northTeam", "Volunteer");
  const desk = await anotherBrowser();
  const parentName = `Volunteer ${parent.lastName}`;

  await test.step("the administrator writes it, and sees it as members will", async () => {
    await signIn(desk, admin.email, "/library/new/waiver");
    await desk.getByLabel("Name", { exact: true }).fill("Liability waiver");
    await desk.getByLabel("Text", { exact: true }).fill(words.join("\n\n"));
    await desk.getByRole("tab", { name: "Preview" }).click();
    await expect(desk.getByRole("heading", { name: "Part 12" })).toBeVisible();
    await usableByAll(desk);
    await desk.getByRole("button", { name: "Save waiver" }).click();
    await expect(desk.getByText("Waiver, version 1.")).toBeVisible();
  });
  const contentId = new URL(desk.url()).pathname.split("/").at(-1) as string;
  await org.asSystem(async (call) => {
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    await assignContent(call, {
      contentId,
      contentAssignments: [{ ...to, mandatory: true, dueDate: null, payer: "Organization" }],
    });
    const born = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2015-05-05" };
    const profileId = await createProfile(call, born, null);
    await addMember(call, { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId });
    await makeGuardian(call, { guardianProfileId: parent.profileId, childProfileId: profileId });
    await restand(call, [profileId]);
  });

  await page.setViewportSize(phone);
  await signIn(page, parent.email, "/groupAccountDashboard");
  await test.step("the guardian reads it on the phone, and sees what is missing", async () => {
    await page
      .getByRole("link", { name: /Liability waiver/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Liability waiver" })).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Reading progress" })).toBeVisible();
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.getByText("Check the box to agree.")).toBeVisible();
    await expect(page.getByText("Read to the end")).toBeVisible();
    await page.getByRole("checkbox").check();
    await page.getByLabel("Your full name").fill("Noa Little");
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.getByText(/Type your full name as it is in your profile/)).toBeVisible();
    await usableByAll(page);
  });

  await test.step("a text that was changed in the meantime is shown again before anything is signed", async () => {
    await desk.getByRole("tab", { name: "Write" }).click();
    await desk.getByLabel("Text", { exact: true }).fill(`${words.join("\n\n")}\n\n## Part 13\n\nNew.`);
    await desk.getByRole("button", { name: "Save changes" }).click();
    await expect(desk.getByText("Waiver, version 2.")).toBeVisible();
    await page.getByLabel("Your full name").fill(parentName.toLowerCase());
    const refused = page.waitForResponse((answer) => answer.status() === 409);
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await refused;
    await expect(page.getByText("This waiver was changed")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Part 13" })).toBeVisible();
    await expect(page.getByRole("checkbox")).not.toBeChecked();
  });

  const pdf =
    await test.step("the name outlives a reload, a double click signs once, and the document is kept", async () => {
      await page.reload();
      await expect(page.getByLabel("Your full name")).toHaveValue(parentName.toLowerCase());
      await expect(page.getByRole("checkbox")).not.toBeChecked();
      await page.getByRole("checkbox").check();
      const signed: number[] = [];
      page.on("response", (answer) => {
        if (answer.url().includes("/complete-waiver")) signed.push(answer.status());
      });
      await page.getByRole("button", { name: "Sign", exact: true }).dblclick();
      await expect(page.getByRole("heading", { name: "Approved submission" })).toBeVisible();
      expect(signed).toEqual([200]);
      await usableByAll(page);
      const coming = page.waitForEvent("download");
      await page.getByRole("button", { name: /^Download Liability waiver, signed/ }).click();
      return readFile(await (await coming).path());
    });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");

  await test.step("anyone with the document, logged in or not, can verify that it is genuine", async () => {
    const anybody = await anotherBrowser({ viewport: phone });
    await anybody.goto("/verify/waiver");
    const choose = (buffer: Buffer) =>
      anybody
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "waiver.pdf", mimeType: "application/pdf", buffer });
    await choose(pdf);
    await expect(anybody.getByText(/Genuine. Signed on/)).toBeVisible();
    await usableByAll(anybody);
    await choose(Buffer.concat([pdf, Buffer.from(" ")]));
    await expect(anybody.getByText("This exact file wasn't signed here")).toBeVisible();
  });

  // Another person's name and an old version were refused on purpose.
  const refusals = complaints.filter((text) => /with a status of (400|409)/.test(text));
  expect(refusals).toHaveLength(2);
  for (const text of refusals) complaints.splice(complaints.indexOf(text), 1);
});
