import { readFileSync } from "node:fs";
import type { PartnerIssuer } from "@touchline/identity";
import { z } from "zod";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const address = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname)));
}, "must be an https address");

const list = z
  .array(
    z.strictObject({
      key: z.string().regex(/^[a-z0-9-]{1,40}$/, "can only have lowercase letters, digits, and hyphens, 40 at most"),
      name: z.string().trim().min(1, "is empty").max(60, "can have at most 60 characters"),
      issuer: address,
      clientId: z.string().min(1, "is empty"),
      clientSecret: z.string().min(1, "is empty").optional(),
      scopes: z.array(z.string().regex(/^\S+$/, "can't be empty or contain spaces")).optional(),
      domains: z
        .array(z.string().regex(/^[^\s@]+\.[^\s@]+$/, "must be a domain such as club.example"))
        .min(1)
        .optional(),
    }),
  )
  .max(20, "can have at most 20 partners");

/**
 * Reads `PARTNER_ISSUERS`: a JSON list, or the path of a file that holds one, so that secrets may stay out of the environment.
 *
 * @throws Error with one sentence that repeats none of the values: secrets are among them.
 */
export function readPartnerIssuers(setting: string | null): PartnerIssuer[] {
  if (setting === null) return [];
  const parsed = list.safeParse(jsonOf(setting));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") ?? "";
    throw new Error(`PARTNER_ISSUERS isn't valid: ${where === "" ? "the list" : where} ${problemOf(issue)}.`);
  }
  for (const name of ["key", "issuer"] as const) {
    if (new Set(parsed.data.map((one) => one[name])).size < parsed.data.length) {
      throw new Error(`PARTNER_ISSUERS isn't valid: two partners have the same ${name}. Give each its own.`);
    }
  }
  const taken = parsed.data.find(({ key }) => key === "issuers");
  if (taken) throw new Error('PARTNER_ISSUERS isn\'t valid: the key "issuers" is reserved. Choose another key.');
  return parsed.data.map((one) => ({ ...one, scopes: one.scopes ?? ["openid", "email", "profile"] }) as PartnerIssuer);
}

/** The rest of a sentence that begins with the name of the field. */
function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `has an unknown field: ${issue.keys.join(", ")}`;
  if (issue?.code === "invalid_type") return `is missing or has the wrong type (${issue.expected} expected)`;
  return issue?.message ?? "isn't valid";
}

function jsonOf(setting: string): unknown {
  let text = setting;
  if (!setting.startsWith("[")) {
    try {
      text = readFileSync(setting, "utf8");
    } catch {
      throw new Error("PARTNER_ISSUERS isn't a JSON list, and no file with this path can be read.");
    }
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("PARTNER_ISSUERS isn't valid JSON.");
  }
}
