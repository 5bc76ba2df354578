import { amazonVision } from "@touchline/api/adapters/vision/amazon";
import type { AmazonVisionSettings } from "@touchline/api/adapters/vision/amazon-client";
import type { DocumentReading, VisionOutcome, VisionPort } from "@touchline/contract/vision";
import { type Simulator, startSimulator } from "@touchline/simulator";
import { credentials } from "@touchline/simulator/credentials";
import type { Sights } from "@touchline/simulator/world";
import { openVision } from "@touchline/vision";
import { packagesInstalled } from "@touchline/vision/packages";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { photographed } from "../../vision/test/drawing.ts";
import { coveredFace, group, portrait } from "../../vision/test/faces.ts";
import { holderOf } from "../../vision/test/holders.ts";
import { passport, passportLines } from "../../vision/test/samples.ts";
import { readAmazonVision } from "./vision-settings.ts";

const holder = holderOf(3);
const plain = (background = "#8899aa") =>
  sharp({ create: { width: 600, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();
const notAPicture = Buffer.from("%PDF-1.4 not a picture at all");

/** A double of the service is told what is on each picture; the reader on this machine looks at it. */
type Tell = (sights: Partial<Sights>) => Promise<unknown>;

const read = async <Reading>(outcome: Promise<VisionOutcome<Reading>>): Promise<Reading> => {
  const result = await outcome;
  if (result.status !== "read") throw new Error(`The picture is ${JSON.stringify(result)}.`);
  return result.reading;
};
const fieldsOf = ({ readings: [first] }: DocumentReading) =>
  Object.fromEntries((first?.fields ?? []).map(({ field, value }) => [field, value]));

/** What every reader does, wherever it reads. */
function contract(name: string, options: { tags?: string[] }, open: () => { reader: VisionPort; tell: Tell }) {
  describe(name, { timeout: 180_000, ...options }, () => {
    test.each([
      ["NoFaceDetected", () => plain(), [[]]],
      ["None", () => portrait("straight"), [[{}]]],
      ["MultipleFacesDetected", () => group(6), [[{ area: 0.05 }, { area: 0.04 }]]],
      ["SunglassesDetected", () => coveredFace("sunglasses"), [[{ sunglasses: true }]]],
      ["FaceOccluded", () => coveredFace("mask"), [[{ occluded: true }]]],
      ["HeadNotFocused", () => portrait("turned"), [[{ yaw: 48 }]]],
      ["Other", async () => notAPicture, []],
    ] as const)("a picture of a person gets its code: %s", async (code, picture, faces) => {
      const { reader, tell } = open();
      await tell({ faces: faces.map((one) => one.map((sight) => ({ ...sight }))) });
      expect((await read(reader.face(await picture()))).code).toBe(code);
    });

    test("a passport is read by its machine-readable zone, which proves itself", async () => {
      const { reader, tell } = open();
      const zone = { MRZ_CODE: passportLines(holder).join("\n"), ID_TYPE: "PASSPORT" };
      await tell({ documents: [{ ...zone, FIRST_NAME: holder.first, LAST_NAME: holder.last }] });
      const reading = await read(reader.document(await passport(holder)));
      expect(reading).toMatchObject({ readable: true, blur: { level: "sharp" }, glare: { level: "none" } });
      expect(reading.readings[0]).toMatchObject({ way: "mrz", kind: "passport", checked: true });
      expect(fieldsOf(reading)).toMatchObject({
        ...{ firstName: holder.first.toUpperCase(), lastName: holder.last.toUpperCase() },
        ...{ dateOfBirth: holder.born, expirationDate: holder.expires, documentNumber: holder.number },
      });
    });

    test("a blurry photo is told from a sharp one, and what isn't a picture from both", async () => {
      const { reader, tell } = open();
      await tell({ documents: [{}] });
      const blurry = await read(reader.document(await photographed(await passport(holder), { blur: 9 })));
      expect(blurry).toMatchObject({ readable: true, blur: { level: "blurry" } });
      expect(await read(reader.document(notAPicture))).toMatchObject({ readable: false, readings: [] });
    });

    test("of two faces no more is told than how likely they are one person's", async () => {
      const { reader, tell } = open();
      await tell({ similarity: [99, 12, null] });
      const face = await portrait("straight");
      expect(await read(reader.compare(face, face))).toEqual({ band: "likely" });
      expect(await read(reader.compare(face, await portrait("another")))).toEqual({ band: "differs" });
      expect(await read(reader.compare(await plain(), face))).toEqual({ band: "noFace" });
    });
  });
}

const here: { reader?: ReturnType<typeof openVision> } = {};
afterAll(() => here.reader?.close());
if (packagesInstalled()) {
  contract("the reader on this machine", { tags: ["thorough"] }, () => {
    here.reader ??= openVision();
    return { reader: here.reader, tell: async () => {} };
  });
}

let simulator: Simulator;
let settings: AmazonVisionSettings;
const logs: string[] = [];
const control = (path: string, body: object) =>
  fetch(`${simulator.url}/simulator/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const tell: Tell = (sights) => control("sights", sights);
const fail = (fault: string, times = 1) => control("faults", { fault, vendor: "amazon-vision", times });
const amazon = (more: Partial<AmazonVisionSettings> = {}) =>
  amazonVision({ ...settings, ...more }, { log: (line) => logs.push(line) });
beforeAll(async () => {
  simulator = await startSimulator();
  const environment: Record<string, string> = {
    AMAZON_VISION_ACCESS_KEY_ID: credentials.amazonVision.accessKeyId,
    AMAZON_VISION_SECRET_ACCESS_KEY: credentials.amazonVision.secretAccessKey,
    AMAZON_VISION_URL: `${simulator.url}/amazon-vision`,
    AMAZON_VISION_OPT_OUT: "on",
  };
  const set = readAmazonVision((name) => environment[name] ?? null);
  if (!set) throw new Error("The service isn't set.");
  settings = { ...set, pause: 1 };
});
afterAll(() => simulator.close());
beforeEach(() => {
  logs.length = 0;
});

contract("Amazon, at its double", {}, () => ({ reader: amazon(), tell }));

describe("Amazon, at its double", () => {
  test("says who gets the pictures, and that they aren't really read", () => {
    expect(amazon()).toMatchObject({ service: { name: "Amazon Web Services", simulated: true } });
    expect(amazon().state()).toBe("awake");
  });

  test.each([
    ["tooDark", { brightness: 8 }],
    ["tooBright", { brightness: 99.5 }],
    ["tilted", { roll: -35 }],
    ["lookingUpOrDown", { pitch: 40 }],
    ["tooFar", { area: 0.004 }],
    ["outOfFocus", { sharpness: 4 }],
  ])("tells what to do about a picture that is %s", async (hint, sight) => {
    await tell({ faces: [[sight]] });
    expect((await read(amazon().face(await portrait("straight")))).hint).toBe(hint);
  });

  test("what is only printed proves nothing, whatever the service is sure of", async () => {
    const printed = { FIRST_NAME: "Jane <b>", LAST_NAME: "Walker", DATE_OF_BIRTH: "1985-04-12", STATE_NAME: "OHIO" };
    const wrong = passportLines(holder)
      .join("")
      .replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    await tell({ documents: [{ ...printed, ID_TYPE: "DRIVER LICENSE FRONT" }, { MRZ_CODE: wrong }] });
    const photo = await passport(holder);
    const { readings } = await read(amazon().document(photo));
    expect(readings).toMatchObject([{ way: "text", kind: "license", checked: false }]);
    expect(fieldsOf({ readings } as DocumentReading)).toMatchObject({ firstName: "Jane b", dateOfBirth: "1985-04-12" });
    expect((await read(amazon().document(photo))).readings).toMatchObject([{ way: "mrz", checked: false }]);
  });

  test.each([
    ["one answer that fails", "500", 2, "read"],
    ["calls that are too many for a moment", "429", 2, "read"],
    ["a service that goes on failing", "500", 3, "busy"],
    ["half an answer", "malformed", 3, "busy"],
    ["a connection that is cut", "drop", 3, "busy"],
    ["a picture that it refuses", "422", 1, "failed"],
  ])("%s", async (_, fault, times, status) => {
    await fail(fault, times);
    expect((await amazon().face(await portrait("straight"))).status).toBe(status);
  });

  test("a service that doesn't answer is asked again later", async () => {
    await fail("timeout-before", 3);
    expect((await amazon({ timeout: 60 }).face(await portrait("straight"))).status).toBe("busy");
  });

  test.each([
    ["a key that isn't known", { accessKeyId: "simulated_other" }, "UnrecognizedClientException"],
    ["a wrong secret", { secretAccessKey: "simulated_wrong" }, "InvalidSignatureException"],
    ["another region", { region: "eu-west-1" }, "InvalidSignatureException"],
  ])("with %s nobody waits: people look at the pictures, and the log says why", async (_, wrong, code) => {
    expect(await amazon(wrong).document(await passport(holder))).toEqual({ status: "unavailable" });
    expect(logs).toEqual([`Pictures can't be read: Amazon: unauthorized (${code}).`]);
  });

  test("more pictures than it takes at once are told to come again", async () => {
    const reader = amazon();
    const face = await portrait("straight");
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => reader.face(face)));
    const statuses = new Set(outcomes.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(["busy", "read"]);
  });

  test("a huge photo is sent small enough", async () => {
    const noise = Buffer.alloc(5_000 * 4_000 * 3);
    for (let at = 0; at < noise.length; at += 1) noise[at] = (at * 7_919) % 251;
    const huge = await sharp(noise, { raw: { width: 5_000, height: 4_000, channels: 3 } })
      .png()
      .toBuffer();
    expect((await amazon().face(huge)).status).toBe("read");
  });

  test("isn't chosen without having opted out of what Amazon keeps", () => {
    const key = { AMAZON_VISION_ACCESS_KEY_ID: "key", AMAZON_VISION_SECRET_ACCESS_KEY: "secret" };
    const given = (more: Record<string, string>) => (name: string) => ({ ...key, ...more })[name] ?? null;
    expect(() => readAmazonVision(given({}))).toThrow(/AMAZON_VISION_OPT_OUT to on/);
    expect(readAmazonVision(given({ AMAZON_VISION_OPT_OUT: "on" }))).toMatchObject({
      rekognitionUrl: "https://rekognition.us-east-1.amazonaws.com",
      simulated: false,
    });
    expect(readAmazonVision(() => null)).toBeNull();
  });
});
