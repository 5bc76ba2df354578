import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser } from "@playwright/test";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

const require = createRequire(import.meta.url);

/** Reads the text of a one-page PDF and, from its pixels, the address in its QR code. */
async function readPoster(browser: Browser, path: string): Promise<{ text: string; code: string | null }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const files: Record<string, string> = {
    "/pdf.mjs": require.resolve("pdfjs-dist/legacy/build/pdf.mjs"),
    "/pdf.worker.mjs": require.resolve("pdfjs-dist/legacy/build/pdf.worker.mjs"),
    "/jsQR.js": require.resolve("jsqr/dist/jsQR.js"),
    "/poster.pdf": path,
  };
  await page.route("http://reader.test/**", async (route) => {
    const file = files[new URL(route.request().url()).pathname];
    if (!file)
      return route.fulfill({
        contentType: "text/html",
        body: '<script src="/jsQR.js"></script>',
      });
    const type = /\.m?js$/.test(file) ? "text/javascript" : "application/pdf";
    return route.fulfill({ contentType: type, body: await readFile(file) });
  });
  await page.goto("http://reader.test/");
  // Passed as text, because code that runs in the page doesn't know this file's modules and types.
  const read = await page.evaluate(`(async () => {
    const { getDocument, GlobalWorkerOptions } = await import("/pdf.mjs");
    GlobalWorkerOptions.workerSrc = "/pdf.worker.mjs";
    const first = await (await getDocument({ url: "/poster.pdf" }).promise).getPage(1);
    const viewport = first.getViewport({ scale: 2 });
    const canvas = document.createElement("canvas");
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await first.render({ canvas, viewport }).promise;
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const { items } = await first.getTextContent();
    return {
      text: items.map((item) => item.str ?? "").join(" ").replaceAll(/\\s+/g, " "),
      code: window.jsQR(pixels.data, pixels.width, pixels.height)?.data ?? null,
    };
  })()`);
  await context.close();
  return read as { text: string; code: string | null };
}

