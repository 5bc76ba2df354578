import type { IntegrationSource, ResponseOf } from "@touchline/contract";
import { type listPartners, mostPartners } from "@touchline/contract/integrations/partners";
import type { RosterMapping } from "@touchline/contract/setup/imports";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { PartnerCredentials, PartnerPort } from "../../../adapters/partners/port.ts";
import { type Call, organizationFacts } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { partnerConnection, partnerSync } from "../../../schema/partners.ts";
import { externalIdentity } from "../../../schema/requirements.ts";
import { rosterImport } from "../../../schema/setup.ts";
import { authorize } from "../../../security/authorize.ts";
import type { CipherContext } from "../../../security/encryption.ts";

export type ConnectionRow = typeof partnerConnection.$inferSelect;
export type SyncRow = typeof partnerSync.$inferSelect;

/** @throws Forbidden */
export const authorizePartners = (call: Call) => authorize(call, "organization.edit", { organizationWide: true });

/** What sealed credentials are bound to. */
const credentialsPlace = (call: Pick<Call, "organizationId">, partnerConnectionId: string): CipherContext => ({
  ...{ tenant: call.organizationId, table: "partner_connection", column: "credentials", id: partnerConnectionId },
});

/** Encrypts credentials for a connection. */
export async function sealedCredentials(call: Call, partnerConnectionId: string, credentials: PartnerCredentials) {
  const { wrappedKey } = await organizationFacts(call);
  const place = credentialsPlace(call, partnerConnectionId);
  return call.adapters.vault.seal(wrappedKey, place, JSON.stringify(credentials));
}

/** Decrypts the credentials of a connection; null once it is disconnected. */
export async function credentialsOf(call: Call, row: ConnectionRow): Promise<PartnerCredentials | null> {
  if (row.sealedCredentials === null) return null;
  const { wrappedKey } = await organizationFacts(call);
  const place = credentialsPlace(call, row.partnerConnectionId);
  return JSON.parse(call.adapters.vault.open(wrappedKey, place, row.sealedCredentials)) as PartnerCredentials;
}

/** @throws NotFound */
export async function connectionRow(call: Call, partnerConnectionId: string): Promise<ConnectionRow> {
  const [row] = await call.db
    .select()
    .from(partnerConnection)
    .where(
      and(
        ours(partnerConnection, call),
        eq(partnerConnection.partnerConnectionId, partnerConnectionId),
        eq(partnerConnection.state, "active"),
      ),
    );
  if (!row) throw notFound("partner");
  return row;
}

export const connectionRows = (call: Call): Promise<ConnectionRow[]> =>
  call.db
    .select()
    .from(partnerConnection)
    .where(and(ours(partnerConnection, call), eq(partnerConnection.state, "active")))
    .orderBy(partnerConnection.createdAt)
    .limit(mostPartners);

/** The columns of an import whose rows a partner gives. */
export const partnerHeaders = (name: string) => [
  ...["First name", "Last name", "Email", "Date of birth", "Phone", "Program and team", "Role"],
  `${name} ID`,
];

/** What the columns are, before anybody said what the words in them mean. */
export const firstMapping: RosterMapping = {
  columns: {
    ...{
      firstName: 0,
      lastName: 1,
      fullName: null,
      email: 2,
      dateOfBirth: 3,
      phone: 4,
      level: 5,
      label: 6,
      minor: null,
    },
    ...{ guardianFirstName: null, guardianLastName: null, guardianEmail: null },
    ...{ guardian2FirstName: null, guardian2LastName: null, guardian2Email: null },
  },
  ...{ dateOrder: null, levelId: null, labelId: null, levels: {}, labels: {}, newLevels: {} },
};

const webhooksBelow = "/api/webhooks/partner";

/** The path that a connection's webhooks go to, which nobody can guess. */
export function webhookPathOf({ adapters }: Pick<Call, "adapters">, partnerConnectionId: string): string {
  const signature = adapters.vault.signing.sign(`partner webhooks ${partnerConnectionId}`);
  return `${webhooksBelow}/${partnerConnectionId}.${Buffer.from(signature, "base64").toString("base64url")}`;
}

const shownSyncs = 5;

