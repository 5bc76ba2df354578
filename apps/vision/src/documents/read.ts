import type { DocumentReading } from "@touchline/contract/vision";
import { blurLevel, edgeWidth, glareOf, lumaOf, measuredWidth } from "@touchline/rules/verification/photo-quality";
import { decode, type Pixels, pipeline, pixelsOf, UnreadablePicture } from "../picture.ts";
import type { FoundReading } from "./fields.ts";
import { readLabels } from "./labels.ts";
import { readMrz } from "./mrz.ts";
import { readPdf417 } from "./pdf417.ts";
import { rotated, type TurnedPicture } from "./rotation.ts";
import { findText, leanOf, readLine, readLines, type TextLine, type TextPlace } from "./text-lines.ts";

/** The longer side, in pixels, at which codes and text are read. */
const longest = { code: 2400, text: 1600 };

/** Degrees of skew from which a page is rotated and read again. */
const leaning = 1.5;
/** If the confidence of the longest lines is lower, the page may be upside down. */
const readsWell = 0.85;

const nothing: DocumentReading = {
  readable: false,
  size: null,
  blur: { edgeWidth: null, level: "sharp" },
  glare: { share: 0, level: "none" },
  turned: 0,
  readings: [],
};

/** Reads a document by its barcode, its machine-readable zone and its labels, and rates how well it can be seen. */
export async function readDocument(bytes: Uint8Array, today: Date): Promise<DocumentReading> {
  let decoded: Awaited<ReturnType<typeof decode>>;
  try {
    decoded = await decode(bytes, longest.code);
  } catch (cause) {
    if (!(cause instanceof UnreadablePicture)) throw cause;
    return nothing;
  }
  const quality = {
    readable: true,
    size: decoded.original,
    blur: await blurOf(decoded),
    glare: await glareIn(decoded),
  };
  const code = await readPdf417(decoded);
  const upright = await rotated(decoded, 0);
  // The back of a license has nothing else to read, and text recognition takes the most time.
  if (code) return { ...quality, turned: 0, readings: [inShares(code, upright)] };
  const { page, lines } = await readPage(await atMost(decoded, longest.text));
  if (Math.abs(page.degrees % 90) > leaning) {
    const straight = await rotated(decoded, page.degrees);
    const leant = await readPdf417(straight.pixels);
    if (leant) return { ...quality, turned: page.degrees, readings: [inShares(leant, straight)] };
  }
  const readings = [readMrz(lines, today), readLabels(lines)].filter((one) => one !== null);
  return { ...quality, turned: page.degrees, readings: readings.map((one) => inShares(one, page)) };
}

const atMost = async (pixels: Pixels, side: number): Promise<Pixels> =>
  Math.max(pixels.width, pixels.height) <= side
    ? pixels
    : pixelsOf(pipeline(pixels).resize(side, side, { fit: "inside" }));

async function blurOf(pixels: Pixels): Promise<DocumentReading["blur"]> {
  const scaled = await pixelsOf(pipeline(pixels).resize(measuredWidth.blur).median(3));
  const width = edgeWidth(lumaOf(scaled));
  return { edgeWidth: width, level: blurLevel(width) };
}

const glareIn = async (pixels: Pixels): Promise<DocumentReading["glare"]> =>
  glareOf({ ...(await pixelsOf(pipeline(pixels).resize(measuredWidth.glare, null, { fit: "inside" }))), channels: 3 });

async function readPage(pixels: Pixels): Promise<{ page: TurnedPicture; lines: TextLine[] }> {
  let page = await rotated(pixels, 0);
  let places = await findText(pixels);
  const lean = leanOf(places);
  if (Math.abs(lean) > leaning) {
    page = await rotated(pixels, lean === 90 ? 90 : -lean);
    places = await findText(page.pixels);
  }
  if ((await sureness(page.pixels, places)) < readsWell) {
    const other = await rotated(pixels, page.degrees + 180);
    const found = await findText(other.pixels);
    if ((await sureness(other.pixels, found)) > (await sureness(page.pixels, places))) [page, places] = [other, found];
  }
  return { page, lines: await readLines(page.pixels, places) };
}

/** Returns the confidence of the longest lines; 1 if there are none. */
async function sureness(pixels: Pixels, places: readonly TextPlace[]): Promise<number> {
  const long = places.toSorted((a, b) => b.box.width / b.box.height - a.box.width / a.box.height).slice(0, 4);
  if (long.length === 0) return 1;
  let sum = 0;
  for (const { box } of long) sum += (await readLine(pixels, box)).sureness;
  return sum / long.length;
}

const inShares = (reading: FoundReading, page: TurnedPicture): FoundReading => ({
  ...reading,
  box: reading.box && page.original(reading.box),
  fields: reading.fields.map((field) => ({ ...field, box: field.box && page.original(field.box) })),
});
