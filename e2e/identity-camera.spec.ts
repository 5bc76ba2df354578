import { group, portrait } from "../apps/vision/test/faces.ts";
import { passport } from "../apps/vision/test/samples.ts";
import { hold, withFakeCamera } from "./fake-camera.ts";
import { expect, test, usableByAll } from "./fixtures.ts";
import { aCoach, choosePassport, jane } from "./identities.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, launchOptions: withFakeCamera("allowed") });

test("with the camera: a passport and a selfie, each taken automatically, and problems are shown", async ({
  organization,
  page,
  signIn,
}) => {
  const { coach, path } = await aCoach(await organization("Rainier Youth Soccer"));
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
    await expect(page.getByText(/In review since/).first()).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole("button", { name: "Delete my photos" })).toBeVisible();
  });
});
