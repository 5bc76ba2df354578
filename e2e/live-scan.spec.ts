import { readFile } from "node:fs/promises";
import { openPdf, textOf } from "../apps/api/test/pdf.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { pathOf, requireOfHeadCoaches } from "./kinds.ts";

const settings = {
  ...usualSettings["live-scan"],
  ...{ ori: "A1234", applicantType: "Youth organization volunteer", jobTitle: "Volunteer coach" },
  ...{ agency: "Bay Area Youth Soccer", agencyStreet: "10 Harbor Way", agencyCity: "Oakland, CA 94607" },
  ...{ mailCode: "01234", contact: "Dana Reyes", contactPhone: "510-555-0142" },
};
const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole("combobox", { name }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel("Other names (optional)").fill("Núñez, Ana");
  await choose(page, "Sex", "Female");
  await page.getByLabel("Place of birth").fill("Oregon");
  await page.getByLabel("Height, feet").fill("5");
  await page.getByLabel("Height, inches").fill("6");
  await page.getByLabel("Weight, pounds").fill("140");
  await choose(page, "Eye color", "Brown");
  await choose(page, "Hair color", "Black");
  await page.getByLabel("Home street address").fill("1 Main Street");
  await page.getByLabel("City", { exact: true }).fill("Oakland");
  await page.getByLabel("State", { exact: true }).fill("California");
  await page.getByLabel("ZIP code").fill("94601");
}

async function submitProof(page: Page, ati: string): Promise<void> {
  await page.getByRole("textbox", { name: "ATI number" }).fill(ati);
  await page.getByLabel("Fingerprinted on").fill(day(3));
  await page.getByLabel("Completed form").setInputFiles({ ...aPdf, name: "proof.pdf" });
  await expect(page.getByText("proof.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("The state is checking your fingerprints")).toBeVisible();
}

async function record(desk: Page, answer: RegExp): Promise<void> {
  await desk.getByRole("radio", { name: answer }).check({ force: true });
  await desk.getByRole("button", { name: "Record answer" }).click();
}

test("a coach prints the request form on a phone and is cleared after a delay; another's record is decided in review", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Bay Youth Soccer");
  const director = await org.aMember("root", "Club Director");
  const [coach, other] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  const { contentId } = await requireOfHeadCoaches(org, "Fingerprints", settings);
  const path = await pathOf(org, coach, contentId);
  const desk = await anotherBrowser();
  await page.setViewportSize({ width: 390, height: 844 });

  await test.step("the details are printed on the form, which is downloaded as a PDF", async () => {
    await signIn(page, coach.email, path);
    await page.getByRole("button", { name: "Download request form" }).click();
    await expect(page.getByText("This is required.").first()).toBeVisible();
    await expect(page.getByText("We never ask for your Social Security number.")).toBeVisible();
    await usableByAll(page);
    await fillDetails(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download request form" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("Request for Live Scan Service.pdf");
    const pdf = await openPdf(await readFile(await download.path()));
    expect(pdf.numPages).toBe(1);
    const text = await textOf(pdf);
    for (const words of ["BCIA 8016", "A1234", "01234", "Núñez, Ana", "5 ft 6 in", "Brown (BRO)", "three copies"]) {
      expect(text).toContain(words);
    }
    await expect(page.getByText("Form downloaded")).toBeVisible();
    await expect(page.getByText("Waiting on applicant").first()).toBeVisible();
  });

  await test.step("the ATI number is submitted, and a delay is shown as what it is", async () => {
    await submitProof(page, "a123 bcd 456");
    await usableByAll(page);
    await signIn(desk, director.email, path);
    await expect(desk.getByText("A123BCD456")).toBeVisible();
    await expect(desk.getByText("Don't copy the state's record here")).toBeVisible();
    await expect(desk.locator("input[type=file]")).toHaveCount(0);
    await record(desk, /^Delayed/);
    await expect(desk.getByText("Delayed: no result yet. Notice of", { exact: false })).toBeVisible();
    await usableByAll(desk);
    await page.reload();
    await expect(page.getByText("A delay doesn't mean that anything was found.", { exact: false })).toBeVisible();
  });

  await test.step("the state's clearance completes it", async () => {
    await record(desk, /^Cleared/);
    await expect(desk.getByText("Cleared: no record. Notice of", { exact: false })).toBeVisible();
    await page.reload();
    await expect(page.getByText("Completed").first()).toBeVisible();
  });

  await test.step("a record opens a review, with no place for what the state sent", async () => {
    const phone = await anotherBrowser();
    await signIn(phone, other.email, await pathOf(org, other, contentId));
    await submitProof(phone, "B234CDE567");
    await desk.goto(await pathOf(org, other, contentId));
    await record(desk, /^Record received/);
    await desk.getByRole("main").getByRole("link", { name: "Review", exact: true }).click();
    await expect(desk.getByText("LiveScan Screening")).toBeVisible();
    await expect(desk.getByText("Don't copy the state's record here")).toBeVisible();
    await expect(desk.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    await desk.keyboard.press("a");
    await desk.keyboard.press("Control+Enter");
    await expect(desk.getByText("Cleared").first()).toBeVisible();
    await phone.reload();
    await expect(phone.getByText("Completed").first()).toBeVisible();
  });
});
