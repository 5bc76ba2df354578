import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { AvailableClient, ScreeningClient } from "@touchline/contract/screening/clients";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { AccountAccess } from "../../../../adapters/screening/port.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { screeningClient, screeningGrant, screeningOnboarding } from "../../../../schema/screening.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { namesOf } from "../../../people/index.ts";

/** More are never shown at once. */
const most = 200;

/** The encryption context of a connected account's token. */
export const tokenPlace = (call: Pick<Call, "organizationId">, clientId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "screening_client",
  column: "sealed_token",
  id: clientId,
});

/** The accounts that the organization is connected to, in the order in which they were. */
export async function clientsOf(call: Call): Promise<ScreeningClient[]> {
  const rows = await call.db
    .select()
    .from(screeningClient)
    .where(and(ours(screeningClient, call), isNull(screeningClient.disconnectedAt)))
    .orderBy(asc(screeningClient.connectedAt), asc(screeningClient.screeningClientId))
    .limit(most);
  const names = await namesOf(
    call,
    rows.map((row) => row.connectedBy),
  );
  const { screening } = call.adapters;
  return rows.map(({ screeningClientId, provider, accountId, name, connectedAt, connectedBy }) => ({
    clientId: screeningClientId,
    ...{ provider, accountId, name },
    simulated: screening.get(provider)?.simulated ?? false,
    reachable: screening.has(provider),
    connectedAt: connectedAt.toISOString(),
    connectedBy: names.get(connectedBy) ?? null,
  }));
}

type ClientAccess = { provider: BackgroundCheckProvider; access: AccountAccess };

/** Returns the credentials of an account, even of a disconnected one. @throws NotFound, also for another organization's */
export async function clientAccess(call: Call, clientId: string): Promise<ClientAccess> {
  const [row] = await call.db
    .select()
    .from(screeningClient)
    .where(and(ours(screeningClient, call), eq(screeningClient.screeningClientId, clientId)));
  if (!row) throw notFound("screeningClient");
  const { provider, accountId, sealedToken } = row;
  const { wrappedKey } = await organizationFacts(call);
  const token =
    sealedToken === null ? null : call.adapters.vault.open(wrappedKey, tokenPlace(call, clientId), sealedToken);
  return { provider, access: { accountId, token } };
}

const grants = (call: Call) =>
  call.db
    .select()
    .from(screeningGrant)
    .where(ours(screeningGrant, call))
    .orderBy(asc(screeningGrant.provider), asc(screeningGrant.name))
    .limit(most);

/** The account that was opened for the organization, where it was disconnected: no operator has to allow it. */
async function ownDisconnected(call: Call) {
  const { provider, accountId, name } = screeningClient;
  return call.db
    .select({ provider, accountId, name })
    .from(screeningClient)
    .innerJoin(
      screeningOnboarding,
      and(ours(screeningOnboarding, call), onKey(screeningOnboarding.accountId, screeningClient.accountId)),
    )
    .where(
      and(
        ours(screeningClient, call),
        eq(provider, BackgroundCheckProvider.Yardstik),
        isNotNull(screeningClient.disconnectedAt),
      ),
    );
}

/** The accounts that a platform operator lets the organization connect, as `provider/accountId`. */
export const grantedKeys = async (call: Call): Promise<Set<string>> => new Set((await grants(call)).map(accountKey));

export const accountKey = ({ provider, accountId }: { provider: number; accountId: string }) =>
  `${provider}/${accountId}`;

/** The accounts that the organization may connect, and has not. */
export async function availableClients(call: Call): Promise<AvailableClient[]> {
  const connected = new Set((await clientsOf(call)).map(accountKey));
  const { screening } = call.adapters;
  return [...(await ownDisconnected(call)), ...(await grants(call))]
    .filter((row) => screening.has(row.provider) && !connected.has(accountKey(row)))
    .map(({ provider, accountId, name }) => ({
      ...{ provider, accountId, name },
      simulated: screening.get(provider)?.simulated ?? false,
    }));
}

/**
 * Refuses an account that the organization isn't allowed to use, as if it didn't exist: otherwise an organization could see
 * another one's account and order with it.
 *
 * @throws NotFound
 */
export async function mustBeGranted(
  call: Call,
  { provider, accountId }: { provider: BackgroundCheckProvider; accountId: string },
): Promise<void> {
  const rows = await call.db
    .select({ accountId: screeningGrant.accountId })
    .from(screeningGrant)
    .where(
      and(ours(screeningGrant, call), eq(screeningGrant.provider, provider), eq(screeningGrant.accountId, accountId)),
    );
  const isOwn = (await ownDisconnected(call)).some((own) => accountKey(own) === accountKey({ provider, accountId }));
  if (rows.length === 0 && !isOwn) throw notFound("screeningAccount");
}
