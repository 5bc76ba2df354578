import { passport } from "../apps/vision/test/samples.ts";
import { withFakeCamera } from "./fake-camera.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";
import { aCoach, choosePassport, jane } from "./identities.ts";

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, launchOptions: withFakeCamera("refused") });

test("without the camera: it is refused, the passport is uploaded, and nothing is signed", { tag: thorough }, async ({
  organization,
  page,
  signIn,
}) => {
  const { coach, path } = await aCoach(await organization("Cascade Youth Soccer"));
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
  await expect(page.getByText(/In review since/).first()).toBeVisible({ timeout: 120_000 });
});
