import { readFile } from "node:fs/promises";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

/**
 * A roster as spreadsheets in Western Europe save it: semicolons, Windows-1252, an unknown word, a duplicate row, an invalid
 * address.
 */
const roster = Buffer.from(
  [
    "Surname;Given name;Mail;Club;Function;Child",
    "Núñez;Zoë;zoe@example.org;northTeam;Trainer;",
    "Núñez;Zoë;ZOE@example.org;northTeam;Trainer;",
    "Okafor;Bea;bea@example.org;norhtTeam;Volunteer;no",
    "Wrong;Dan;dan at example;northTeam;Volunteer;",
    "Little;Noa;parent@example.org;northTeam;Volunteer;yes",
  ].join("\r\n"),
  "latin1",
);

test("a registrar takes in a messy roster: sees each row's fate, explains two words, adds the people, downloads the rest", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const registrar = await org.aMember("root", "Account Manager");
  const rows = page.getByRole("table", { name: "Rows of the file and their results" });

  await test.step("from the dashboard to what becomes of every row", async () => {
    await signIn(page, registrar.email, "/dashboard");
    await page.getByRole("link", { name: "Import roster" }).click();
    await usableByAll(page);
    await page.getByLabel("Roster file").setInputFiles({ name: "roster.csv", mimeType: "text/csv", buffer: roster });
    await expect(page.getByText("5 rows, read as Windows-1252 (Western European).")).toBeVisible();
    await expect(rows.getByText("There is no level named “norhtTeam”. Did you mean “northTeam”?")).toBeVisible();
    await expect(
      rows.getByText("“dan at example” isn't a valid email address. Use the format name@example.org."),
    ).toBeVisible();
    await usableByAll(page);
  });

  await test.step("words are explained once; a reload loses nothing", async () => {
    await page.getByRole("button", { name: "Treat “norhtTeam” as northTeam" }).click();
    await expect(page.getByText("“norhtTeam”", { exact: true })).toHaveCount(0);
    await page.getByRole("combobox", { name: "Treat “Trainer” as" }).click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await expect(page.getByRole("button", { name: "Add 3 people and invite 2 people" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Add 3 people and invite 2 people" })).toBeVisible();
    await page.getByRole("checkbox", { name: /Duplicate row/ }).check();
    await expect(rows.getByText("Duplicate of row 2.")).toBeVisible();
    await expect(rows.getByRole("row")).toHaveCount(2);
    // As with an old link: no row has the chosen result, so all rows are shown.
    await page.goto(page.url().replace("fate=duplicate", "fate=present"));
    await expect(rows.getByRole("row")).toHaveCount(6);
  });

  await test.step("the people are added, and are members", async () => {
    await page.getByRole("button", { name: "Add 3 people and invite 2 people" }).click();
    await expect(page.getByText("Roster imported")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("3 rows were added. 1 row needs fixing.")).toBeVisible();
    await usableByAll(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download rows with errors" }).click();
    const file = await readFile(await (await downloading).path(), "utf8");
    expect(file).toContain(
      "Wrong,Dan,dan at example,northTeam,Volunteer,,5,“dan at example” isn't a valid email address. Use the format name@example.org.",
    );
    await page.goto(`/dashboard/${org.levels.northTeam}`);
    for (const name of ["Zoë Núñez", "Bea Okafor", "Noa Little"]) {
      await expect(page.getByText(name).first()).toBeVisible();
    }
  });
});

test("a director fixes a row where it stands, has a missing team created, and invites a child's guardian", {
  tag: thorough,
}, async ({ organization, page, signIn, linkMailedTo }) => {
  const org = await organization("Baker Youth Soccer");
  const director = await org.aMember("northClub", "Club Director");
  const guardian = `ana.${org.organizationId}@example.org`;
  const lines = [
    "First name,Last name,Email,Birth date,Team,Role,Parent name,Parent email",
    `Noa,Little,,03/04/2015,U9 Girls,Volunteer,Ana Little,${guardian}`,
    "Mia,Young,,05/06/2015,U9 Girls,Volunteer,Bo Young,bo at example",
  ];
  const rows = page.getByRole("table", { name: "Rows of the file and their results" });

  await test.step("dates that can be read two ways are asked about once", async () => {
    await signIn(page, director.email, "/people/add?tab=roster");
    const file = { name: "girls.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
    await page.getByLabel("Roster file").setInputFiles(file);
    await expect(rows.getByText("“03/04/2015” can be read two ways.")).toBeVisible();
    // The answer removes the question, sometimes before the checked state is visible.
    await page.getByRole("radio", { name: "April 3, 2015" }).click();
    await expect(rows.getByText("can be read two ways")).toHaveCount(0);
  });

  await test.step("the team that is missing is created with the import, once for both rows", async () => {
    await page.getByRole("button", { name: "Create “U9 Girls”" }).click();
    const dialog = page.getByRole("dialog", { name: "Create a level for “U9 Girls”" });
    await expect(dialog.getByLabel("Name")).toHaveValue("U9 Girls");
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Create with import" }).click();
    await expect(page.getByText("Team below northClub, 1 row")).toBeVisible();
    await expect(rows.getByText(`Ana Little (${guardian}) will be added as a guardian.`)).toBeVisible();
  });

  await test.step("a faulty cell is fixed with the keyboard, and a reload loses nothing", async () => {
    await page.getByRole("button", { name: "Fix row 3" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Guardian email")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("bo.young@example.org");
    await usableByAll(page);
    await page.keyboard.press("Enter");
    await expect(rows.getByText("Bo Young (bo.young@example.org) will be added as a guardian.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change row 3" })).toBeFocused();
    await page.reload();
    await expect(rows.getByText("Bo Young (bo.young@example.org) will be added as a guardian.")).toBeVisible();
  });

  await test.step("the children are added at the new team, and their guardians are invited", async () => {
    await page.getByRole("button", { name: "Add 2 people and invite 2 people" }).click();
    await expect(page.getByText("Roster imported")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("link", { name: "Noa Little" }).click();
    await expect(page.getByText("U9 Girls").first()).toBeVisible();
    expect(await linkMailedTo(org.organizationId, guardian)).toContain("/signup?token=");
  });
});
