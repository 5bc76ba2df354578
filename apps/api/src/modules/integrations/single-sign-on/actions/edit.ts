import type { BodyOf } from "@touchline/contract";
import {
  type addSsoConnection,
  type changeSsoConnection,
  type SsoProblem,
  ssoLimits,
} from "@touchline/contract/integrations/single-sign-on";
import { and, eq, sql } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { ssoConnection, ssoGrant } from "../../../../schema/single-sign-on.ts";
import { audit } from "../../../../security/audit.ts";
import { withLocks } from "../../../people/index.ts";
import { authorizeSso, certificatesOf, connectionRow, connectionRows, domainRows, sealedSecret } from "../queries.ts";
import { authorizeGrants } from "./grants.ts";

type Adding = BodyOf<typeof addSsoConnection>;
type Changing = BodyOf<typeof changeSsoConnection>;

/** What is wrong with an issuer's address, as a sentence about what to do. */
const problemTexts: Record<SsoProblem, string> = {
  address: "This address can't be used. Enter one that begins with https:// and can be reached from the internet.",
  unreachable: "This address doesn't respond. Check its spelling, then try again.",
  notIssuer: "No OpenID Connect configuration was found at this address. Copy the issuer from your identity provider.",
  otherIssuer: "The identity provider names another issuer. Copy the issuer from its configuration, exactly.",
};

/** Checks, before the identity provider is asked, that it can be added. @throws Forbidden, Conflict */
export async function beginAdding(call: Call, input: Adding): Promise<Adding> {
  authorizeSso(call);
  await mustBeFew(call);
  await authorizeGrants(call, input.grants);
  return input;
}

async function mustBeFew(call: Call): Promise<void> {
  if ((await connectionRows(call)).length < ssoLimits.connections) return;
  throw conflict(
    `An organization can have at most ${ssoLimits.connections} identity providers. Remove one first.`,
    "tooMany",
  );
}

/** Checks the address and the keys of the identity provider; an OpenID Connect issuer is asked. @throws 400 with what is wrong */
export async function checkProvider(input: Adding | Changing, { sso }: Adapters): Promise<void> {
  if (input.protocol === "oidc") {
    const problem = await sso.check(input.issuer);
    if (problem !== null) throw invalid("issuer", problemTexts[problem]);
    return;
  }
  const certificates = certificatesOf(input.certificates);
  if (certificates === null) {
    throw invalid(
      "certificates",
      "This isn't a certificate. Copy it with its lines BEGIN CERTIFICATE and END CERTIFICATE.",
    );
  }
  if (
    certificates.some(
      ({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }) =>
        asymmetricKeyType !== "rsa" || (asymmetricKeyDetails?.modulusLength ?? 0) < 2_048,
    )
  ) {
    throw invalid("certificates", "Only certificates with an RSA key of at least 2,048 bits are supported.");
  }
  if (URL.parse(input.signInUrl)?.protocol !== "https:" && !sso.isTrusted(input.signInUrl)) {
    throw invalid("signInUrl", "This address isn't secure. Enter one that begins with https://.");
  }
}

/** What is stored of a provider, without its secret. */
function columnsOf(input: Adding | Changing) {
  const { name, issuer, joining, groupsClaim, protocol } = input;
  return {
    ...{ name, issuer, joining, groupsClaim, protocol },
    clientId: input.protocol === "oidc" ? input.clientId : null,
    signInUrl: input.protocol === "saml" ? input.signInUrl : null,
    certificates: input.protocol === "saml" ? (certificatesOf(input.certificates) ?? []).map(String).join("") : null,
  };
}

const fingerprintsOf = (certificates: string | null) =>
  (certificates === null ? [] : (certificatesOf(certificates) ?? [])).map(({ fingerprint256 }) => fingerprint256);

/** @throws 400 for a certificate that has expired. */
function mustBeCurrent(call: Call, certificates: string | null): void {
  const parsed = certificates === null ? [] : (certificatesOf(certificates) ?? []);
  if (parsed.every(({ validTo }) => Date.parse(validTo) > call.now.getTime())) return;
  throw invalid("certificates", "A certificate has expired. Leave it out, and paste the current one.");
}

/** Adds an identity provider, which nobody can sign in by yet. @throws Forbidden, Conflict */
export async function addConnection(given: Call, input: Adding): Promise<{ ssoConnectionId: string }> {
  const call = await withLocks(given);
  authorizeSso(call);
  // The organization is locked, so that its providers are counted one act at a time.
  await call.db
    .select({ id: organization.organizationId })
    .from(organization)
    .where(ours(organization, call))
    .for("no key update");
  await mustBeFew(call);
  const ssoConnectionId = newId();
  const columns = columnsOf(input);
  mustBeCurrent(call, columns.certificates);
  await call.db.insert(ssoConnection).values({
    ...{ organizationId: call.organizationId, ssoConnectionId, ...columns, createdAt: call.now },
    sealedSecret: input.protocol === "oidc" ? await sealedSecret(call, ssoConnectionId, input.clientSecret) : null,
  });
  await writeGrants(call, ssoConnectionId, input.grants);
  await audit(call, [
    {
      action: "signOn.added",
      subjectId: ssoConnectionId,
      facts: { certificates: fingerprintsOf(columns.certificates) },
    },
  ]);
  return { ssoConnectionId };
}

