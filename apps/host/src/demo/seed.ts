import type { Adapters } from "@touchline/api/call";
import { openTenancy } from "@touchline/api/database/tenancy";
import { shippedPolicies } from "@touchline/api/modules/accounts/policies/actions";
import { createAccounts } from "@touchline/identity";
import { dayOf } from "@touchline/rules";
import type pg from "pg";
import { planClub } from "./club.ts";
import { offerItems, offerUpdate } from "./library.ts";
import { type DemoKey, demoLogins, demoOrganizations, demoPassword, holdsDemo } from "./logins.ts";
import type { PlannedOrganization } from "./plan.ts";
import { loadDemoRegistry } from "./registry.ts";
import { offerAnotherAccount } from "./screening.ts";
import { planState } from "./state.ts";
import { writeOrganization } from "./write-organization.ts";

type SeedDeps = {
  /** A pool that never refuses to wait, because starting Touchline may take as long as it takes. */
  pool: pg.Pool;
  /** Connections of the identity service's role. */
  accountsPool: pg.Pool;
  adapters: Adapters;
  /** Where providers are simulated; null or left out: no account is opened at any, and no check ordered. */
  simulatorUrl?: string | null;
  now: Date;
  log: (line: string) => void;
  /** Asked again and again: throws when the start was given up. */
  throwIfAborted: () => void;
};

/**
 * Fills an empty database with the demo organizations. A database with any other organization is left alone. Each organization
 * is one transaction, and accounts are found again by their address, so an interrupted start is continued.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const wanted = await missingOrganizations(deps.pool);
  if (wanted.length === 0) {
    // A demo that was seeded by an earlier version has no operator yet.
    if (await holdsDemo(deps.pool)) await demoAccounts(deps.accountsPool, ["operator"]);
    return;
  }
  deps.log("Adding the demo organization to the empty database. This happens once and takes a few seconds.");
  const today = dayOf(deps.now.getTime(), "UTC");
  // The large one first: statistics that are taken while it is under way, which only committed rows bring about, would
  // call its tables nearly empty, and every plan would scan them (seen: 171 s instead of 9).
  const plans = [planState(today), planClub(today)];
  const tenancy = openTenancy(deps.pool);
  await offerItems(tenancy, deps.now);
  const daysAgo = (days: number) => new Date(deps.now.getTime() - days * 86_400_000);
  for (const one of plans.filter(({ beginnings }) => beginnings.some(({ content }) => content === "search"))) {
    await loadDemoRegistry({ tenancy, adapters: deps.adapters, now: daysAgo(3) }, one);
  }
  await seedPlans(
    deps,
    plans.filter((one) => wanted.includes(one.organizationId)),
  );
  const [state] = plans;
  if (!state) return;
  const { now, adapters, simulatorUrl } = deps;
  const organizationId = tenancy.found(state.organizationId);
  if (simulatorUrl) await offerAnotherAccount({ tenancy, adapters, now }, organizationId);
  await offerUpdate(tenancy, { organizationId, now, adapters }, state.levels[0].levelId);
}

/** Writes planned organizations, one transaction each, and the demo's accounts where they are not there yet. */
export async function seedPlans(
  { pool, accountsPool, adapters, simulatorUrl = null, now, throwIfAborted }: Omit<SeedDeps, "log">,
  plans: readonly PlannedOrganization[],
): Promise<void> {
  const accounts = await demoAccounts(accountsPool);
  const tenancy = openTenancy(pool);
  for (const plan of plans) {
    const organizationId = tenancy.found(plan.organizationId);
    await tenancy.run(organizationId, (db) =>
      writeOrganization({ organizationId, db, now, adapters }, plan, accounts, { simulatorUrl, throwIfAborted }),
    );
  }
}

/** The demo's organizations that are not there yet; none when the database serves anybody else. */
async function missingOrganizations(pool: pg.Pool): Promise<string[]> {
  const demo = Object.values(demoOrganizations);
  const { rows } = await pool.query<{ id: string }>(
    "SELECT DISTINCT organization_id::text AS id FROM profile_directory LIMIT 3",
  );
  const present = rows.map((row) => row.id);
  if (present.some((id) => !demo.some((own) => own === id))) return [];
  return demo.filter((id) => !present.includes(id));
}

/** The accounts of the demo's logins, or of some: made where they are not there, with the first policies accepted. */
async function demoAccounts(pool: pg.Pool, only?: readonly DemoKey[]): Promise<Map<DemoKey, string>> {
  const accounts = createAccounts(pool);
  const policies = await shippedPolicies();
  const made = new Map<DemoKey, string>();
  // One after another: all at once they would wait for each other's connections and hashes.
  for (const { key, email } of demoLogins) {
    if (only && !only.includes(key)) continue;
    const known = await accounts.byEmail(email);
    const { sub } = known ?? (await accounts.create({ email, password: demoPassword }));
    for (const { type, version, bodySha256 } of policies) await accounts.accept(sub, type, `${version}`, bodySha256);
    made.set(key, sub);
  }
  return made;
}
