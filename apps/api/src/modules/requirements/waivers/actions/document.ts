import type { Signer } from "@touchline/rules";
import { type Fact, renderDocument } from "../../../../documents/pdf.ts";
import { textBlocks } from "../../../../documents/text-blocks.ts";

/** Everything that a signed document shows. */
export type SignedWaiver = {
  organizationId: string;
  organization: string;
  waiverSignatureId: string;
  code: string;
  /** The page that tells anybody whether the document is genuine. */
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

/** Renders a signed waiver: its text, the signature, and a page with the evidence of how it was signed. */
export async function renderWaiver(waiver: SignedWaiver): Promise<Buffer> {
  const signedAt = inWords(waiver.signedAt, waiver.zone);
  const data = {
    title: waiver.name,
    author: waiver.organization,
    language: "en",
    createdAt: waiver.signedAt,
    reference: `${waiver.code}  ${waiver.waiverSignatureId}`,
    subtitle: `Version ${waiver.version}`,
    blocks: textBlocks(waiver.text),
    signature: {
      title: "Signature",
      consent: waiver.consent,
      typedName: waiver.typedName,
      lines: [
        waiver.as === "guardian"
          ? `Signed by ${waiver.signerName} as guardian of ${waiver.forName}`
          : `Signed by ${waiver.signerName} for themselves`,
        signedAt,
      ],
    },
    evidence: { title: "How this was signed", header: ["Detail", "Value"], rows: evidenceOf(waiver, signedAt) },
    verify: {
      title: "Is this document genuine?",
      text: "Open the address below and choose this file, or type the code. The file is compared on your device and isn't sent anywhere.",
      rows: [
        ["Address", waiver.verifyAt],
        ["Code", waiver.code],
      ] as const,
    },
    notes: [
      "The text exactly as it was signed is attached to this file as waiver.txt and consent.txt. A character that no installed font can print is shown as its Unicode number.",
    ],
  };
  const { pdf } = await renderDocument("waiver", data, [
    // The signed text exactly as it was, independent of how it is printed.
    {
      name: "waiver.txt",
      mediaType: "text/plain",
      description: "The text, exactly as it was signed",
      content: waiver.text,
    },
    {
      name: "consent.txt",
      mediaType: "text/plain",
      description: "The sentence beside the checkbox",
      content: waiver.consent,
    },
  ]);
  return pdf;
}

function inWords(at: Date, zone: string): string {
  const words = new Intl.DateTimeFormat("en-US", {
    ...{ year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit", second: "2-digit" },
    timeZone: zone,
    timeZoneName: "short",
  } as Intl.DateTimeFormatOptions);
  return words.format(at).replaceAll("\u202f", " ");
}

/** The page that proves how the waiver was signed. */
const evidenceOf = (waiver: SignedWaiver, signedAt: string): Fact[] => [
  ["Document", `${waiver.name}, version ${waiver.version}`],
  ["Organization", waiver.organization],
  ["Signed for", waiver.forName],
  ["Signed by", `${waiver.signerName} (${waiver.as === "guardian" ? "guardian" : "the person"})`],
  ["Name as typed", waiver.typedName],
  [
    "Method",
    "The signer was logged in to their account, read the text on screen, checked the box, and typed their full legal name.",
  ],
  ["Signed at (UTC)", waiver.signedAt.toISOString()],
  [`Signed at (${waiver.zone})`, signedAt],
  ["Logged in since (UTC)", waiver.authTime?.toISOString() ?? "Unknown"],
  ["Session", waiver.sessionId ?? "Unknown"],
  ["IP address", waiver.address],
  ["Browser", waiver.userAgent === "" ? "Not reported" : waiver.userAgent],
  ["SHA-256 of the text", waiver.textSha256],
  ["SHA-256 of the consent", waiver.consentSha256],
  ["Signature ID", waiver.waiverSignatureId],
  ["Requirement ID", waiver.requirementId],
  ["Content ID", waiver.contentId],
  ["Version ID", waiver.contentVersionId],
  ["Person ID", waiver.forProfileId],
  ["Signer ID", waiver.signerProfileId],
  ["Organization ID", waiver.organizationId],
];
