import type { Preferences } from "@touchline/contract/accounts/account-settings";
import { eq } from "drizzle-orm";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { accountPreference } from "../../../../schema/accounts.ts";

/** The preferences of an account that chose nothing. */
export const usual: Preferences = { language: "en", scheme: null, muted: [], digest: "weekly" };

/** Returns an account's preferences. */
export async function preferencesOf(tenancy: Tenancy, appUserId: string): Promise<Preferences> {
  const [row] = await tenancy.runShared((db) =>
    db
      .select({
        language: accountPreference.language,
        scheme: accountPreference.scheme,
        muted: accountPreference.muted,
        digest: accountPreference.digest,
      })
      .from(accountPreference)
      .where(eq(accountPreference.appUserId, appUserId)),
  );
  return row ?? usual;
}

/** Saves the given preferences and keeps the others. */
export async function savePreferences(
  tenancy: Tenancy,
  now: Date,
  appUserId: string,
  input: { [Name in keyof Preferences]?: Preferences[Name] | undefined },
): Promise<Preferences> {
  const { language, scheme, digest } = input;
  const muted = input.muted && [...new Set(input.muted)];
  const changes = {
    ...(language && { language }),
    ...(scheme && { scheme }),
    ...(muted && { muted }),
    ...(digest && { digest }),
  };
  await tenancy.runShared((db) =>
    db
      .insert(accountPreference)
      .values({ ...usual, ...changes, appUserId, updatedAt: now })
      .onConflictDoUpdate({ target: accountPreference.appUserId, set: { ...changes, updatedAt: now } }),
  );
  return preferencesOf(tenancy, appUserId);
}
