import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { invalid } from "../errors.ts";
import { openSignalSender } from "./signals.ts";
import { inTransaction } from "./transaction.ts";

declare const minted: unique symbol;
/** A tenant's id that was looked up and verified. Only this file creates one. */
export type OrganizationId = string & { readonly [minted]: true };

/** The query builder in one transaction of one tenant. The only access to the tenant's tables. */
export type TenantDb = NodePgDatabase & { readonly [minted]: true };

/** The query builder outside every tenant. */
export type SharedDb = NodePgDatabase;

/** `chosen`: whether this account last acted as it. */
export type ProfileOfAccount = { profileId: string; organizationId: OrganizationId; chosen: boolean };

export type Tenancy = {
  /** Returns the organization of a profile that this account may act as, or null. Every call goes through it. */
  organizationOfProfile(profileId: string, appUserId: string): Promise<OrganizationId | null>;
  /** Lists all profiles of one account, over all organizations, at most 1000. One of the few queries across tenants. */
  profilesOfAccount(appUserId: string): Promise<ProfileOfAccount[]>;
  /** Returns the organization and the invitation of a link's token, by the SHA-256 of the token; null also while it is suspended. */
  organizationOfInvitation(tokenHash: Buffer): Promise<{ organizationId: OrganizationId; invitationId: string } | null>;
  /** Returns the organization of a sign-up URL. */
  organizationOfSignupUrl(tokenHash: Buffer): Promise<{ organizationId: OrganizationId; signupUrlId: string } | null>;
  /**
   * Returns the organization of an API key, by the SHA-256 of the key, or null. Whether the key still works is checked there.
   */
  organizationOfApiKey(tokenHash: Buffer): Promise<{ organizationId: OrganizationId; apiKeyId: string } | null>;
  /** Returns the organization of an identity provider at which people can sign in, or null. */
  organizationOfSso(ssoConnectionId: string): Promise<OrganizationId | null>;
  /** Lists the identity providers that vouch for addresses of a domain, over all organizations. */
  ssoOfDomain(domain: string): Promise<{ key: string; name: string }[]>;
  /** Every organization with members, ordered by id. For schedules. */
  organizations(): AsyncGenerator<OrganizationId>;
  /** Organizations with pending statuses, counts or indexes, in the same order, in one query. */
  organizationsBehind(at: Date): AsyncGenerator<OrganizationId>;
  /** Organizations where a guarded person is or soon will be 18. */
  organizationsComingOfAge(at: Date): AsyncGenerator<OrganizationId>;
  /** Organizations with reminders of today still to send. */
  organizationsToRemind(at: Date): AsyncGenerator<OrganizationId>;
  /** Organizations with a past day missing in the trend. */
  organizationsToKeepDay(at: Date): AsyncGenerator<OrganizationId>;
  /** Organizations where a new day has begun and something required depends on the date. */
  organizationsOnAnotherDay(at: Date): AsyncGenerator<OrganizationId>;
  /** Organizations where a redo date is still being applied to completions. */
  organizationsRedoing(): AsyncGenerator<OrganizationId>;
  /** Organizations with people still to be compared for duplicates. */
  organizationsComparing(): AsyncGenerator<OrganizationId>;
  /** Organizations where someone needs a sex offender search. */
  organizationsSearchingRegistries(): AsyncGenerator<OrganizationId>;
  /** Organizations where someone needs a license of U.S. Soccer. */
  organizationsAskingLicenses(): AsyncGenerator<OrganizationId>;
  /** Organizations with trainings whose status must be read from the provider. */
  organizationsAwaitingTrainings(at: Date): AsyncGenerator<OrganizationId>;
  /** Organizations with background check orders whose status must be read from the provider. */
  organizationsAwaitingProviders(at: Date): AsyncGenerator<OrganizationId>;
  /** Organizations with payments whose status must be read from the card provider. */
  organizationsAwaitingPayments(at: Date): AsyncGenerator<OrganizationId>;
  /** Tax-exempt organizations. */
  organizationsExempt(): AsyncGenerator<OrganizationId>;
  /** Organizations with events for webhook endpoints. */
  organizationsWithEvents(): AsyncGenerator<OrganizationId>;
  /** Organizations that are connected with a partner. */
  organizationsWithPartners(): AsyncIterable<OrganizationId>;
  /** Organizations with verified domains. */
  organizationsWithDomains(): AsyncGenerator<OrganizationId>;
  /** Organizations with webhook endpoints, including removed ones. */
  organizationsWithWebhooks(): AsyncGenerator<OrganizationId>;
  /** Webhook endpoints with deliveries that are due, working ones first; up to a maximum. */
  webhooksDue(at: Date, most: number): Promise<{ organizationId: OrganizationId; webhookEndpointId: string }[]>;
  /** Returns those of a few organizations that are neither suspended nor closed, in their order. */
  inUse(organizationIds: readonly OrganizationId[]): Promise<OrganizationId[]>;
  /** Returns whether an organization was closed, which is for good. */
  isClosed(organizationId: OrganizationId): Promise<boolean>;
  /** Creates a new tenant's id; for the creation of an organization, and for ids stored by jobs. */
  found(organizationId: string): OrganizationId;
  /** Runs `work` in one transaction of the tenant: committed when it resolves, rolled back when it throws. */
  run<Result>(organizationId: OrganizationId, work: (db: TenantDb) => Promise<Result>): Promise<Result>;
  /** Runs `work`, which only reads, in one read-only transaction of the tenant: PostgreSQL refuses writes. */
  read<Result>(organizationId: string, work: (db: TenantDb) => Promise<Result>): Promise<Result>;
  /** Runs work outside every tenant, for shared tables: tenant tables show no rows. */
  runShared<Result>(work: (db: SharedDb) => Promise<Result>): Promise<Result>;
  /** The query builder outside every tenant and without a transaction: each statement is one of its own, in one round trip. */
  readonly shared: SharedDb;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function checked(id: string): OrganizationId {
  if (!uuid.test(id)) throw invalid("organizationId", "This is not an id.");
  return id as OrganizationId;
}

/** How many profiles' organizations a process caches, and how many keys'. */
const remembered = 10_000;
/** Skips from one organization to the next in the index, instead of reading every profile. */
const eachOrganization = `
  WITH RECURSIVE each AS (
    (SELECT organization_id FROM profile_directory WHERE organization_id > $1 ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT next.organization_id FROM profile_directory next
      WHERE next.organization_id > each.organization_id ORDER BY next.organization_id LIMIT 1
    ) FROM each WHERE each.organization_id IS NOT NULL
  )
  SELECT organization_id FROM each WHERE organization_id IS NOT NULL LIMIT 200`;

/** @param onStatement called with every statement that a tenant's transaction sends; tests assert on it. */
export function openTenancy(pool: pg.Pool, onStatement?: (sql: string) => void): Tenancy {
  // Only found ones are cached, and not used for authorization: a profile stays in its organization, and `loadActor` checks at
  // every call whether it still belongs to the account.
  const cachedOrganizations = new Map<string, OrganizationId>();
  const cachedKeys = new Map<string, { organizationId: OrganizationId; apiKeyId: string }>();
  const sender = openSignalSender(pool);
  return {
    async organizationOfProfile(profileId, appUserId) {
      const key = `${profileId} ${appUserId}`;
      const before = cachedOrganizations.get(key);
      if (before) return before;
      const { rows } = await pool.query<{ organization_id: string }>(
        "SELECT organization_id FROM profile_directory WHERE profile_id = $1 AND app_user_id = $2",
        [profileId, appUserId],
      );
      if (!rows[0]) return null;
      const organizationId = checked(rows[0].organization_id);
      if (cachedOrganizations.size >= remembered)
        cachedOrganizations.delete(cachedOrganizations.keys().next().value as string);
      cachedOrganizations.set(key, organizationId);
      return organizationId;
    },

    async profilesOfAccount(appUserId) {
      // Runs at every sign-in: named, so that its plan is kept.
      const { rows } = await pool.query<{ profile_id: string; organization_id: string; chosen: boolean }>({
        name: "profiles_of_account",
        text: `SELECT profile_id, organization_id, account_choice.profile_id IS NOT NULL AS chosen
         FROM profile_directory LEFT JOIN account_choice USING (app_user_id, profile_id)
         WHERE app_user_id = $1 ORDER BY profile_id LIMIT 1000`,
        values: [appUserId],
      });
      return rows.map(({ profile_id: profileId, organization_id, chosen }) => ({
        profileId,
        organizationId: checked(organization_id),
        chosen,
      }));
    },

    async organizationOfInvitation(tokenHash) {
      const { rows } = await pool.query<{ organization_id: string; invitation_id: string }>(
        `SELECT organization_id, invitation_id FROM invitation_token JOIN organization_directory USING (organization_id)
         WHERE token_hash = $1 AND state = 'active'`,
        [tokenHash],
      );
      const [row] = rows;
      return row ? { organizationId: checked(row.organization_id), invitationId: row.invitation_id } : null;
    },

    async organizationOfSignupUrl(tokenHash) {
      const { rows } = await pool.query<{ organization_id: string; signup_url_id: string }>(
        `SELECT organization_id, signup_url_id FROM signup_url_token JOIN organization_directory USING (organization_id)
         WHERE token_hash = $1 AND state = 'active'`,
        [tokenHash],
      );
      const [row] = rows;
      return row ? { organizationId: checked(row.organization_id), signupUrlId: row.signup_url_id } : null;
    },

    async organizationOfApiKey(tokenHash) {
      const hash = tokenHash.toString("base64");
      const before = cachedKeys.get(hash);
      if (before) return before;
      const { rows } = await pool.query<{ organization_id: string; api_key_id: string }>(
        "SELECT organization_id, api_key_id FROM api_key_token WHERE token_hash = $1",
        [tokenHash],
      );
      if (!rows[0]) return null;
      const found = { organizationId: checked(rows[0].organization_id), apiKeyId: rows[0].api_key_id };
      if (cachedKeys.size >= remembered) cachedKeys.delete(cachedKeys.keys().next().value as string);
      cachedKeys.set(hash, found);
      return found;
    },

    async organizationOfSso(ssoConnectionId) {
      const { rows } = await pool.query<{ id: string | null }>("SELECT organization_of_sso($1) AS id", [
        ssoConnectionId,
      ]);
      return rows[0]?.id ? checked(rows[0].id) : null;
    },

    async ssoOfDomain(domain) {
      const { rows } = await pool.query<{ key: string; name: string }>("SELECT key, name FROM sso_of_domain($1)", [
        domain,
      ]);
      return rows;
    },

    organizations: () => inPages(eachOrganization, []),
    organizationsBehind: (at) => inPages("SELECT organizations_behind($2, $1, 200) AS organization_id", [at]),
    organizationsComingOfAge: (at) =>
      inPages("SELECT organizations_coming_of_age($2, $1, 200) AS organization_id", [at]),
    organizationsToRemind: (at) => inPages("SELECT organizations_to_remind($2, $1, 200) AS organization_id", [at]),
    organizationsToKeepDay: (at) => inPages("SELECT organizations_to_keep_day($2, $1, 200) AS organization_id", [at]),
    organizationsOnAnotherDay: (at) =>
      inPages("SELECT organizations_on_another_day($2, $1, 200) AS organization_id", [at]),

    organizationsRedoing: () => inPages("SELECT organizations_redoing($1, 200) AS organization_id", []),

    organizationsComparing: () => inPages("SELECT organizations_comparing($1, 200) AS organization_id", []),

    organizationsSearchingRegistries: () =>
      inPages("SELECT organizations_searching_registries($1, 200) AS organization_id", []),

    organizationsAskingLicenses: () => inPages("SELECT organizations_asking_licenses($1, 200) AS organization_id", []),

    organizationsAwaitingTrainings: (at) =>
      inPages("SELECT organizations_awaiting_trainings($2, $1, 200) AS organization_id", [at]),

    organizationsAwaitingProviders: (at) =>
      inPages("SELECT organizations_awaiting_providers($2, $1, 200) AS organization_id", [at]),

    organizationsAwaitingPayments: (at) =>
      inPages("SELECT organizations_awaiting_payments($2, $1, 200) AS organization_id", [at]),

    organizationsExempt: () => inPages("SELECT organizations_exempt($1, 200) AS organization_id", []),

    organizationsWithEvents: () => inPages("SELECT organizations_telling($1, 200) AS organization_id", []),
    organizationsWithPartners: () => inPages("SELECT organizations_with_partners($1, 200) AS organization_id", []),
    organizationsWithDomains: () => inPages("SELECT organizations_with_domains($1, 200) AS organization_id", []),
    organizationsWithWebhooks: () => inPages("SELECT organizations_with_webhooks($1, 200) AS organization_id", []),

    async webhooksDue(at, most) {
      const { rows } = await pool.query<{ organization_id: string; webhook_endpoint_id: string }>(
        "SELECT organization_id, webhook_endpoint_id FROM webhooks_due($1, $2)",
        [at, most],
      );
      return rows.map((row) => ({
        organizationId: checked(row.organization_id),
        webhookEndpointId: row.webhook_endpoint_id,
      }));
    },

    async inUse(organizationIds) {
      const { rows } = await pool.query<{ organization_id: string }>({
        name: "organizations_not_in_use",
        text: "SELECT organization_id FROM organization_directory WHERE organization_id = ANY($1) AND state <> 'active'",
        values: [organizationIds],
      });
      const resting = new Set(rows.map((row) => row.organization_id));
      return organizationIds.filter((id) => !resting.has(id));
    },

    async isClosed(organizationId) {
      const { rowCount } = await pool.query({
        name: "organization_is_closed",
        text: "SELECT FROM organization_directory WHERE organization_id = $1 AND state = 'closed'",
        values: [organizationId],
      });
      return rowCount === 1;
    },

    found: checked,

    run: (organizationId, work) => within(organizationId, false, work),
    read: (organizationId, work) => within(organizationId, true, work),
    runShared: (work) => inTransaction(pool, {}, work),
    shared: drizzle(pool),
  };

  async function within<Result>(organizationId: string, readOnly: boolean, work: (db: TenantDb) => Promise<Result>) {
    // A SET LOCAL statement, not set_config(): only the statement reaches the shards of a cluster.
    const setting = `SET LOCAL app.organization_id = '${checked(organizationId)}'`;
    let mine: TenantDb | undefined;
    const result = await inTransaction(pool, { setting, readOnly, onStatement }, (db) => {
      mine = db as TenantDb;
      sender.begun(mine);
      return work(mine);
    });
    sender.committed(mine as TenantDb, organizationId);
    return result;
  }

  /** @param text selects the next ones after $1, ordered by id. */
  async function* inPages(text: string, more: readonly unknown[]): AsyncGenerator<OrganizationId> {
    for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
      const { rows } = await pool.query<{ organization_id: string }>(text, [after, ...more]);
      for (const row of rows) yield checked(row.organization_id);
      const last = rows.at(-1);
      if (!last) return;
      after = last.organization_id;
    }
  }
}

/** The first layer of tenant isolation, in every statement: `where(ours(level, call))`. */
export function ours(table: { organizationId: AnyColumn }, call: { organizationId: OrganizationId }): SQL {
  return eq(table.organizationId, call.organizationId);
}

/** Joins by a key within one tenant. Both columns must belong to tenant tables. */
export function onKey(left: AnyColumn, right: AnyColumn): SQL {
  return and(eq(tenantOf(left), tenantOf(right)), eq(left, right)) as SQL;
}

function tenantOf(column: AnyColumn): AnyColumn {
  return (column.table as unknown as { organizationId: AnyColumn }).organizationId;
}

/**
 * Counts the organizations in which an account has a profile of its own. One of the few queries across tenants, run within one.
 */
export async function organizationsOfAccount(db: TenantDb, appUserId: string): Promise<number> {
  const { rows } = await db.execute<{ organizations: number }>(
    sql`SELECT count(DISTINCT organization_id)::int AS organizations FROM profile_directory WHERE app_user_id = ${appUserId}`,
  );
  return rows[0]?.organizations ?? 0;
}
