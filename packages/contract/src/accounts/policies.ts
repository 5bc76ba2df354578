import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { type PolicyType, policyTypes } from "../enums.ts";
import { policyVersion as version } from "../joining/invitations.ts";
import { instant, line } from "../values.ts";

export const policyNames: Record<PolicyType, string> = { terms: "Terms of Service", privacy: "Privacy Policy" };

const type = z.enum(policyTypes);
/** The most characters in a policy. */
export const longestPolicy = 100_000;

const versionFacts = z.object({
  type,
  version,
  /** What changed, in a sentence. */
  summary: z.string(),
  publishedAt: instant,
});

export const acceptPolicy = endpoint({
  method: "POST",
  path: "/api/app/user-acceptance/accept",
  summary: "Records that the signed-in account accepted a policy: the current version, or the one it was shown.",
  body: z.strictObject({ acceptedType: type, version: version.optional() }),
  response: noContent,
});

export const currentPolicies = endpoint({
  method: "GET",
  path: "/api/app/policy/current",
  summary: "Gets the current version of each policy.",
  auth: "public",
  response: z.array(versionFacts),
});

export const getPolicy = endpoint({
  method: "GET",
  path: "/api/app/policy",
  summary: "Gets the text of a policy in Markdown: the current version or an earlier one.",
  auth: "public",
  query: { type, version: z.coerce.number().int().min(1).max(1_000_000).optional() },
  response: versionFacts.extend({ body: z.string(), current: version }),
});

export const listPolicyVersions = endpoint({
  method: "GET",
  path: "/api/app/platform/policy-version",
  summary: "Lists every version of the policies, newest first, with who published it. For platform operators.",
  errors: [403],
  response: z.array(
    versionFacts.extend({
      /** Null for the texts that come with the product, and for a deleted account. */
      publishedBy: z.string().nullable(),
    }),
  ),
});

export const publishPolicy = endpoint({
  method: "POST",
  path: "/api/app/platform/policy-version",
  summary: "Publishes the next version of a policy, effective immediately. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({
    type,
    /** The new version's number: one more than the version its author saw. */
    version,
    summary: line(300),
    body: line(longestPolicy),
  }),
  response: versionFacts,
});
