import { saveReviewSettings } from "../apps/api/src/modules/reviews/reviews/actions/settings.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { submissions } from "./submissions.ts";

/** Rows that have loaded; empty rows stand in while the list loads. */
const submissionRow = "tbody tr:has([data-row-link])";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const reason = (title: string, decision: "RejectedReset" | "RejectedDisqualified", en: string) => ({
  title,
  decision,
  en,
  type: null,
  es: null,
});

test("a reviewer clears fifty submissions by keyboard alone, with ready reasons and notes of their own", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  test.setTimeout(600_000);
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  await submissions(org, 50);
  await org.asSystem((call) =>
    saveReviewSettings(call, {
      secondReviewer: false,
      version: 0,
      templates: [
        reason("Unreadable", "RejectedReset", "{firstName}, your {requirement} cannot be read."),
        reason("Not signed", "RejectedReset", "{firstName}, page 2 is not signed."),
      ],
    }),
  );
  await signIn(page, director.email, "/review");
  await expect(page.locator(submissionRow)).toHaveCount(25);

  await test.step("keyboard shortcuts are listed, and typing into a field stays typing", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search by name" })).toBeFocused();
    await page.keyboard.type("jab");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Backspace");
    await expect(page.locator(submissionRow)).toHaveCount(25);
    await page.locator("h1").focus();
  });

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Decision" })).toBeVisible();
  const notes = page.getByRole("textbox", { name: /^Notes/ });
  const seen: string[] = [];
  for (let index = 0; index < 50; index += 1) {
    await expect(page.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    const name = (await heading(page).textContent()) ?? "";
    expect(seen).not.toContain(name);
    seen.push(name);
    if (index % 10 === 3) {
      await page.keyboard.press("r");
      await expect(notes).toBeFocused();
      await page.keyboard.press("2");
      await expect(notes).toHaveValue(`${name.split(" ")[0]}, page 2 is not signed.`);
      await page.keyboard.press("End");
      await page.keyboard.type(" jkrad 1");
      await expect(notes).toHaveValue(`${name.split(" ")[0]}, page 2 is not signed. jkrad 1`);
      await expect(page.getByText(/will read this/)).toBeVisible();
    } else if (index === 7) {
      await page.keyboard.press("d");
      await expect(notes).toBeFocused();
      await expect(page.getByText("Only reviewers will read this.")).toBeVisible();
      await page.keyboard.type("Forged.");
      await page.keyboard.press("Control+Enter");
      const dialog = page.getByRole("dialog", { name: `Disqualify ${name}?` });
      await expect(dialog).toBeVisible();
      await dialog.getByRole("button", { name: "Disqualify" }).press("Enter");
    } else {
      await page.keyboard.press("a");
    }
    if (index === 20) {
      // Go on, and back to the same submission. The chosen option has the focus first, where an arrow key would choose another.
      await expect(page.getByRole("radio", { name: "Approve" })).toBeFocused();
      await page.locator("h1").focus();
      await page.keyboard.press("ArrowRight");
      await expect(heading(page)).not.toHaveText(name);
      await expect(heading(page)).not.toHaveText("Review");
      await page.keyboard.press("k");
      await expect(heading(page)).toHaveText(name);
      await page.keyboard.press("a");
    }
    if (index !== 7) await page.keyboard.press("Control+Enter");
    if (index < 49) await expect(heading(page)).not.toHaveText(name);
  }
  await expect(page.getByText("Nothing to review")).toBeVisible();
  await page.goto("/review/statistics");
  await expect(page.getByRole("table", { name: "By requirement" })).toContainText("50");
  await usableByAll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = `[...document.querySelectorAll("[role=group]:has(> table)")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label"))`;
  await expect.poll(() => page.evaluate(beyond)).toEqual([]);
});

test("two reviewers don't block each other, see what is new, and agree on a disqualification", async ({
  organization,
  page,
  signIn,
  anotherBrowser,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const ana = await org.aMember("north", "Club Director");
  const ben = await org.aMember("north", "Club Director");
  const admin = await org.aMember("root", "Administrator");
  const send = await submissions(org, 3);
  await signIn(page, ana.email);
  const phone = await anotherBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(phone, ben.email);
  const rows = (on: Page) => on.locator(submissionRow);
  let first = "";

  await test.step("an Admin says that a disqualification takes two, and writes a reason", async () => {
    const desk = await anotherBrowser({}, [400]);
    await signIn(desk, admin.email, "/account/organization?tab=rules");
    await desk.getByLabel("Require two reviewers to disqualify someone").check();
    await desk.getByRole("button", { name: "Add saved reply" }).click();
    await desk.getByRole("textbox", { name: "Title of saved reply 1" }).fill("Unreadable");
    await desk
      .getByRole("textbox", { name: "Text of saved reply 1", exact: true })
      .fill("{firstname}, I cannot read it.");
    await desk.getByRole("button", { name: "Save: Reviews" }).click();
    await expect(desk.getByText("{firstname} isn't a placeholder here.")).toBeVisible();
    await desk
      .getByRole("textbox", { name: "Text of saved reply 1", exact: true })
      .fill("{firstName}, I cannot read it.");
    await desk.getByRole("button", { name: "Save: Reviews" }).click();
    await expect(desk.getByText("Review settings saved.")).toBeVisible();
    await usableByAll(desk);
  });

  await test.step("what one has open the other sees, and may take over", async () => {
    await phone.goto("/review");
    await expect(rows(phone)).toHaveCount(3);
    await page.goto("/review");
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    first = (await heading(page).textContent()) ?? "";
    await expect(phone.getByText(/^Being reviewed by /)).toBeVisible({ timeout: 60_000 });
    await usableByAll(phone);
    await phone.getByRole("link", { name: first }).click();
    await expect(phone.getByText(/^Being reviewed by /)).toBeVisible();
    await usableByAll(phone);
    await phone.getByRole("button", { name: "Take over" }).click();
    await expect(phone.getByRole("radio", { name: /^Approve/ })).toBeVisible();
  });

  await test.step("on a phone one proposes, with a reason of their own", async () => {
    await phone.getByRole("radio", { name: /^Disqualify/ }).check();
    await phone.getByRole("textbox", { name: "Notes" }).fill("The stamp is not the club's.");
    await phone.getByRole("button", { name: "Propose to disqualify" }).click();
    await phone
      .getByRole("dialog", { name: /^Propose to disqualify/ })
      .getByRole("button", { name: "Propose" })
      .click();
    await expect(phone.getByText(/A second reviewer confirms it/).first()).toBeVisible();
    await expect(heading(phone)).not.toHaveText(first);
    await expect.poll(() => phone.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
  });

  await test.step("the other finds it by the filter and confirms it", async () => {
    await page.goto("/review?proposed=yes");
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).getByText("Disqualification proposed")).toBeVisible();
    await page.getByRole("link", { name: first }).click();
    await expect(page.getByText("The stamp is not the club's.").first()).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Enter a reason. It's kept in the history.")).toBeVisible();
    await page.getByRole("textbox", { name: "Notes" }).fill("Seen too.");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disqualify" }).click();
    await expect(page.getByText(`${first} was disqualified`, { exact: false })).toBeVisible();
  });

  await test.step("new submissions are announced in the header and in the list, without a reload", async () => {
    await page.goto("/review");
    await expect(rows(page)).toHaveCount(2);
    await send(2);
    await page.getByRole("button", { name: "Show 2 new submissions" }).click({ timeout: 60_000 });
    await expect(rows(page)).toHaveCount(4);
    await expect(page.getByRole("banner").getByText("4", { exact: false }).first()).toBeVisible();
  });
});
