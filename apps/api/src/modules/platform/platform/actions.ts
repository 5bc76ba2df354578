import { createHash } from "node:crypto";
import { inArray, not } from "drizzle-orm";
import type { IdentityPort } from "../../../adapters/identity/port.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { platformOperator } from "../../../schema/platform.ts";

/** Those whom the configuration names, and whose accounts are not known yet. */
export type AwaitedOperators = {
  /** @returns whether this account is one of them: it is an operator from now on. */
  takeUp(now: Date, appUserId: string): Promise<boolean>;
};

/** Two spellings of one address give the same, as at the identity service. */
const hashOf = (address: string) =>
  createHash("sha256").update(address.trim().normalize("NFKC").toLowerCase()).digest();

/** Whoever the configuration names no more is no operator anymore. */
export async function keepOperators(tenancy: Tenancy, addresses: readonly string[]): Promise<void> {
  await tenancy.runShared((db) =>
    db
      .delete(platformOperator)
      .where(addresses.length === 0 ? undefined : not(inArray(platformOperator.addressHash, addresses.map(hashOf)))),
  );
}

/**
 * An address becomes an account when somebody logs in with it who has shown to receive mail there: anybody can register an
 * address. Each names one account, once. As long as one has not logged in, every login asks for its account's address.
 */
export function awaitedOperators(
  { tenancy, identity }: { tenancy: Tenancy; identity: Pick<IdentityPort, "accountById"> },
  addresses: readonly string[],
): AwaitedOperators {
  const awaited = new Map(addresses.map((address) => [hashOf(address).toString("hex"), hashOf(address)]));
  let known: Promise<void> | null = null;

  async function forgetKnown() {
    const rows = await tenancy.runShared((db) =>
      db.select({ addressHash: platformOperator.addressHash }).from(platformOperator),
    );
    for (const { addressHash } of rows) awaited.delete(addressHash.toString("hex"));
  }

  return {
    async takeUp(now, appUserId) {
      if (awaited.size === 0) return false;
      known ??= forgetKnown().catch((error: unknown) => {
        known = null;
        throw error;
      });
      await known;
      if (awaited.size === 0) return false;
      // An identity service that does not answer is asked again at the next token.
      const account = await identity.accountById(appUserId).catch(() => null);
      const key = account?.emailConfirmed ? hashOf(account.email).toString("hex") : "";
      const addressHash = awaited.get(key);
      if (!addressHash) return false;
      const named = await tenancy.runShared((db) =>
        db
          .insert(platformOperator)
          .values({ appUserId, addressHash, namedAt: now })
          .onConflictDoNothing()
          .returning({ appUserId: platformOperator.appUserId }),
      );
      awaited.delete(key);
      return named.length > 0;
    },
  };
}
