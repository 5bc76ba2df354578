import { newId } from "../apps/api/src/database/ids.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { insertLevels } from "../apps/api/src/modules/people/hierarchy/actions.ts";
import type { organizationMaker } from "../apps/api/test/organization.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

type Organization = Awaited<ReturnType<ReturnType<typeof organizationMaker>>>;

/** A thousand levels: twenty districts of fifty teams in the south. */
async function thousandLevels(org: Organization): Promise<void> {
  const districts = Array.from({ length: 20 }, (_, n) => ({
    levelId: newId(),
    parentId: org.levels.south,
    name: `District ${String(n + 1).padStart(2, "0")}`,
    kind: "District",
  }));
  const teams = districts.flatMap(({ levelId, name }) =>
    Array.from({ length: 49 }, (_, n) => ({
      levelId: newId(),
      parentId: levelId,
      name: `${name}, team ${n + 1}`,
      kind: "Team",
    })),
  );
  await org.asSystem((call) => insertLevels(call, [...districts, ...teams]));
}

/** Adds a document for coaches at a level and below. */
async function owedBelow(org: Organization, levelId: string, name: string): Promise<void> {
  await org.asSystem(async (call) => {
    const { contentId } = await createContent(call, { type: 0, name, description: "", levelId });
    const settings = {
      ...usualSettings.document,
      instructions: "",
      linkUrl: null,
      reviewRequired: true,
      asksCompletionDate: false,
      acceptedExtensions: ["pdf" as const],
      validity: { type: "None" as const },
    };
    await saveSettings(call, { contentId, settings });
    const labelIds = [org.labelIds["Head Coach"]];
    const assignment = { levelId, includeBelow: true, labelIds, mandatory: true, dueDate: null };
    await assignContent(call, { contentId, contentAssignments: [{ ...assignment, payer: "Organization" }] });
  });
}

const tree = (page: Page) => page.getByRole("tree", { name: "Levels" });
const row = (page: Page, name: string) => tree(page).getByRole("treeitem", { name, exact: false });
const chosen = (page: Page) => tree(page).getByRole("treeitem", { selected: true });

