import { writeFile } from "node:fs/promises";
import { aPdf, expect, forgive, test, thorough, usableByAll } from "./fixtures.ts";
import { lineOf, percent } from "./lines.ts";

/** Builds a document of this size, padded where readers ignore it. */
function paper(bytes: number): Buffer {
  const text = aPdf.buffer.toString("latin1");
  const at = text.indexOf("trailer");
  return Buffer.from(`${text.slice(0, at)}${"% padding\n".repeat(Math.ceil(bytes / 10))}${text.slice(at)}`, "latin1");
}

test(
  "a document of 20 MB arrives over a slow line that is cut, through a reload, and is sent with its day",
  { tag: thorough },
  async ({ anotherBrowser, complaints, organization, page, signIn }, testInfo) => {
    const org = await organization("Slow Line Soccer");
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");

    await test.step("an admin asks for a document with its day", async () => {
      await signIn(page, admin.email, "/library/new/document");
      await page.getByRole("textbox", { name: "Name" }).fill("Coach agreement");
      await page.getByLabel("Instructions").fill("Sign the agreement and upload it.");
      await page.getByRole("button", { name: "Add assignment" }).click();
      await page.getByRole("checkbox", { name: "Head Coach" }).check();
      await page.getByRole("button", { name: "Save document" }).click();
      await page.getByRole("button", { name: "Save assignments" }).click();
      await expect(page.getByText("Assigned to 1 more membership.")).toBeVisible();
    });

    const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });
    await signIn(phone, coach.email);
    await phone.getByRole("link", { name: "Start" }).click();
    // The page loads before the connection is slowed: only the file's transfer is tested.
    await expect(phone.getByLabel("Your document")).toBeAttached();
    const line = await lineOf(phone);

    await test.step("the line is cut in the middle: it waits, and goes on where it stopped", async () => {
      await line(1_500_000);
      // The file is given by its path, so that 20 MB aren't sent to the browser first.
      const scan = testInfo.outputPath("long scan.pdf");
      await writeFile(scan, paper(20_000_000));
      await phone.getByLabel("Your document").setInputFiles(scan);
      await expect.poll(() => percent(phone), { timeout: 40_000 }).toBeGreaterThan(15);
      await line(1_500_000, true);
      await expect(phone.getByText("Waiting for the connection", { exact: false })).toBeVisible({ timeout: 30_000 });
      await usableByAll(phone);
      await line(1_500_000);
      await expect.poll(() => percent(phone), { timeout: 40_000 }).toBeGreaterThan(40);
    });

    await test.step("the page is loaded anew: it goes on by itself and arrives", async () => {
      let before = Number.NaN;
      const look = async () => {
        before = await percent(phone);
        return before;
      };
      await expect.poll(look).toBeGreaterThan(0);
      phone.once("dialog", (dialog) => void dialog.accept());
      await phone.reload();
      await expect.poll(() => percent(phone), { timeout: 30_000 }).toBeGreaterThanOrEqual(before - 5);
      await line(-1);
      await expect(phone.getByText("uploaded")).toBeVisible({ timeout: 60_000 });
    });

    await test.step("it is still there for whoever comes back, and is sent", async () => {
      await phone.reload();
      await expect(phone.getByText("long scan.pdf")).toBeVisible();
      await usableByAll(phone);
      await phone.getByRole("button", { name: "Submit", exact: true }).click();
      await expect(phone.getByText(/in review|pending review/i).first()).toBeVisible();
      await expect(phone.getByText("long scan.pdf")).toBeVisible();
    });
    // The browser reports each request that the cut ended.
    forgive(complaints, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource/);
  },
);
