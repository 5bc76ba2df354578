import { readFileSync } from "node:fs";
import type { PartnerIssuer } from "@touchline/identity";
import { z } from "zod";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const address = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname)));
}, "is no address with https");

const list = z
  .array(
    z.strictObject({
      key: z.string().regex(/^[a-z0-9-]{1,40}$/, "may have small letters, digits and hyphens"),
      name: z.string().trim().min(1, "is empty").max(60, "is longer than 60 characters"),
      issuer: address,
      clientId: z.string().min(1, "is empty"),
      clientSecret: z.string().min(1, "is empty").optional(),
      scopes: z.array(z.string().regex(/^\S+$/, "has spaces")).optional(),
      domains: z
        .array(z.string().regex(/^[^\s@]+\.[^\s@]+$/, "is no domain like club.example"))
        .min(1)
        .optional(),
    }),
  )
  .max(20, "has more than 20 partners");

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
    throw new Error(`PARTNER_ISSUERS is not usable: ${where === "" ? "it" : where} ${sayingOf(issue)}.`);
  }
  for (const name of ["key", "issuer"] as const) {
    if (new Set(parsed.data.map((one) => one[name])).size < parsed.data.length) {
      throw new Error(`PARTNER_ISSUERS is not usable: two partners have the same ${name}.`);
    }
  }
  const taken = parsed.data.find(({ key }) => key === "issuers");
  if (taken) throw new Error('PARTNER_ISSUERS is not usable: no partner may have the key "issuers".');
  return parsed.data.map((one) => ({ ...one, scopes: one.scopes ?? ["openid", "email", "profile"] }) as PartnerIssuer);
}

function sayingOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `has a field that is not known, ${issue.keys.join(", ")}`;
  if (issue?.code === "invalid_type") return `is not there, or is no ${issue.expected}`;
  return issue?.message ?? "is wrong";
}

function jsonOf(setting: string): unknown {
  let text = setting;
  if (!setting.startsWith("[")) {
    try {
      text = readFileSync(setting, "utf8");
    } catch {
      throw new Error("PARTNER_ISSUERS is neither a list in JSON nor the path of a file that can be read.");
    }
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("PARTNER_ISSUERS is no JSON.");
  }
}
