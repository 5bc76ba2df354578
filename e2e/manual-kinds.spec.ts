import type { ContentSettings } from "../packages/contract/src/library/content-settings.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, type Page, quiet, test, thorough, usableByAll } from "./fixtures.ts";
import { pathOf, requireOfHeadCoaches } from "./kinds.ts";

interface ManualKind {
  name: string;
  settings: ContentSettings;
  /** What the coach fills in on the phone, before submitting. */
  fill: (page: Page) => Promise<void>;
  /** The errors shown if nothing was filled in. */
  wrong: string;
  /** What the director reads beside the document. */
  reads: readonly string[];
  /** Whether changes are requested once before approval; one kind is enough for that. */
  again?: true;
}

const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole("combobox", { name }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};
const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

/** Every kind of requirement that a member submits and a person reviews. */
const kinds: readonly ManualKind[] = [
  {
    name: "Background check",
    settings: { ...usualSettings["background-check"], reportMostDays: 730 },
    wrong: "Choose a file.",
    reads: ["Background check"],
    again: true,
    fill: async (page) => {
      await page.getByLabel("Report date").fill("2020-01-15");
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      await expect(page.getByText("The report can't be more than 730 days old.")).toBeVisible();
      await page.getByLabel("Report date").fill(day(30));
      await page.getByLabel("Report", { exact: true }).setInputFiles({ ...aPdf, name: "evidence.pdf" });
    },
  },
  {
    name: "Abuse-prevention training",
    settings: usualSettings["abuse-prevention-training"],
    wrong: "Enter the date it was completed.",
    reads: ["Abuse-prevention training"],
    fill: async (page) => {
      await page.getByLabel("Completed on").fill(day(10));
      await page.getByLabel("Certificate", { exact: true }).setInputFiles({ ...aPdf, name: "evidence.pdf" });
    },
  },
  {
    name: "Age and grade",
    settings: { ...usualSettings["age-verification"], verification: "Age & Grade" },
    wrong: "Choose a document type.",
    reads: ["Birth Certificate", "Report Card", "6th Grade", "Ana", "Núñez"],
    fill: async (page) => {
      await choose(page, "Document type", "Birth Certificate");
      await choose(page, "Proof of grade", "Report Card");
      await choose(page, "Grade shown", "6th Grade");
      await page.getByLabel("First name, as printed").fill("Ana");
      await page.getByLabel("Last name, as printed").fill("Núñez");
      await page.getByLabel("Date of birth, as printed").fill("2012-04-05");
      await page.getByLabel("Photos of both documents").setInputFiles({ ...aPdf, name: "evidence.pdf" });
    },
  },
  {
    name: "Fingerprints",
    settings: { ...usualSettings["live-scan"], ori: "A1234", levelOfService: ["DOJ", "FBI"] },
    wrong: "Enter the ATI number as shown on the form, such as A123BCD456.",
    reads: ["A123BCD456"],
    fill: async (page) => {
      await expect(page.getByText("DOJ and FBI")).toBeVisible();
      await page.getByLabel("ATI number").fill("a123bcd456");
      await page.getByLabel("Fingerprinted on").fill(day(3));
      await page.getByLabel("Completed form").setInputFiles({ ...aPdf, name: "evidence.pdf" });
    },
  },
];

