import { standardColors } from "./color-profile.ts";

/**
 * Finishes a document of the compiler as PDF/UA-1, and as PDF/A-2a where it is to be kept. Its WebAssembly build makes such documents, but has no option to say so,
 * and gives shapes that stand for no letter of their own no meaning, for which some readers show any letter. What the
 * standard asks for besides (tags, language, title, embedded typefaces) is the templates'.
 *
 * @throws Error when the document is not written as the pinned version of the compiler writes one.
 */
export function finishAccessible(pdf: Uint8Array, { archival = false }: { archival?: boolean } = {}): Buffer {
  const { objects, catalog, trailer } = objectsOf(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  const change = (number: number, write: (object: string) => string) => {
    objects[number] = Buffer.from(write(objectAt(objects, number)), "latin1");
  };
  const [, metadata = ""] = found(/\/Metadata (\d+) 0 R/, objectAt(objects, catalog));
  change(catalog, (object) => replaced(object, "/ViewerPreferences <<", "/ViewerPreferences << /DisplayDocTitle true"));
  change(Number(metadata), (object) => withStream(object, declared));
  for (const [number] of objects.entries()) {
    if (number === 0 || objects[number]?.indexOf("/Subtype /Type0") === -1) continue;
    const font = objectAt(objects, number);
    const [, descendant = ""] = found(/\/DescendantFonts \[(\d+) 0 R\]/, font);
    const [, letters = ""] = found(/\/ToUnicode (\d+) 0 R/, font);
    const [, widths = ""] = found(/\/W \[([\d. ]*)\]/, objectAt(objects, Number(descendant)));
    const shapes = Number(widths.trim().split(" ").at(-2));
    change(Number(letters), (object) => withStream(object, (map) => withEveryShape(map, shapes)));
  }
  return archival ? forArchives({ objects, catalog, trailer }, Number(metadata)) : written(objects, trailer);
}

/** Says that a document is PDF/A-2a: its colors are told by a profile, and its metadata explains what PDF/A doesn't know. */
function forArchives({ objects, catalog, trailer }: Objects, metadata: number): Buffer {
  const colors = standardColors().toString("latin1");
  const number = objects.length;
  objects.push(
    Buffer.from(
      `${number} 0 obj\n<<\n  /Length ${colors.length}\n  /N 3\n>>\nstream\n${colors}\nendstream\nendobj\n\n`,
      "latin1",
    ),
  );
  const intent = `/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1) /Info (sRGB IEC61966-2.1) /DestOutputProfile ${number} 0 R >>]`;
  const change = (at: number, write: (object: string) => string) => {
    objects[at] = Buffer.from(write(objectAt(objects, at)), "latin1");
  };
  change(catalog, (object) => replaced(object, "/ViewerPreferences <<", `${intent}\n  /ViewerPreferences <<`));
  change(metadata, (object) => withStream(object, declaredArchival));
  return written(objects, replaced(trailer, `/Size ${number}`, `/Size ${number + 1}`));
}

const field = (name: string, value: string) => `<pdfaSchema:${name}>${value}</pdfaSchema:${name}>`;
const property = (name: string, value: string) => `<pdfaProperty:${name}>${value}</pdfaProperty:${name}>`;
const inSequence = (content: string) => `<rdf:Seq><rdf:li rdf:parseType="Resource">${content}</rdf:li></rdf:Seq>`;

/** What the property is that says PDF/UA, as PDF/A asks for each that it doesn't know (ISO 19005-2, 6.6.2.3). */
const explained = `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">${[
  field("schema", "PDF/UA identification schema"),
  field("namespaceURI", "http://www.aiim.org/pdfua/ns/id/"),
  field("prefix", "pdfuaid"),
  field(
    "property",
    inSequence(
      [
        property("name", "part"),
        property("valueType", "Integer"),
        property("category", "internal"),
        property("description", "Part of ISO 14289 that the document follows"),
      ].join(""),
    ),
  ),
].join("")}</rdf:li></rdf:Bag></pdfaExtension:schemas>`;

const archivalNamespaces = [
  ["pdfaid", "http://www.aiim.org/pdfa/ns/id/"],
  ["pdfaExtension", "http://www.aiim.org/pdfa/ns/extension/"],
  ["pdfaSchema", "http://www.aiim.org/pdfa/ns/schema#"],
  ["pdfaProperty", "http://www.aiim.org/pdfa/ns/property#"],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join("");

const declaredArchival = (xmp: string): string =>
  replaced(
    replaced(xmp, "<rdf:Description ", `<rdf:Description${archivalNamespaces} `),
    "</rdf:Description>",
    `<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>${explained}</rdf:Description>`,
  );

const namespace = ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';

const declared = (xmp: string): string =>
  replaced(
    replaced(xmp, "<rdf:Description ", `<rdf:Description${namespace} `),
    "</rdf:Description>",
    "<pdfuaid:part>1</pdfuaid:part></rdf:Description>",
  );

/** A word joiner: readers show nothing for it. */
const nothing = "2060";

/** A map from shapes to letters, with nothing for each shape that adds none to the letters of the shapes beside it. */
function withEveryShape(map: string, shapes: number): string {
  const mapped = new Set([...map.matchAll(/^<([0-9A-F]{4})> </gm)].map(([, code = ""]) => Number.parseInt(code, 16)));
  const lines = Array.from({ length: shapes }, (_, index) => index + 1)
    .filter((shape) => !mapped.has(shape))
    .map((shape) => `<${shape.toString(16).toUpperCase().padStart(4, "0")}> <${nothing}>`);
  const sections: string[] = [];
  // A section has 100 lines at most.
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100);
    sections.push(`${some.length} beginbfchar\n${some.join("\n")}\nendbfchar\n`);
  }
  return replaced(map, "endcmap", `${sections.join("")}endcmap`);
}

