import { readFile, writeFile } from "node:fs/promises";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { verifyRecord } from "../scripts/verify-record.ts";
import { aPdf, expect, test, usableByAll } from "./fixtures.ts";

const phone = { width: 390, height: 844 };

test("a director reads why somebody is incomplete, takes the record along, and it verifies without the server", async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}, info) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const manager = await org.aMember("northTeam", "Team Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();

  await test.step("something is asked of coaches", async () => {
    await signIn(desk, admin.email, "/library/new/document");
    await desk.getByLabel("Name", { exact: true }).fill("Coach agreement");
    await desk.getByRole("button", { name: "Save document" }).click();
    await expect(desk.getByText("Document, version 1.")).toBeVisible();
    const contentId = new URL(desk.url()).pathname.split("/").at(-1) as string;
    await org.asSystem((call) =>
      assignContent(call, {
        contentId,
        contentAssignments: [
          {
            levelId: org.levels.root,
            includeBelow: true,
            labelIds: [org.labelIds["Head Coach"]],
            mandatory: true,
            payer: "Organization",
          },
        ],
      }),
    );
  });

  await test.step("the coach reads why on a phone, and sends it in", async () => {
    const own = await anotherBrowser({ viewport: phone });
    await signIn(own, coach.email);
    await own.getByRole("link", { name: "Start" }).click();
    await own.getByText("All reasons").click();
    await expect(own.getByText("It isn't completed.")).toBeVisible();
    await expect(
      own.getByText(/Mandatory: assigned to Head Coach at Rainier Youth Soccer and its sublevels/),
    ).toBeVisible();
    await usableByAll(own);
    await own.getByLabel("Your document").setInputFiles(aPdf);
    await own.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(own.getByText(/in review|pending review/i).first()).toBeVisible();
  });

  await test.step("the director follows the reasons down to the assignment, with the keyboard", async () => {
    await signIn(page, director.email, `/members/${coach.plaId}`);
    const all = page.locator("summary").filter({ hasText: "All reasons" });
    await all.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("A mandatory requirement isn't completed.")).toBeVisible();
    await expect(page.getByText(/A submission has been awaiting review since/)).toBeVisible();
    await expect(
      page.getByText(/Mandatory: assigned to Head Coach at Rainier Youth Soccer and its sublevels/),
    ).toBeVisible();
    await page.locator("summary").filter({ hasText: "Checked first: Incomplete" }).click();
    await expect(page.getByText("The email address is confirmed.")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("and takes the record along, which verifies; altered it does not", async () => {
    await page.getByRole("button", { name: "Export record" }).click();
    await usableByAll(page);
    await page.getByRole("dialog").getByRole("button", { name: "Export record" }).click();
    const file = page.getByRole("dialog").getByRole("button", { name: "Download file" });
    await expect(file).toBeVisible({ timeout: 60_000 });
    const [downloaded] = await Promise.all([page.waitForEvent("download"), file.click()]);
    const path = info.outputPath("record.zip");
    await downloaded.saveAs(path);
    const said: string[] = [];
    expect(await verifyRecord([path], (line) => said.push(line)).then((code) => [code, ...said])).toEqual([
      3,
      expect.stringContaining("the record of Head-Coach"),
      expect.stringMatching(/^Files: \d+\. Audit log entries of this record: \d+\. Entries between them: \d+\.$/),
      expect.stringContaining("compare it with the one you keep"),
      expect.stringContaining("Not authenticated"),
      "Give the public key that you keep: --key public.pem",
    ]);
    const bytes = await readFile(path);
    const at = bytes.indexOf("%PDF-1.4");
    bytes[at + 6] = (bytes[at + 6] as number) ^ 1;
    await writeFile(path, bytes);
    said.length = 0;
    expect(await verifyRecord([path], (line) => said.push(line))).toBe(1);
    expect(said.join("\n")).toMatch(/WRONG: files\/Coach agreement\/agreement\.pdf/);
  });

  await test.step("a Manager reads why, and takes no record along", async () => {
    const beside = await anotherBrowser();
    await signIn(beside, manager.email, `/members/${coach.plaId}`);
    await expect(beside.getByText("All reasons")).toBeVisible();
    await expect(beside.getByRole("button", { name: "Export record" })).toHaveCount(0);
  });
});
