import { inflateSync } from "node:zlib";
import { endsAsZip } from "./inspect-zip.ts";

/** Bytes that object streams may unpack to, all together. */
const mostUnpacked = 30 * 1024 * 1024;
const active: readonly [RegExp, string][] = [
  [/\/(JavaScript|JS)\b/, "runs a script when it is opened"],
  [/\/Launch\b/, "starts a program when it is opened"],
  [/\/(EmbeddedFiles?|RichMedia|Movie|Sound|GoToE)\b/, "has other files inside"],
  [/\/(SubmitForm|ImportData)\b/, "sends what is filled in somewhere else"],
];

/** Names may be written with their letters as numbers. */
const named = (text: string) =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Everything outside streams, and what object streams hold; null: these unpack to far too much. */
function words(bytes: Buffer): { outside: string; inside: string } | null {
  const outside: string[] = [];
  const inside: string[] = [];
  let unpacked = 0;
  let at = 0;
  for (;;) {
    const begin = bytes.indexOf("stream", at, "latin1");
    if (begin < 0) break;
    outside.push(bytes.toString("latin1", at, begin));
    let from = begin + 6;
    if (bytes[from] === 13) from += 1;
    if (bytes[from] === 10) from += 1;
    const found = bytes.indexOf("endstream", from, "latin1");
    const end = found < 0 ? bytes.length : found;
    const dictionary = named(bytes.toString("latin1", Math.max(0, begin - 600), begin));
    const own = dictionary.slice(dictionary.lastIndexOf(" obj") + 1);
    if (/\/ObjStm\b/.test(own)) {
      try {
        const room = mostUnpacked - unpacked;
        const flat = /\/FlateDecode\b|\/Fl\b/.test(own)
          ? inflateSync(bytes.subarray(from, end), { maxOutputLength: room })
          : bytes.subarray(from, end);
        unpacked += flat.length;
        inside.push(flat.toString("latin1"));
      } catch (error) {
        if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") return null;
        // Readers pass over what they cannot unpack, too.
      }
    }
    at = end + (found < 0 ? 0 : 9);
    if (found < 0) break;
  }
  outside.push(bytes.toString("latin1", at));
  return { outside: named(outside.join("\n")), inside: named(inside.join("\n")) };
}

const mostPages = 20_000;

/** Whether the tree of pages leads back into itself, as far as it stands outside of streams. */
function pagesLoop(outside: string, catalog: string): boolean {
  const objects = new Map<string, string>();
  for (const [, number, body] of outside.matchAll(
    /(?:^|[^0-9])(\d+)\s+\d+\s+obj\b([\s\S]*?)(?=endobj|\d+\s+\d+\s+obj\b|$)/g,
  )) {
    objects.set(String(Number(number)), body ?? "");
  }
  const seen = new Set<string>();
  const next = [/\/Pages\s+(\d+)\s+\d+\s+R/.exec(catalog)?.[1] ?? ""];
  for (let number = next.pop(); number !== undefined && seen.size < mostPages; number = next.pop()) {
    if (seen.has(number)) return true;
    const body = objects.get(number);
    if (body === undefined) continue;
    seen.add(number);
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(body)?.[1] ?? "";
    for (const [, kid] of kids.matchAll(/(\d+)\s+\d+\s+R/g)) next.push(kid ?? "");
  }
  return false;
}

/** Whether the tables of objects lead back into themselves: each says where the one before it is. */
function tablesLoop(bytes: Buffer): boolean {
  const seen = new Set<number>();
  const last = bytes.toString("latin1", Math.max(0, bytes.length - 2048));
  let at: number | null = Number([...last.matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1] ?? Number.NaN);
  while (at !== null && at >= 0 && at < bytes.length) {
    if (seen.has(at)) return true;
    seen.add(at);
    const trailer = bytes.indexOf(bytes[at] === 0x78 ? "trailer" : "<<", at, "latin1");
    if (trailer < 0) return false;
    const prev = /\/Prev\s+(\d+)/.exec(bytes.toString("latin1", trailer, trailer + 1000).split("startxref")[0] ?? "");
    at = prev ? Number(prev[1]) : null;
  }
  return false;
}

/**
 * Whether a PDF is one as far as its outline tells, and does nothing by itself. Where its pages are need not be written right:
 * every reader mends that.
 */
export async function checkPdf(bytes: Buffer): Promise<string | null> {
  const damaged = "is damaged or cut off. Open it, save it again as PDF, and send that.";
  if (endsAsZip(bytes)) return "is two kinds of file in one. Print it to PDF and send that.";
  const read = words(bytes);
  if (read === null) return "unpacks to far too much. Print it to PDF and send that.";
  const { outside, inside } = read;
  const root = /\/Root\s+(\d+)\s+(\d+)\s+R\b/.exec(outside);
  if (!root || !/\b(trailer|startxref)\b/.test(outside) || !/\d+\s+\d+\s+obj\b/.test(outside)) return damaged;
  if (/\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(outside)) {
    return "is protected with a password. Save it without one and send that.";
  }
  const catalog = new RegExp(`(^|[^0-9])${root[1]}\\s+${root[2]}\\s+obj\\b([\\s\\S]{0,4000})`).exec(outside);
  const stored = new RegExp(`(^|\\s)${root[1]}\\s`).test(inside);
  if (!catalog && !stored) return damaged;
  if (!/\/Catalog\b/.test(catalog?.[2] ?? "") && !/\/Catalog\b/.test(inside)) return damaged;
  if (tablesLoop(bytes) || pagesLoop(outside, catalog?.[2] ?? "")) return damaged;
  const all = `${outside}\n${inside}`;
  for (const [what, does] of active) {
    if (what.test(all)) return `${does}. Print it to PDF and send that.`;
  }
  return null;
}
