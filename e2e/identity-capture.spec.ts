import { sql } from "drizzle-orm";
import { group, portrait } from "../apps/vision/test/faces.ts";
import { passport } from "../apps/vision/test/samples.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { hold, withFakeCamera } from "./fake-camera.ts";
import { expect, type Page, test, usableByAll } from "./fixtures.ts";
import { type Organization, pathOf, requireOfHeadCoaches } from "./kinds.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, launchOptions: withFakeCamera() });

const jane = {
  ...{ first: "Jane", middle: "Marie", last: "Walker", born: "1985-04-12" },
  ...{ issued: "2024-02-03", expires: "2034-02-02", number: "X12345678", state: "WA", motherBorn: "1960-01-01" },
};

/** A coach of whom their identity is asked, where selfies may be taken. */
async function aCoach(org: Organization) {
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

async function choosePassport(page: Page, way: RegExp) {
  await page.getByRole("radio", { name: way }).check();
  await page.getByRole("combobox", { name: "Document type" }).click();
  await page.getByRole("option", { name: "Government Issued Passport", exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("with the camera: a passport and a selfie, each taken by itself, and what is wrong with one is told", async ({
  context,
  organization,
  page,
  signIn,
}) => {
  const { coach, path } = await aCoach(await organization("Rainier Youth Soccer"));
  await context.grantPermissions(["camera"]);
  const isCameraOn = () =>
    page.evaluate("[...document.querySelectorAll('video')].some((one) => one.srcObject?.active)");

  await test.step("the release is signed before anything is taken", async () => {
    await signIn(page, coach.email, path);
    await choosePassport(page, /Document and selfie/);
    await page.getByRole("checkbox").check();
    await page.getByLabel("Your full name").fill("Jane Walker");
    await usableByAll(page);
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.getByRole("heading", { name: /Photo 1 of 2/ })).toBeVisible();
  });

  await test.step("the passport is photographed once it is good, and looked at before it is sent", async () => {
    await hold(await passport(jane), "passport");
    await page.getByRole("button", { name: "Photograph the passport" }).click();
    await expect(page.getByRole("button", { name: "Take photo" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Use this photo" })).toBeFocused({ timeout: 30_000 });
    await usableByAll(page);
    await page.getByRole("button", { name: "Use this photo" }).click();
    await expect(page.getByRole("heading", { name: /Photo 2 of 2: Selfie/ })).toBeVisible({ timeout: 60_000 });
  });

  const takeSelfie = async () => {
    await page.getByRole("button", { name: "Take a selfie" }).click();
    await page.getByRole("checkbox", { name: "Take the photo automatically" }).uncheck();
    await page.getByRole("button", { name: "Take photo" }).click();
    await page.getByRole("button", { name: "Use this photo" }).click();
  };
  await test.step("a selfie with others in it isn't taken, with the reason; the next one is", async () => {
    await hold(await group(3), "face");
    await takeSelfie();
    await expect(page.getByText(/More than one face is in the picture/)).toBeVisible({ timeout: 120_000 });
    await hold(await portrait("straight"), "face");
    await takeSelfie();
    await expect(page.getByRole("heading", { name: "Check and submit" })).toBeVisible({ timeout: 120_000 });
    expect(await isCameraOn()).toBe(false);
  });

  await test.step("all of it goes to a person", async () => {
    await expect(page.getByText("Being checked")).toHaveCount(0, { timeout: 120_000 });
    await usableByAll(page);
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page.getByText(/In review since/).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete my photos" })).toBeVisible();
  });
});

test("without the camera: it is refused, the passport is uploaded, and nothing is signed", async ({
  context,
  organization,
  page,
  signIn,
}) => {
  const { coach, path } = await aCoach(await organization("Cascade Youth Soccer"));
  await context.clearPermissions();
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, coach.email, path);
  await choosePassport(page, /Document only/);
  await page.getByRole("button", { name: "Photograph the passport" }).click();
  await expect(page.getByText(/Access to the camera is blocked\. .*upload a photo instead/)).toBeVisible();
  await usableByAll(page);

  await page.getByLabel("Or upload a photo").setInputFiles({
    name: "scan.png",
    mimeType: "image/png",
    buffer: await passport(jane),
  });
  await page.getByRole("button", { name: "Use this photo" }).click();
  await expect(page.getByText("OK", { exact: true })).toBeVisible({ timeout: 120_000 });
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText(/In review since/).first()).toBeVisible();
});
