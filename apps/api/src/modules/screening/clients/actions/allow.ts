import type { BodyOf } from "@touchline/contract";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { allowProviderAccount, ProviderAccounts } from "@touchline/contract/screening/clients";
import { and, eq } from "drizzle-orm";
import { ProviderError } from "../../../../adapters/provider-http.ts";
import type { ScreeningProvider } from "../../../../adapters/screening/port.ts";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import type { Visit } from "../../../../http/mount.ts";
import { organizationDirectory } from "../../../../schema/accounts.ts";
import { screeningGrant } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";
import { orderingProvider } from "../queries/agencies.ts";
import { askProvider, providerRefusal } from "../queries/ask-provider.ts";
import { accountKey, clientsOf, grantedKeys } from "../queries/clients.ts";

type Operating = { visit: Pick<Visit, "tenancy" | "now" | "adapters">; id: string; operator: string };

/** In the organization that an operator names. @throws NotFound */
async function inOrganization<Result>({ visit, id }: Operating, work: (call: Call) => Promise<Result>) {
  const { tenancy, now, adapters } = visit;
  const [known] = await tenancy.runShared((db) =>
    db
      .select({ id: organizationDirectory.organizationId })
      .from(organizationDirectory)
      .where(eq(organizationDirectory.organizationId, id)),
  );
  if (!known) throw notFound("organization");
  const organizationId = tenancy.found(id);
  return tenancy.run(organizationId, (db) =>
    work({ actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters }),
  );
}

/** Lists the accounts that one organization may use: none that was opened for another one. */
const accountsFor = async ({ accounts }: ScreeningProvider, id: string) =>
  (await accounts.accounts()).filter(({ reference }) => reference === null || reference === id);

/** Lists the accounts of every provider, with those that the organization may use and uses. @throws NotFound */
export async function providerAccountsFor(operating: Operating): Promise<ProviderAccounts> {
  const { allowed, connected } = await inOrganization(operating, async (call) => ({
    allowed: await grantedKeys(call),
    connected: new Set((await clientsOf(call)).map(accountKey)),
  }));
  const answers = await Promise.all(
    [...operating.visit.adapters.screening.values()].map(async (one) => {
      const { provider, name } = one;
      try {
        return { provider, found: await accountsFor(one, operating.id) };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return { provider, message: providerRefusal(error, name).message };
      }
    }),
  );
  return {
    accounts: answers.flatMap(({ provider, found = [] }) =>
      found.map(({ id, name, status }) => {
        const key = accountKey({ provider, accountId: id });
        return {
          ...{ provider, accountId: id, name, status },
          allowed: allowed.has(key),
          connected: connected.has(key),
        };
      }),
    ),
    failures: answers.flatMap(({ provider, message }) => (message === undefined ? [] : [{ provider, message }])),
  };
}

/**
 * Lets an organization connect an account, or no longer. One that was opened for another organization is never offered.
 *
 * @throws NotFound; Conflict where the organization is connected to it; 502 or 503 where the provider fails
 */
export async function allowAccount(
  operating: Operating,
  { provider, accountId, allowed }: BodyOf<typeof allowProviderAccount>,
): Promise<void> {
  const { visit, id, operator } = operating;
  if (!allowed) return inOrganization(operating, (call) => withdraw(call, { provider, accountId, operator }));
  const one = orderingProvider(visit.adapters.screening, provider);
  const found = await askProvider(one.name, () => accountsFor(one, id));
  const account = found.find((candidate) => candidate.id === accountId);
  if (!account) throw notFound("screeningAccount");
  await inOrganization(operating, async (call) => {
    const added = await call.db
      .insert(screeningGrant)
      .values({
        organizationId: call.organizationId,
        ...{ provider, accountId, name: account.name, grantedBy: operator, grantedAt: call.now },
      })
      .onConflictDoNothing()
      .returning({ accountId: screeningGrant.accountId });
    if (added.length > 0) await auditAccount(call, "screening.accountAllowed", { provider, accountId, operator });
  });
}

type Named = { provider: BackgroundCheckProvider; accountId: string; operator: string };

async function withdraw(call: Call, named: Named): Promise<void> {
  const { provider, accountId } = named;
  if ((await clientsOf(call)).some((client) => accountKey(client) === accountKey(named))) {
    throw conflict("The organization is connected to this account, so it can't be withdrawn.", "connected");
  }
  const removed = await call.db
    .delete(screeningGrant)
    .where(
      and(ours(screeningGrant, call), eq(screeningGrant.provider, provider), eq(screeningGrant.accountId, accountId)),
    )
    .returning({ accountId: screeningGrant.accountId });
  if (removed.length > 0) await auditAccount(call, "screening.accountWithdrawn", named);
}

const auditAccount = (call: Call, action: "screening.accountAllowed" | "screening.accountWithdrawn", facts: Named) =>
  audit(call, [{ action, subjectId: call.organizationId, facts }]);
