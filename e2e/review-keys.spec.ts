import type { Route } from "@playwright/test";
import { expect, forgive, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { submissions } from "./submissions.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const choice = (page: Page, name: "Approve" | "Request changes" | "Disqualify") =>
  page.getByRole("radio", { name: new RegExp(`^${name}`) });

/** Presses keys without a pause. What isn't rendered at once isn't waited for, and the focused element gets the next key. */
const burst = (page: Page, ...keys: string[]) => press(page, keys, "");

/** Types letters in quick succession however slow the machine is: each event says that it followed the last one at once. */
const stretch = (page: Page, letters: string) =>
  press(
    page,
    [...letters],
    `window.typedAt = window.typedAt ? window.typedAt + 10 : performance.now();
    Object.defineProperty(down, "timeStamp", { value: window.typedAt });`,
  );

/** Passed as text, because code in the page has its own types. @param more done with each event before it is dispatched. */
const press = (page: Page, keys: readonly string[], more: string) =>
  page.evaluate(`for (const [key, ctrlKey] of ${JSON.stringify(keys.map((key) => (key === "Confirm" ? ["Enter", true] : [key, false])))}) {
    const init = { key, ctrlKey, bubbles: true, cancelable: true };
    const down = new KeyboardEvent("keydown", init);
    ${more}
    document.activeElement.dispatchEvent(down);
    document.activeElement.dispatchEvent(new KeyboardEvent("keyup", init));
  }`);

/** Holds back the page's requests until it is released. */
async function hold(page: Page, what: string): Promise<() => void> {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  // Requests canceled by a reload can't be continued.
  await page.route(what, async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  return letGo;
}

test("however fast one types, what is meant for the notes never decides, and no key acts on a submission that is being left", {
  tag: thorough,
}, async ({ complaints, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  await submissions(org, 4);
  /** The browser reports requests that were canceled on purpose. */
  const forget = (what: RegExp) => forgive(complaints, what);
  const decided: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/requirement/review/")) decided.push(request.url());
  });
  await signIn(page, director.email, "/review");
  // Empty rows stand in while the list loads.
  await expect(page.locator("tbody [data-row-link]")).toHaveCount(4);
  const names = await page.locator("[data-row-link]").allTextContents();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(choice(page, "Approve")).toBeVisible();
  const notes = page.getByRole("textbox", { name: /^Notes/ });

  await test.step("the letters right after r are the notes'", async () => {
    await burst(page, "r", "e", "d", "a", "j");
    await expect(notes).toBeFocused();
    await expect(choice(page, "Request changes")).toBeChecked();
    await expect(heading(page)).toHaveText(names[0] as string);
    await page.locator("h1").focus();
    await page.keyboard.press("a");
    await expect(choice(page, "Approve")).toBeChecked();
  });

  await test.step("after clicking a decision, typing goes into its notes at once", async () => {
    // Wait until the notes have the focus, so that no key comes too early.
    // Passed as text, because code in the page has its own types.
    const clicked = `(radio) => {
      radio.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "mouse", bubbles: true }));
      radio.click();
      return document.activeElement.tagName;
    }`;
    expect(await page.evaluate(`(${clicked})(document.querySelector("input[value=RejectedReset]"))`)).toBe("TEXTAREA");
    await choice(page, "Approve").click();
    await choice(page, "Request changes").click();
    await page.keyboard.type("The edge is cut off.");
    await expect(notes).toHaveValue("The edge is cut off.");
    await expect(choice(page, "Request changes")).toBeChecked();
    await notes.fill("");
    await choice(page, "Request changes").focus();
    await page.keyboard.press("ArrowLeft");
    await expect(choice(page, "Approve")).toBeFocused();
  });

  await test.step("while the next submission is loading, keys decide nothing and say so, and work again once it is there", async () => {
    await page.locator("h1").focus();
    await page.keyboard.press("j");
    await expect(heading(page)).toHaveText(names[1] as string);
    const letGo = await hold(page, "**/adjacent-review-requirement?*dir=next*");
    await page.reload();
    await expect(choice(page, "Approve")).toBeVisible();
    await burst(page, "j", "a", "Confirm", "d");
    await expect(page.getByText("That key did nothing. The submission is still loading.")).toBeVisible();
    letGo();
    await expect(heading(page)).toHaveText(names[2] as string);
    await expect(choice(page, "Approve")).toBeVisible();
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(decided).toEqual([]);
    await usableByAll(page);
  });

  await test.step("what is typed before a submission is there does not fall on it", async () => {
    await page.keyboard.press("k");
    await expect(heading(page)).toHaveText(names[1] as string);
    await page.goto("/review");
    const letGo = await hold(page, "**/api/app/requirement/review?*");
    await page.getByRole("link", { name: names[0] as string }).click();
    await expect(page.getByRole("status", { name: "Loading the submission" })).toBeAttached();
    await stretch(page, "red");
    letGo();
    await stretch(page, "and ");
    await expect(choice(page, "Approve")).toBeVisible();
    await stretch(page, "a late one");
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page.getByText("That key did nothing. The submission is still loading.")).toBeVisible();
    expect(decided).toEqual([]);
  });

  await test.step("j as often as it is pressed", async () => {
    await expect(heading(page)).toHaveText(names[0] as string);
    // The page waits for a pause in the typing and shows no sign of its end, so the test waits.
    await page.waitForTimeout(1_000);
    await burst(page, "j", "j", "j");
    await expect(heading(page)).toHaveText(names[3] as string);
    await burst(page, "j");
    await expect(page.getByText("This is the last submission.")).toBeVisible();
    await burst(page, "k", "k");
    await expect(heading(page)).toHaveText(names[1] as string);
    await burst(page, "j", "k", "k", "j");
    // A key that comes before the next submission has loaded is reported; the key is pressed again then.
    await expect(async () => {
      await page.keyboard.press("a");
      await expect(choice(page, "Approve")).toBeChecked({ timeout: 1_000 });
    }).toPass();
    await expect(heading(page)).toHaveText(names[1] as string);
  });

  await test.step("if the next submission can't be loaded, the page says so and keeps working", async () => {
    await page.reload();
    await page.route("**/adjacent-review-requirement?*", (route) => route.abort());
    await page.goto("/review");
    await page.getByRole("link", { name: names[1] as string }).click();
    await expect(choice(page, "Approve")).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByText(/The next submission couldn't be found/)).toBeVisible();
    await page.keyboard.press("a");
    await expect(choice(page, "Approve")).toBeChecked();
    await page.unroute("**/adjacent-review-requirement?*");
    await page.keyboard.press("j");
    await expect(heading(page)).toHaveText(names[2] as string);
    forget(/ERR_FAILED|Failed to load resource/);
  });

  await test.step("unsaved notes ask before leaving, and staying continues where the reviewer was", async () => {
    await burst(page, "r");
    await page.keyboard.type("Half a sentence");
    await page.locator("h1").focus();
    await page.keyboard.press("j");
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.locator("h1").focus();
    await page.keyboard.press("a");
    await expect(choice(page, "Approve")).toBeChecked();
    await notes.fill("");
    await page.keyboard.press("Control+Enter");
    await expect(heading(page)).toHaveText(names[3] as string);
    expect(decided).toHaveLength(1);
  });

  await test.step("a decision that fails says so, keeps what was written, and can be sent again", async () => {
    const lost = (route: Route) => route.abort();
    await page.route("**/api/app/requirement/review/*", lost);
    await expect(choice(page, "Approve")).toBeVisible();
    await burst(page, "r");
    await page.keyboard.type("The date is missing.");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Not decided")).toBeInViewport();
    await expect(notes).toHaveValue("The date is missing.");
    await page.unroute("**/api/app/requirement/review/*", lost);
    await notes.press("Control+Enter");
    await expect(page.getByText(`${names[3]} was asked for changes`, { exact: false })).toBeVisible();
    forget(/ERR_FAILED|Failed to load resource/);
  });
});

test("what one has written about a submission is still there after somebody else had taken it over", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const ana = await org.aMember("north", "Club Director");
  const ben = await org.aMember("north", "Club Director");
  await submissions(org, 1);
  const other = await anotherBrowser();
  await signIn(page, ana.email, "/review");
  await page.locator("[data-row-link]").click();
  await expect(choice(page, "Approve")).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("The second page is missing.");

  await signIn(other, ben.email, "/review");
  await other.locator("[data-row-link]").click();
  await other.getByRole("button", { name: "Take over" }).click();
  await expect(choice(other, "Approve")).toBeVisible();
  // The page refetches when somebody returns to it.
  await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
  await expect(page.getByText(/Your notes are kept while this page is open/)).toBeVisible();
  await usableByAll(page);
  await page.getByRole("button", { name: "Take over" }).click();
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("The second page is missing.");
  await expect(choice(page, "Request changes")).toBeChecked();
});
