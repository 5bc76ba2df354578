import { crc32, deflateSync } from "node:zlib";

/** Small real files to look at: what members of the demo sent in. */

const escapePdf = (text: string) => text.replaceAll(/[\\()]/g, (character) => `\\${character}`);

/** Characters that the built-in fonts of PDF lack lose their marks; what is left over becomes a question mark. */
function inLatin1(text: string): string {
  return [...text]
    .map((character) =>
      character.charCodeAt(0) < 256 ? character : character.normalize("NFKD").replaceAll(/\p{Mark}/gu, ""),
    )
    .map((character) => (character.charCodeAt(0) < 256 ? character : "?"))
    .join("");
}

/** A valid PDF of one page: a frame, a heading and lines below it. */
export function aPdf(heading: string, lines: readonly string[]): Buffer {
  const text = [
    `BT /F2 24 Tf 72 690 Td (${escapePdf(inLatin1(heading))}) Tj ET`,
    ...lines.map((line, index) => `BT /F1 13 Tf 72 ${640 - index * 26} Td (${escapePdf(inLatin1(line))}) Tj ET`),
  ];
  const drawing = ["2 w 0.14 0.2 0.31 RG 48 96 516 648 re S", ...text].join("\n");
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
  ];
  let file = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end + trailer, "latin1");
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A picture of a card: a coloured band with a light field for a portrait and lines beside it. `tone` is 0 to 255. */
export function aPng(tone: number): Buffer {
  const [width, height] = [640, 400];
  // Each row begins with its filter: none.
  const row = (colourAt: (x: number) => readonly number[]) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => colourAt(x)).flat()]);
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
