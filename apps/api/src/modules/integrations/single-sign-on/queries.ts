import { X509Certificate } from "node:crypto";
import { type SsoConnection, type SsoDomain, ssoLimits } from "@touchline/contract/integrations/single-sign-on";
import { and, asc, eq } from "drizzle-orm";
import { type Call, organizationFacts, type Reading } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { label } from "../../../schema/library.ts";
import { level } from "../../../schema/people.ts";
import { ssoConnection, ssoDomain, ssoGrant } from "../../../schema/single-sign-on.ts";
import { authorize } from "../../../security/authorize.ts";
import type { CipherContext } from "../../../security/encryption.ts";

export type SsoConnectionRow = typeof ssoConnection.$inferSelect;
export type DomainRow = typeof ssoDomain.$inferSelect;
export type GrantRow = typeof ssoGrant.$inferSelect;

/** @throws Forbidden */
export const authorizeSso = (call: Call) => authorize(call, "organization.edit", { organizationWide: true });

const secretPlace = (call: Pick<Call, "organizationId">, ssoConnectionId: string): CipherContext => ({
  ...{ tenant: call.organizationId, table: "sso_connection", column: "secret", id: ssoConnectionId },
});

/** Encrypts a client secret; null for a client without one. */
export async function sealedSecret(call: Call, ssoConnectionId: string, secret: string): Promise<Buffer | null> {
  if (secret === "") return null;
  const { wrappedKey } = await organizationFacts(call);
  return call.adapters.vault.seal(wrappedKey, secretPlace(call, ssoConnectionId), secret);
}

/** Decrypts the client secret of an identity provider; null if it has none. */
export async function secretOf(call: Reading & Pick<Call, "adapters">, row: SsoConnectionRow): Promise<string | null> {
  if (row.sealedSecret === null) return null;
  const { wrappedKey } = await organizationFacts(call);
  return call.adapters.vault.open(wrappedKey, secretPlace(call, row.ssoConnectionId), row.sealedSecret);
}

/** @throws NotFound */
export async function connectionRow(call: Reading, ssoConnectionId: string): Promise<SsoConnectionRow> {
  const [row] = await call.db
    .select()
    .from(ssoConnection)
    .where(and(ours(ssoConnection, call), eq(ssoConnection.ssoConnectionId, ssoConnectionId)));
  if (!row) throw notFound("identityProvider");
  return row;
}

export const connectionRows = (call: Reading): Promise<SsoConnectionRow[]> =>
  call.db
    .select()
    .from(ssoConnection)
    .where(ours(ssoConnection, call))
    .orderBy(asc(ssoConnection.createdAt), asc(ssoConnection.ssoConnectionId))
    .limit(ssoLimits.connections);

/** Lists the domains of an identity provider, in the order in which they were added. */
export const domainRows = (call: Reading, ssoConnectionId: string): Promise<DomainRow[]> =>
  call.db
    .select()
    .from(ssoDomain)
    .where(and(ours(ssoDomain, call), eq(ssoDomain.ssoConnectionId, ssoConnectionId)))
    .orderBy(asc(ssoDomain.createdAt), asc(ssoDomain.domain))
    .limit(ssoLimits.domains);

/** @throws NotFound */
export async function domainRow(call: Reading, ssoConnectionId: string, domain: string): Promise<DomainRow> {
  const [row] = await call.db
    .select()
    .from(ssoDomain)
    .where(and(ours(ssoDomain, call), eq(ssoDomain.ssoConnectionId, ssoConnectionId), eq(ssoDomain.domain, domain)));
  if (!row) throw notFound("domain");
  return row;
}

/** Lists the roles that an identity provider grants. */
export const grantRows = (call: Reading, ssoConnectionId: string): Promise<GrantRow[]> =>
  call.db
    .select()
    .from(ssoGrant)
    .where(and(ours(ssoGrant, call), eq(ssoGrant.ssoConnectionId, ssoConnectionId)))
    .orderBy(asc(ssoGrant.position))
    .limit(ssoLimits.grants);

/** The name of the TXT record that proves that a domain is the organization's. */
export const recordNameOf = (domain: string) => `_touchline-verification.${domain}`;

export const shownDomain = (row: DomainRow): SsoDomain => ({
  domain: row.domain,
  recordName: recordNameOf(row.domain),
  recordValue: `touchline-verification=${row.token}`,
  verifiedAt: row.verifiedAt?.toISOString() ?? null,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  problem: row.problem,
});

/** Lists the organization's identity providers. @throws Forbidden */
export async function shownConnections(call: Call, issuer: string): Promise<{ connections: SsoConnection[] }> {
  authorizeSso(call);
  const connections: SsoConnection[] = [];
  for (const row of await connectionRows(call)) {
    const { ssoConnectionId } = row;
    connections.push({
      ...{ ssoConnectionId, name: row.name, protocol: row.protocol, issuer: row.issuer, clientId: row.clientId },
      ...{ signInUrl: row.signInUrl, certificates: row.certificates, joining: row.joining },
      certificateEndsAt: row.certificates && endOfCertificates(row.certificates),
      ...{ groupsClaim: row.groupsClaim, active: row.active, version: row.version },
      grants: await namedGrants(call, ssoConnectionId),
      domains: (await domainRows(call, ssoConnectionId)).map(shownDomain),
      callbackUrl: `${issuer}/partner/${ssoConnectionId}/${row.protocol === "saml" ? "acs" : "callback"}`,
      metadataUrl: row.protocol === "saml" ? `${issuer}/partner/${ssoConnectionId}/metadata` : null,
      createdAt: row.createdAt.toISOString(),
      lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    });
  }
  return { connections };
}

/** Splits certificates in PEM. @returns null if one of them can't be read, or there is none. */
export function certificatesOf(pem: string): X509Certificate[] | null {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    return parts.length === 0 ? null : parts.map((part) => new X509Certificate(part));
  } catch {
    return null;
  }
}

function endOfCertificates(pem: string): string | null {
  const ends = (certificatesOf(pem) ?? []).map(({ validTo }) => Date.parse(validTo));
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
}

async function namedGrants(call: Reading, ssoConnectionId: string): Promise<SsoConnection["grants"]> {
  const { groupName, levelId, labelId } = ssoGrant;
  return call.db
    .select({ group: groupName, levelId, labelId, levelName: level.name, labelName: label.name })
    .from(ssoGrant)
    .innerJoin(level, and(ours(level, call), eq(level.levelId, levelId)))
    .innerJoin(label, and(ours(label, call), eq(label.labelId, labelId)))
    .where(and(ours(ssoGrant, call), eq(ssoGrant.ssoConnectionId, ssoConnectionId)))
    .orderBy(asc(ssoGrant.position))
    .limit(ssoLimits.grants);
}
