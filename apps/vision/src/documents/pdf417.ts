import { readFile } from "node:fs/promises";
import type { ImageBox } from "@touchline/contract/vision";
import { load, modelFiles } from "../packages.ts";
import { type Pixels, pipeline, pixelsOf } from "../picture.ts";
import { calendarDay, type Field, type FoundReading, plain } from "./fields.ts";

type Point = { x: number; y: number };
type Barcodes = {
  prepareZXingModule(options: { overrides: object }): void;
  readBarcodes(
    input: { data: Uint8ClampedArray; width: number; height: number },
    options: object,
  ): Promise<
    { text: string; isValid: boolean; position: Record<"topLeft" | "topRight" | "bottomLeft" | "bottomRight", Point> }[]
  >;
};

/** The maximum length of a barcode's text. A PDF417 has at most 1,850 characters. */
const longest = 4_000;

let loading: Promise<Barcodes> | null = null;

function barcodes(): Promise<Barcodes> {
  loading ??= (async () => {
    const reader = load<Barcodes>("zxing-wasm/reader");
    reader.prepareZXingModule({ overrides: { wasmBinary: exact(await readFile(modelFiles().barcodes)) } });
    return reader;
  })();
  return loading;
}

const exact = (bytes: Buffer) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

/** Image sizes to search for a code, in pixels of the longer side. Each takes time, so there are few. */
const sizes = [1800, 1100];

/** Finds a PDF417 and reads it as a driver license; null if none is readable. The box is in pixels. */
export async function readPdf417(pixels: Pixels): Promise<FoundReading | null> {
  const reader = await barcodes();
  for (const size of sizes) {
    const scale = Math.min(1, size / Math.max(pixels.width, pixels.height));
    if (scale === 1 && size !== sizes.at(-1) && Math.max(pixels.width, pixels.height) <= (sizes.at(-1) ?? 0)) continue;
    const small = scale === 1 ? pixels : await pixelsOf(pipeline(pixels).resize(Math.round(pixels.width * scale)));
    const rgba = new Uint8ClampedArray(small.width * small.height * 4).fill(255);
    for (let at = 0, to = 0; at < small.data.length; at += 3, to += 4) rgba.set(small.data.subarray(at, at + 3), to);
    const found = await reader.readBarcodes(
      { data: rgba, width: small.width, height: small.height },
      {
        formats: ["PDF417"],
        tryHarder: true,
        tryRotate: true,
        tryInvert: false,
        maxNumberOfSymbols: 1,
        textMode: "Plain",
      },
    );
    const code = found.find(({ isValid }) => isValid);
    if (!code) continue;
    const reading = readAamva(code.text.slice(0, longest));
    if (!reading) continue;
    const across = pixels.width / small.width;
    const corners = Object.values(code.position);
    const [xs, ys] = [corners.map(({ x }) => x * across), corners.map(({ y }) => y * across)];
    const box: ImageBox = {
      x: Math.min(...xs),
      y: Math.min(...ys),
      width: Math.max(...xs) - Math.min(...xs),
      height: Math.max(...ys) - Math.min(...ys),
    };
    return { ...reading, box };
  }
  return null;
}

/** Elements of the AAMVA card design standard. Older versions have one for the whole name. */
const elements = {
  lastName: ["DCS", "DAB"],
  firstName: ["DAC", "DCT"],
  middleName: ["DAD"],
  dateOfBirth: ["DBB"],
  expirationDate: ["DBA"],
  documentNumber: ["DAQ"],
  issuer: ["DAJ"],
} as const;
const everyElement = /^(?:DL|ID)?(D[A-D][A-Z])(.*)$/;

/** Parses a date: month first in the United States, year first in Canada. */
function aamvaDate(text: string): string | null {
  const [, one, two, three, four] = /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text.trim()) ?? [];
  if (!one || !two || !three || !four) return null;
  const american = calendarDay(Number(three + four), Number(one), Number(two));
  return american ?? calendarDay(Number(one + two), Number(three), Number(four));
}

/** Reads the barcode of a driver license by the AAMVA card design standard; null if it isn't one. */
export function readAamva(text: string): FoundReading | null {
  if (!/^@[\s\S]{0,8}(?:ANSI|AAMVA)/.test(text)) return null;
  const values = new Map<string, string>();
  // The header is followed by the subfile's designators, and its type shares a line with the first element.
  const body = text.replace(/^@[\s\S]*?(?:ANSI |AAMVA)\d{6,12}(?:(?:DL|ID|Z[A-Z])\d{8})*/, "");
  for (const line of body.split(/[\n\r]+/).slice(0, 120)) {
    const [, name, value] = everyElement.exec(line.replace(/^\P{L}+/u, "").trimEnd()) ?? [];
    if (name && value !== undefined && !values.has(name)) values.set(name, value);
  }
  const fields: Field[] = [];
  for (const [field, names] of Object.entries(elements)) {
    const value = names.map((name) => values.get(name)).find((one) => one !== undefined);
    if (value === undefined) continue;
    const isDate = field.endsWith("Date") || field === "dateOfBirth";
    const content = isDate ? (aamvaDate(value) ?? "") : plain(value);
    if (content && content !== "NONE" && content !== "unavl")
      fields.push({ field: field as Field["field"], value: content, box: null });
  }
  splitNames(fields, values);
  if (!fields.some(({ field }) => field === "dateOfBirth")) return null;
  return { way: "pdf417", kind: "license", checked: true, fields, box: null };
}

/** Older cards have the whole name, or all given names, in one element. */
function splitNames(fields: Field[], values: ReadonlyMap<string, string>): void {
  const has = (wanted: string) => fields.some(({ field }) => field === wanted);
  const whole = values.get("DAA");
  if (whole !== undefined && !has("lastName")) {
    const [last, first, middle] = whole.split(/[,@]/).map(plain);
    if (last) fields.push({ field: "lastName", value: last, box: null });
    if (first) fields.push({ field: "firstName", value: first, box: null });
    if (middle) fields.push({ field: "middleName", value: middle, box: null });
  }
  const firstNames = fields.find(({ field }) => field === "firstName");
  if (firstNames && !values.has("DAC") && values.has("DCT") && !has("middleName")) {
    const [first, ...others] = firstNames.value.split(/[ ,]+/);
    if (first) firstNames.value = first;
    if (others.length > 0) fields.push({ field: "middleName", value: others.join(" "), box: null });
  }
}
