import { randomBytes } from "node:crypto";
import { type SsoDomain, ssoLimits } from "@touchline/contract/integrations/single-sign-on";
import { and, asc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { ssoConnection, ssoDomain } from "../../../../schema/single-sign-on.ts";
import { audit } from "../../../../security/audit.ts";
import { withLocks } from "../../../people/index.ts";
import {
  authorizeSso,
  connectionRow,
  type DomainRow,
  domainRow,
  domainRows,
  recordNameOf,
  shownDomain,
} from "../queries.ts";

const DAY = 86_400_000;
/** Milliseconds for which a record may be missing before the domain isn't verified anymore: name servers have bad days. */
const missingFor = 3 * DAY;
/** Milliseconds for which name servers may not respond before the domain isn't verified anymore. */
const unansweredFor = 14 * DAY;
/** Domains that are looked up again at once. */
const atOnce = 100;

const place = (call: Call, domain: string) => and(ours(ssoDomain, call), eq(ssoDomain.domain, domain));

/** Adds a domain, whose addresses count once it is verified. @throws Forbidden, NotFound, Conflict */
export async function addDomain(given: Call, ssoConnectionId: string, domain: string): Promise<SsoDomain> {
  const call = await withLocks(given);
  authorizeSso(call);
  await connectionRow(call, ssoConnectionId);
  // Its domains are counted one act at a time.
  await call.db
    .select({ id: ssoConnection.ssoConnectionId })
    .from(ssoConnection)
    .where(and(ours(ssoConnection, call), eq(ssoConnection.ssoConnectionId, ssoConnectionId)))
    .for("no key update");
  if ((await domainRows(call, ssoConnectionId)).length >= ssoLimits.domains) {
    throw conflict(`An identity provider can have at most ${ssoLimits.domains} domains. Remove one first.`, "tooMany");
  }
  const { organizationId, now: createdAt } = call;
  const token = randomBytes(24).toString("base64url");
  const [added] = await call.db
    .insert(ssoDomain)
    .values({ organizationId, domain, ssoConnectionId, token, createdAt })
    .onConflictDoNothing()
    .returning();
  if (!added) throw conflict("This domain was added before.", "taken");
  await audit(call, [{ action: "signOn.domainAdded", subjectId: ssoConnectionId, values: { domain } }]);
  return shownDomain(added);
}

/** Reads what to look up. @throws Forbidden, NotFound */
export async function beginVerifying(call: Call, ssoConnectionId: string, domain: string): Promise<{ domain: string }> {
  authorizeSso(call);
  await domainRow(call, ssoConnectionId, domain);
  return { domain };
}

/** Looks up the TXT records of a domain; null if name servers don't respond. */
export const lookUp = ({ domain }: { domain: string }, { sso }: Pick<Adapters, "sso">) => sso.txt(recordNameOf(domain));

/** Records what the lookup came to. @throws Forbidden, NotFound */
export async function finishVerifying(
  given: Call,
  { ssoConnectionId, domain }: { ssoConnectionId: string; domain: string },
  records: readonly string[] | null,
): Promise<SsoDomain> {
  const call = await withLocks(given);
  authorizeSso(call);
  await recordLookup(call, await domainRow(call, ssoConnectionId, domain), records);
  return shownDomain(await domainRow(call, ssoConnectionId, domain));
}

/** A domain is verified while its record is there; without an answer nothing changes but what the page says. */
async function recordLookup(call: Call, row: DomainRow, records: readonly string[] | null): Promise<void> {
  const { domain, ssoConnectionId: subjectId } = row;
  const found = records?.includes(shownDomain(row).recordValue) ?? false;
  const missingSince = found || records === null ? null : (row.missingSince ?? call.now);
  const unansweredSince = records === null ? (row.unansweredSince ?? call.now) : null;
  const isOver = (since: Date | null, most: number) => since !== null && call.now.getTime() - since.getTime() >= most;
  const lost = row.verifiedAt !== null && (isOver(missingSince, missingFor) || isOver(unansweredSince, unansweredFor));
  await call.db
    .update(ssoDomain)
    .set({
      checkedAt: call.now,
      problem: found ? null : records === null ? "noAnswer" : "noRecord",
      missingSince: records === null ? row.missingSince : missingSince,
      unansweredSince,
      verifiedAt: lost ? null : found ? (row.verifiedAt ?? call.now) : row.verifiedAt,
    })
    .where(place(call, domain));
  if (found && row.verifiedAt === null) {
    await audit(call, [{ action: "signOn.domainVerified", subjectId, values: { domain } }]);
  }
  if (lost) {
    await audit(call, [{ action: "signOn.domainLost", subjectId, values: { domain } }]);
    await turnOffWithoutDomain(call, subjectId);
  }
}

/** Removes a domain; without any other that is verified, nobody can sign in by its provider. @throws Forbidden, NotFound */
export async function removeDomain(given: Call, ssoConnectionId: string, domain: string): Promise<void> {
  const call = await withLocks(given);
  authorizeSso(call);
  await domainRow(call, ssoConnectionId, domain);
  await call.db.delete(ssoDomain).where(place(call, domain));
  await audit(call, [{ action: "signOn.domainRemoved", subjectId: ssoConnectionId, values: { domain } }]);
  await turnOffWithoutDomain(call, ssoConnectionId);
}

async function turnOffWithoutDomain(call: Call, ssoConnectionId: string): Promise<void> {
  const off = await call.db
    .update(ssoConnection)
    .set({ active: false, version: sql`${ssoConnection.version} + 1` })
    .where(
      and(
        ours(ssoConnection, call),
        eq(ssoConnection.ssoConnectionId, ssoConnectionId),
        eq(ssoConnection.active, true),
        sql`NOT EXISTS (SELECT FROM sso_domain AS verified
          WHERE verified.organization_id = ${call.organizationId}
            AND verified.sso_connection_id = ${ssoConnectionId} AND verified.verified_at IS NOT NULL)`,
      ),
    )
    .returning({ id: ssoConnection.ssoConnectionId });
  if (off.length > 0) await audit(call, [{ action: "signOn.turnedOff", subjectId: ssoConnectionId }]);
}

/** Takes the verified domains that weren't looked up for most of a day. They count as looked up, so that no failure repeats at once. */
export const domainsToLookUp = (call: Call): Promise<DomainRow[]> =>
  call.db
    .update(ssoDomain)
    .set({ checkedAt: call.now })
    .where(
      and(
        ours(ssoDomain, call),
        inArray(
          ssoDomain.domain,
          call.db
            .select({ domain: ssoDomain.domain })
            .from(ssoDomain)
            .where(
              and(
                ours(ssoDomain, call),
                isNotNull(ssoDomain.verifiedAt),
                lt(ssoDomain.checkedAt, new Date(call.now.getTime() - 0.9 * DAY)),
              ),
            )
            .orderBy(asc(ssoDomain.checkedAt))
            .limit(atOnce),
        ),
      ),
    )
    .returning();

/** Records the lookup of a verified domain, unless somebody removed it meanwhile. */
export async function followLookup(call: Call, { domain, token }: DomainRow, records: readonly string[] | null) {
  const [row] = await call.db
    .select()
    .from(ssoDomain)
    .where(and(place(call, domain), eq(ssoDomain.token, token)))
    .for("no key update");
  if (row) await recordLookup(call, row, records);
}
