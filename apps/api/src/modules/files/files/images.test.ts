import { createHash } from "node:crypto";
import { completeDocument, downloadFile, getRequirement } from "@touchline/contract/requirements/requirements";
import { beginUpload, finishUpload, sendPart } from "@touchline/contract/requirements/submissions";
import sharp from "sharp";
import { expect, test } from "vitest";
import { owedBy, type Submission } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

/** Makes a picture of four quarters, red at its upper left, as a phone held sideways takes it: rotated, and with metadata. */
async function aPhoto(): Promise<Buffer<ArrayBuffer>> {
  const red = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  const photo = await sharp({ create: { width: 120, height: 80, channels: 3, background: "#00f" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: "PhoneMaker", Artist: "Dana Whitfield" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
  // The orientation tag: rotated by 90 degrees.
  return Buffer.from(await sharp(photo).keepExif().withMetadata({ orientation: 6 }).jpeg().toBuffer());
}

async function aClub() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { settings: { acceptedExtensions: ["pdf", "png", "jpeg"] } });
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  return { director, coach, owed: await owedBy(coach) };
}
const about = ({ requirementId: id, profileLevelAccessId }: Submission) => ({
  params: { id },
  query: { profileLevelAccessId },
});
const send = (by: TestPerson, owed: Submission, name: string, bytes: Buffer<ArrayBuffer>) =>
  by.ask(completeDocument, {
    params: { id: owed.requirementId },
    body: { profileLevelAccessId: owed.profileLevelAccessId },
    files: [new File([bytes], name)],
  });

/** Opens the only file of a submission. */
async function opened(by: TestPerson, owed: Submission) {
  const [file] = (await by.call(getRequirement, about(owed))).attempt?.files ?? [];
  const query = new URLSearchParams({ ...about(owed).query, fileId: file?.fileId ?? "" });
  const path = downloadFile.path.replace("{id}", owed.requirementId);
  const answer = await fetch(`${world.it.base}${path}?${query}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` },
  });
  return { file, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function expectDrawnAnew(bytes: Buffer): Promise<void> {
  const facts = await sharp(bytes).metadata();
  expect(facts).toMatchObject({ format: "jpeg", width: 80, height: 120 });
  expect(facts.orientation ?? 1).toBe(1);
  expect([facts.exif, facts.xmp, facts.iptc]).toEqual([undefined, undefined, undefined]);
  for (const words of ["PhoneMaker", "Dana"]) expect(bytes.includes(words)).toBe(false);
  const { data } = await sharp(bytes)
    .extract({ left: 70, top: 5, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
}

test("a photo is re-encoded before anyone sees it: upright, and without place, time, and camera", async () => {
  const { director, coach, owed } = await aClub();
  const photo = await aPhoto();
  expect(photo.includes("PhoneMaker")).toBe(true);
  expect((await send(coach, owed, "certificate.jpg", photo)).status).toBe(200);
  const { file, bytes } = await opened(director, owed);
  expect(file).toMatchObject({ name: "certificate.jpg", extension: "jpeg", bytes: bytes.length });
  await expectDrawnAnew(bytes);
});

test("a photo that was uploaded in parts is checked against its hash and re-encoded too", async () => {
  const { director, coach, owed } = await aClub();
  const photo = await aPhoto();
  const { params } = about(owed);
  const { profileLevelAccessId } = owed;
  const sha256 = createHash("sha256").update(photo).digest("hex");
  const { uploadId } = await coach.call(beginUpload, {
    params,
    body: { profileLevelAccessId, name: "page.jpeg", bytes: photo.length, sha256 },
  });
  const of = { ...params, uploadId };
  await coach.call(sendPart, {
    params: of,
    body: { profileLevelAccessId, offset: 0 },
    files: [new File([photo], "part")],
  });
  expect((await coach.ask(finishUpload, { params: of, body: { profileLevelAccessId } })).status).toBe(200);
  await coach.ask(completeDocument, { params, body: { profileLevelAccessId }, files: [] });
  await expectDrawnAnew((await opened(director, owed)).bytes);
});

test("a photo in Apple's format becomes a JPEG where it can be read here; else the message says how to send it", async () => {
  const { director, coach, owed } = await aClub();
  const heif = Buffer.from(
    await sharp(await aPhoto())
      .autoOrient()
      .heif({ compression: "av1" })
      .toBuffer(),
  );
  const unreadable = Buffer.from(heif);
  unreadable.fill(0, 100);
  expect(await send(coach, owed, "IMG_1.heic", unreadable)).toMatchObject({
    status: 415,
    body: { detail: expect.stringMatching(/^“IMG_1\.heic” is a photo in Apple's HEIC format.*Most Compatible/) },
  });
  expect((await send(coach, owed, "IMG_2.HEIC", heif)).status).toBe(200);
  const { file, bytes } = await opened(director, owed);
  expect(file).toMatchObject({ name: "IMG_2.jpeg", mediaType: "image/jpeg" });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 80, height: 120 });
});
