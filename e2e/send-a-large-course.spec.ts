import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { course12, zipOf } from "../apps/api/test/packages.ts";
import { expect, forgive, test, thorough, usableByAll } from "./fixtures.ts";
import { lineOf, percent } from "./lines.ts";

test("a course with a film arrives over a line that is cut, through a reload, is read, and is what its zip says", {
  tag: thorough,
}, async ({ complaints, organization, page, signIn }) => {
  const org = await organization("Large Course Soccer");
  await signIn(page, (await org.aMember("root", "Administrator")).email, "/library/new/custom-training");
  await page.getByLabel("Name", { exact: true }).fill("Sideline course");
  await expect(page.getByText("Up to 500 MB. File types: ZIP")).toBeVisible();
  const line = await lineOf(page);
  await line(1_000_000);
  // The browser reads the file from the disk, so that it isn't sent in a message.
  const course = test.info().outputPath("course.zip");
  await writeFile(course, await zipOf({ ...course12, "film.mp4": randomBytes(20_000_000) }));
  await page.locator("input[type=file]").first().setInputFiles(course);

  await test.step("the connection is lost: it waits, and continues where it stopped", async () => {
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(10);
    await line(1_000_000, true);
    await expect(page.getByText("Waiting for the connection", { exact: false })).toBeVisible({ timeout: 40_000 });
    await usableByAll(page);
    await line(1_000_000);
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(25);
  });

  await test.step("the page is reloaded: it continues by itself, and the package is read", async () => {
    let before = Number.NaN;
    const look = async () => {
      before = await percent(page);
      return before;
    };
    await expect.poll(look).toBeGreaterThan(0);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect.poll(() => percent(page), { timeout: 40_000 }).toBeGreaterThanOrEqual(before - 8);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Sideline course");
    await line(-1);
    await expect(page.getByText("“Sideline safety” · SCORM 1.2 · 1 part")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("what is no course says so, and another one can be chosen", async () => {
    await page.getByRole("button", { name: "Replace" }).click();
    const wrong = await zipOf({ "index.html": "<p>" });
    const input = page.locator("input[type=file]").first();
    await input.setInputFiles({ name: "wrong.zip", mimeType: "application/zip", buffer: wrong });
    await expect(page.getByText(/“wrong\.zip” isn't a SCORM package/)).toBeVisible({ timeout: 30_000 });
    await usableByAll(page);
    await input.setInputFiles({ name: "course.zip", mimeType: "application/zip", buffer: await zipOf(course12) });
    await expect(page.getByText("“Sideline safety” · SCORM 1.2 · 1 part")).toBeVisible({ timeout: 30_000 });
  });
  // The browser reports each request that the cut ended.
  forgive(complaints, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource/);
});

test("a course that is given up on another page while it is read is no longer waited for", { tag: thorough }, async ({
  complaints,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Given Up Soccer");
  await signIn(page, (await org.aMember("root", "Administrator")).email, "/library/new/custom-training");
  await page.getByLabel("Name", { exact: true }).fill("Sideline course");
  // The other page reacts before this one polls again.
  let looks = 0;
  await page.route(/package-uploads\/[^/]+$/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    looks += 1;
    if (looks === 2) {
      const headers = await route.request().allHeaders();
      const response = await page.request.delete(route.request().url(), { headers });
      expect(response.status()).toBe(200);
    }
    return route.continue();
  });
  const course = test.info().outputPath("course.zip");
  await writeFile(course, await zipOf({ ...course12, "film.mp4": randomBytes(20_000_000) }));
  await page.locator("input[type=file]").first().setInputFiles(course);
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  await expect(page.getByText("course.zip")).toHaveCount(0);
  await expect(page.getByText("Up to 500 MB. File types: ZIP")).toBeVisible();
  forgive(complaints, /Failed to load resource/);
});
