import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { type Drawn, page } from "./drawing.ts";
import type { Holder } from "./holders.ts";

const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const compact = (day: string) => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const spelled = (day: string) => `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;

/** Returns the content of a license's barcode by the AAMVA card design standard of 2016. */
export function aamvaOf(holder: Holder): string {
  const data = [
    `DAQ${holder.number}`,
    `DCS${holder.last.toUpperCase()}`,
    "DDEN",
    `DAC${holder.first.toUpperCase()}`,
    "DDFN",
    `DAD${holder.middle.toUpperCase()}`,
    "DDGN",
    "DCAC",
    "DCBNONE",
    "DCDNONE",
    `DBD${compact(holder.issued)}`,
    `DBB${compact(holder.born)}`,
    `DBA${compact(holder.expires)}`,
    "DBC1",
    "DAU068 IN",
    "DAG2570 24TH STREET",
    "DAIANYTOWN",
    `DAJ${holder.state}`,
    "DAK902230000  ",
    "DCGUSA",
  ].join("\n");
  return `@\n\x1e\rANSI 636014080102DL00410278ZC03190008DL${data}\r`;
}

/** Draws the back of a license with its PDF417. */
export async function licenseBack(text: string): Promise<Buffer> {
  const { prepareZXingModule, writeBarcode } = await import("zxing-wasm/writer");
  const program = await readFile(createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"));
  const wasmBinary = Uint8Array.from(program).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  const { image, error } = await writeBarcode(text, { format: "PDF417", scale: 3, addQuietZones: true });
  if (!image) throw new Error(error);
  const input = Buffer.from(await image.arrayBuffer());
  const code = await sharp(input).resize(1080, 300, { fit: "fill", kernel: "nearest" }).png().toBuffer();
  return page(
    [1200, 756],
    "#e9edf2",
    [{ text: "CLASS C — NO RESTRICTIONS", x: 60, y: 80, size: 26 }],
    [{ input: code, left: 60, top: 330 }],
  );
}

export function licenseFront(holder: Holder): Promise<Buffer> {
  const at = (text: string, x: number, y: number, size = 30, face: Drawn["face"] = "bold"): Drawn => ({
    text,
    x,
    y,
    size,
    face,
  });
  return page([1200, 756], "#dfe9f1", [
    at(`${holder.state} DRIVER LICENSE`, 60, 40, 44),
    at(`4d DL ${holder.number}`, 420, 130),
    at(`4b EXP ${american(holder.expires)}`, 420, 185),
    at(`LN ${holder.last.toUpperCase()}`, 420, 245, 34),
    at(`FN ${holder.first.toUpperCase()} ${holder.middle.toUpperCase()}`, 420, 300, 34),
    at("2570 24TH STREET", 420, 360, 26),
    at("ANYTOWN 90223", 420, 400, 26),
    at(`DOB ${american(holder.born)}`, 420, 455, 36),
    at("SEX F   HGT 5-06   EYES BRN", 420, 520, 26),
    at(`4a ISS ${american(holder.issued)}`, 420, 580, 26),
  ]);
}

const weights = [7, 3, 1];
const worth = (letter: string) => (letter === "<" ? 0 : /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55);

/** Returns the check digit of ICAO Doc 9303. */
export const checkDigit = (text: string) =>
  String([...text].reduce((sum, letter, at) => sum + worth(letter) * (weights[at % 3] as number), 0) % 10);

const short = (day: string) => day.slice(2, 4) + day.slice(5, 7) + day.slice(8);
const fill = (text: string, length: number) => text.slice(0, length).padEnd(length, "<");
const withCheck = (text: string) => text + checkDigit(text);

/** Returns the two lines of a passport's machine-readable zone. */
export function passportLines(holder: Holder): string[] {
  const name = `${holder.last}<<${holder.first}<${holder.middle}`.toUpperCase();
  const number = withCheck(fill(holder.number, 9));
  const [born, expires] = [withCheck(short(holder.born)), withCheck(short(holder.expires))];
  const personal = withCheck("<".repeat(14));
  const composite = checkDigit(number + born + expires + personal);
  return [fill(`P<USA${name}`, 44), `${number}USA${born}F${expires}${personal}${composite}`];
}

/** Returns the three lines of an identity card's machine-readable zone. */
export function idCardLines(holder: Holder): string[] {
  const upper = fill(`I<USA${withCheck(fill(holder.number, 9))}`, 30);
  const [born, expires] = [withCheck(short(holder.born)), withCheck(short(holder.expires))];
  const middle = `${born}F${expires}USA${"<".repeat(11)}`;
  const composite = checkDigit(upper.slice(5) + born + expires + "<".repeat(11));
  return [upper, middle + composite, fill(`${holder.last}<<${holder.first}<${holder.middle}`.toUpperCase(), 30)];
}

export function passport(holder: Holder, lines = passportLines(holder)): Promise<Buffer> {
  const label = (text: string, x: number, y: number): Drawn => ({ text, x, y, size: 18 });
  const value = (text: string, x: number, y: number): Drawn => ({ text, x, y, size: 28, face: "bold" });
  return page([1400, 980], "#eee6e0", [
    { text: "PASSPORT", x: 60, y: 40, size: 44, face: "bold" },
    label("Surname", 480, 130),
    value(holder.last.toUpperCase(), 480, 155),
    label("Given names", 480, 220),
    value(`${holder.first} ${holder.middle}`.toUpperCase(), 480, 245),
    label("Date of birth", 480, 310),
    value(spelled(holder.born), 480, 335),
    label("Date of issue", 480, 400),
    value(spelled(holder.issued), 480, 425),
    label("Date of expiration", 480, 490),
    value(spelled(holder.expires), 480, 515),
    ...lines.map((text, at) => ({ text, x: 50, y: 800 + at * 70, size: 48, face: "mono" as const })),
  ]);
}

export function idCard(holder: Holder): Promise<Buffer> {
  return page([1200, 756], "#e4ede2", [
    { text: "IDENTITY CARD", x: 60, y: 40, size: 40, face: "bold" },
    { text: "Not valid for travel", x: 60, y: 120, size: 24 },
    ...idCardLines(holder).map((text, at) => ({ text, x: 50, y: 480 + at * 80, size: 58, face: "mono" as const })),
  ]);
}

export function certificate(holder: Holder): Promise<Buffer> {
  const line = (text: string, y: number, size = 30): Drawn => ({ text, x: 110, y, size, face: "serif" });
  return page([1240, 1600], "#f6f2e6", [
    { text: "CERTIFICATE OF LIVE BIRTH", x: 240, y: 110, size: 50, face: "serif" },
    line(`Name of child: ${holder.first} ${holder.middle} ${holder.last}`, 280, 34),
    line(`Date of birth: ${spelled(holder.born)}`, 360, 34),
    line("Place of birth: Springfield General Hospital", 440),
    line(`Mother's name: Laura Beth ${holder.last}`, 560),
    line(`Mother's date of birth: ${spelled(holder.motherBorn)}`, 640),
    line(`Father's name: Robert ${holder.last}`, 720),
    line(`Date filed: ${spelled(holder.issued)}`, 880),
    line(`Issued: ${american(holder.issued)}`, 960),
    line("State registrar of vital records", 1300),
  ]);
}
