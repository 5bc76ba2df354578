import { deflateSync } from "node:zlib";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const mega = 1_000_000;
const pdfHead = "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n";

/**
 * Builds files of up to 25 MB that make a parser read the same bytes again and again, unless a check takes each byte about
 * once.
 */
export function slowFiles(): Record<string, [Buffer | string, RegExp | null]> {
  return {
    "slow-digits.pdf": [`${pdfHead}2 0 obj ${"1".repeat(mega)}`, /damaged/],
    "slow-digits-first.pdf": [`%PDF-1.4\n${"1".repeat(20 * mega)}\n${pdfHead}`, null],
    "slow-kids.pdf": [`${pdfHead.replace("Catalog", "Catalog/Pages 2 0 R")}2 0 obj ${"/Kids[1".repeat(mega)}`, null],
    "slow-root.pdf": [`%PDF-1.4\ntrailer<</Root ${"1".repeat(mega)} 0 R>>${"1".repeat(mega)}`, /damaged/],
    "slow-blanks.pdf": [`${pdfHead}/Encrypt${" ".repeat(20 * mega)}`, null],
    "slow-streams.pdf": [`${pdfHead}${">>stream endstream ".repeat(1.2 * mega)}`, null],
    "slow-objects.pdf": [`${pdfHead}${">>stream 1 obj".repeat(mega)}`, null],
    "slow-letters.pdf": [`${pdfHead}${"#41".repeat(5 * mega)}`, null],
    "slow-trailers.pdf": [trailers(600_000), /damaged/],
    "slow-packs.pdf": [packs(200_000), /too large when unpacked/],
    "slow-tabs.csv": [`a${"\t".repeat(20 * mega)}`, null],
    "slow-quotes.csv": ['"-a'.repeat(5 * mega), null],
    "slow-blanks.txt": [`${" ".repeat(20 * mega)}a`, null],
    "slow-page.txt": [`<!doctype${" ".repeat(20 * mega)}`, /web page/],
    "slow-comments.xml": [`<a><![CDATA[${"<!--".repeat(5 * mega)}]]></a>`, null],
    "slow-blanks.xml": [`<?xml version="1.0"?><a${"\u3000".repeat(mega)}`, /well-formed/],
    "slow-value.xml": [`<?xml version="1.0"?><a b="${"c".repeat(20 * mega)}"/>`, null],
    "slow-values.xml": [`<?xml version="1.0"?><a${' b="c"'.repeat(2 * mega)}/>`, null],
  };
}

/** Nested tables of objects, each beginning before the previous one. */
function trailers(count: number): string {
  const one = (prev: number) => `<</Prev ${String(prev).padStart(9, "0")}\n`;
  const all = Array.from({ length: count }, (_, place) => one(pdfHead.length + one(0).length * (place - 1)));
  return `${pdfHead}${all.join("")}startxref\n${pdfHead.length + one(0).length * (count - 1)}\n`;
}

/** Nested objects without content. */
function packs(count: number): Buffer {
  const one = [latin1("2 0 obj<</Type/ObjStm/Filter/Fl>>stream\n"), deflateSync(""), latin1("\nendstream endobj\n")];
  return Buffer.concat([latin1(pdfHead), ...Array.from({ length: count }, () => Buffer.concat(one))]);
}
