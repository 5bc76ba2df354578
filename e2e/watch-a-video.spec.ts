import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { addContentFile } from "../packages/contract/src/library/content.ts";
import { expect, type Page, test, usableByAll } from "./fixtures.ts";

/**
 * A few seconds of video recorded by the browser, with its length. This is a script of the page, which knows nothing that Node
 * has.
 */
const recording = `(async () => {
  const canvas = document.createElement("canvas");
  canvas.width = 160;
  canvas.height = 90;
  const pen = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: "video/webm;codecs=vp8" });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  // By the clock: on a busy machine each pause is longer than it was asked for.
  const begun = performance.now();
  for (let frame = 0; performance.now() - begun < 7000; frame += 1) {
    pen.fillStyle = "hsl(" + frame * 5 + " 80% 50%)";
    pen.fillRect(0, 0, 160, 90);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  recorder.stop();
  await ended;
  const seconds = (performance.now() - begun) / 1000;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { seconds, text: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
})()`;

async function aFilm(page: Page) {
  const { seconds, text } = await page.evaluate<{ seconds: number; text: string }>(recording);
  return { seconds, buffer: Buffer.from(text, "base64") };
}

test("a video is put into the library, and watched on a phone, over two visits, until it counts", async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, admin.email);

  await test.step("the administrator uploads it; its length is read and confirmed", async () => {
    const { seconds, buffer } = await aFilm(desk);
    await desk.goto("/library/new/video");
    await desk.getByLabel("Name", { exact: true }).fill("Safety video");
    const added = desk.waitForResponse((answer) => answer.url().includes(addContentFile.path.split("{")[0] as string));
    await desk
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "safety.webm", mimeType: "video/webm", buffer });
    await added;
    await expect(desk.getByText("safety.webm")).toBeVisible();
    const length = async () => Number(await desk.getByLabel("Length in seconds").inputValue());
    await expect.poll(length).toBeGreaterThanOrEqual(6);
    expect(await length()).toBeLessThanOrEqual(Math.ceil(seconds));
    await desk.getByLabel("Length in seconds").fill("6");
    await desk.getByLabel("Percent to watch").fill("80");
    await desk.getByLabel("Captions").fill("WEBVTT\n\n00:00.000 --> 00:05.000\nWelcome.");
    await usableByAll(desk);
    await desk.getByRole("button", { name: "Save changes" }).click();
    await expect(desk.getByText("Video, version 1.")).toBeVisible();
  });
  const contentId = new URL(desk.url()).pathname.split("/").at(-1) as string;
  await org.asSystem(async (call) => {
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    await assignContent(call, {
      contentId,
      contentAssignments: [{ ...to, mandatory: true, dueDate: null, payer: "Organization" }],
    });
  });

  const playUntil = (second: number) =>
    page.evaluate(`(async () => {
      const video = document.querySelector("video");
      video.muted = true;
      await video.play();
      while (video.currentTime < ${second} && !video.ended) await new Promise((resolve) => setTimeout(resolve, 50));
      video.pause();
    })()`);
  const timeNow = () => page.evaluate<number>(`document.querySelector("video").currentTime`);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, coach.email);
  await test.step("skipping ahead leads back to where one was", async () => {
    await page.getByRole("link", { name: "Start" }).click();
    await expect(page.locator("video")).toBeVisible();
    await usableByAll(page);
    await playUntil(1.5);
    await page.evaluate(`document.querySelector("video").currentTime = 5`);
    await expect(async () => expect(await timeNow()).toBeLessThan(3)).toPass();
    await expect(page.getByText(/^[1-9]\d?% of the required time$/)).toBeVisible();
  });

  await test.step("another day it goes on there, and counts once enough was watched", async () => {
    await page.reload();
    await expect(page.getByText(/You'll continue at 0:0\d/)).toBeVisible();
    await playUntil(6);
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
    await expect(page.locator("video")).toHaveCount(0);
  });
});
