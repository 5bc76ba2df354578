import { createRequire } from "node:module";
import { Readable } from "node:stream";
import type { PosterSize } from "@touchline/contract/signup-urls";
import { dayOf } from "@touchline/rules";
import { eq } from "drizzle-orm";
import { authorize } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import type { FileAnswer } from "../../../kernel/mount.ts";
import { openTurns } from "../../../kernel/turns.ts";
import { organization } from "../../organizations/tables.ts";
import { shownUrls, signupUrlById } from "../queries.ts";

export type Poster = {
  organization: string;
  level: string;
  label: string;
  address: string;
  /** The last day on which the code works, written out; null: no end. */
  lastDay: string | null;
};

const require = createRequire(import.meta.url);
/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and more; Chinese, Japanese, Korean and the scripts of India are not in it. */
const fonts = { plain: "DejaVuSans.ttf", bold: "DejaVuSans-Bold.ttf" } as const;
const fontFile = (font: keyof typeof fonts) => require.resolve(`dejavu-fonts-ttf/ttf/${fonts[font]}`);

const points = { a4: "A4", letter: "LETTER" } as const satisfies Record<PosterSize, string>;
const margin = 48;
/** Empty modules around a code, without which readers do not find it. */
const quiet = 4;
/** Fonts are taken apart for each poster: a few at a time. */
const turns = openTurns({ places: 2, longestLine: 50 });

/** What stands on the poster of a sign-up URL. @throws NotFound, Forbidden; Conflict where nobody can sign up by it. */
export async function posterOf(call: Call, signupUrlId: string): Promise<Poster> {
  const found = await signupUrlById(call, signupUrlId);
  if (!found) throw notFound("The sign-up link");
  authorize(call, "members.add", { levelPre: found.levelPre, roles: ["Individual"] });
  const [shown] = await shownUrls(call, [found]);
  const [own] = await call.db
    .select({ name: organization.name, zone: organization.timeZone })
    .from(organization)
    .where(eq(organization.organizationId, call.organizationId));
  if (!shown || !own) throw notFound("The sign-up link");
  if (shown.state !== "open") {
    throw conflict("Nobody can sign up by this link any more. Make a new one, and print that.", shown.state);
  }
  const lastDay = shown.endsAt === null ? null : dayOf(Date.parse(shown.endsAt) - 1, own.zone);
  return {
    organization: own.name,
    level: shown.levelName,
    label: shown.labelName,
    address: `${call.adapters.site.url}${shown.path}`,
    lastDay: lastDay && new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(lastDay)),
  };
}

/** The poster as a PDF of one page. @throws Conflict when its letters have no shapes in the typeface. */
export function drawnPoster(poster: Poster, size: PosterSize): Promise<FileAnswer> {
  return turns.inPlace(async () => {
    const bytes = await draw(poster, size);
    const name = `Sign up, ${poster.label} at ${poster.level}.pdf`;
    return { name, mediaType: "application/pdf", bytes: bytes.length, stream: Readable.from([bytes]) };
  });
}

/** The part of the font library that tells which letters a typeface has; the PDF library keeps it to itself. */
type Opened = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

async function draw(poster: Poster, size: PosterSize): Promise<Buffer> {
  const [{ default: Pdf }, { default: qr }] = await Promise.all([import("pdfkit"), import("qrcode")]);
  const doc = new Pdf({
    size: points[size],
    margin,
    info: { Title: `Sign up: ${poster.label} at ${poster.level}`, Author: poster.organization },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.on("end", () => resolve()));
  for (const font of ["plain", "bold"] as const) doc.registerFont(font, fontFile(font));
  const missing = (font: keyof typeof fonts, text: string) => {
    doc.font(font);
    const { font: opened } = (doc as unknown as Opened)._font;
    return [...new Set(text)].filter(
      (letter) => !/\s/u.test(letter) && !opened.hasGlyphForCodePoint(letter.codePointAt(0) as number),
    );
  };
  const width = doc.page.width - 2 * margin;
  /** One line or several, in the middle, as large as fits into `most` points of height. */
  const write = (text: string, font: keyof typeof fonts, largest: number, most: number) => {
    const used = missing(font, text).length > 0 ? "plain" : font;
    const none = missing(used, text);
    if (none.length > 0) {
      throw conflict(
        `The poster's typeface has no letters for “${none.slice(0, 10).join("")}”. Save the QR code as a picture, and put it on a poster of your own.`,
        "lettersMissing",
      );
    }
    // With features named, whole lines are set at once: Arabic and Hebrew run from right to left.
    const options: PDFKit.Mixins.TextOptions = { width, align: "center", features: [] };
    doc.font(used);
    let points = largest;
    while (points > 9 && doc.fontSize(points).heightOfString(text, options) > most) points -= 1;
    doc.fontSize(points).fillColor("#000000").text(text, margin, doc.y, options);
  };
  write(poster.organization, "bold", 34, 92);
  doc.moveDown(0.4);
  write("Sign up as", "plain", 18, 30);
  write(poster.label, "bold", 26, 66);
  write(poster.level, "bold", 26, 66);
  doc.moveDown(0.6);
  const bottom = doc.page.height - margin - 130;
  const side = Math.min(bottom - doc.y, width, 420);
  drawCode(doc, qr.create(poster.address, { errorCorrectionLevel: "M" }).modules, {
    x: (doc.page.width - side) / 2,
    y: doc.y,
    side,
  });
  doc.y += side + 14;
  write("Point the camera of your phone at the code, and fill in the form that opens.", "plain", 15, 40);
  doc.moveDown(0.4);
  write(poster.address, "plain", 11, 40);
  doc.moveDown(0.4);
  if (poster.lastDay !== null) write(`This code works through ${poster.lastDay}.`, "bold", 13, 20);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

type Modules = { size: number; data: ArrayLike<number> };

/** The dark modules as squares, one path: sharp at any size of paper. */
function drawCode(doc: PDFKit.PDFDocument, { size, data }: Modules, at: { x: number; y: number; side: number }): void {
  const module = at.side / (size + 2 * quiet);
  doc.rect(at.x, at.y, at.side, at.side).fill("#ffffff");
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; ) {
      let dark = 0;
      while (column + dark < size && data[row * size + column + dark]) dark += 1;
      // Runs reach a hair beyond their edge, or printers leave white lines between them.
      if (dark > 0) {
        doc.rect(at.x + (column + quiet) * module, at.y + (row + quiet) * module, dark * module, module + 0.05);
      }
      column += dark || 1;
    }
  }
  doc.fill("#000000");
}
