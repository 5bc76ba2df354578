import { readFile } from "node:fs/promises";
import { expect, forgive, test, usableByAll } from "./fixtures.ts";

test("a form is built, filled in on a phone, gone on with after a reload, sent, read and approved", async ({
  anotherBrowser,
  complaints,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const fullName = `Head-Coach ${coach.lastName}`;

  await test.step("the admin builds it by keyboard and mouse, sees errors in place, and restores what was removed by mistake", async () => {
    await signIn(page, admin.email, "/library/new/form");
    await page.getByRole("textbox", { name: "Name" }).fill("Medical form");
    await page.getByRole("checkbox", { name: "Members fill it in online" }).check();
    const health = page.getByRole("group", { name: "Section 1" });
    await health.getByLabel("Section title").fill("Health");
    await health.getByLabel("Question", { exact: true }).fill("Do you have allergies?");
    await health.getByRole("combobox", { name: "Answer type" }).click();
    await page.getByRole("option", { name: "Yes or no" }).click();
    await health.getByRole("button", { name: "Close Do you have allergies?" }).click();
    await health.getByRole("button", { name: "Add question" }).click();
    await expect(health.getByLabel("Question", { exact: true })).toBeFocused();
    await page.keyboard.type("Which ones?");
    await health.getByRole("combobox", { name: "Show this question" }).click();
    await page.getByRole("option", { name: "Only if: Do you have allergies?" }).click();
    await expect(health.getByRole("combobox", { name: "Answer", exact: true })).toHaveValue("Yes");
    await health.getByRole("button", { name: "Move Which ones? up" }).focus();
    await page.keyboard.press("Enter");
    await expect(health.getByText("Choose a field that comes earlier in the form.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Move Which ones? down" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(health.getByText("Choose a field that comes earlier in the form.")).toHaveCount(0);
    await health.getByRole("button", { name: "Remove Which ones?" }).click();
    await expect(health.getByText("Which ones?")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(health.getByText("Which ones?")).toBeVisible();

    await page.getByRole("button", { name: "Add section" }).click();
    const end = page.getByRole("group", { name: "Section 2" });
    await end.getByLabel("Section title").fill("Signature");
    await end.getByLabel("Question", { exact: true }).fill("Your email address");
    await end.getByRole("combobox", { name: "Answer type" }).click();
    await page.getByRole("option", { name: "Email address" }).click();
    await end.getByRole("combobox", { name: "Prefill with" }).click();
    await page.getByRole("option", { name: "Email address" }).click();
    await end.getByRole("button", { name: "Add question" }).click();
    await expect(end.getByLabel("Question", { exact: true }).nth(1)).toBeFocused();
    await page.keyboard.type("Sign here");
    await end.getByRole("combobox", { name: "Answer type" }).nth(1).click();
    await page.getByRole("option", { name: "Signature" }).click();

    const preview = page.getByRole("region", { name: "Form preview" });
    await expect(preview.getByText("Which ones?")).toHaveCount(0);
    await preview.getByRole("radio", { name: "Yes" }).check();
    await expect(preview.getByLabel("Which ones?")).toBeVisible();

    await page.getByRole("button", { name: "Add assignment" }).click();
    await page.getByRole("checkbox", { name: "Head Coach" }).check();
    await page.getByRole("button", { name: "Save form" }).click();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("Assigned to 1 more membership.")).toBeVisible();
    await usableByAll(page);
  });

  const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  await test.step("the coach fills it in on a phone; what was typed is there after a reload", async () => {
    await signIn(phone, coach.email);
    await phone.getByRole("link", { name: "Start" }).click();
    await expect(phone.getByText("Step 1 of 3")).toBeVisible();
    await phone.getByRole("button", { name: "Next" }).click();
    await expect(phone.getByText("Choose yes or no.")).toBeVisible();
    await phone.getByRole("radio", { name: "Yes" }).check();
    await phone.getByLabel("Which ones?").fill("Peanuts, and stings of bees");
    await expect(phone.getByText("Saved", { exact: true })).toBeVisible();
    await usableByAll(phone);
    await phone.reload();
    await expect(phone.getByText("Step 2 of 3")).toBeVisible();
    await phone.getByRole("button", { name: "Back" }).click();
    await expect(phone.getByLabel("Which ones?")).toHaveValue("Peanuts, and stings of bees");
    await phone.getByRole("button", { name: "Next" }).click();
    await expect(phone.getByLabel("Your email address")).toHaveValue(coach.email);
    await expect(phone.getByText("From your profile.")).toBeVisible();
  });

  await test.step("without a connection it says so, and saves once there is one again", async () => {
    await phone.context().setOffline(true);
    await phone.getByLabel("Sign here").fill("Somebody Else");
    await expect(phone.getByText("Your answers are still here")).toBeVisible();
    await phone.context().setOffline(false);
    await expect(phone.getByText("Saved", { exact: true })).toBeVisible();
    forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
  });

  await test.step("a wrong signature is shown at its field; then everything is reviewed and submitted", async () => {
    await phone.getByRole("button", { name: "Next" }).click();
    await expect(phone.getByText(`Sign with your full name as we have it: ${fullName}.`)).toBeVisible();
    await expect(phone.getByLabel("Sign here")).toBeFocused();
    await phone.getByLabel("Sign here").fill(fullName);
    await phone.getByRole("button", { name: "Next" }).click();
    await expect(phone.getByRole("heading", { name: "Check and submit" })).toBeFocused();
    await expect(phone.getByText("Peanuts, and stings of bees")).toBeVisible();
    await usableByAll(phone);
    await phone.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(phone.getByText(/in review|pending review/i).first()).toBeVisible();
    await expect(phone.getByText("Medical form.pdf")).toBeVisible();
    await expect(phone.getByRole("region", { name: "Answers" }).getByText(fullName).first()).toBeVisible();
    await usableByAll(phone);
  });

  await test.step("the director reads the answers and the PDF, and approves", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, director.email, "/review");
    await desk.getByRole("row", { name: /Medical form/ }).click();
    await expect(desk.getByRole("region", { name: "Answers" }).getByText("Peanuts, and stings of bees")).toBeVisible();
    await expect(desk.getByText("Medical form.pdf").first()).toBeVisible();
    await usableByAll(desk);
    await expect(desk.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    await desk.keyboard.press("a");
    await desk.keyboard.press("Control+Enter");
    await expect(desk.getByText("Cleared").first()).toBeVisible();
  });

  await test.step("the admin takes all answers along as data", async () => {
    await page.reload();
    const answers = page.getByRole("region", { name: "Answers" });
    await answers.getByRole("button", { name: "Export CSV" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      answers.getByRole("button", { name: "Download file" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Medical form answers \d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toContain("Do you have allergies?,Which ones?");
    expect(text).toContain('"Peanuts, and stings of bees"');
    await answers.scrollIntoViewIfNeeded();
  });
});
