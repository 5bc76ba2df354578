import { crc32, deflateSync } from "node:zlib";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const mega = 1_000_000;
const pdfHead = "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n";

/** Files of up to 25 MB that are read again and again from within, wherever a check does not take each byte about once. */
export function slowFiles(): Record<string, [Buffer | string, RegExp | null]> {
  return {
    "slow-digits.pdf": [`${pdfHead}2 0 obj ${"1".repeat(mega)}`, null],
    "slow-digits-first.pdf": [`%PDF-1.4\n${"1".repeat(20 * mega)}\n${pdfHead}`, null],
    "slow-kids.pdf": [`${pdfHead.replace("Catalog", "Catalog/Pages 2 0 R")}2 0 obj ${"/Kids[1".repeat(mega)}`, null],
    "slow-root.pdf": [`%PDF-1.4\ntrailer<</Root ${"1".repeat(mega)} 0 R>>${"1".repeat(mega)}`, /damaged/],
    "slow-blanks.pdf": [`${pdfHead}/Encrypt${" ".repeat(20 * mega)}`, null],
    "slow-streams.pdf": [`${pdfHead}${">>stream endstream ".repeat(1.2 * mega)}`, null],
    "slow-objects.pdf": [`${pdfHead}${">>stream 1 obj".repeat(mega)}`, null],
    "slow-letters.pdf": [`${pdfHead}${"#41".repeat(5 * mega)}`, null],
    "slow-trailers.pdf": [trailers(600_000), /damaged/],
    "slow-packs.pdf": [packs(200_000), /far too much/],
    "slow-tabs.csv": [`a${"\t".repeat(20 * mega)}`, null],
    "slow-quotes.csv": ['"-a'.repeat(5 * mega), null],
    "slow-blanks.txt": [`${" ".repeat(20 * mega)}a`, null],
    "slow-page.txt": [`<!doctype${" ".repeat(20 * mega)}`, /web page/],
    "slow-comments.xml": [`<a><![CDATA[${"<!--".repeat(5 * mega)}]]></a>`, null],
    "slow-blanks.xml": [`<?xml version="1.0"?><a${"\u3000".repeat(mega)}`, /well-formed/],
    "slow-value.xml": [`<?xml version="1.0"?><a b="${"c".repeat(20 * mega)}"/>`, null],
    "slow-values.xml": [`<?xml version="1.0"?><a${' b="c"'.repeat(2 * mega)}/>`, null],
    "slow-workbooks.xls": [workbooks(), /damaged/],
    "slow-header.7z": [sevenZip(Buffer.alloc(20 * mega, "a\0")), null],
    "slow-names.7z": [sevenZip(Buffer.alloc(20 * mega, "a\0b\0c\0\0\0")), /more than 1000/],
    "slow-name.tar": [longName(Buffer.concat([Buffer.alloc(20 * mega), latin1("x")])), /damaged|lead out/],
    "slow-folders.tar": [longName(Buffer.alloc(20 * mega, "/")), /damaged|lead out/],
    "slow-extra.rar": [rar5(mega, 40_000, 1), /damaged/],
    "slow-name.rar": [rar5(mega, 40_000, mega), /damaged/],
    "slow-names.rar": [rar4(600_000), /damaged/],
  };
}

/** Tables of objects, each with the one that begins before it. */
function trailers(count: number): string {
  const one = (prev: number) => `<</Prev ${String(prev).padStart(9, "0")}\n`;
  const all = Array.from({ length: count }, (_, place) => one(pdfHead.length + one(0).length * (place - 1)));
  return `${pdfHead}${all.join("")}startxref\n${pdfHead.length + one(0).length * (count - 1)}\n`;
}

/** Objects of objects, with nothing in any. */
function packs(count: number): Buffer {
  const one = [latin1("2 0 obj<</Type/ObjStm/Filter/Fl>>stream\n"), deflateSync(""), latin1("\nendstream endobj\n")];
  return Buffer.concat([latin1(pdfHead), ...Array.from({ length: count }, () => Buffer.concat(one))]);
}

