import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BodyOf } from "@touchline/contract";
import { type PolicyType, policyTypes } from "@touchline/contract";
import type { acceptPolicy, publishPolicy } from "@touchline/contract/accounts/policies";
import type { IdentityPort } from "../../../adapters/identity/port.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { conflict, invalid } from "../../../errors.ts";
import { policyVersion } from "../../../schema/accounts.ts";
import { renewSessionsOf } from "../sessions/actions/fresh-session.ts";
import { newestOf, policyText, shownVersion } from "./queries.ts";

const hashOf = (body: string) => createHash("sha256").update(body).digest("hex");

const folder = join(import.meta.dirname, "../../../../policies");
const shippedFiles: Record<PolicyType, string> = { terms: "terms-of-service.md", privacy: "privacy-policy.md" };

/** The first version of each policy, which comes with the product; operators publish their own. */
export const shippedPolicies = () =>
  Promise.all(
    policyTypes.map(async (type) => {
      const body = (await readFile(join(folder, shippedFiles[type]), "utf8")).trim();
      return { type, version: 1, body, bodySha256: hashOf(body) };
    }),
  );

/** Publishes the product's own texts if nothing was ever published. */
export async function publishShippedPolicies(tenancy: Tenancy, now: Date): Promise<void> {
  const shipped = await shippedPolicies();
  await tenancy.runShared((db) =>
    db
      .insert(policyVersion)
      .values(shipped.map((one) => ({ ...one, summary: "The first version.", publishedAt: now, publishedBy: null })))
      .onConflictDoNothing(),
  );
}

/**
 * Publishes the next version of a policy: everybody is asked to accept it from their next token on. A repeated call publishes
 * once.
 *
 * @throws Conflict when another version was published meanwhile; 400 for the text that is in force.
 */
export async function publishVersion(
  tenancy: Tenancy,
  now: Date,
  publishedBy: string,
  { type, version, summary, body }: BodyOf<typeof publishPolicy>,
) {
  const row = { type, version, summary, body, bodySha256: hashOf(body), publishedAt: now, publishedBy };
  return tenancy.runShared(async (db) => {
    const newest = await newestOf(db, type);
    const again = newest?.version === version && newest.bodySha256 === row.bodySha256;
    if (newest && again && newest.publishedBy === publishedBy) return shownVersion(newest);
    const taken = () =>
      conflict("Someone else published another version. Review it, then publish yours.", "newerVersion");
    if (version !== (newest?.version ?? 0) + 1) throw taken();
    if (newest?.bodySha256 === row.bodySha256) throw invalid("body", "This text is already in force.");
    const [made] = await db.insert(policyVersion).values(row).onConflictDoNothing().returning();
    if (!made) throw taken();
    return shownVersion(made);
  });
}

/**
 * Records at the identity service which version an account accepted, with the hash of the text. All its sessions renew their
 * tokens, which still say that it hasn't accepted.
 *
 * @throws NotFound for a version that was never published.
 */
export async function accept(
  { tenancy, identity }: { tenancy: Tenancy; identity: Pick<IdentityPort, "accept"> },
  now: Date,
  appUserId: string,
  { acceptedType, version }: BodyOf<typeof acceptPolicy>,
): Promise<void> {
  const policy = await tenancy.runShared((db) => policyText(db, acceptedType, version));
  await identity.accept(appUserId, {
    type: acceptedType,
    version: String(policy.version),
    textSha256: policy.bodySha256,
  });
  await renewSessionsOf(tenancy, now, appUserId);
}
