import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { photographed } from "../test/drawing.ts";
import { group, portrait } from "../test/faces.ts";
import { holderOf } from "../test/holders.ts";
import { aamvaOf, licenseBack, passport } from "../test/samples.ts";
import { openVision, type Vision } from "./index.ts";
import { packagesInstalled } from "./packages.ts";

const holder = holderOf(3);
/** Creates a picture of one color. */
const plainPicture = (width: number, height: number, background = "#8899aa") =>
  sharp({ create: { width, height, channels: 3, background } });

// The packages are optional, so that the product runs without them. CI has them, and there all of this must run.
test.runIf(process.env.CI)("CI has the packages that read pictures", () => {
  expect(packagesInstalled()).toBe(true);
});

test("without its packages a reader says so, and starts nothing", async () => {
  const vision = openVision({ installed: false });
  expect(await vision.face(await plainPicture(64, 64).jpeg().toBuffer())).toEqual({ status: "unavailable" });
  expect([vision.state(), vision.pid()]).toEqual(["unavailable", null]);
});

describe.skipIf(!packagesInstalled())("the process that reads pictures", { timeout: 180_000 }, () => {
  let vision: Vision;
  let face: Buffer;
  beforeAll(async () => {
    vision = openVision();
    face = await portrait("straight");
  });
  afterAll(() => vision.close());

  const codeOf = async (image: Uint8Array) => {
    const outcome = await vision.face(image);
    return outcome.status === "read" ? outcome.reading.code : outcome.status;
  };

  test("starts with the first picture", async () => {
    expect([vision.state(), vision.pid()]).toEqual(["asleep", null]);
    expect(await codeOf(face)).toBe("None");
    expect(vision.state()).toBe("awake");
  });

  test("says what is wrong with a picture of a person", async () => {
    expect(await codeOf(await plainPicture(600, 800).jpeg().toBuffer())).toBe("NoFaceDetected");
    expect(await codeOf(await group(6))).toBe("MultipleFacesDetected");
    expect(await codeOf(await portrait("turned"))).toBe("HeadNotFocused");
    expect(await codeOf(await sharp(face).blur(8).toBuffer())).toBe("HeadNotFocused");
    expect(await codeOf(await plainPicture(600, 800, "#030303").jpeg().toBuffer())).toBe("Other");
  });

  test("sees glasses and what covers a face", async () => {
    const outcome = await vision.face(face);
    if (outcome.status !== "read" || !outcome.reading.alignment) throw new Error("The face was not found.");
    const { width, height } = await sharp(face).metadata();
    const { x, y, width: wide, height: high } = outcome.reading.alignment.box;
    const band = (from: number, to: number, color: string) =>
      sharp(face)
        .composite([
          {
            input: Buffer.from(
              `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${(x + wide * 0.1) * width}" y="${(y + high * from) * height}" width="${wide * 0.8 * width}" height="${high * (to - from) * height}" rx="20" fill="${color}"/></svg>`,
            ),
          },
        ])
        .jpeg()
        .toBuffer();
    expect(await codeOf(await band(0.3, 0.5, "#111111"))).toBe("SunglassesDetected");
    expect(await codeOf(await band(0.58, 1, "#3f78c0"))).toBe("FaceOccluded");
  });

  test("compares two faces and tells no more than how likely they are one person's", async () => {
    const smaller = await sharp(face).resize(300).modulate({ brightness: 1.15 }).jpeg({ quality: 70 }).toBuffer();
    expect(await vision.compare(face, smaller)).toEqual({ status: "read", reading: { band: "likely" } });
    expect(await vision.compare(face, await portrait("another"))).toEqual({
      status: "read",
      reading: { band: "differs" },
    });
    const none = await plainPicture(300, 300).jpeg().toBuffer();
    expect(await vision.compare(face, none)).toEqual({ status: "read", reading: { band: "noFace" } });
  });

  const born = async (image: Uint8Array) => {
    const outcome = await vision.document(image);
    if (outcome.status !== "read") return outcome;
    return outcome.reading.readings.map(({ way, checked, fields }) => ({
      way,
      checked,
      born: fields.find(({ field }) => field === "dateOfBirth")?.value,
      within: fields.every(({ box }) => box === null || (box.x >= 0 && box.y >= 0 && box.x + box.width <= 1.001)),
    }));
  };

  test("reads the barcode of a license in a photo that lies on its side", async () => {
    const back = await sharp(await photographed(await licenseBack(aamvaOf(holder)), {}))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await born(back)).toEqual([{ way: "pdf417", checked: true, born: holder.born, within: true }]);
  });

  test("reads a passport by its machine-readable zone and by its labels", async () => {
    const photo = await photographed(await passport(holder), { rotate: 2.5, noise: 8, scale: 0.85 });
    expect(await born(photo)).toEqual([
      { way: "mrz", checked: true, born: holder.born, within: true },
      { way: "text", checked: false, born: holder.born, within: true },
    ]);
  });

  test("tells blur and a reflection", async () => {
    const page = await passport(holder, []);
    const qualityOf = async (image: Uint8Array) => {
      const outcome = await vision.document(await sharp(image).resize(500).toBuffer());
      return outcome.status === "read" ? [outcome.reading.blur.level, outcome.reading.glare.level] : outcome;
    };
    expect(await qualityOf(await photographed(page, { blur: 9 }))).toEqual(["blurry", "none"]);
    expect(await qualityOf(await photographed(page, { glare: true }))).toEqual(["sharp", "strong"]);
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ["of 100 megapixels", () => plainPicture(10_000, 10_000).png({ compressionLevel: 1 }).toBuffer()],
    ["of one pixel", () => plainPicture(1, 1).png().toBuffer()],
    ["that is cut off", async () => (await portrait("another")).subarray(0, 9_000)],
    ["that is a PDF", async () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF")],
    ["that is markup", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')],
    ["of no bytes", async () => new Uint8Array()],
    ["of 26 MB", async () => Buffer.alloc(26 * 1024 * 1024, 0xff)],
  ])("refuses a picture %s", async (_, image) => {
    const bytes = await image();
    expect(await vision.face(bytes)).toMatchObject({ status: "read", reading: { code: "Other", hint: "unreadable" } });
    expect(await vision.document(bytes)).toMatchObject({ status: "read", reading: { readable: false, readings: [] } });
  });

  test("looks at a picture in print colors, and at the first frame of an animation", async () => {
    expect(await codeOf(await sharp(face).toColorspace("cmyk").jpeg().toBuffer())).toBe("None");
    const frame = await sharp(face).resize(300, 300).png().toBuffer();
    const empty = await plainPicture(300, 300).png().toBuffer();
    const animated = await sharp([frame, empty], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    expect(await codeOf(animated)).toBe("None");
  });

  test("answers that it is busy once too many wait, and the others in turn", async () => {
    const small = openVision({ limits: { queue: 3 } });
    const blank = await plainPicture(1, 1).png().toBuffer();
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => small.document(blank)));
    expect(outcomes.map(({ status }) => status)).toEqual(["read", "read", "read", "busy", "busy"]);
    await small.close();
  });

  test("is replaced when it dies, takes too long or takes too much memory", async () => {
    const lines: string[] = [];
    const begun = vision.face(face);
    const pid = vision.pid() as number;
    process.kill(pid, "SIGKILL");
    expect(await begun).toEqual({ status: "failed", reason: "broken" });
    const blank = await plainPicture(1, 1).png().toBuffer();
    expect(await codeOf(blank)).toBe("Other");
    expect(vision.pid()).not.toBe(pid);

    const slow = openVision({ limits: { firstTimeoutMs: 1 }, log: (line) => lines.push(line) });
    expect(await slow.face(face)).toEqual({ status: "failed", reason: "tooSlow" });
    expect([slow.state(), lines]).toEqual(["asleep", ["The reader of pictures was ended: tooSlow."]]);
    await slow.close();

    const narrow = openVision({ limits: { memory: 1 } });
    const outcome = await narrow.face(face);
    // If the system doesn't report a process's memory, there is no limit.
    expect(outcome.status).toBe(process.platform === "linux" ? "failed" : "read");
    await narrow.close();
  });

  test("ends after a while without pictures", async () => {
    const brief = openVision({ limits: { idle: 10 } });
    await brief.face(await plainPicture(1, 1).png().toBuffer());
    while (brief.state() === "awake") await wait(20);
    expect(brief.pid()).toBeNull();
    await brief.close();
  });
});
