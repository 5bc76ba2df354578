import type { BodyOf, ResponseOf } from "@touchline/contract";
import {
  type changePartner,
  type connectPartner,
  mostPartners,
  type PartnerProblem,
} from "@touchline/contract/integrations/partners";
import { and, eq, ne } from "drizzle-orm";
import { ProviderError } from "../../../../adapters/provider-http.ts";
import { type Adapters, actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound, Refusal } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import {
  partnerConnection,
  partnerDirectory,
  partnerFlag,
  partnerPerson,
  partnerPlace,
  partnerRegistration,
  partnerReport,
} from "../../../../schema/partners.ts";
import { audit } from "../../../../security/audit.ts";
import { withLocks } from "../../../people/index.ts";
import {
  authorizePartners,
  connectionRow,
  connectionRows,
  firstMapping,
  openSync,
  sealedCredentials,
} from "../queries.ts";
import { cancelSync, startSync } from "./sync.ts";

type Connecting = BodyOf<typeof connectPartner>;

/** What is wrong with a partner, as a sentence about what to do. */
export const problemTexts: Record<PartnerProblem, (name: string) => string> = {
  unreachable: (name) => `${name} didn't answer. Try again in a few minutes.`,
  busy: (name) => `${name} is busy. Try again in a few minutes.`,
  unauthorized: (name) => `${name} doesn't accept these credentials for this site. Check them, then try again.`,
  notFound: (name) => `${name} doesn't know this site. Check the site's ID.`,
  refused: (name) => `${name} refused the call. Check the site's ID and the client's permissions.`,
  malformed: (name) => `${name} sent an answer that can't be read. Try again later.`,
};

/** Checks, before a partner is asked, that it can be connected. @throws Forbidden, NotFound (not offered), Conflict */
export async function beginConnecting(call: Call, input: Connecting): Promise<Connecting> {
  authorizePartners(call);
  if (!call.adapters.partners.has(input.source)) throw notFound("partner");
  await mustBeFree(call, input);
  return input;
}

async function mustBeFree(call: Call, { source, siteId }: Connecting): Promise<void> {
  const rows = await connectionRows(call);
  if (rows.length >= mostPartners) {
    throw conflict(
      `An organization can be connected with at most ${mostPartners} sites. Disconnect one first.`,
      "tooMany",
    );
  }
  if (rows.some((row) => row.integrationSource === source && row.siteId === siteId)) {
    throw conflict("This site is already connected.", "taken");
  }
}

/** Asks the partner once, with the credentials. @throws providerFailed with what is wrong */
export async function tryCredentials(
  { source, siteId, clientId, secret }: Connecting,
  { partners }: Adapters,
): Promise<void> {
  const port = partners.get(source);
  if (!port) throw notFound("partner");
  try {
    await port.read({ siteId, clientId, secret }, "places", null);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal("providerFailed", problemTexts[error.fault](port.name), { reason: error.fault });
  }
}

/** Connects the partner and starts the first sync, whose rows a person looks at. @throws Forbidden, Conflict */
export async function connect(unlocked: Call, input: Connecting): Promise<ResponseOf<typeof connectPartner>> {
  const call = await withLocks(unlocked);
  authorizePartners(call);
  // The organization is locked, so that its connections are counted one act at a time.
  await call.db
    .select({ id: organization.organizationId })
    .from(organization)
    .where(ours(organization, call))
    .for("no key update");
  await mustBeFree(call, input);
  const partnerConnectionId = newId();
  const { source, siteId, clientId, secret, pushCleared } = input;
  await call.db.insert(partnerConnection).values({
    ...{ organizationId: call.organizationId, partnerConnectionId, integrationSource: source, siteId, pushCleared },
    sealedCredentials: await sealedCredentials(call, partnerConnectionId, { siteId, clientId, secret }),
    ...{ state: "active", mapping: firstMapping, createdAt: call.now },
    runsAs: actingProfile(call) ?? call.organizationId,
  });
  await call.db
    .insert(partnerDirectory)
    .values({ externalId: partnerConnectionId, organizationId: call.organizationId });
  await audit(call, [{ action: "partner.connected", subjectId: partnerConnectionId, facts: { source } }]);
  await startSync(call, partnerConnectionId, { review: true });
  return { partnerConnectionId };
}

/** Sets whether syncs run by themselves, and whether the partner is told who is cleared. @throws Forbidden, NotFound, Conflict */
export async function changeConnection(
  unlocked: Call,
  partnerConnectionId: string,
  { automatic, pushCleared }: BodyOf<typeof changePartner>,
): Promise<void> {
  const call = await withLocks(unlocked);
  authorizePartners(call);
  const row = await connectionRow(call, partnerConnectionId);
  if (automatic && row.lastSyncAt === null) {
    throw conflict("Import the people of the first sync. From then on, syncs can run by themselves.", "notImported");
  }
  await call.db
    .update(partnerConnection)
    .set({
      ...{ automatic, pushCleared, nextSyncAt: automatic ? call.now : null },
      ...(!pushCleared && { reportProblem: null, reportProblemAt: null }),
    })
    .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, partnerConnectionId)));
  await audit(call, [{ action: "partner.changed", subjectId: partnerConnectionId, facts: { automatic, pushCleared } }]);
}

/**
 * Disconnects a partner: its credentials and everything that was read from it are deleted, the rows of earlier imports in their
 * own time. People, their memberships, and the ids by which the partner knows them stay.
 *
 * @throws Forbidden, NotFound
 */
export async function disconnect(unlocked: Call, partnerConnectionId: string): Promise<void> {
  const call = await withLocks(unlocked);
  authorizePartners(call);
  const row = await connectionRow(call, partnerConnectionId);
  if (await openSync(call, partnerConnectionId)) await cancelSync(call, partnerConnectionId);
  await call.db
    .update(partnerConnection)
    .set({
      state: "disconnected",
      sealedCredentials: null,
      disconnectedAt: call.now,
      automatic: false,
      nextSyncAt: null,
    })
    .where(
      and(
        ours(partnerConnection, call),
        eq(partnerConnection.partnerConnectionId, partnerConnectionId),
        ne(partnerConnection.state, "disconnected"),
      ),
    );
  for (const table of [partnerPlace, partnerPerson, partnerRegistration, partnerFlag, partnerReport]) {
    await call.db.delete(table).where(and(ours(table, call), eq(table.partnerConnectionId, partnerConnectionId)));
  }
  await call.db
    .delete(partnerDirectory)
    .where(and(ours(partnerDirectory, call), eq(partnerDirectory.externalId, partnerConnectionId)));
  const facts = { source: row.integrationSource };
  await audit(call, [{ action: "partner.disconnected", subjectId: partnerConnectionId, facts }]);
}
