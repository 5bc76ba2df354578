import { Readable } from "node:stream";
import type { PosterSize } from "@touchline/contract/accounts/signup-urls";
import { dayOf } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { renderDocument } from "../../../../documents/pdf.ts";
import { conflict, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { authorize } from "../../../../security/authorize.ts";
import { shownUrls, signupUrlById } from "../queries.ts";

export type Poster = {
  organization: string;
  level: string;
  label: string;
  address: string;
  /** The last day on which the code works, written out; null: it doesn't expire. */
  lastDay: string | null;
  createdAt: Date;
};

const paperSizes = { a4: "a4", letter: "us-letter" } as const satisfies Record<PosterSize, string>;
/** The quiet zone around a code, in modules, which scanners need. */
const quietZone = 4;

/** Returns the content of a sign-up link's poster. @throws NotFound, Forbidden; Conflict when nobody can sign up by it. */
export async function posterOf(call: Call, signupUrlId: string): Promise<Poster> {
  const found = await signupUrlById(call, signupUrlId);
  if (!found) throw notFound("signupLink");
  authorize(call, "members.add", { levelPre: found.levelPre, roles: ["Individual"] });
  const [signupUrl] = await shownUrls(call, [found]);
  const own = await organizationFacts(call);
  if (!signupUrl) throw notFound("signupLink");
  if (signupUrl.state !== "open") {
    throw conflict("This sign-up link no longer works. Create a new one and print that.", signupUrl.state);
  }
  const lastDay = signupUrl.endsAt === null ? null : dayOf(Date.parse(signupUrl.endsAt) - 1, own.timeZone);
  return {
    organization: own.name,
    level: signupUrl.levelName,
    label: signupUrl.labelName,
    address: `${call.adapters.site.url}${signupUrl.path}`,
    lastDay:
      lastDay && new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(lastDay)),
    createdAt: call.now,
  };
}

/** Renders the poster as a PDF of one page. @throws Conflict when no typeface has its letters. */
export async function renderPoster(poster: Poster, size: PosterSize): Promise<FileAnswer> {
  const { default: qr } = await import("qrcode");
  const { pdf, missing } = await renderDocument("poster", {
    title: `Sign up: ${poster.label} at ${poster.level}`,
    author: poster.organization,
    language: "en",
    createdAt: poster.createdAt,
    reference: poster.address,
    paper: paperSizes[size],
    invitation: "Sign up as",
    label: poster.label,
    level: poster.level,
    code: {
      svg: codeImage(qr.create(poster.address, { errorCorrectionLevel: "M" }).modules),
      alternative: `QR code of ${poster.address}`,
    },
    instructions: "Point your phone's camera at the code and fill in the form that opens.",
    address: poster.address,
    validity: poster.lastDay === null ? "" : `Valid through ${poster.lastDay}`,
  });
  if (missing.length > 0) {
    throw conflict(
      `No installed font can print “${missing.slice(0, 10).join("")}”. Save the QR code as an image and make your own poster.`,
      "lettersMissing",
    );
  }
  const name = `Sign up, ${poster.label} at ${poster.level}.pdf`;
  return { name, mediaType: "application/pdf", bytes: pdf.length, stream: Readable.from([pdf]) };
}

type Modules = { size: number; data: ArrayLike<number> };

/** Draws the dark modules as one vector path, sharp at any size. */
function codeImage({ size, data }: Modules): string {
  const side = size + 2 * quietZone;
  const path: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; ) {
      let dark = 0;
      while (column + dark < size && data[row * size + column + dark]) dark += 1;
      // Rows overlap slightly, or printers leave white lines between them.
      if (dark > 0) path.push(`M${column + quietZone} ${row + quietZone}h${dark}v1.005h-${dark}z`);
      column += dark || 1;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${path.join("")}"/></svg>`;
}