test("an administrator rearranges a thousand levels by keyboard and by drag, seeing first what that does", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  await thousandLevels(org);
  await owedBelow(org, org.levels.north, "Northern rules");
  await owedBelow(org, org.levels.south, "Southern rules");
  const admin = await org.aMember("root", "Administrator");
  await org.aMember("northTeam", "Head Coach");
  await signIn(page, admin.email);
  await page.getByRole("link", { name: "Levels", exact: true }).click();
  await expect(page).toHaveURL(/\/levels/);
  await expect(chosen(page)).toContainText("Rainier Youth Soccer");
  await usableByAll(page);

  // Opens a level, types to find a name, and adds a level below it.
  await tree(page).focus();
  // Letters belong together if typed quickly. A busy machine is slower than that, so they are typed again.
  await expect(async () => {
    await page.keyboard.type("sou");
    await expect(chosen(page)).toContainText("south", { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("ArrowRight");
  await expect(chosen(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(chosen(page)).toContainText("District 01");
  await page.keyboard.press("End");
  await expect(chosen(page)).toContainText("southClub");
  await page.keyboard.press("a");
  const adding = page.getByRole("dialog", { name: "Add a sublevel to southClub" });
  await adding.getByLabel("Name").fill("U10 Girls");
  await adding.getByLabel("Kind").fill("Team");
  await page.keyboard.press("Enter");
  await expect(chosen(page)).toContainText("U10 Girls");
  await expect(adding).toBeHidden();

  // F2 renames the level.
  await tree(page).focus();
  await page.keyboard.press("F2");
  const renaming = page.getByRole("dialog", { name: "Rename U10 Girls" });
  await renaming.getByLabel("Name").fill("U11 Girls");
  await page.keyboard.press("Enter");
  await expect(chosen(page)).toContainText("U11 Girls");

  // M moves the level: typing finds the destination, the preview shows the effect, and the move can be undone.
  await page.getByRole("combobox", { name: "Go to a level" }).fill("northTeam");
  await page.getByRole("option").filter({ hasText: "northTeam" }).click();
  await expect(chosen(page)).toContainText("northTeam");
  await tree(page).focus();
  await page.keyboard.press("m");
  const moving = page.getByRole("dialog", { name: "Move northTeam" });
  await expect(moving.getByRole("button", { name: "Move level" })).toBeDisabled();
  await expect(moving.getByRole("combobox", { name: "New parent level" })).toBeFocused();
  await moving.getByRole("combobox", { name: "New parent level" }).fill("District 07");
  await page.getByRole("option").filter({ hasText: "District 07" }).first().click();
  const preview = moving.getByRole("region", { name: "What changes" });
  await expect(preview).toContainText("Affects 1 membership of 1 person.");
  await expect(preview.getByRole("listitem").filter({ hasText: "Southern rules" })).toContainText("1 person");
  await expect(preview).toContainText("No longer required");
  await usableByAll(page);
  await moving.getByRole("button", { name: "Move level" }).click();
  await expect(page.getByText("northTeam is now in District 07.")).toBeVisible();
  await expect(page.getByText("south › District 07")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("northTeam is back in northClub.")).toBeVisible();
  await expect(page.getByText("north › northClub")).toBeVisible();

  // Dragging opens the same dialog.
  await row(page, "otherTeam").dragTo(row(page, "northTeam"));
  const dragged = page.getByRole("dialog", { name: "Move otherTeam" });
  await expect(dragged.getByRole("region", { name: "What changes" })).toContainText("There are no members here yet");
  await dragged.getByRole("button", { name: "Move level" }).click();
  await expect(dragged).toBeHidden();
  await expect(page.getByText("northClub › northTeam")).toBeVisible();

  // Levels with members can't be deleted; the dialog links to the members. Empty levels can.
  await tree(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toContainText("northTeam");
  await page.keyboard.press("Delete");
  const refused = page.getByRole("dialog", { name: "Delete northTeam?" });
  await expect(refused).toContainText("There is 1 member at northTeam or its sublevels. Move or remove them first");
  await expect(refused.getByRole("link", { name: "View members" })).toHaveAttribute(
    "href",
    `/dashboard/${org.levels.northTeam}`,
  );
  await refused.getByRole("button", { name: "Keep" }).click();
  await row(page, "otherTeam").click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete otherTeam?" }).getByRole("button", { name: "Delete level" }).click();
  await expect(page.getByText("otherTeam was deleted.")).toBeVisible();
  await expect(row(page, "otherTeam")).toHaveCount(0);
  await expect(chosen(page)).toContainText("northTeam");
});

test("a director rearranges what lies below their level, and leaves that where it is", { tag: thorough }, async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Baker Youth Soccer");
  await thousandLevels(org);
  const director = await org.aMember("south", "Club Director");
  await signIn(page, director.email, "/levels");
  await expect(chosen(page)).toContainText("south");
  await expect(row(page, "north")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add sublevel" })).toBeVisible();
  for (const act of ["Move", "Delete"])
    await expect(page.getByRole("button", { name: act, exact: true })).toHaveCount(0);
  await row(page, "District 02").click();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const moving = page.getByRole("dialog", { name: "Move District 02" });
  await moving.getByRole("combobox", { name: "New parent level" }).fill("District 11, team 3");
  await page.getByRole("option").filter({ hasText: "District 11, team 3" }).first().click();
  await expect(moving).toContainText("49 sublevels move with it.");
  // The dialog has its own address, so a reload opens it again.
  await page.reload();
  await expect(moving).toContainText("49 sublevels move with it.");
  await moving.getByRole("button", { name: "Move level" }).click();
  await expect(page.getByText("District 11 › District 11, team 3")).toBeVisible();
  await usableByAll(page);
});
