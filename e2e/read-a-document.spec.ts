import { PDFDocument, PDFString, StandardFonts } from "@cantoo/pdf-lib";
import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { expect, test, usableByAll } from "./fixtures.ts";

/** Builds a PDF with a page for each of these texts, the second in landscape. */
async function paper(...texts: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [index, text] of texts.entries()) {
    const [width, height] = index === 1 ? [792, 612] : [612, 792];
    const page = pdf.addPage([width, height]);
    page.drawText(text, { x: 60, y: height - 88, size: 28, font });
    const action = { Type: "Action", S: "URI", URI: PDFString.of("https://elsewhere.example/") };
    const link = {
      Type: "Annot",
      Subtype: "Link",
      Rect: [60, height - 96, 300, height - 60],
      Border: [0, 0, 0],
      A: action,
    };
    page.node.addAnnot(pdf.context.register(pdf.context.obj(link)));
    for (let line = 1; line < 24; line += 1) {
      const words = `Line ${line} of what was agreed between the club and the coach.`;
      page.drawText(words, { x: 60, y: height - 100 - line * 14, size: 12, font });
    }
  }
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

type Canvas = {
  width: number;
  height: number;
  getContext(kind: "2d"): { getImageData(...of: number[]): { data: Uint8ClampedArray } };
};

/** Counts the dark pixels of a page; 0 while nothing is drawn. */
const dark = (sheet: Locator) =>
  sheet.locator("canvas").evaluate((canvas: Canvas) => {
    const { width, height } = canvas;
    // The canvas has no size between two drawings.
    if (width === 0 || height === 0) return 0;
    const points = canvas.getContext("2d").getImageData(0, 0, width, height).data;
    let found = 0;
    for (let at = 0; at < points.length; at += 4) if ((points[at] as number) < 100) found += 1;
    return found;
  });

