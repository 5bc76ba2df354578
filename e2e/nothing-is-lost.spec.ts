import { course12 } from "../apps/api/test/packages.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, forgive, heldBack, test, thorough } from "./fixtures.ts";
import { field, formOf, pathOf, requireOfHeadCoaches } from "./kinds.ts";
import { submissions } from "./submissions.ts";
import { newTraining, uploaded } from "./trainings.ts";

const phone = { viewport: { width: 390, height: 844 } };
const lostLine = /net::ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to load resource/;
const noFiles = { ...usualSettings.form, blankFileId: null };

test("a reviewer's notes are still there when the submission could not be read again", async ({
  complaints,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Larch Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  await submissions(org, 1);
  await signIn(page, director.email, "/review");
  await page.locator("[data-row-link]").click();
  await expect(page.getByRole("radio", { name: "Approve" })).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("The second page is missing.");
  let refused = 0;
  const reading = /\/api\/app\/requirement\/review\?/;
  await page.route(reading, (route) => {
    refused += 1;
    return route.abort();
  });
  // Data is refetched some seconds later for people who return to the page.
  await expect(async () => {
    await page.evaluate(`window.dispatchEvent(new Event("visibilitychange"))`);
    expect(refused).toBeGreaterThan(1);
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("The second page is missing.");
  await page.unroute(reading);
  await page.getByRole("textbox", { name: "Notes" }).press("Control+Enter");
  await expect(page.getByText("was asked for changes", { exact: false })).toBeVisible();
  forgive(complaints, lostLine);
});

test("a file of a form that does not arrive keeps the reader there; one that is given up holds nothing up", {
  tag: thorough,
}, async ({ complaints, organization, page, signIn }) => {
  const org = await organization("Larch Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const form = formOf({
    Papers: [
      field("club", "text", "Your club"),
      { ...field("card", "file", "Your insurance card"), required: false },
      { ...field("license", "file", "Your license"), required: false },
    ],
    Trip: [field("where", "text", "Where to?")],
  });
  const { contentId } = await requireOfHeadCoaches(org, "Travel form", { ...noFiles, form });
  await page.setViewportSize(phone.viewport);
  await signIn(page, coach.email, await pathOf(org, coach, contentId));
  await page.getByLabel("Your club").fill("Otters");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await test.step("a person who moved on before it was saved is told that it wasn't", async () => {
    const fails = await heldBack(page, "**/form-file", "fails");
    await page.getByLabel("Your insurance card").setInputFiles({ ...aPdf, name: "card.pdf" });
    await page.getByRole("button", { name: "Next" }).click();
    fails();
    await expect(page.getByRole("button", { name: "Try again: card.pdf" })).toBeVisible();
    await page.unroute("**/form-file");
    await expect(page.getByRole("heading", { name: "Papers" })).toBeVisible();
    await page.getByRole("button", { name: "Try again: card.pdf" }).click();
    await expect(page.getByRole("button", { name: "Remove card.pdf" })).toBeVisible();
  });

  await test.step("given up before its turn came, the others go on", async () => {
    const arrives = await heldBack(page, "**/form-file");
    await page.getByLabel("Your insurance card").setInputFiles({ ...aPdf, name: "newer.pdf" });
    await expect(page.getByRole("progressbar", { name: "Uploading newer.pdf" })).toBeVisible();
    await page.getByLabel("Your license").setInputFiles({ ...aPdf, name: "license.pdf" });
    await page.getByRole("button", { name: "Cancel license.pdf" }).click();
    arrives();
    await expect(page.getByRole("button", { name: "Remove newer.pdf" })).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("heading", { name: "Trip" })).toBeFocused();
    await page.getByLabel("Where to?").fill("Yakima");
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  });
  forgive(complaints, lostLine);
});

test("where another device saved something last, it is shown before the form is sent, and then it goes out", {
  tag: thorough,
}, async ({ anotherBrowser, organization, signIn }) => {
  const org = await organization("Larch Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const form = formOf({ Trip: [field("where", "text", "Where to?")] });
  const { contentId } = await requireOfHeadCoaches(org, "Travel form", { ...noFiles, form });
  const path = await pathOf(org, coach, contentId);
  const [page, other] = [await anotherBrowser(phone, [409]), await anotherBrowser(phone, [409])];
  await signIn(page, coach.email, path);
  await page.getByLabel("Where to?").fill("Yakima");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Check and submit" })).toBeFocused();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await signIn(other, coach.email, path);
  await other.getByRole("button", { name: "Back", exact: true }).click();
  await other.getByLabel("Where to?").fill("Spokane");
  await expect(other.getByText("Saved", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("Not submitted")).toBeVisible();
  await expect(page.getByText("Spokane")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/In review since/).first()).toBeVisible();
});

test("switching to the other way of filling in a form keeps what was typed, saved or not", { tag: thorough }, async ({
  anotherBrowser,
  complaints,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Larch Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const form = formOf({ Trip: [field("where", "text", "Where to?")] });
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await requireOfHeadCoaches(org, "Travel form", { ...usualSettings.form, form });
  const desk = await anotherBrowser();
  await signIn(desk, admin.email, `/library/${contentId}`);
  await desk.getByLabel("Blank form").setInputFiles({ ...aPdf, name: "travel.pdf" });
  await desk.getByRole("button", { name: "Save changes" }).click();
  await expect(desk.getByText("All changes saved.")).toBeVisible();
  await signIn(page, coach.email, await pathOf(org, coach, contentId));
  await page.getByRole("radio", { name: /Fill in online/ }).check();
  await page.route("**/form-draft*", (route) => route.abort());
  await page.getByLabel("Where to?").fill("Yakima");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await page.getByRole("radio", { name: /Download and upload/ }).check();
  await expect(page.getByLabel("Where to?")).toBeHidden();
  await page.getByRole("radio", { name: /Fill in online/ }).check();
  await expect(page.getByLabel("Where to?")).toHaveValue("Yakima");
  await page.unroute("**/form-draft*");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  forgive(complaints, lostLine);
});

test("a course that is closed while its last words are on the way stays until they have arrived", {
  tag: thorough,
}, async ({ anotherBrowser, complaints, organization, page, signIn }) => {
  const org = await organization("Larch Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await signIn(page, admin.email, newTraining);
  await uploaded(page, org, course12);
  const device = await anotherBrowser(phone);
  const course = device.frameLocator('iframe[title="Sideline safety"]');
  await signIn(device, coach.email);
  await device.getByRole("link", { name: "Start" }).click();
  await device.getByRole("button", { name: "Start: Sideline safety" }).click();
  await expect(course.getByText("Slide 1 of 3")).toBeVisible();
  await device.route("**/training-progress", (route) => route.abort());
  for (const _ of [1, 2]) await course.getByRole("button", { name: "Next" }).click();
  await device.getByRole("button", { name: "Close" }).click();
  await expect(device.getByText("Your latest progress isn't saved yet")).toBeVisible();
  await device.unroute("**/training-progress");
  await expect(device.getByText("In progress")).toBeVisible();
  await device.getByRole("button", { name: "Continue: Sideline safety" }).click();
  await expect(course.getByText("Slide 3 of 3")).toBeVisible();
  forgive(complaints, lostLine);
});

test("after undoing right after the first save no one is asked, on the page that opened in the meantime too", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const org = await organization("Larch Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  await org.aMember("northTeam", "Head Coach");
  await signIn(page, admin.email, "/library/new/document");
  await page.getByRole("textbox", { name: "Name" }).fill("Coach agreement");
  await page.getByLabel("Instructions").fill("Sign the agreement and upload it.");
  await page.getByRole("button", { name: "Add assignment" }).click();
  await page.getByRole("checkbox", { name: "Head Coach" }).check();
  await page.getByRole("button", { name: "Save document" }).click();
  await page.getByRole("button", { name: "Save assignments" }).click();
  await expect(page).toHaveURL(/library\/[0-9a-f-]{36}/);
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The previous assignments were restored.")).toBeVisible();
  await expect(page.getByText("Not assigned to anyone")).toBeVisible();
  await expect(page.getByText("All changes saved.")).toBeVisible();
});