test("a manager pastes thirty people, two of whom are there: one is the same person, the other is added", async ({
  complaints,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Olympic Youth Soccer");
  const manager = await org.aMember("northTeam", "Team Manager");
  await org.anInvited("northTeam", "Volunteer", `ana.${org.organizationId}@example.org`);
  await signIn(page, manager.email, "/people/add");

  await test.step("one by name: who looks like somebody is asked about", async () => {
    await page.getByLabel("First name").fill("William");
    await page.getByLabel("Last name").fill("Ōta");
    await page.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Volunteer" }).click();
    await page.getByRole("button", { name: "Add person" }).click();
    await expect(page.getByText("William Ōta was added.")).toBeVisible();
    await page.getByLabel("First name").fill("Bill");
    await page.getByLabel("Last name").fill("OTA");
    await page.getByRole("button", { name: "Add person" }).click();
    await expect(page.getByText("Possible duplicate", { exact: true })).toBeVisible();
    await expect(page.getByText("Short form of the name")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Same person" }).click();
    await expect(page.getByText("This person is already Volunteer at northTeam.")).toBeVisible();
    // The browser reports the refusal, too.
    await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining("409")]);
  });

  const others = Array.from({ length: 28 }, (_, at) => `Person${String.fromCharCode(65 + at)}\tTest${at}\t`);
  const rows = page.getByRole("table", { name: "Rows of the file and their results" });
  await test.step("thirty rows are pasted, and each has its fate", async () => {
    await page.getByRole("tab", { name: "Paste a list" }).click();
    const pasted = ["Given name\tSurname\tMail", "Bill\tOta\t", "Nuñez\tAna\t", ...others].join("\n");
    await page.getByLabel("Paste rows").fill(pasted);
    await page.getByRole("button", { name: "Check rows" }).click();
    await expect(page.getByText("30 rows, read as UTF-8.")).toBeVisible();
    await page.getByRole("combobox", { name: "Level for rows without one" }).click();
    await page
      .getByRole("option", { name: /northTeam/ })
      .first()
      .click();
    await page.getByRole("combobox", { name: "Role for rows without one" }).click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await expect(page.getByText("2 rows are possible duplicates").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Add 28 people" })).toBeVisible();
    await usableByAll(page);
  });

  await test.step("one row is that person, the other somebody else; how the rows are read is saved", async () => {
    await page.getByRole("button", { name: "Row 2 is the same person as William Ōta" }).click();
    await expect(page.getByRole("button", { name: "Undo your answer for row 2" })).toBeVisible();
    await page.getByRole("button", { name: "Row 3 is a different person: add anyway" }).click();
    await page.getByLabel("Save this mapping as").fill("Our list");
    await page.getByRole("button", { name: "Save mapping" }).click();
    await expect(page.getByText("Mapping “Our list” saved.")).toBeVisible();
    await page.getByRole("checkbox", { name: "Send invitations now" }).uncheck();
    await page.getByRole("button", { name: "Add 29 people and 1 membership" }).click();
    await expect(page.getByText("Roster imported")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("30 rows were added.")).toBeVisible();
    await page.getByRole("checkbox", { name: /New membership/ }).check();
    await expect(rows.getByText("Membership added")).toBeVisible();
  });

  await test.step("the mapping has another name, and is deleted", async () => {
    await page.goto("/people/add?tab=roster");
    await page.getByRole("button", { name: "Rename Our list" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Spring list");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("button", { name: "Delete Spring list" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete mapping" }).click();
    await expect(page.getByText("Spring list")).toHaveCount(0);
  });
});

test("an administrator merges two entries of one person after seeing what becomes of them", { tag: thorough }, async ({
  organization,
  page,
  signIn,
}) => {
  test.setTimeout(300_000);
  const org = await organization("Spokane Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  await signIn(page, admin.email);
  await test.step("somebody is there twice", async () => {
    for (const name of ["Francisco", "Paco"]) {
      await page.goto("/people/add");
      await page.getByLabel("First name").fill(name);
      await page.getByLabel("Last name").fill("Peña-Ruiz");
      await page.getByRole("combobox", { name: "Role" }).click();
      await page.getByRole("option", { name: name === "Paco" ? "Volunteer" : "Head Coach" }).click();
      await page.getByRole("button", { name: "Add person" }).click();
      if (name === "Paco") await page.getByRole("button", { name: "Different person: add anyway" }).click();
      await expect(page.getByText(`${name} Peña-Ruiz was added.`)).toBeVisible();
    }
  });
  await test.step("both stand beside each other, and become one", async () => {
    await expect(async () => {
      await page.goto("/people/duplicates");
      await expect(page.getByRole("listitem", { name: /Peña-Ruiz/ })).toBeVisible({ timeout: 8_000 });
    }).toPass({ timeout: 200_000 });
    await usableByAll(page);
    await page.getByRole("link", { name: /Compare and merge/ }).click();
    await expect(page.getByRole("heading", { name: "Merge profiles" })).toBeVisible();
    await page.getByRole("radio", { name: "Paco Peña-Ruiz" }).check();
    await usableByAll(page);
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByRole("button", { name: "Merge profiles" }).click();
    await expect(page.getByRole("heading", { name: "Paco Peña-Ruiz" })).toBeVisible();
    const memberships = page.getByRole("listitem").filter({ hasText: "Spokane Youth Soccer" });
    await expect(memberships.filter({ hasText: "Head Coach" })).toBeVisible();
    await expect(memberships.filter({ hasText: "Volunteer" })).toBeVisible();
    await page.goto("/people/duplicates");
    await expect(page.getByText("No duplicates")).toBeVisible();
  });
});

test("the poster of a sign-up link is a page to print, and its code leads where the link does", {
  tag: thorough,
}, async ({ browser, organization, page, signIn }) => {
  const org = await organization("Ñandú Youth Soccer");
  const manager = await org.aMember("northTeam", "Team Manager");
  await signIn(page, manager.email, "/people/add?tab=links");
  await page.getByRole("button", { name: "New sign-up link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Volunteer" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = (await dialog.getByText("/signup?token=").textContent()) as string;
  for (const size of ["A4", "US Letter"]) {
    const saved = page.waitForEvent("download");
    await dialog.getByRole("button", { name: `Poster, ${size}` }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("Sign up, Volunteer at northTeam.pdf");
    const poster = await readPoster(browser, await file.path());
    expect(poster.code).toBe(link);
    for (const said of ["Ñandú Youth Soccer", "Volunteer", "northTeam", "Point your phone's camera"]) {
      expect(poster.text).toContain(said);
    }
  }
});
