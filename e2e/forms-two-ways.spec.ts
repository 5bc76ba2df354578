import { readFile } from "node:fs/promises";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, heldBack, quiet, test, thorough, usableByAll } from "./fixtures.ts";
import { field, formOf, pathOf, requireOfHeadCoaches } from "./kinds.ts";

const phone = { viewport: { width: 390, height: 844 } };
const ifYes = { fieldKey: "allergies", test: "is" as const, value: "yes" };
const form = formOf({
  Health: [
    field("allergies", "yesNo", "Do you have allergies?"),
    field("which", "text", "Which ones?", { showIf: ifYes }),
  ],
  Contact: [
    field("friend", "text", "Whom shall we call?"),
    field("number", "phone", "Their number"),
    field("card", "file", "Your insurance card"),
  ],
});

test("a form is filled in on two devices at once, step by step with addresses of its own, and nothing typed on either is lost", {
  tag: thorough,
}, async ({ anotherBrowser, organization, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await requireOfHeadCoaches(org, "Medical form", { ...usualSettings.form, form });
  const path = await pathOf(org, coach, contentId);
  // The second save is refused first: the browser reports it, and the page merges both drafts.
  const [page, other] = [await anotherBrowser(phone, [409]), await anotherBrowser(phone, [409])];

  await test.step("what is asked follows from the answers; the step is in the address, and back goes back", async () => {
    await signIn(page, coach.email, path);
    await page.getByRole("radio", { name: "No" }).check();
    await expect(page.getByLabel("Which ones?")).toHaveCount(0);
    await page.getByRole("radio", { name: "Yes" }).check();
    await page.getByLabel("Which ones?").fill("Bees");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("heading", { name: "Contact" })).toBeFocused();
    await expect(page).toHaveURL(/step=s2/);
    await page.goBack();
    await expect(page.getByLabel("Which ones?")).toHaveValue("Bees");
    await expect(page.getByRole("heading", { name: "Health" })).toBeFocused();
    await page.goForward();
    await page.reload();
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  });

  await test.step("another device continues where this one is, and both type", async () => {
    await signIn(other, coach.email, path);
    await expect(other.getByText("Step 2 of 3")).toBeVisible();
    await other.getByLabel("Whom shall we call?").fill("Ana");
    await other.getByLabel("Their number").fill("+1 360 555 0100");
    await expect(other.getByText("Saved", { exact: true })).toBeVisible();
  });

  await test.step("what only one of them typed is taken over; where both did, this page asks, and shows both", async () => {
    await page.getByRole("textbox", { name: "Whom shall we call?" }).fill("Benito");
    await expect(page.getByText("Answered on two devices")).toBeVisible();
    await expect(page.getByLabel("Their number")).toHaveValue("+1 360 555 0100");
    await expect(page.getByRole("textbox", { name: "Whom shall we call?" })).toHaveValue("Benito");
    await expect(page.getByText("Other device: Ana")).toBeVisible();
    await usableByAll(page);
    await page.reload();
    await expect(page.getByText("Other device: Ana")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Whom shall we call?" })).toHaveValue("Benito");
    await expect(page.getByLabel("Their number")).toHaveValue("+1 360 555 0100");
    await page.getByRole("button", { name: "Keep this answer: Whom shall we call?" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(page.getByText("Answered on two devices")).toHaveCount(0);
  });

  await test.step("a file uploaded on the other device goes through as well, and there what is here is seen", async () => {
    const arrives = await heldBack(other, "**/form-file");
    await other.getByLabel("Your insurance card").setInputFiles({ ...aPdf, name: "card.pdf" });
    await expect(other.getByRole("progressbar", { name: "Uploading card.pdf" })).toBeVisible();
    // A file that is still uploading isn't reported as missing: the form continues once it has arrived.
    await other.getByRole("button", { name: "Next" }).click();
    await expect(other.getByRole("button", { name: "Next" })).toHaveAttribute("aria-busy", "true");
    arrives();
    await expect(other.getByRole("heading", { name: "Check and submit" })).toBeFocused();
    await expect(other.getByText("Benito")).toBeVisible();
    await other.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(other.getByText(/In review since/).first()).toBeVisible();
    await expect(other.getByRole("region", { name: "Answers" }).getByText("Benito")).toBeVisible();
    await expect(other.getByRole("region", { name: "Answers" }).getByText("card.pdf")).toBeVisible();
    expect(new URL(other.url()).searchParams.has("step")).toBe(false);
  });

  await test.step("this page learns that it was sent when it would save", async () => {
    await page.getByRole("textbox", { name: "Whom shall we call?" }).fill("Carla");
    await expect(page.getByText("There's a newer version")).toBeVisible();
    await page.getByRole("button", { name: "Show the new version" }).click();
    await expect(page.getByText(/In review since/).first()).toBeVisible();
  });
});

test("a form is done on its blank: downloaded, filled in, sent back, and approved; the choice stays in the address", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await requireOfHeadCoaches(org, "Travel form", {
    ...usualSettings.form,
    // The page has a file field as well; the blank form must not be mistaken for it.
    form: formOf({ Trip: [field("where", "text", "Where to?"), field("ticket", "file", "Your ticket")] }),
  });

  await test.step("the admin adds the blank to it, so that both ways are there", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, admin.email, `/library/${contentId}`);
    const save = desk.getByRole("button", { name: "Save changes" });
    await desk.getByRole("textbox", { name: "Name" }).fill("Travel form, new");
    const arrives = await heldBack(desk, "**/content-file");
    await desk.getByLabel("Blank form").setInputFiles({ ...aPdf, name: "travel.pdf" });
    // If the form were saved before the upload ends, the file would be missing.
    await expect(desk.getByText("Wait until the upload finishes.").filter({ visible: true })).toBeVisible();
    await expect(save).toHaveAttribute("aria-disabled", "true");
    arrives();
    await save.click();
    await expect(desk.getByText("All changes saved.")).toBeVisible();
    await usableByAll(desk);
  });

  await test.step("the coach, on a phone, chooses the file, keeps it, and sends it back", async () => {
    await page.setViewportSize(phone.viewport);
    await signIn(page, coach.email);
    await page.getByRole("link", { name: "Start" }).click();
    await page.getByRole("radio", { name: /Download and upload/ }).check();
    await page.reload();
    await expect(page.getByRole("radio", { name: /Download and upload/ })).toBeChecked();
    await usableByAll(page);
    const settled = quiet(page);
    const kept = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the form" }).click();
    const blank = await kept;
    expect(blank.suggestedFilename()).toBe("travel.pdf");
    expect(await readFile(await blank.path())).toEqual(aPdf.buffer);
    await page.getByLabel("Your document").setInputFiles({ ...aPdf, name: "filled in.pdf" });
    await expect(page.getByText("filled in.pdf")).toBeVisible();
    await settled();
    // People who return from the list find the form as they left it.
    await page.goto("/requirements");
    await expect(page.getByText("Started but not finished.")).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("radio", { name: /Download and upload/ })).toBeChecked();
    await expect(page.getByText("filled in.pdf")).toBeVisible();
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page.getByText(/In review since/).first()).toBeVisible();
  });

  await test.step("the director approves it", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, director.email, "/review");
    await desk.getByRole("row", { name: /Travel form/ }).click();
    await expect(desk.getByText("filled in.pdf").first()).toBeVisible();
    await expect(desk.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    await desk.keyboard.press("a");
    await desk.keyboard.press("Control+Enter");
    await expect(desk.getByText("Cleared").first()).toBeVisible();
  });
});