/** Lists the connected partners and those that can be connected. @throws Forbidden */
export async function shownPartners(call: Call): Promise<ResponseOf<typeof listPartners>> {
  authorizePartners(call);
  const { partners, site } = call.adapters;
  const rows = await connectionRows(call);
  const syncs = await latestSyncs(call, rows);
  const people = await peopleOfSites(call);
  return {
    connections: rows.map((row) => {
      const port = partners.get(row.integrationSource);
      return {
        partnerConnectionId: row.partnerConnectionId,
        source: row.integrationSource,
        name: port?.name ?? row.integrationSource,
        simulated: port?.simulated ?? false,
        siteId: row.siteId,
        automatic: row.automatic,
        pushCleared: row.pushCleared,
        problem: row.problem,
        problemSince: row.problemSince?.toISOString() ?? null,
        reportProblem: row.reportProblem,
        lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
        nextSyncAt: row.automatic ? (row.nextSyncAt?.toISOString() ?? null) : null,
        createdAt: row.createdAt.toISOString(),
        people: people.get(`${row.integrationSource} ${row.siteId}`) ?? 0,
        webhookUrl: port?.isNew ? `${site.apiUrl ?? site.url}${webhookPathOf(call, row.partnerConnectionId)}` : null,
        syncs: syncs.get(row.partnerConnectionId) ?? [],
      };
    }),
    offered: [...partners.values()].map((port: PartnerPort) => ({
      source: port.source,
      name: port.name,
      simulated: port.simulated,
      signIn: port.signIn,
      example: port.example,
    })),
  };
}

type Shown = ResponseOf<typeof listPartners>["connections"][number]["syncs"][number];

async function latestSyncs(call: Call, rows: readonly ConnectionRow[]): Promise<Map<string, Shown[]>> {
  const of = new Map<string, Shown[]>();
  for (const { partnerConnectionId } of rows) {
    const found = await call.db
      .select({ sync: partnerSync, tally: rosterImport.tally, rows: rosterImport.rowCount })
      .from(partnerSync)
      .leftJoin(
        rosterImport,
        and(ours(rosterImport, call), eq(rosterImport.rosterImportId, partnerSync.rosterImportId)),
      )
      .where(and(ours(partnerSync, call), eq(partnerSync.partnerConnectionId, partnerConnectionId)))
      .orderBy(desc(partnerSync.startedAt), desc(partnerSync.partnerSyncId))
      .limit(shownSyncs);
    of.set(
      partnerConnectionId,
      found.map(({ sync, tally, rows: registrations }) => ({
        partnerSyncId: sync.partnerSyncId,
        state: sync.state,
        rowsRead: sync.rowsRead,
        registrations: registrations ?? sync.rowsPrepared,
        rosterImportId: tally === null ? null : sync.rosterImportId,
        added: (tally?.create?.done ?? 0) + (tally?.join?.done ?? 0),
        present: (tally?.present?.rows ?? 0) + (tally?.duplicate?.rows ?? 0),
        open: (tally?.alike?.rows ?? 0) + (tally?.error?.rows ?? 0),
        problem: sync.problem,
        startedAt: sync.startedAt.toISOString(),
        endedAt: sync.endedAt?.toISOString() ?? null,
      })),
    );
  }
  return of;
}

/** How many ids of each site are known. */
async function peopleOfSites(call: Call): Promise<Map<string, number>> {
  const rows = await call.db
    .select({
      source: externalIdentity.integrationSource,
      siteId: externalIdentity.siteId,
      people: sql<number>`count(*)::int`,
    })
    .from(externalIdentity)
    .where(ours(externalIdentity, call))
    .groupBy(externalIdentity.integrationSource, externalIdentity.siteId)
    .limit(mostPartners * 10);
  return new Map(rows.map((one) => [`${one.source} ${one.siteId}`, one.people]));
}

/** The sync of a connection that is under way; null when there is none. */
export async function openSync(call: Call, partnerConnectionId: string): Promise<SyncRow | null> {
  const [row] = await call.db
    .select()
    .from(partnerSync)
    .where(
      and(
        ours(partnerSync, call),
        eq(partnerSync.partnerConnectionId, partnerConnectionId),
        inArray(partnerSync.state, ["reading", "preparing", "checking", "review", "writing"]),
      ),
    );
  return row ?? null;
}

/** The partner as imports name it. */
export const importPartnerOf = (call: Call, row: ConnectionRow) => ({
  source: row.integrationSource as IntegrationSource,
  name: call.adapters.partners.get(row.integrationSource)?.name ?? row.integrationSource,
  siteId: row.siteId,
});