/** Whether two elements on the page overlap. Both are expected to be visible. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) return true;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("a reviewer reads a document by keyboard, turns a picture, and the member reads it on a phone", async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Readers Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await signIn(page, admin.email, "/library/new/document");
  await page.getByRole("textbox", { name: "Name" }).fill("Coach agreement");
  await page.getByLabel("Instructions").fill("Sign the agreement and upload it.");
  await page.getByRole("button", { name: "Add assignment" }).click();
  await page.getByRole("checkbox", { name: "Head Coach" }).check();
  await page.getByRole("button", { name: "Save document" }).click();
  await page.getByRole("button", { name: "Save assignments" }).click();
  await expect(page.getByText("Assigned to 1 more membership.")).toBeVisible();

  const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  await test.step("the coach sends a PDF of three pages, a picture and a PDF that is broken inside", async () => {
    await signIn(phone, coach.email);
    await phone.getByRole("link", { name: "Start" }).click();
    const photo = await sharp({ create: { width: 640, height: 320, channels: 3, background: "#2a8f5b" } })
      .png()
      .toBuffer();
    await phone.getByLabel("Your document").setInputFiles([
      {
        name: "agreement.pdf",
        mimeType: "application/pdf",
        buffer: await paper("First page", "Second page", "Third page"),
      },
      { name: "photo.png", mimeType: "image/png", buffer: photo },
      {
        name: "broken.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
      },
    ]);
    await phone.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(phone.getByRole("link", { name: "Back to my requirements" })).toBeVisible();
  });

  await page.goto("/review");
  await page.getByRole("row", { name: /Coach agreement/ }).click();
  // Files are listed in the order of their upload.
  await page.getByRole("tab", { name: "agreement.pdf" }).click();
  const number = page.getByLabel("Page", { exact: true });
  const sheet = (which: number) => page.getByRole("group", { name: `Page ${which} of 3` });

  await test.step("pages turn by keys, and by their number", async () => {
    await expect(sheet(1)).toContainText("First page");
    await expect.poll(() => dark(sheet(1))).toBeGreaterThan(500);
    await usableByAll(page);
    // Links within a document are disabled.
    await expect(sheet(1).locator("a, [href]")).toHaveCount(0);
    await expect(number).toHaveValue("1");
    await page.keyboard.press("n");
    await expect(number).toHaveValue("2");
    await expect(sheet(2)).toContainText("Second page");
    await page.getByRole("region", { name: "agreement.pdf, document" }).focus();
    await page.keyboard.press("PageDown");
    await expect(number).toHaveValue("3");
    await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
    await page.keyboard.press("ArrowLeft");
    await expect(number).toHaveValue("2");
    await page.keyboard.press("Home");
    await expect(number).toHaveValue("1");
    await number.fill("3");
    await page.keyboard.press("Enter");
    await expect(number).toHaveValue("3");
    await expect(sheet(3)).toContainText("Third page");
  });

  const size = page.getByRole("status", { name: "Zoom" });
  const fit = (await size.textContent()) ?? "";
  await test.step("notices never cover the document, on a screen of any size", async () => {
    const document = page.getByRole("region", { name: "agreement.pdf, document" });
    const said = page.getByText("This is the last submission.");
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 1000, height: 560 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await page.locator("h1").focus();
      await page.keyboard.press("j");
      await expect(said).toBeVisible();
      await expect(document).toBeVisible();
      for (const place of [said, document]) {
        await place.scrollIntoViewIfNeeded();
        await expect.poll(() => overlap(page.getByLabel("Notices"), document)).toBe(false);
      }
      await page.getByRole("button", { name: "Close notice" }).click();
      await expect(said).toHaveCount(0);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("it gets larger and smaller and turns, and stays on its page", async () => {
    // The page was narrow until now, so wait until it fits the window before measuring.
    await expect(size).toHaveText(fit);
    const width = async () => (await sheet(3).boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(0);
    const before = await width();
    await page.getByRole("region", { name: "agreement.pdf, document" }).focus();
    await page.keyboard.press("+");
    await expect(size).not.toHaveText(fit);
    await expect.poll(width).toBeGreaterThan(before);
    await page.keyboard.press("-");
    await page.keyboard.press("0");
    await expect(size).toHaveText(fit);
    await expect(number).toHaveValue("3");
    await page.keyboard.press("h");
    await expect(page.getByRole("button", { name: "Fit width" })).toBeVisible();
    await page.keyboard.press("t");
    await expect
      .poll(async () => {
        const box = await sheet(3).boundingBox();
        return (box?.width ?? 0) > (box?.height ?? 0);
      })
      .toBe(true);
    await expect(number).toHaveValue("3");
    await expect.poll(() => dark(sheet(3))).toBeGreaterThan(500);
    // The text layer rotates with its page.
    await expect
      .poll(async () => {
        const words = await sheet(3).getByText("Third page").boundingBox();
        return (words?.height ?? 0) > (words?.width ?? 0);
      })
      .toBe(true);
  });

  await test.step("the keys that decide are still the reviewer's", async () => {
    await page.keyboard.press("r");
    await expect(page.getByRole("textbox", { name: "Notes" })).toBeFocused();
    await page.keyboard.type("nb t");
    await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("nb t");
    await page.getByRole("textbox", { name: "Notes" }).fill("");
  });

  await test.step("the whole screen", async () => {
    await page.getByRole("button", { name: "Full screen" }).click();
    await expect(page.getByRole("button", { name: "Exit full screen" })).toBeVisible();
    await page.getByRole("button", { name: "Exit full screen" }).click();
    await expect(page.getByRole("button", { name: "Full screen" })).toBeVisible();
  });

  await test.step("a picture can be rotated; a broken file says so, and can be downloaded", async () => {
    await page.getByRole("tab", { name: "photo.png" }).click();
    const photo = page.getByRole("img", { name: "photo.png" });
    await expect(photo).toBeVisible();
    const isWide = async () => {
      const box = await photo.boundingBox();
      return box && box.width > box.height;
    };
    await expect.poll(isWide).toBe(true);
    await page.getByRole("button", { name: "Rotate", exact: true }).click();
    await expect.poll(isWide).toBe(false);
    await page.getByRole("tab", { name: "broken.pdf" }).click();
    await expect(page.getByText("This PDF is damaged, so it can't be shown here.")).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download broken.pdf" }).first().click(),
    ]);
    expect(download.suggestedFilename()).toBe("broken.pdf");
  });

  await test.step("the coach reads it on the phone, and takes all of it along", async () => {
    await phone.reload();
    await phone.getByRole("button", { name: "View agreement.pdf" }).click();
    await expect(phone.getByRole("group", { name: "Page 1 of 3" })).toContainText("First page");
    await phone.getByRole("button", { name: "Next page" }).click();
    await expect(phone.getByLabel("Page", { exact: true })).toHaveValue("2");
    await usableByAll(phone);
    await phone.keyboard.press("Escape");
    const [download] = await Promise.all([
      phone.waitForEvent("download"),
      phone.getByRole("button", { name: "Download all 3 files" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Coach agreement.zip");
  });
});
