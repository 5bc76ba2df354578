import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { submissions } from "./submissions.ts";

/** Rows that have loaded; empty rows stand in while the list loads. */
const rows = (on: Page) => on.locator("tbody tr:has([data-row-link])");

test("of a bulk decision the skipped submissions have a reason, and another try decides them", {
  tag: thorough,
}, async ({ anotherBrowser, organization, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const ana = await org.aMember("north", "Club Director");
  const ben = await org.aMember("north", "Club Director");
  await submissions(org, 2);
  const [page, other] = [await anotherBrowser({}, [503]), await anotherBrowser()];
  await signIn(other, ben.email, "/review");
  await rows(other).first().getByRole("link").click();
  await expect(other.getByRole("radio", { name: /^Approve/ })).toBeVisible();

  await signIn(page, ana.email, "/review");
  await expect(page.getByText(/^Being reviewed by /)).toBeVisible();
  await page.getByRole("button", { name: "Select all 2" }).click();
  await page.keyboard.press("b");
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /^Approve/ })
    .check();
  const done = page.getByRole("dialog", { name: "Decided" });

  await test.step("the server is away: nothing was decided, and nothing is lost", async () => {
    await page.route("**/bulk-review", (route) => route.fulfill({ status: 503, body: "" }));
    await page.getByRole("dialog").getByRole("button", { name: "Approve 2" }).click();
    await expect(done.getByText("Not finished")).toBeVisible();
    await expect(done.getByText("2 submissions weren't reached and are still awaiting review.")).toBeVisible();
    await page.unroute("**/bulk-review");
    await usableByAll(page);
  });

  await test.step("the one that is open elsewhere is left out, as often as it is tried", async () => {
    await done.getByRole("button", { name: "Try 2 again" }).click();
    await expect(done.getByText("1 submission decided. 1 submission skipped.")).toBeVisible();
    await expect(done.getByRole("listitem")).toHaveCount(1);
    await usableByAll(page);
    const tried = page.waitForResponse("**/bulk-review");
    await done.getByRole("button", { name: "Try 1 again" }).click();
    await tried;
    // The results of the previous decisions are still shown.
    await expect(done.getByText("1 submission decided. 1 submission skipped.")).toBeVisible();
  });

  await test.step("once it is free, it is decided", async () => {
    await other.goto("/requirements");
    const again = done.getByRole("button", { name: "Try 1 again" });
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(done.getByText("2 submissions decided.")).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(done.getByRole("button", { name: /^Try/ })).toHaveCount(0);
    await done.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Nothing to review")).toBeVisible();
  });
});

test("of two tabs of one browser one receives the pending count and informs the other, which takes over when it is closed", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const more = await submissions(org, 1);
  const asking: Page[] = [];
  const expectNotice = (one: Page) =>
    one.on("request", (request) => void (request.url().endsWith("/stream") && asking.push(one)));
  const waiting = (one: Page, count: number) =>
    expect(one.getByRole("banner").getByRole("link", { name: new RegExp(`\\b${count}\\b`) })).toBeVisible();

  expectNotice(page);
  await signIn(page, director.email);
  const asks = page.waitForRequest(
    (request) => request.url().endsWith("/stream") && new URL(request.frame().url()).pathname === "/review",
  );
  await page.goto("/review");
  await waiting(page, 1);
  await asks;
  const second = await page.context().newPage();
  expectNotice(second);
  await second.goto("/review");
  await waiting(second, 1);

  await test.step("one stream, and both know", async () => {
    await more(1);
    await waiting(page, 2);
    await waiting(second, 2);
    expect(asking.includes(second)).toBe(false);
  });

  await test.step("the first is closed: the second asks for itself", async () => {
    await page.close();
    await expect.poll(() => asking.includes(second)).toBe(true);
    await more(1);
    await waiting(second, 3);
  });
});
