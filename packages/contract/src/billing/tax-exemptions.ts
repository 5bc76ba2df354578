import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { day, id, instant, line } from "../values.ts";

/** Sales tax exemption certificates, as platform operators review them. */

export const longestDecline = 500;

export const listTaxCertificates = endpoint({
  method: "GET",
  path: "/api/app/platform/tax-certificate",
  summary:
    "Lists tax documents of organizations that wait to be checked, the oldest first, 50 a page. For platform operators.",
  errors: [403],
  query: { cursor: z.string().max(200).optional() },
  response: z.object({
    data: z.array(
      z.object({
        organizationId: id,
        organizationName: z.string(),
        certificateId: id,
        addedAt: instant,
      }),
    ),
    next: z.string().nullable(),
  }),
});
export type TaxCertificate = z.output<typeof listTaxCertificates.response>["data"][number];

export const openTaxCertificate = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/tax-certificate/{certificateId}/link",
  summary:
    "Makes an address at which a tax document can be opened once, for some minutes. Recorded in the organization's audit log. For platform operators.",
  errors: [403, 409],
  response: z.object({ url: z.string() }),
});

export const decideTaxCertificate = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/tax-certificate/{certificateId}/decision",
  summary:
    "Accepts a tax document as an exemption certificate, until its last day, or declines it with a reason. The organization is told by email. For platform operators.",
  errors: [403, 409],
  body: z.discriminatedUnion("outcome", [
    /** `lastDay` null: it has no end. */
    z.strictObject({ outcome: z.literal("accepted"), lastDay: day.nullable() }),
    z.strictObject({ outcome: z.literal("declined"), reason: line(longestDecline) }),
  ]),
  response: noContent,
});
