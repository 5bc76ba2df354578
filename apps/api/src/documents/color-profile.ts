/** Makes the color profile of sRGB (IEC 61966-2.1) that a PDF/A document carries, as an ICC profile of version 2. */

const fixed = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const ascii = (text: string) => Buffer.from(text, "latin1");
const tagged = (type: string, ...content: Buffer[]) => Buffer.concat([ascii(type), word(0), ...content]);
const xyz = (x: number, y: number, z: number) => tagged("XYZ ", fixed(x), fixed(y), fixed(z));

const steps = 1024;

/** How light a value between 0 and 1 is. */
const light = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function curve(): Buffer {
  const values = Buffer.alloc(2 * steps);
  for (let at = 0; at < steps; at += 1) values.writeUInt16BE(Math.round(light(at / (steps - 1)) * 65_535), 2 * at);
  return tagged("curv", word(steps), values);
}

function described(name: string): Buffer {
  const text = ascii(`${name}\0`);
  // No name in other alphabets.
  return tagged("desc", word(text.length), text, Buffer.alloc(4 + 4 + 2 + 1 + 67));
}

/** Returns the profile. Its primaries are those of sRGB, adapted to the illuminant D50. */
export function standardColors(): Buffer {
  const curves = curve();
  const parts: [name: string, content: Buffer][] = [
    ["desc", described("sRGB IEC61966-2.1")],
    ["cprt", tagged("text", ascii("No copyright, use freely\0"))],
    ["wtpt", xyz(0.9505, 1, 1.0891)],
    ["rXYZ", xyz(0.43607, 0.22249, 0.01392)],
    ["gXYZ", xyz(0.38515, 0.71687, 0.09708)],
    ["bXYZ", xyz(0.14307, 0.06061, 0.7141)],
    ...["rTRC", "gTRC", "bTRC"].map((name): [string, Buffer] => [name, curves]),
  ];
  const places = new Map<Buffer, number>();
  const contents: Buffer[] = [];
  let at = 128 + 4 + 12 * parts.length;
  for (const [, content] of parts) {
    if (places.has(content)) continue;
    places.set(content, at);
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    contents.push(padded);
    at += padded.length;
  }
  const table = parts.map(([name, content]) =>
    Buffer.concat([ascii(name), word(places.get(content) ?? 0), word(content.length)]),
  );
  const header = Buffer.concat([
    ...[word(at), word(0), word(0x02100000), ascii("mntrRGB XYZ ")],
    // The date of the standard, so that the same document has the same bytes.
    Buffer.from([0x07, 0xcf, 0, 10, 0, 1, 0, 0, 0, 0, 0, 0]),
    ...[
      ascii("acsp"),
      Buffer.alloc(4 + 4 + 4 + 4 + 8 + 4),
      fixed(0.9642),
      fixed(1),
      fixed(0.8249),
      Buffer.alloc(4 + 44),
    ],
  ]);
  return Buffer.concat([header, word(parts.length), ...table, ...contents]);
}
