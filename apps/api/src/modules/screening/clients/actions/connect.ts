import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { AccountAccess, ProviderAccount } from "../../../../adapters/screening/port.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
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
  const screeningClientId = newId();
  const { wrappedKey } = await organizationFacts(call);
  const place = tokenPlace(call, screeningClientId);
  const added = await call.db
    .insert(screeningClient)
    .values({
      organizationId: call.organizationId,
      screeningClientId,
      provider,
      accountId: account.id,
      name: account.name,
      sealedToken: access.token === null ? null : call.adapters.vault.seal(wrappedKey, place, access.token),
      connectedBy,
      connectedAt: call.now,
    })
    .onConflictDoNothing()
    .returning({ id: screeningClient.screeningClientId });
  if (added.length === 0) throw conflict("This account is connected already.", "connected");
  await audit(call, [
    { action: "screening.clientConnected", subjectId: screeningClientId, facts: { provider, accountId: account.id } },
  ]);
  return screeningClientId;
}
