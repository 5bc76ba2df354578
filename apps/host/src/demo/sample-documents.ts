import { crc32, deflateSync } from "node:zlib";
import { renderDocument } from "@touchline/api/documents/pdf";

/** Small real files to look at: what members of the demo sent in. */

/** A certificate as a PDF of one page, with a name in any script. */
export async function aPdf(title: string, lines: readonly string[], createdAt: Date): Promise<Buffer> {
  const every = { title, author: "", language: "en", createdAt, reference: "" };
  return (await renderDocument("certificate", { ...every, lines })).pdf;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Draws a card: a colored band with a light area for a portrait, and lines next to it. `tone` is 0 to 255. */
export function aPng(tone: number): Buffer {
  const [width, height] = [640, 400];
  // Each row begins with its filter: none.
  const row = (colorAt: (x: number) => readonly number[]) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => colorAt(x)).flat()]);
  const [ground, light, ink] = [[246, 248, 251] as const, [200, 210, 225] as const, [120, 130, 150] as const];
  const portrait = (x: number) => (x > 40 && x < 200 ? light : ground);
  const band = row(() => [36, 50, tone]);
  const empty = row(() => ground);
  const beside = row(portrait);
  const written = row((x) => (x > 240 && x < 600 ? ink : portrait(x)));
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, y) => {
      if (y < 80) return band;
      if (y < 120 || y > 340) return empty;
      return (y - 120) % 48 < 14 ? written : beside;
    }),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
