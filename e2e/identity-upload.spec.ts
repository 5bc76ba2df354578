import { photographed } from "../apps/vision/test/drawing.ts";
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
  const confirmed = page.getByRole("group", { name: "Is this right?" });
  await expect(confirmed.getByLabel("First and middle names, as printed")).toHaveValue("JANE MARIE");
  await expect(confirmed.getByLabel("Last name, as printed")).toHaveValue("WALKER");
  await usableByAll(page);
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText(/In review since/).first()).toBeVisible({ timeout: 120_000 });
});

test("the release is refused and another way is taken; a photo that is blurry twice goes to a person", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const { coach, path } = await aCoach(await organization("Olympic Youth Soccer"));
  await signIn(page, coach.email, path);
  await choosePassport(page, /Document and selfie/);
  await page.getByRole("button", { name: "Verify without a selfie" }).first().click();
  await expect(page.getByRole("radio", { name: /Document only/ })).toBeChecked();
  await page.getByRole("button", { name: "Continue" }).click();

  const buffer = await photographed(await passport(jane), { blur: 9 });
  const send = async () => {
    await page.getByLabel("Or upload a photo").setInputFiles({ name: "blurry.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByText(/This photo is blurry/).first()).toBeVisible();
    await page.getByRole("button", { name: "Use it anyway" }).click();
  };
  await send();
  await expect(page.getByText(/This photo is blurry\. Hold your phone still/)).toBeVisible({ timeout: 120_000 });
  await send();
  await expect(page.getByText("A reviewer will look at it", { exact: true })).toBeVisible({ timeout: 120_000 });
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText(/In review since/).first()).toBeVisible({ timeout: 120_000 });
});
