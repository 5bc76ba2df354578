import { sql } from "drizzle-orm";
import { usualSettings } from "../packages/rules/src/index.ts";
import type { Page } from "./fixtures.ts";
import { type Organization, pathOf, requireOfHeadCoaches } from "./kinds.ts";

/** The name on the passport. */
export const jane = {
  ...{ first: "Jane", middle: "Marie", last: "Walker", born: "1985-04-12" },
  ...{ issued: "2024-02-03", expires: "2034-02-02", number: "X12345678", state: "WA", motherBorn: "1960-01-01" },
};

/** Adds a coach who owes identity verification, where selfies are offered. */
export async function aCoach(org: Organization) {
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.asSystem(async ({ db, organizationId }) => {
    await db.execute(sql`UPDATE profile SET first_name = 'Jane', last_name = 'Walker', date_of_birth = ${jane.born}
      WHERE organization_id = ${organizationId} AND profile_id = ${coach.profileId}`);
    await db.execute(sql`INSERT INTO identity_setting (organization_id, selfies, keep_days, version)
      VALUES (${organizationId}, true, 30, 1)`);
  });
  const { contentId } = await requireOfHeadCoaches(org, "Identity", usualSettings["identity-verification"]);
  return { coach, path: await pathOf(org, coach, contentId) };
}

/** Starts verification with a passport. */
export async function choosePassport(page: Page, way: RegExp) {
  await page.getByRole("radio", { name: way }).check();
  await page.getByRole("combobox", { name: "Document type" }).click();
  await page.getByRole("option", { name: "Government Issued Passport", exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
