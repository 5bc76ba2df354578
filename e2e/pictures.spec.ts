import { sql } from "drizzle-orm";
import { restand } from "../apps/api/src/modules/compliance/standing/actions/restand.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

test("a director goes from each picture of a region to the people behind it", { tag: thorough }, async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Cascade Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  for (const [index, place] of (["northClub", "northClub", "northTeam", "southClub"] as const).entries()) {
    await org.asSystem((call) =>
      addMember(call, {
        levelId: org.levels[place],
        labelId: org.labelIds.Volunteer,
        person: { firstName: "Ana", lastName: `Ruiz ${index}`, email: null, dateOfBirth: null },
      }),
    );
  }
  await org.asSystem(async (call) => {
    const about = { type: 0 as const, name: "Coach agreement", description: "", levelId: org.levels.root };
    const { contentId } = await createContent(call, about);
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
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds.Volunteer] };
    const terms = { mandatory: true, dueDate: null, payer: "Organization" as const };
    await assignContent(call, { contentId, contentAssignments: [{ ...to, ...terms }] });
  });
  await signIn(page, director.email, `/dashboard/${org.levels.north}`);
  await expect(page.getByText("4 memberships")).toBeVisible();

  await test.step("a cell of the heat map has as many left as the list it leads to, which says what it is narrowed to", async () => {
    await page.getByRole("button", { name: "Heat map" }).click();
    const map = page.getByRole("table", { name: "Requirements done by level" });
    await expect(map.getByRole("link", { name: /3 left of 3: Coach agreement, Total/ })).toBeVisible();
    await usableByAll(page);
    await map.getByRole("link", { name: /3 left of 3: Coach agreement, northClub/ }).click();
    await expect(page.getByText("3 memberships")).toBeVisible();
    await expect(page.getByRole("button", { name: /Coach agreement/ })).toBeVisible();
    await page.goto(`/dashboard/${org.levels.north}?by=levels`);
  });

  await test.step("who needs me: those who are not activated are as many as the list has", async () => {
    await page.getByRole("button", { name: "Needs attention" }).click();
    const waiting = page.getByRole("table", { name: "Needs attention" });
    await expect(waiting.getByRole("row", { name: /Memberships not activated/ })).toContainText("3");
    await usableByAll(page);
    await waiting.getByRole("link", { name: "Memberships not activated" }).click();
    await expect(page.getByText("3 memberships")).toBeVisible();
  });

  await test.step("the trend has a table, and today leads to the cleared people", async () => {
    await page.goto(`/dashboard/${org.levels.north}?by=trend`);
    await expect(page.getByRole("slider", { name: "Share of memberships cleared" })).toBeVisible();
    await page.getByRole("slider").focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("table", { name: /^Changes on/ }).getByRole("row")).not.toHaveCount(0);
    await usableByAll(page);
    await page.getByRole("button", { name: "Show table" }).click();
    await expect(page.getByRole("columnheader", { name: "Not cleared" })).toBeVisible();
    await page.getByRole("link", { name: "See who's cleared" }).click();
    await expect(page.getByText("1 membership", { exact: true })).toBeVisible();
  });

  await test.step("the calendar's day leads to whose requirement expires on it, by keyboard too, and is a table by weeks", async () => {
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
    await org.asSystem(async (call) => {
      await call.db.execute(sql`
        INSERT INTO attempt (organization_id, attempt_id, requirement_id, profile_level_access_id, level_id,
          content_version_id, state, submitted_at, completed_at, expires_at, decided_at, created_by, created_at)
        SELECT demand.organization_id, gen_random_uuid(), demand.requirement_id, demand.profile_level_access_id,
          place.level_id, version.content_version_id, 'approved', now(), now(), ${inTwoDays.toISOString()}::timestamptz,
          now(), place.profile_id, now()
        FROM demand
        JOIN profile_level_access AS place ON place.organization_id = demand.organization_id
          AND place.profile_level_access_id = demand.profile_level_access_id
        JOIN content_version AS version ON version.organization_id = demand.organization_id
        WHERE demand.organization_id = ${call.organizationId} AND place.level_id = ${org.levels.northClub}`);
      const { rows } = await call.db.execute<{ id: string }>(
        sql`SELECT profile_id AS id FROM profile WHERE organization_id = ${call.organizationId}`,
      );
      await restand(
        call,
        rows.map((row) => row.id),
      );
    });
    await page.goto(`/dashboard/${org.levels.north}?by=trend`);
    await page.getByRole("button", { name: "Expiration calendar" }).click();
    const calendar = page.getByRole("region", { name: "Upcoming expirations" });
    const day = calendar.getByRole("button", { name: /^2 expire on/ });
    await usableByAll(page);
    await day.focus();
    await page.keyboard.press("Enter");
    await expect(day).toHaveAttribute("aria-pressed", "true");
    const behind = page.getByRole("table", { name: /^Expiring on/ });
    await expect(behind.getByRole("row")).toHaveCount(3);
    await expect(behind).toContainText("Coach agreement");
    await usableByAll(page);
    await page.getByRole("button", { name: "Show table" }).click();
    const week = page.getByRole("region", { name: "Weeks" }).getByRole("row").nth(1);
    await expect(week).toContainText("2");
    await week.getByRole("button").click();
    await expect(page.getByRole("table", { name: /^Expiring/ }).getByRole("row")).toHaveCount(3);
    await usableByAll(page);
    await page.getByRole("link", { name: "Ana Ruiz 0" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Ana Ruiz 0" })).toBeVisible();
  });
});