type Objects = { objects: Buffer[]; catalog: number; trailer: string };

/** The objects of a document by their numbers, each from "obj" to "endobj". */
function objectsOf(bytes: Buffer): Objects {
  const end = bytes.toString("latin1", Math.max(0, bytes.length - 1024));
  const [, trailer = "", tableAt = ""] = found(/trailer\n(<<[\s\S]*>>)\nstartxref\n(\d+)\n%%EOF\s*$/, end);
  const [, catalog = ""] = found(/\/Root (\d+) 0 R/, trailer);
  const table = bytes.toString("latin1", Number(tableAt));
  const [, count = ""] = found(/^xref\n0 (\d+)\n/, table);
  const starts = [...table.matchAll(/^(\d{10}) \d{5} [nf]/gm)].map(([, offset]) => Number(offset));
  if (starts.length !== Number(count)) unexpected();
  const sorted = [...starts.slice(1), Number(tableAt)].sort((one, other) => one - other);
  const nextTo = new Map(sorted.map((start, index) => [start, sorted[index + 1]]));
  const objects = starts.map((start, number) =>
    number === 0 ? bytes.subarray(0, sorted[0]) : bytes.subarray(start, nextTo.get(start)),
  );
  return { objects, catalog: Number(catalog), trailer };
}

/** A document of these objects; the first is what comes before them. */
function written(objects: readonly Buffer[], trailer: string): Buffer {
  const offsets: string[] = [];
  let at = 0;
  for (const [number, object] of objects.entries()) {
    offsets.push(number === 0 ? "0000000000 65535 f" : `${String(at).padStart(10, "0")} 00000 n`);
    at += object.length;
  }
  const table = `xref\n0 ${objects.length}\n${offsets.map((line) => `${line} \n`).join("")}`;
  return Buffer.concat([...objects, Buffer.from(`${table}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`, "latin1")]);
}

const objectAt = (objects: readonly Buffer[], number: number): string =>
  objects[number]?.toString("latin1") ?? unexpected();

/** An object with what its stream, which is not compressed, says rewritten. */
function withStream(object: string, write: (stream: string) => string): string {
  const [, dictionary = "", stream = "", end = ""] = found(
    /^([\s\S]*?)\nstream\n([\s\S]*)(\nendstream\nendobj\s*)$/,
    object,
  );
  if (dictionary.includes("/Filter")) unexpected();
  const [length] = found(/\/Length \d+/, dictionary);
  const changed = write(stream);
  return `${replaced(dictionary, length, `/Length ${changed.length}`)}\nstream\n${changed}${end}`;
}

function unexpected(): never {
  throw new Error("The document is not written as this version of the compiler writes one.");
}

const found = (pattern: RegExp, text: string): RegExpExecArray => pattern.exec(text) ?? unexpected();

function replaced(text: string, before: string, after: string): string {
  const at = text.indexOf(before);
  if (at < 0) unexpected();
  return text.slice(0, at) + after + text.slice(at + before.length);
}
