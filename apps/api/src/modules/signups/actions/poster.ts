import { Readable } from "node:stream";
import type { PosterSize } from "@touchline/contract/signup-urls";
import { dayOf } from "@touchline/rules";
import { eq } from "drizzle-orm";
import { authorize } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import type { FileAnswer } from "../../../kernel/mount.ts";
import { onPaper, type Paper, type Typeface } from "../../../kernel/paper.ts";
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

const points = { a4: "A4", letter: "LETTER" } as const satisfies Record<PosterSize, string>;
const margin = 48;
/** Empty modules around a code, without which readers do not find it. */
const quiet = 4;

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

/** The poster as a PDF of one page. @throws Conflict when no typeface has shapes for its letters. */
export async function drawnPoster(poster: Poster, size: PosterSize): Promise<FileAnswer> {
  const { default: qr } = await import("qrcode");
  const code = qr.create(poster.address, { errorCorrectionLevel: "M" }).modules;
  const options = {
    size: points[size],
    margin,
    info: { Title: `Sign up: ${poster.label} at ${poster.level}`, Author: poster.organization },
  };
  const bytes = await onPaper(options, (paper) => draw(paper, poster, code));
  const name = `Sign up, ${poster.label} at ${poster.level}.pdf`;
  return { name, mediaType: "application/pdf", bytes: bytes.length, stream: Readable.from([bytes]) };
}

function draw({ doc, write: set, height, missing }: Paper, poster: Poster, code: Modules): void {
  const width = doc.page.width - 2 * margin;
  /** One line or several, in the middle, as large as fits into `most` points of height. */
  const write = (text: string, font: Typeface, largest: number, most: number) => {
    const none = missing(text);
    if (none.length > 0) {
      throw conflict(
        `No typeface of the poster has letters for “${none.slice(0, 10).join("")}”. Save the QR code as a picture, and put it on a poster of your own.`,
        "lettersMissing",
      );
    }
    const runs = [{ text, typeface: font }];
    const place = { x: margin, width, align: "center" } as const;
    let points = largest;
    doc.fontSize(points).fillColor("#000000");
    while (points > 9 && height(runs, place) > most) {
      points -= 1;
      doc.fontSize(points);
    }
    set(runs, place);
  };
  write(poster.organization, "bold", 34, 92);
  doc.moveDown(0.4);
  write("Sign up as", "plain", 18, 30);
  write(poster.label, "bold", 26, 66);
  write(poster.level, "bold", 26, 66);
  doc.moveDown(0.6);
  const bottom = doc.page.height - margin - 130;
  const side = Math.min(bottom - doc.y, width, 420);
  drawCode(doc, code, {
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