async function writeGrants(call: Call, ssoConnectionId: string, grants: Adding["grants"]): Promise<void> {
  await authorizeGrants(call, grants);
  await call.db.delete(ssoGrant).where(and(ours(ssoGrant, call), eq(ssoGrant.ssoConnectionId, ssoConnectionId)));
  if (grants.length === 0) return;
  await call.db.insert(ssoGrant).values(
    grants.map(({ group, levelId, labelId }, position) => ({
      ...{ organizationId: call.organizationId, ssoConnectionId, position, groupName: group, levelId, labelId },
    })),
  );
}

/** Checks, before the identity provider is asked, that it can be changed. @throws Forbidden, NotFound */
export async function beginChanging(call: Call, ssoConnectionId: string, input: Changing): Promise<Changing> {
  authorizeSso(call);
  await connectionRow(call, ssoConnectionId);
  return input;
}

/**
 * Changes an identity provider. Its issuer stays: another issuer's subjects are other people.
 *
 * @throws Forbidden, NotFound, Conflict (another issuer; somebody else changed it)
 */
export async function changeConnection(given: Call, ssoConnectionId: string, input: Changing): Promise<void> {
  const call = await withLocks(given);
  authorizeSso(call);
  const before = await connectionRow(call, ssoConnectionId);
  const secret = input.protocol === "oidc" ? input.clientSecret : null;
  if (before.issuer !== input.issuer || before.protocol !== input.protocol) {
    throw conflict("The issuer can't be changed. Add the other identity provider, then remove this one.", "issuer");
  }
  const columns = columnsOf(input);
  mustBeCurrent(call, columns.certificates);
  const fields = (Object.keys(columns) as (keyof typeof columns)[]).filter((field) => columns[field] !== before[field]);
  const certificates = fingerprintsOf(columns.certificates);
  const known = new Set(fingerprintsOf(before.certificates));
  // Whoever controls these can say who anybody is: people show their password again.
  const trustChanges =
    fields.includes("clientId") || fields.includes("signInUrl") || certificates.some((one) => !known.has(one));
  const changed = await call.db
    .update(ssoConnection)
    .set({
      ...columns,
      ...(trustChanges && { trustChangedAt: call.now }),
      version: sql`${ssoConnection.version} + 1`,
      ...(secret !== null && { sealedSecret: await sealedSecret(call, ssoConnectionId, secret) }),
    })
    .where(
      and(
        ours(ssoConnection, call),
        eq(ssoConnection.ssoConnectionId, ssoConnectionId),
        eq(ssoConnection.version, input.version),
      ),
    )
    .returning({ id: ssoConnection.ssoConnectionId });
  if (changed.length === 0) {
    throw conflict("Someone else changed this identity provider. Reload the page, then change it again.", "changed");
  }
  await writeGrants(call, ssoConnectionId, input.grants);
  await audit(call, [
    {
      action: "signOn.changed",
      subjectId: ssoConnectionId,
      facts: {
        joining: input.joining,
        changed: [...fields, ...(secret === null ? [] : ["clientSecret"])],
        certificates,
      },
    },
  ]);
}

/** Turns sign-ins by an identity provider on or off. @throws Forbidden, NotFound, Conflict (no domain is verified) */
export async function setActive(given: Call, ssoConnectionId: string, active: boolean): Promise<void> {
  const call = await withLocks(given);
  authorizeSso(call);
  await connectionRow(call, ssoConnectionId);
  if (active && !(await domainRows(call, ssoConnectionId)).some(({ verifiedAt }) => verifiedAt !== null)) {
    throw conflict("Verify a domain first.", "noDomain");
  }
  await call.db
    .update(ssoConnection)
    .set({ active, version: sql`${ssoConnection.version} + 1` })
    .where(and(ours(ssoConnection, call), eq(ssoConnection.ssoConnectionId, ssoConnectionId)));
  await audit(call, [{ action: active ? "signOn.turnedOn" : "signOn.turnedOff", subjectId: ssoConnectionId }]);
}

/** Removes an identity provider with its domains and grants. People and their memberships stay. @throws Forbidden, NotFound */
export async function removeConnection(given: Call, ssoConnectionId: string): Promise<void> {
  const call = await withLocks(given);
  authorizeSso(call);
  await connectionRow(call, ssoConnectionId);
  await call.db
    .delete(ssoConnection)
    .where(and(ours(ssoConnection, call), eq(ssoConnection.ssoConnectionId, ssoConnectionId)));
  await audit(call, [{ action: "signOn.removed", subjectId: ssoConnectionId }]);
}
