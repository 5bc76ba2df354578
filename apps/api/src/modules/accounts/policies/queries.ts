import type { PolicyType } from "@touchline/contract";
import { and, desc, eq } from "drizzle-orm";
import type { IdentityPort } from "../../../adapters/identity/port.ts";
import type { SharedDb } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { policyVersion } from "../../../schema/accounts.ts";

type Row = Pick<typeof policyVersion.$inferSelect, "type" | "version" | "summary" | "publishedAt">;

const facts = {
  type: policyVersion.type,
  version: policyVersion.version,
  summary: policyVersion.summary,
  publishedAt: policyVersion.publishedAt,
};

export const shownVersion = ({ type, version, summary, publishedAt }: Row) => ({
  type,
  version,
  summary,
  publishedAt: publishedAt.toISOString(),
});

/** Returns the version of each policy that is in force. */
export async function policiesInForce(db: SharedDb) {
  const rows = await db
    .selectDistinctOn([policyVersion.type], facts)
    .from(policyVersion)
    .orderBy(policyVersion.type, desc(policyVersion.version));
  return rows.map(shownVersion);
}

/** Returns the newest version of a policy; null when none was published. */
export async function newestOf(db: SharedDb, type: PolicyType) {
  const [newest] = await db
    .select()
    .from(policyVersion)
    .where(eq(policyVersion.type, type))
    .orderBy(desc(policyVersion.version))
    .limit(1);
  return newest ?? null;
}

/** Returns one version, or the newest, with its text. @throws NotFound */
export async function policyText(db: SharedDb, type: PolicyType, version?: number) {
  const newest = await newestOf(db, type);
  const [row] =
    version === undefined
      ? [newest]
      : await db
          .select()
          .from(policyVersion)
          .where(and(eq(policyVersion.type, type), eq(policyVersion.version, version)));
  if (!row || !newest) throw notFound("policyVersion");
  return { ...shownVersion(row), body: row.body, bodySha256: row.bodySha256, current: newest.version };
}

const mostListed = 200;

/** Lists all versions, newest first, for operators. */
export async function policyHistory(db: SharedDb) {
  return db
    .select({ ...facts, publishedBy: policyVersion.publishedBy })
    .from(policyVersion)
    .orderBy(desc(policyVersion.publishedAt), policyVersion.type, desc(policyVersion.version))
    .limit(mostListed);
}

/** Lists versions with their publishers' addresses, as far as the identity service knows them. */
export async function withPublishers(
  identity: Pick<IdentityPort, "accountById">,
  rows: Awaited<ReturnType<typeof policyHistory>>,
) {
  const accounts = [...new Set(rows.flatMap((row) => row.publishedBy ?? []))];
  const addresses = new Map(
    await Promise.all(accounts.map(async (sub) => [sub, (await identity.accountById(sub))?.email ?? null] as const)),
  );
  return rows.map((row) => ({
    ...shownVersion(row),
    publishedBy: row.publishedBy === null ? null : (addresses.get(row.publishedBy) ?? null),
  }));
}
