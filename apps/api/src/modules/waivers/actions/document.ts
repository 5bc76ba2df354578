import type { Signer } from "@touchline/rules";
import { footers, onPaper, type Paper, type Typeface } from "../../../kernel/paper.ts";
import { type Block, blocksOf, type Run } from "./markdown.ts";

/** Everything that stands in a signed document. */
export type SignedWaiver = {
  organizationId: string;
  organization: string;
  waiverSignatureId: string;
  code: string;
  /** Where anybody can have the document told to be genuine. */
  verifyAt: string;
  name: string;
  contentId: string;
  contentVersionId: string;
  version: number;
  text: string;
  textSha256: string;
  consent: string;
  consentSha256: string;
  requirementId: string;
  forProfileId: string;
  forName: string;
  signerProfileId: string;
  signerName: string;
  as: Signer;
  typedName: string;
  signedAt: Date;
  zone: string;
  address: string;
  userAgent: string;
  sessionId: string | null;
  authTime: Date | null;
};

const margin = 56;
const size = 10.5;
/** The signed waiver as a PDF: its text, the signature, and a page that tells how it came about. */
export function drawnWaiver(waiver: SignedWaiver): Promise<Buffer> {
  const options = {
    size: "LETTER",
    margins: { top: margin, left: margin, right: margin, bottom: margin + 12 },
    bufferPages: true,
    lang: "en",
    info: { Title: waiver.name, Author: waiver.organization, CreationDate: waiver.signedAt },
  };
  return onPaper(options, (paper) => draw(paper, waiver));
}

function draw(paper: Paper, waiver: SignedWaiver): void {
  const { doc } = paper;
  // What was signed to the letter, whatever becomes of it on paper.
  const exact = { type: "text/plain", creationDate: waiver.signedAt, modifiedDate: waiver.signedAt };
  doc.file(Buffer.from(waiver.text), {
    ...exact,
    name: "waiver.txt",
    description: "The text, exactly as it was signed",
  });
  doc.file(Buffer.from(waiver.consent), { ...exact, name: "consent.txt", description: "The sentence beside the box" });
  const pen = penOn(paper);
  pen.line([{ text: waiver.organization }], { size: 10, color: quiet });
  pen.line([{ text: waiver.name, bold: true }], { size: 20, after: 4 });
  pen.line([{ text: `Version ${waiver.version}` }], { size: 10, color: quiet, after: 14 });
  for (const block of blocksOf(waiver.text)) pen.block(block);
  signatureBlock(pen, waiver);
  auditPage(pen, waiver);
  const foot = { margin, top: margin - 8, size: 7.5, color: quiet, align: "center" } as const;
  footers(paper, foot, (page, of) => `${waiver.code}   ${waiver.waiverSignatureId}   Page ${page} of ${of}`);
}

const ink = "#000000";
const quiet = "#555555";
type How = { size?: number; color?: string; indent?: number; before?: number; after?: number; align?: "left" };
type Pen = ReturnType<typeof penOn>;

function penOn({ doc, write }: Paper) {
  const set = ({ text, bold, italic, mono }: Run): { text: string; typeface: Typeface } => {
    const typeface = mono ? "mono" : bold && italic ? "boldItalic" : bold ? "bold" : italic ? "italic" : "plain";
    return { text, typeface };
  };
  /** Runs as one paragraph. */
  function line(runs: readonly Run[], how: How = {}) {
    const { indent = 0, before = 0, after = 6 } = how;
    doc.y += before;
    doc.fontSize(how.size ?? size).fillColor(how.color ?? ink);
    const width = doc.page.width - 2 * margin - indent;
    write(runs.map(set), { x: margin + indent, width, lineGap: 2, ...(how.align && { align: how.align }) });
    doc.y += after;
  }
  const room = (height: number) => {
    if (doc.y + height > doc.page.height - margin - 12) doc.addPage();
  };
  function block({ as, runs, indent, mark, level }: Block) {
    if (as === "rule") {
      room(20);
      doc
        .moveTo(margin, doc.y + 4)
        .lineTo(doc.page.width - margin, doc.y + 4)
        .lineWidth(0.5)
        .stroke(quiet);
      doc.y += 14;
      return;
    }
    if (as === "heading") {
      room(60);
      return line(
        runs.map((run) => ({ ...run, bold: true })),
        { size: level === 1 ? 15 : level === 2 ? 13 : 11.5, before: 8 },
      );
    }
    const marked = mark === undefined ? runs : [{ text: `${mark} ` }, ...runs];
    line(marked, { indent: indent * 16, color: as === "quote" ? quiet : ink });
  }
  return { doc, line, block, room };
}

