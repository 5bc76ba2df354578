import type { FastifyBaseLogger } from "fastify";
import type { Pool, PoolClient } from "pg";
import { v7 as uuidv7 } from "uuid";
import type { Accounts } from "./accounts.ts";
import type { Codes } from "./codes.ts";
import type { Asking, FactorProblem, OwnerProofs, Proof } from "./owner-proof.ts";
import type { Passkeys } from "./passkeys.ts";

/** `address`: where the owner is notified of the change. `recoveryCodes`: the new ones, which are shown only once. */
export type FactorChange = { name: string; address: string; recoveryCodes: string[] | null };

export type Factors = {
  passkeys: { passkeyId: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  app: { createdAt: Date; lastUsedAt: Date | null } | null;
  recoveryCodes: { left: number; createdAt: Date } | null;
};

const mostPasskeys = 20;
const appPatience = 15 * 60_000;
/** The longest life of a session, in milliseconds. */
const sessionLife = 14 * 24 * 60 * 60_000;

type Parts = {
  pool: Pool;
  accounts: Accounts;
  passkeys: Passkeys;
  codes: Codes;
  owners: OwnerProofs;
  now: () => number;
  log: FastifyBaseLogger;
};

/** The second factors of an account, and how they are added and removed. Each change locks the account's row. */
export function createFactors({ pool, accounts, passkeys, codes, owners, now, log }: Parts) {
  const { admitted, admittedToAdd, hasShown } = owners;

  async function inTurn<Result>(sub: string, work: (client: PoolClient, has: number) => Promise<Result>) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      await client.query("select from identity.account where sub = $1 for no key update", [sub]);
      const { rows } = await client.query<{ has: number }>(
        `select (select count(*) from identity.passkey where sub = $1)::int +
           (select count(*) from identity.totp where sub = $1 and confirmed_at is not null)::int as has`,
        [sub],
      );
      const result = await work(client, rows[0]?.has ?? 0);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** What follows when a factor is added: recovery codes with the first one, and this session counts as having shown it. */
  async function oneMore(client: PoolClient, { sub, sid }: Asking, has: number): Promise<string[] | null> {
    await client.query(
      "insert into identity.shown_factor (grant_id, sub, expires_at) values ($1, $2, $3) on conflict do nothing",
      [sid, sub, new Date(now() + sessionLife)],
    );
    if (has > 0) return null;
    // The provider's sessions, which sign in at partners silently, have shown only a password, so they end.
    await client.query("delete from identity.payload where account_id = $1 and model = 'Session'", [sub]);
    return replaceCodes(client, sub);
  }

  async function replaceCodes(client: PoolClient, sub: string): Promise<string[]> {
    const made = codes.newRecoveryCodes(sub);
    await client.query("delete from identity.recovery_code where sub = $1", [sub]);
    await client.query(
      "insert into identity.recovery_code (sub, hash, created_at) select $1, unnest($2::bytea[]), $3",
      [sub, made.hashes, new Date(now())],
    );
    return made.codes;
  }

  /** Tests whether this passkey is the only way into the account: it has no password, partner sign-in, or other passkey. */
  async function isLastWayIn(client: PoolClient, sub: string, passkeyId: string): Promise<boolean> {
    const { rowCount } = await client.query(
      `select from identity.account where sub = $1 and password_hash is null
         and not exists (select from identity.federated_identity as linked where linked.sub = account.sub)
         and exists (select from identity.passkey where passkey.sub = account.sub and passkey_id = $2)
         and not exists (select from identity.passkey where passkey.sub = account.sub and passkey_id <> $2)`,
      [sub, passkeyId],
    );
    return rowCount === 1;
  }

  const logChange = (sub: string, what: string) => log.info({ sub, what }, "Second factor changed");

  return {
    /** Returns what the account has, oldest first. */
    async list(sub: string): Promise<Factors> {
      const [keys, apps, left] = await Promise.all([
        pool.query<Factors["passkeys"][number]>(
          `select passkey_id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"
           from identity.passkey where sub = $1 order by created_at, passkey_id limit ${mostPasskeys}`,
          [sub],
        ),
        pool.query<NonNullable<Factors["app"]>>(
          `select confirmed_at as "createdAt", last_used_at as "lastUsedAt" from identity.totp
           where sub = $1 and confirmed_at is not null`,
          [sub],
        ),
        pool.query<{ left: number; createdAt: Date | null }>(
          `select count(*) filter (where used_at is null)::int as left, max(created_at) as "createdAt"
           from identity.recovery_code where sub = $1`,
          [sub],
        ),
      ]);
      const [row] = left.rows;
      return {
        passkeys: keys.rows,
        app: apps.rows[0] ?? null,
        recoveryCodes: row?.createdAt ? { left: row.left, createdAt: row.createdAt } : null,
      };
    },

    /** Returns the options for a passkey as proof of the account's owner. */
    proofOptions: (sub: string) => passkeys.requestOptions(sub),

    async beginPasskey(asking: Asking, proof: Proof) {
      const account = await admittedToAdd(asking, proof);
      return "problem" in account ? account : { options: await passkeys.creationOptions(account) };
    },

    async finishPasskey(asking: Asking, response: string, name: string): Promise<FactorProblem | FactorChange> {
      const { sub } = asking;
      const account = await accounts.bySub(sub);
      const made = account && (await passkeys.made(response, sub));
      if (!made) return { problem: "wrong" };
      if (!(await hasShown(asking))) return { problem: "showFirst" };
      const result = await inTurn(sub, async (client, has) => {
        if (has >= mostPasskeys) return { problem: "tooMany" as const };
        const { rowCount } = await client.query(
          `insert into identity.passkey
             (passkey_id, sub, credential_id, public_key, counter, transports, name, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
          [
            made.passkeyId,
            sub,
            made.credentialId,
            made.publicKey,
            made.counter,
            made.transports,
            name,
            new Date(now()),
          ],
        );
        if (rowCount !== 1) return { problem: "taken" as const };
        return { name, address: account.email, recoveryCodes: await oneMore(client, asking, has) };
      });
      if (!("problem" in result)) logChange(sub, "passkey added");
      return result;
    },

    async renamePasskey(asking: Asking, passkeyId: string, name: string): Promise<FactorProblem | { name: string }> {
      if (!(await hasShown(asking))) return { problem: "showFirst" };
      const { rowCount } = await pool.query(
        "update identity.passkey set name = $3 where sub = $1 and passkey_id = $2",
        [asking.sub, passkeyId, name],
      );
      return rowCount === 1 ? { name } : { problem: "none" };
    },

    async beginApp(asking: Asking, proof: Proof) {
      const account = await admittedToAdd(asking, proof);
      if ("problem" in account) return account;
      const { sub } = account;
      const app = codes.newApp(account);
      const totpId = uuidv7();
      return inTurn(sub, async (client) => {
        const { rows } = await client.query<{ confirmed: boolean }>(
          "select confirmed_at is not null as confirmed from identity.totp where sub = $1",
          [sub],
        );
        if (rows.some(({ confirmed }) => confirmed)) return { problem: "taken" as const };
        await client.query("delete from identity.totp where sub = $1", [sub]);
        await client.query(
          "insert into identity.totp (totp_id, sub, secret_sealed, created_at) values ($1, $2, $3, $4)",
          [totpId, sub, app.sealed, new Date(now())],
        );
        return { totpId, secret: app.secret, uri: app.uri };
      });
    },

    /** Confirms a new app with a code, which is consumed. */
    async finishApp(asking: Asking, totpId: string, code: string): Promise<FactorProblem | FactorChange> {
      const { sub } = asking;
      const account = await accounts.bySub(sub);
      if (!account) return { problem: "wrong" };
      if (!(await hasShown(asking))) return { problem: "showFirst" };
      const result = await inTurn(sub, async (client, has) => {
        const { rows } = await client.query<{ secret_sealed: Buffer }>(
          `select secret_sealed from identity.totp
           where totp_id = $1 and sub = $2 and confirmed_at is null and created_at > $3`,
          [totpId, sub, new Date(now() - appPatience)],
        );
        const [app] = rows;
        if (!app) return { problem: "none" as const };
        const step = codes.stepOf(sub, app.secret_sealed, code);
        if (step === null) return { problem: "wrong" as const };
        await client.query("update identity.totp set confirmed_at = $2, last_step = $3 where totp_id = $1", [
          totpId,
          new Date(now()),
          step,
        ]);
        return { name: "", address: account.email, recoveryCodes: await oneMore(client, asking, has) };
      });
      if (!("problem" in result)) logChange(sub, "app added");
      return result;
    },

    /** Removes a passkey, or the app. @param keepOne refuses to remove the last one. */
    async remove(
      asking: Asking,
      proof: Proof,
      { passkeyId, keepOne }: { passkeyId: string | null; keepOne: boolean },
    ): Promise<FactorProblem | FactorChange> {
      const account = await admitted(asking, proof);
      if ("problem" in account) return account;
      const { sub, email } = account;
      const result = await inTurn(sub, async (client, has) => {
        if (keepOne && has === 1) return { problem: "last" as const };
        if (passkeyId && (await isLastWayIn(client, sub, passkeyId))) return { problem: "lastWayIn" as const };
        const { rows } = passkeyId
          ? await client.query<{ name: string }>(
              "delete from identity.passkey where sub = $1 and passkey_id = $2 returning name",
              [sub, passkeyId],
            )
          : await client.query<{ name: string }>(
              "delete from identity.totp where sub = $1 and confirmed_at is not null returning '' as name",
              [sub],
            );
        const [deleted] = rows;
        if (!deleted) return { problem: "none" as const };
        if (has === 1) await client.query("delete from identity.recovery_code where sub = $1", [sub]);
        return { name: deleted.name, address: email, recoveryCodes: null };
      });
      if (!("problem" in result)) logChange(sub, passkeyId ? "passkey removed" : "app removed");
      return result;
    },

    /** Creates new recovery codes, which replace all earlier ones. */
    async renewRecoveryCodes(asking: Asking, proof: Proof): Promise<FactorProblem | FactorChange> {
      const account = await admitted(asking, proof);
      if ("problem" in account) return account;
      const result = await inTurn(account.sub, async (client, has) => {
        if (has === 0) return { problem: "none" as const };
        return { name: "", address: account.email, recoveryCodes: await replaceCodes(client, account.sub) };
      });
      if (!("problem" in result)) logChange(account.sub, "recovery codes renewed");
      return result;
    },
  };
}

export type FactorsOf = ReturnType<typeof createFactors>;
