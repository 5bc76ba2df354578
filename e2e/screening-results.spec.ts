import { and, eq } from "drizzle-orm";
import { sortNameOf } from "../apps/api/src/database/names.ts";
import { ours } from "../apps/api/src/database/tenancy.ts";
import { dueSearches, searchFor } from "../apps/api/src/modules/screening/registry-search/actions/search.ts";
import { externalReviewSetting } from "../apps/api/src/schema/external-review.ts";
import { profile } from "../apps/api/src/schema/people.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";
import { type Organization, pathOf, requireOfHeadCoaches } from "./kinds.ts";

const named = (org: Organization, profileId: string, lastName: string) =>
  org.asSystem((call) =>
    call.db
      .update(profile)
      .set({ firstName: "Robin", lastName, sortName: sortNameOf("Robin", lastName), dateOfBirth: "1984-05-06" })
      .where(and(ours(profile, call), eq(profile.profileId, profileId))),
  );

test("results of JDP are imported: green completes, red is reviewed", { tag: thorough }, async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Cascade Youth Soccer");
  const director = await org.aMember("root", "Club Director");
  const [green, red] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  await named(org, green.profileId, "Green");
  await named(org, red.profileId, "Red");
  await org.asSystem(({ db, organizationId }) =>
    db.insert(externalReviewSetting).values({ organizationId, jdpPortalUrl: "https://jdp.example/portal" }),
  );
  const { contentId } = await requireOfHeadCoaches(org, "Check at JDP", {
    ...usualSettings["background-check"],
    provider: 1,
  });
  const paths = { green: await pathOf(org, green, contentId), red: await pathOf(org, red, contentId) };
  const second = await anotherBrowser();
  for (const [who, email, path] of [
    [page, green.email, paths.green],
    [second, red.email, paths.red],
  ] as const) {
    await signIn(who, email, path);
    await who.getByRole("button", { name: "I've finished at JDP" }).click();
    await expect(who.getByText("Waiting on provider").first()).toBeVisible();
  }
  await usableByAll(page);

  const desk = await anotherBrowser();
  await signIn(desk, director.email, "/review/external");
  await expect(desk.getByRole("row", { name: /Robin Green/ })).toBeVisible();
  await usableByAll(desk);
  await desk.getByRole("link", { name: "Import results" }).click();
  const rows = ["Robin,Green,1984-05-06,Green", "Robin,Red,1984-05-06,Red", "Nobody,Known,1984-05-06,Green"];
  const today = new Date().toISOString().slice(0, 10);
  const file = ["First name,Last name,Date of birth,Result,Result date", ...rows.map((row) => `${row},${today}`)];
  await desk.getByLabel("File with results (CSV)").setInputFiles({
    ...{ name: "results.csv", mimeType: "text/csv", buffer: Buffer.from(file.join("\n")) },
  });
  await desk.getByRole("button", { name: "Check file" }).click();
  await expect(desk.getByText("No match")).toBeVisible();
  await usableByAll(desk);
  await desk.getByRole("button", { name: "Record 2 results" }).click();
  await expect(desk.getByText("Finished", { exact: true })).toBeVisible({ timeout: 60_000 });
  await usableByAll(desk);

  await page.goto(paths.green);
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  await second.goto(paths.red);
  await expect(second.getByText("Pending review", { exact: true }).first()).toBeVisible();
});

test("a license completes its requirement, and a registry's namesake is reviewed without the member learning of it", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Olympic Youth Soccer");
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  await named(org, coach.profileId, "Namesake");
  const license = await requireOfHeadCoaches(org, "Coaching license", {
    ...usualSettings["us-soccer"],
    licenses: ["coach_3"],
  });
  const search = await requireOfHeadCoaches(org, "Registry search", usualSettings["sex-offender-search"]);

  await test.step("the ID is entered, and U.S. Soccer's license completes the requirement", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, coach.email, await pathOf(org, coach, license.contentId));
    await page.getByRole("textbox", { name: "U.S. Soccer ID" }).fill("4444-4444 4444 4411");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("Simulated provider: no real check is made.")).toBeVisible();
    await usableByAll(page);
  });

  const path = await pathOf(org, coach, search.contentId);
  await org.asSystem(async (call) => {
    const due = await dueSearches(call, "one", 10);
    const entry = {
      ...{ registryId: "5ea2c400-0000-4000-8000-000000000002", registryName: "State registry", asOf: "2026-01-05" },
      ...{ entryId: "R-1", names: [{ firstName: "Robin", lastName: "Namesake" }], dateOfBirth: "1984-06-05" },
      ...{ link: null, facts: [{ label: "County", value: "King" }] },
    };
    await searchFor(
      call,
      "one",
      due,
      new Map(due.map(({ requirementId, basis }) => [requirementId, { basis, entries: [entry] }])),
    );
  });

  await test.step("the member reads that it is in review, and nothing of a registry's entry", async () => {
    await page.goto(path);
    await expect(page.getByText("Pending review", { exact: true }).first()).toBeVisible();
    for (const text of ["State registry", "R-1", "County", "Day and month swapped"]) {
      await expect(page.getByText(text)).toHaveCount(0);
    }
    await usableByAll(page);
  });

  await test.step("a reviewer compares both side by side, and finds that it is somebody else", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, director.email, path.replace("/requirements/", "/review/"));
    const found = desk.getByRole("article", { name: "Robin Namesake" });
    await expect(found.getByText("Day and month swapped")).toBeVisible();
    await expect(found.getByRole("row", { name: /Date of birth/ })).toContainText("Jun 5, 1984");
    await usableByAll(desk);
    await desk.getByRole("radio", { name: /^False match/ }).check({ force: true });
    await desk.getByRole("button", { name: "False match" }).click();
    await page.goto(path);
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  });
});
