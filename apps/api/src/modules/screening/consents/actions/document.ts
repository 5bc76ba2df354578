import { Readable } from "node:stream";
import { and, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { type Fact, renderDocument } from "../../../../documents/pdf.ts";
import { textBlocks } from "../../../../documents/text-blocks.ts";
import { notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { screeningConsentText } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";
import { memberTarget } from "../../../people/index.ts";
import type { SignatureFacts } from "../../../requirements/index.ts";
import { requirementOn } from "../../../requirements/index.ts";
import { type ConsentRow, readConsents } from "../queries.ts";
import { authorizeView, signatureOf } from "./view.ts";

type Asked = { requirementId: string; profileLevelAccessId: string; screeningConsentId: string };
type SignedConsent = {
  row: ConsentRow;
  text: typeof screeningConsentText.$inferSelect;
  signature: SignatureFacts;
  organization: string;
  zone: string;
};

/** Reads the content of the document for people who may see it. @throws NotFound, Forbidden */
export async function beginDocument(call: Call, request: Asked): Promise<SignedConsent> {
  const target = await memberTarget(call, request.profileLevelAccessId);
  const on = await requirementOn(call, target, request.requirementId);
  authorizeView(call, target, on.required.type);
  const { given: consents } = await readConsents(call, target, on);
  const row = consents.find((one) => one.row.screeningConsentId === request.screeningConsentId)?.row;
  if (!row) throw notFound("consent");
  const [text] = await call.db
    .select()
    .from(screeningConsentText)
    .where(and(ours(screeningConsentText, call), eq(screeningConsentText.version, row.version)));
  if (!text) throw notFound("consent");
  const { name, wrappedKey } = await organizationFacts(call);
  return { row, text, signature: signatureOf(call, row, wrappedKey), organization: name, zone: on.zone };
}

/** Renders the signed text, the signature, and a page with the evidence of how it was signed. */
export async function renderConsent({ row, text, signature, organization, zone }: SignedConsent): Promise<Buffer> {
  const { signerName, forName, typedName } = signature;
  const signedAt = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone: zone })
    .format(row.signedAt)
    .replaceAll("\u202f", " ");
  const data = {
    title: text.title,
    author: organization,
    language: "en",
    createdAt: row.signedAt,
    reference: row.screeningConsentId,
    subtitle: organization,
    blocks: textBlocks(text.body),
    signature: {
      title: "Signature",
      consent: text.statement,
      typedName,
      lines: [
        row.signedAs === "guardian"
          ? `Signed by ${signerName} as guardian of ${forName}`
          : `Signed by ${signerName} for themselves`,
        signedAt,
        ...(row.wantsCopy === null
          ? []
          : [`${row.wantsCopy ? "☑" : "☐"} ${text.copyOption ?? "I want a copy of the report."}`]),
      ],
    },
    evidence: {
      title: "How this was signed",
      header: ["Detail", "Value"],
      rows: evidenceOf({ row, text, signature, organization, zone }, signedAt),
    },
    verify: {
      title: "Is this document genuine?",
      text: `${organization} keeps this signature in its tamper-evident audit log. The document can be downloaded again with the background check, and the attached consent.txt has the SHA-256 shown above.`,
      rows: [["Consent ID", row.screeningConsentId]] as const,
    },
    notes: [
      "The text exactly as it was signed is attached to this file as consent.txt. A character that no installed font can print is shown as its Unicode number.",
    ],
  };
  const { pdf } = await renderDocument("waiver", data, [
    {
      name: "consent.txt",
      mediaType: "text/plain",
      description: "The text, exactly as it was signed",
      content: text.wording,
    },
  ]);
  return pdf;
}

const evidenceOf = ({ row, text, signature, organization, zone }: SignedConsent, signedAt: string): Fact[] => [
  ["Document", text.title],
  ["Organization", organization],
  ["Signed for", signature.forName],
  ["Signed by", `${signature.signerName} (${row.signedAs === "guardian" ? "guardian" : "the person"})`],
  ["Name as typed", signature.typedName],
  [
    "Method",
    "The signer was logged in to their account, read the text on screen, checked the box, and typed their full legal name.",
  ],
  ["Signed at (UTC)", row.signedAt.toISOString()],
  [`Signed at (${zone})`, signedAt],
  ["Logged in since (UTC)", signature.authTime ?? "Unknown"],
  ["Session", signature.sessionId ?? "Unknown"],
  ["IP address", signature.address],
  ["Browser", signature.userAgent === "" ? "Not reported" : signature.userAgent],
  ["SHA-256 of the text", row.version],
  ["Consent ID", row.screeningConsentId],
  ["Requirement ID", row.requirementId],
  ["Content ID", row.contentId],
  ["Version ID", row.contentVersionId],
  ["Person ID", row.profileId],
  ["Signer ID", row.signerProfileId],
  ["Organization ID", row.organizationId],
];

/** Hands the document out, and records that it was looked at. @throws NotFound, Forbidden */
export async function finishDocument(call: Call, request: Asked, pdf: Buffer): Promise<FileAnswer> {
  const { row, text } = await beginDocument(call, request);
  const { profileId, levelId } = await memberTarget(call, request.profileLevelAccessId);
  const { requirementId, contentId, screeningConsentId } = row;
  await audit(call, [
    {
      action: "file.viewed",
      subjectId: screeningConsentId,
      profileId,
      levelId,
      facts: { contentId, requirementId, how: "downloaded", fileIds: [screeningConsentId] },
    },
  ]);
  return {
    name: `${text.title}, signed ${row.signedAt.toISOString().slice(0, 10)}.pdf`,
    mediaType: "application/pdf",
    bytes: pdf.length,
    stream: Readable.from([pdf]),
  };
}