function inWords(at: Date, zone: string): string {
  const words = new Intl.DateTimeFormat("en-US", {
    ...{ year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit", second: "2-digit" },
    timeZone: zone,
    timeZoneName: "short",
  } as Intl.DateTimeFormatOptions);
  return words.format(at).replaceAll("\u202f", " ");
}

function signatureBlock({ doc, line, room }: Pen, waiver: SignedWaiver): void {
  room(190);
  line([{ text: "Signature", bold: true }], { size: 13, before: 18 });
  line([{ text: "[x] ", mono: true }, { text: waiver.consent }], { after: 14 });
  line([{ text: waiver.typedName, italic: true }], { size: 20, after: 2, align: "left" });
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + 300, doc.y)
    .lineWidth(0.75)
    .stroke(ink);
  doc.y += 6;
  const role = waiver.as === "guardian" ? `as guardian of ${waiver.forName}` : "for themselves";
  line([{ text: `Signed by ${waiver.signerName}, ${role}` }], { after: 2 });
  line([{ text: inWords(waiver.signedAt, waiver.zone) }]);
}

/** How it came about that this was signed: for whoever has to prove it, or doubts it. */
function auditPage({ doc, line }: Pen, waiver: SignedWaiver): void {
  doc.addPage();
  line([{ text: "How this was signed", bold: true }], { size: 16, after: 10 });
  const facts: [string, string][] = [
    ["Document", `${waiver.name}, version ${waiver.version}`],
    ["Organization", waiver.organization],
    ["For whom", waiver.forName],
    ["Signed by", `${waiver.signerName} (${waiver.as === "guardian" ? "guardian" : "the person"})`],
    ["Name as typed", waiver.typedName],
    [
      "How",
      "Read on the page, the box ticked, the full legal name typed, while signed in with an account of the product",
    ],
    ["Instant (UTC)", waiver.signedAt.toISOString()],
    [`Instant (${waiver.zone})`, inWords(waiver.signedAt, waiver.zone)],
    ["Signed in since (UTC)", waiver.authTime?.toISOString() ?? "not known"],
    ["Session", waiver.sessionId ?? "not known"],
    ["IP address", waiver.address],
    ["Browser", waiver.userAgent === "" ? "not told" : waiver.userAgent],
    ["SHA-256 of the text", waiver.textSha256],
    ["SHA-256 of the sentence", waiver.consentSha256],
    ["Signature id", waiver.waiverSignatureId],
    ["Requirement id", waiver.requirementId],
    ["Content id", waiver.contentId],
    ["Version id", waiver.contentVersionId],
    ["Person id", waiver.forProfileId],
    ["Signer id", waiver.signerProfileId],
    ["Organization id", waiver.organizationId],
  ];
  for (const [label, value] of facts) {
    line([{ text: `${label}: `, bold: true }, { text: value }], { size: 9, after: 3 });
  }
  line([{ text: "Is this document genuine?", bold: true }], { size: 12, before: 12 });
  line([
    { text: "Open " },
    { text: waiver.verifyAt, mono: true },
    { text: " and choose this file, or type the code " },
    { text: waiver.code, mono: true, bold: true },
    { text: ". The file itself is compared on your device and is not sent anywhere." },
  ]);
  line(
    [
      {
        text: "The text exactly as it was signed is attached to this file (waiver.txt, consent.txt). Letters of which no typeface here has a shape are printed by their Unicode numbers.",
      },
    ],
    { size: 9, color: quiet },
  );
}
