import sharp from "sharp";
import { coveredFace, group, portrait } from "../apps/vision/test/faces.ts";
import { passport } from "../apps/vision/test/samples.ts";
import { hold, withFakeCamera } from "./fake-camera.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";
import { aCoach, choosePassport, jane } from "./identities.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, launchOptions: withFakeCamera("allowed") });

const plain = (background: string) =>
  sharp({ create: { width: 600, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();

const tilted = async () =>
  sharp(await portrait("straight"))
    .rotate(32, { background: "#8899aa" })
    .jpeg()
    .toBuffer();

/** What is wrong with each selfie, and what the member is told. Two in a row are refused; the third would go to a person. */
const rounds = [
  [
    { code: "NoFaceDetected", picture: () => plain("#8899aa"), says: /No face was found/ },
    { code: "HeadNotFocused", picture: tilted, says: /Look straight into the camera/ },
  ],
  [
    { code: "Other", picture: () => plain("#030303"), says: /The picture is too dark/ },
    { code: "FaceOccluded", picture: () => coveredFace("mask"), says: /Part of your face is covered/ },
  ],
  [
    { code: "SunglassesDetected", picture: () => coveredFace("sunglasses"), says: /Take off your sunglasses/ },
    { code: "MultipleFacesDetected", picture: () => group(3), says: /More than one face is in the picture/ },
  ],
];

test("each problem of a selfie is told on a phone, and a second covered face locks nobody out", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  // Three documents and seven selfies are read, one after another.
  test.setTimeout(480_000);
  const { coach, path } = await aCoach(await organization("Codes Youth Soccer"));
  await signIn(page, coach.email, path);
  const passportPhoto = await passport(jane);

  const upload = async (buffer: Buffer) => {
    await page.getByLabel("Or upload a photo").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Use this photo" }).click();
  };
  const takeSelfie = async (picture: Buffer) => {
    await hold(picture, "face");
    await page.getByRole("button", { name: "Take a selfie" }).click();
    await page.getByRole("checkbox", { name: "Take the photo automatically" }).uncheck();
    await page.getByRole("button", { name: "Take photo" }).click();
    await page.getByRole("button", { name: "Use this photo" }).click();
  };

  for (const [at, round] of rounds.entries()) {
    if (at > 0) await page.getByRole("button", { name: "Start over" }).click();
    await choosePassport(page, /Document and selfie/);
    if (at === 0) {
      await page.getByRole("checkbox").check();
      await page.getByLabel("Your full name").fill("Jane Walker");
      await page.getByRole("button", { name: "Sign", exact: true }).click();
    }
    await expect(page.getByRole("heading", { name: /Photo 1 of 2/ })).toBeVisible();
    await upload(passportPhoto);
    await expect(page.getByRole("heading", { name: /Photo 2 of 2: Selfie/ })).toBeVisible({ timeout: 60_000 });
    for (const { code, picture, says } of round) {
      await test.step(code, async () => {
        // A camera always shows something bright around it, so the dark picture is uploaded.
        if (code === "Other") await upload(await picture());
        else await takeSelfie(await picture());
        await expect(page.getByText(says)).toBeVisible({ timeout: 120_000 });
      });
    }
  }

  await test.step("glasses and coverings lock nobody out: the next one goes to a person", async () => {
    await takeSelfie(await coveredFace("mask"));
    await expect(page.getByRole("heading", { name: "Check and submit" })).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText("A reviewer will look at it", { exact: true })).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page.getByText(/In review since/).first()).toBeVisible({ timeout: 120_000 });
  });
});
