import { readFile, writeFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { profile } from "../apps/api/src/schema/people.ts";
import type { organizationMaker } from "../apps/api/test/organization.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { verifyExport } from "../scripts/audit-verify.ts";
import { aPdf, expect, test, thorough, usableByAll } from "./fixtures.ts";

type Organization = Awaited<ReturnType<ReturnType<typeof organizationMaker>>>;

/** Adds a document that head coaches owe. */
const owedByCoaches = (org: Organization) =>
  org.asSystem(async (call) => {
    const place = { levelId: org.levels.root, description: "" };
    const { contentId } = await createContent(call, { type: 0, name: "Proof of identity", ...place });
    const settings = {
      ...{
        ...usualSettings.document,
        instructions: "",
        linkUrl: null,
        reviewRequired: true,
        asksCompletionDate: false,
      },
      ...{ acceptedExtensions: ["pdf" as const], validity: { type: "None" as const } },
    };
    await saveSettings(call, { contentId, settings });
    const assignment = {
      ...{ levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]], mandatory: true },
      ...{ dueDate: null, payer: "Organization" as const },
    };
    await assignContent(call, { contentId, contentAssignments: [assignment] });
  });

const nameOf = (org: Organization, profileId: string) =>
  org.asSystem(async (call) => {
    const rows = await call.db.select().from(profile);
    const found = rows.find((row) => row.profileId === profileId);
    if (!found) throw new Error("nobody has this id");
    return `${found.firstName} ${found.lastName}`;
  });

test(
  "an Admin sees who looked at a coach's confidential file, takes the log along, and any change of the file shows",
  { tag: thorough },
  async ({ anotherBrowser, organization, page, signIn }, info) => {
    const org = await organization("Rainier Youth Soccer");
    const admin = await org.aMember("root", "Administrator");
    const director = await org.aMember("north", "Club Director");
    const coach = await org.aMember("northTeam", "Head Coach");
    const [directorName, coachName] = [await nameOf(org, director.profileId), await nameOf(org, coach.profileId)];
    await owedByCoaches(org);

    await test.step("the coach sends a file, which is a confidential one", async () => {
      const member = await anotherBrowser();
      await signIn(member, coach.email);
      await member.getByRole("link", { name: "Start" }).click();
      await member.getByLabel("Your document").setInputFiles(aPdf);
      await member.getByRole("button", { name: "Submit", exact: true }).click();
      await expect(member.getByText(/in review|pending review/i).first()).toBeVisible();
      await org.asSystem((call) =>
        call.db.execute(sql`UPDATE content SET type = 9 WHERE organization_id = ${call.organizationId}`),
      );
    });

    await test.step("the director looks at it", async () => {
      const desk = await anotherBrowser();
      await signIn(desk, director.email, "/review");
      await desk.getByRole("row", { name: /Proof of identity/ }).click();
      await expect(desk.getByText("agreement.pdf").first()).toBeVisible();
      // The page shows these facts only after the file was fetched.
      await expect(desk.getByText("This PDF is damaged, so it can't be shown here.")).toBeVisible();
    });

    const looked = page
      .getByRole("row", { name: `${directorName} viewed a confidential file of ${coachName}` })
      .first();
    await test.step("the Admin narrows the log to the coach, and reads who looked", async () => {
      await signIn(page, admin.email);
      await expect(page.getByRole("link", { name: "Audit log" })).toHaveAttribute("href", "/audit");
      await page.goto("/audit");
      await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
      await page.getByRole("combobox", { name: "Person" }).fill(coachName);
      await page.getByRole("option", { name: coachName }).click();
      await expect(page).toHaveURL(/whom=/);
      await expect(page.getByRole("button", { name: `Remove filter Person: ${coachName}` })).toBeVisible();
      await expect(looked).toBeVisible();
      await usableByAll(page);
      await page.reload();
      await expect(looked).toBeVisible();
      await expect(page.getByRole("row", { name: directorName }).filter({ hasNotText: coachName })).toHaveCount(0);
    });

    const file = info.outputPath("audit-log.ndjson");
    await test.step("the Admin exports it once it is sealed, and the check finds everything as it was", async () => {
      await expect(async () => {
        await page.reload();
        await expect(looked).toContainText("Sealed as no.");
      }).toPass({ timeout: 120_000 });
      await page.getByRole("button", { name: "Export" }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: /Sealed export/ }).click();
      await (await download).saveAs(file);
      const said: string[] = [];
      expect(await verifyExport([file], (line) => said.push(line))).toBe(3);
      await page.getByRole("button", { name: "Export" }).click();
      const key = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: /Public key/ }).click();
      const keyFile = info.outputPath("audit-key.pem");
      await (await key).saveAs(keyFile);
      expect(await verifyExport([file, "--key", keyFile], (line) => said.push(line))).toBe(0);
      expect(said.at(-1)).toBe("The audit log is complete and unchanged.");
      const text = await readFile(file, "utf8");
      expect(text).toContain(`"action":"file.viewed"`);
      expect(text).toContain(director.profileId);
    });

    await test.step("after one byte is changed, the check names the entry", async () => {
      const text = await readFile(file, "utf8");
      const place = text.indexOf(director.profileId, text.indexOf('"action":"file.viewed"'));
      const other = text[place] === "0" ? "1" : "0";
      const altered = info.outputPath("altered.ndjson");
      await writeFile(altered, text.slice(0, place) + other + text.slice(place + 1));
      const line = text.slice(0, place).split("\n").length;
      const sequence = JSON.parse(text.split("\n")[line - 1] ?? "").seq;
      const said: string[] = [];
      expect(await verifyExport([altered], (one) => said.push(one))).toBe(1);
      expect(said.join("\n")).toContain(`WRONG: Entry ${sequence} is altered`);
    });

    await test.step("nobody else is shown the way there, nor let in by its address", async () => {
      const desk = await anotherBrowser();
      await signIn(desk, director.email);
      await expect(desk.getByRole("link", { name: "Dashboard" })).toBeVisible();
      await expect(desk.getByRole("link", { name: "Audit log" })).toHaveCount(0);
      await desk.goto("/audit");
      await expect(desk).not.toHaveURL(/audit/);
    });
  },
);
