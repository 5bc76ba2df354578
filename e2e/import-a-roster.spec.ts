import { readFile } from "node:fs/promises";
import { expect, test, usableByAll } from "./fixtures.ts";

/** As a spreadsheet in Western Europe saves it: semicolons, Windows-1252, an unknown word, a doubled row, a bad address. */
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
  const rows = page.getByRole("table", { name: "Rows of the file and what becomes of them" });

  await test.step("from the dashboard to what becomes of every row", async () => {
    await signIn(page, registrar.email);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Import roster" }).click();
    await usableByAll(page);
    await page.getByLabel("Your roster").setInputFiles({ name: "roster.csv", mimeType: "text/csv", buffer: roster });
    await expect(page.getByText("5 rows, read as Windows-1252 (Western European).")).toBeVisible();
    await expect(rows.getByText("There is no level called “norhtTeam”. Did you mean “northTeam”?")).toBeVisible();
    await expect(rows.getByText("“dan at example” is not an e-mail address.")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("words are explained once; a reload loses nothing", async () => {
    await page.getByRole("button", { name: "Treat “norhtTeam” as northTeam" }).click();
    await expect(page.getByText("“norhtTeam”", { exact: true })).toHaveCount(0);
    await page.getByRole("combobox", { name: "Treat “Trainer” as" }).click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await expect(page.getByRole("button", { name: "Add 3 people, invite 2" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Add 3 people, invite 2" })).toBeVisible();
    await page.getByRole("checkbox", { name: /Repeated row/ }).check();
    await expect(rows.getByText("Row 2 says the same.")).toBeVisible();
    await expect(rows.getByRole("row")).toHaveCount(2);
    // An address that was shared, or what was chosen has been mended since: no row is of this kind.
    await page.goto(page.url().replace("fate=duplicate", "fate=present"));
    await expect(rows.getByRole("row")).toHaveCount(6);
  });

  await test.step("the people are added, and are members", async () => {
    await page.getByRole("button", { name: "Add 3 people, invite 2" }).click();
    await expect(page.getByText("The roster is imported")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("3 rows were added. 1 row needs mending.")).toBeVisible();
    await usableByAll(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download rows to mend" }).click();
    const file = await readFile(await (await downloading).path(), "utf8");
    expect(file).toContain(
      "Wrong,Dan,dan at example,northTeam,Volunteer,,5,“dan at example” is not an e-mail address.",
    );
    await page.goto(`/dashboard/${org.levels.northTeam}`);
    for (const name of ["Zoë Núñez", "Bea Okafor", "Noa Little"]) {
      await expect(page.getByText(name).first()).toBeVisible();
    }
  });
});
