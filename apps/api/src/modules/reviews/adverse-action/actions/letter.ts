import { createHash } from "node:crypto";
import type { AdverseDocumentKind } from "@touchline/contract/screening/adverse-action";
import type { Letter, LetterPart } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { renderDocument } from "../../../../documents/pdf.ts";
import { type TextBlock, textBlocks } from "../../../../documents/text-blocks.ts";
import { adverseActionDocument } from "../../../../schema/reviews.ts";
import { documentPlace } from "../queries/action.ts";

/** The contents of a printed letter. */
export type LetterToPrint = {
  letter: Letter;
  organization: string;
  address: readonly string[];
  reference: string;
  at: Date;
};

/** Prints a letter: what people typed is never read as markup. */
export async function printLetter({ letter, organization, address, reference, at }: LetterToPrint): Promise<Buffer> {
  const { pdf } = await renderDocument("letter", {
    title: letter.title,
    author: organization,
    language: "en",
    createdAt: at,
    reference,
    address,
    blocks: letter.parts.flatMap((part) => (part.kind === "markdown" ? [] : blocksOf(part))),
    enclosures: letter.parts.flatMap((part) =>
      part.kind === "markdown" ? [{ title: part.title, blocks: textBlocks(part.text) }] : [],
    ),
  });
  return pdf;
}

function blocksOf(part: Exclude<LetterPart, { kind: "markdown" }>): TextBlock[] {
  const text = (words: string, more: Partial<TextBlock> = {}): TextBlock => ({
    as: "text",
    runs: [{ text: words }],
    indent: 0,
    ...more,
  });
  switch (part.kind) {
    case "heading":
      return [text(part.text, { as: "heading", level: 1 })];
    case "text":
      return [text(part.text)];
    case "said":
      return [text(part.text, { as: "quote", indent: 1 })];
    case "list":
      return part.items.map((item) => text(item, { indent: 1, mark: "•" }));
  }
}

/** Keeps a document sealed. @returns its id */
export async function keepDocument(
  call: Call,
  adverseActionId: string,
  kind: AdverseDocumentKind,
  pdf: Buffer,
): Promise<string> {
  const { wrappedKey } = await organizationFacts(call);
  const adverseActionDocumentId = newId();
  await call.db.insert(adverseActionDocument).values({
    organizationId: call.organizationId,
    ...{ adverseActionDocumentId, adverseActionId, kind },
    sha256: createHash("sha256").update(pdf).digest("hex"),
    bytes: pdf.length,
    sealedContent: call.adapters.vault.seal(
      wrappedKey,
      documentPlace(call, adverseActionDocumentId),
      pdf.toString("base64"),
    ),
    madeAt: call.now,
  });
  return adverseActionDocumentId;
}

const long = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });
/** A day as it is written in sentences and letters. */
export const dayWritten = (day: string): string => long.format(new Date(day));