for (const { name, settings, fill, wrong, reads, again } of kinds) {
  const details = again ? {} : { tag: thorough };
  test(
    `${name}: a coach fulfils it on a phone, a director ${again ? "sends it back once and then " : ""}approves`,
    details,
    async ({ anotherBrowser, organization, page, signIn }) => {
      const org = await organization("Rainier Youth Soccer");
      const director = await org.aMember("root", "Club Director");
      const coach = await org.aMember("northTeam", "Head Coach");
      const { contentId } = await requireOfHeadCoaches(org, name, settings);
      const path = await pathOf(org, coach, contentId);
      const desk = await anotherBrowser();
      await page.setViewportSize({ width: 390, height: 844 });
      const send = () => page.getByRole("button", { name: "Submit", exact: true }).click();
      const openInQueue = async () => {
        await desk.goto("/review");
        await desk.getByRole("row", { name: new RegExp(name) }).click();
        await expect(desk.getByRole("radio", { name: /^Approve/ })).toBeVisible();
      };

      await test.step("missing values are shown at their fields, and entered ones are there after a reload", async () => {
        await signIn(page, coach.email, path);
        await expect(page.getByText(/No due date\. Takes /)).toBeVisible();
        await send();
        await expect(page.getByText(wrong)).toBeVisible();
        await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
        await usableByAll(page);
        const settled = quiet(page);
        await fill(page);
        await expect(page.getByText("evidence.pdf")).toBeVisible();
        await settled();
        await page.reload();
        await expect(page.getByText("Started but not finished.")).toBeVisible();
        await expect(page.getByText("evidence.pdf")).toBeVisible();
        await send();
        await expect(page.getByText(/In review since/).first()).toBeVisible();
      });

      await test.step("the director sees the facts left and the document right", async () => {
        await signIn(desk, director.email);
        await openInQueue();
        for (const fact of reads) await expect(desk.getByText(fact).first()).toBeVisible();
        const [facts, file] = await Promise.all([
          desk
            .getByText(reads[0] ?? "")
            .first()
            .boundingBox(),
          desk.getByRole("figure", { name: /evidence\.pdf/ }).boundingBox(),
        ]);
        expect(facts?.x).toBeLessThan(file?.x ?? 0);
        await usableByAll(desk);
      });

      if (again) {
        await test.step("asked for again with a note, the coach reads why, and does it once more", async () => {
          await desk.keyboard.press("r");
          await desk.keyboard.type("The edge is cut off.");
          await expect(desk.getByRole("textbox", { name: "Notes" })).toHaveValue("The edge is cut off.");
          await desk.keyboard.press("Control+Enter");
          await expect(desk.getByText(/was asked for changes/)).toBeVisible();
          await page.goto(path);
          await expect(page.getByText("Submit again")).toBeVisible();
          await expect(page.getByText(/The reviewer wrote: “The edge is cut off\.”/)).toBeVisible();
          await usableByAll(page);
          await fill(page);
          await send();
          await expect(page.getByText(/In review since/).first()).toBeVisible();
          await openInQueue();
        });
      }

      await test.step("the director approves; the coach is Cleared", async () => {
        await desk.keyboard.press("a");
        await desk.keyboard.press("Control+Enter");
        await expect(desk.getByText("Cleared").first()).toBeVisible();
        await page.goto("/requirements");
        await expect(page.getByText("Cleared").first()).toBeVisible();
      });
    },
  );
}

test("what the organization does the most of says whose turn it is: a search by the date of birth, a license by its id, which U.S. Soccer is asked for", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const search = await requireOfHeadCoaches(org, "Registry search", usualSettings["sex-offender-search"]);
  const license = await requireOfHeadCoaches(org, "Coaching license", {
    ...usualSettings["us-soccer"],
    licenses: ["coach_1"],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, coach.email, await pathOf(org, coach, search.contentId));
  await expect(page.getByText("You've done your part. Your organization does the rest.")).toBeVisible();
  await expect(page.getByLabel("Date of birth")).toHaveCount(0);
  await usableByAll(page);

  await page.goto(await pathOf(org, coach, license.contentId));
  await page.getByRole("textbox", { name: "U.S. Soccer ID" }).fill("1234");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter 16 digits.")).toBeVisible();
  await page.getByRole("textbox", { name: "U.S. Soccer ID" }).fill("1234 5678 9012 3415");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^Your licenses are looked up every night\./)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Coaching license" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Change your U.S. Soccer ID" })).toBeVisible();
  await expect(page.getByText("Simulated provider: no real check is made.")).toBeVisible();
  await expect(page.getByText("U.S. Soccer has no licenses for this ID.")).toBeVisible();
  await usableByAll(page);

  // The ID of a person with a valid license.
  await page.getByRole("textbox", { name: "U.S. Soccer ID" }).fill("1234 5678 9012 3417");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Completed on /)).toBeVisible();
  await usableByAll(page);

  await page.goto("/requirements");
  await expect(page.getByRole("region", { name: /^Waiting on others/ }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("Next step")).toHaveCount(0);
});
