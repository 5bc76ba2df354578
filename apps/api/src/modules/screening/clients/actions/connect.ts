import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { and, eq, isNotNull } from "drizzle-orm";
import type { AccountAccess, ProviderAccount } from "../../../../adapters/screening/port.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { screeningClient } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";
import { tokenPlace } from "../queries/clients.ts";

type Connected = {
  provider: BackgroundCheckProvider;
  account: ProviderAccount;
  access: AccountAccess;
  connectedBy: string;
};

/** Connects the organization to an account; its token is sealed. @returns the client's id. @throws Conflict when it is already */
export async function connectAccount(
  call: Call,
  { provider, account, access, connectedBy }: Connected,
): Promise<string> {
  const [before] = await call.db
    .select({ id: screeningClient.screeningClientId })
    .from(screeningClient)
    .where(
      and(
        ours(screeningClient, call),
        eq(screeningClient.provider, provider),
        eq(screeningClient.accountId, account.id),
        isNotNull(screeningClient.disconnectedAt),
      ),
    );
  const screeningClientId = before?.id ?? newId();
  const { wrappedKey } = await organizationFacts(call);
  const place = tokenPlace(call, screeningClientId);
  const values = {
    name: account.name,
    sealedToken: access.token === null ? null : call.adapters.vault.seal(wrappedKey, place, access.token),
    connectedBy,
    connectedAt: call.now,
    disconnectedAt: null,
  };
  const { organizationId } = call;
  const added = await call.db
    .insert(screeningClient)
    .values({ organizationId, screeningClientId, provider, accountId: account.id, ...values })
    .onConflictDoUpdate({
      target: [screeningClient.organizationId, screeningClient.provider, screeningClient.accountId],
      set: values,
      // Sealed under its own id: somebody else who connects the account first owns it.
      setWhere: and(
        isNotNull(screeningClient.disconnectedAt),
        eq(screeningClient.screeningClientId, screeningClientId),
      ),
    })
    .returning({ id: screeningClient.screeningClientId });
  if (added.length === 0) throw conflict("This account is connected already.", "connected");
  await audit(call, [
    { action: "screening.clientConnected", subjectId: screeningClientId, facts: { provider, accountId: account.id } },
  ]);
  return screeningClientId;
}