/** A compound file of one chain of sectors, which is its directory; and each entry there names that chain as a workbook. */
function workbooks(): Buffer {
  const [sectors, size] = [40_000, 512];
  const tables = Math.ceil(sectors / 128);
  const file = Buffer.alloc((sectors + 1) * size);
  latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1").copy(file);
  file.writeUInt16LE(9, 30);
  file.fill(0xff, 76, 512);
  const put = (place: number, number: number) =>
    file.writeUInt32LE(number, size + Math.floor(place / 128) * size + (place % 128) * 4);
  const lists = [tables, tables + 1, tables + 2];
  for (let table = 0; table < tables; table += 1) {
    if (table < 109) file.writeUInt32LE(table, 76 + table * 4);
    else {
      const [list = 0, place] = [lists[Math.floor((table - 109) / 127)], (table - 109) % 127];
      file.writeUInt32LE(table, (list + 1) * size + place * 4);
    }
  }
  lists.forEach((list, place) => {
    const used = Math.max(0, Math.min(127, tables - 109 - place * 127));
    file.fill(0xff, (list + 1) * size + used * 4, (list + 2) * size);
    if (place < lists.length - 1) file.writeUInt32LE(list + 1, (list + 2) * size - 4);
  });
  file.writeUInt32LE(tables, 68);
  const first = tables + lists.length;
  for (let sector = first; sector < sectors; sector += 1) put(sector, sector === sectors - 1 ? 0xfffffffe : sector + 1);
  file.writeUInt32LE(first, 48);
  for (let at = (first + 1) * size; at < file.length; at += 128) {
    file.write("Workbook", at, "utf16le");
    file.writeUInt16LE(18, at + 64);
    file.writeUInt32LE(first, at + 116);
    file.writeUInt32LE(4096, at + 120);
  }
  return file;
}

function sevenZip(content: Buffer): Buffer {
  const header = Buffer.concat([Buffer.from([1, 0]), content]);
  const head = Buffer.alloc(32);
  latin1("7z\xbc\xaf\x27\x1c\x00\x04").copy(head);
  head.writeBigUInt64LE(BigInt(header.length), 20);
  head.writeUInt32LE(crc32(header), 28);
  head.writeUInt32LE(crc32(head.subarray(12)), 8);
  return Buffer.concat([head, header]);
}

/** A tar of an entry with a name of its own block, and a file after it. */
function longName(name: Buffer): Buffer {
  const block = (type: string, bytes: number) => {
    const made = Buffer.alloc(512);
    made.write("a", 0);
    made.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
    made.write(" ".repeat(8), 148);
    made.write(type, 156);
    made.write("ustar\0", 257);
    const sum = made.reduce((all, byte) => all + byte, 0);
    made.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return made;
  };
  const rest = Buffer.alloc((512 - (name.length % 512)) % 512);
  return Buffer.concat([block("L", name.length), name, rest, block("0", 0), Buffer.alloc(1024)]);
}

const vint = (value: number, length = 4) =>
  Buffer.from(
    Array.from({ length }, (_, place) => (Math.floor(value / 128 ** place) & 0x7f) | (place < length - 1 ? 0x80 : 0)),
  );

/** Folders that each say that what belongs to them begins far before, or that their name goes on far behind them. */
function rar5(zeros: number, count: number, nameLength: number): Buffer {
  const block = (...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const sized = Buffer.concat([vint(body.length, 1), body]);
    const check = Buffer.alloc(4);
    check.writeUInt32LE(crc32(sized));
    return Buffer.concat([check, sized]);
  };
  // The last number leads over everything that follows.
  const content = Buffer.concat([Buffer.alloc(zeros), vint(2 ** 40, 7), Buffer.from([0])]);
  const head = Buffer.concat([
    latin1("Rar!\x1a\x07\x01\x00"),
    block(Buffer.from([3, 2]), vint(content.length), Buffer.alloc(6)),
  ]);
  const parts = [head, content];
  let at = head.length + content.length;
  for (let number = 0; number < count; number += 1) {
    const length = 5 + 2 + 4 + 5 + 4 + 1;
    const extra = vint(at + length - head.length);
    parts.push(block(Buffer.from([2, 1]), extra, Buffer.from([1, 0, 0, 0, 0]), vint(nameLength), latin1("a")));
    at += length;
  }
  if (nameLength > 1) parts.push(Buffer.alloc(nameLength, "a"));
  return Buffer.concat(parts);
}

/** Folders whose names go on behind them. */
function rar4(count: number): Buffer {
  const block = Buffer.alloc(33);
  block[2] = 0x74;
  block.writeUInt16LE(0xe0, 3);
  block.writeUInt16LE(33, 5);
  block.writeUInt16LE(0xffff, 26);
  block.write("a", 32);
  block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff);
  return Buffer.concat([latin1("Rar!\x1a\x07\x00"), ...Array.from({ length: count }, () => block)]);
}
