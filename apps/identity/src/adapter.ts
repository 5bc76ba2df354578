import { createHash } from "node:crypto";
import { type Adapter, errors } from "oidc-provider";
import type { Pool } from "pg";

/**
 * If a used refresh token is sent again within this time, it is refused but doesn't count as stolen, because two tabs may have
 * raced. Until then `find` hides the use and only `consume` refuses. After it, oidc-provider sees the use and ends the token's
 * family.
 */
export const REUSE_GRACE_SECONDS = 10;

type Row = { payload: Record<string, unknown>; consumed: number | null };

const digest = (id: string) => createHash("sha256").update(id).digest();

const text = (value: unknown) => (typeof value === "string" ? value : null);

/**
 * Stores oidc-provider's data in `identity.payload`. Identifiers are stored as SHA-256, because the identifier of a refresh
 * token or code is the secret itself.
 *
 * @param now the time in milliseconds since 1970.
 */
export function postgresAdapter(pool: Pool, now: () => number): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const { jti, ...stored } = payload;
      // A session is also found by its uid, but then the caller must know its identifier, which only a signed cookie contains.
      const kept = model === "Session" ? payload : stored;
      const expiresAt = expiresIn === undefined ? null : new Date(now() + expiresIn * 1000);
      await pool.query({
        name: "payload.upsert",
        text: `insert into identity.payload (model, id, payload, grant_id, user_code, uid, account_id, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, account_id = excluded.account_id,
           expires_at = excluded.expires_at`,
        values: [
          model,
          digest(id),
          kept,
          text(payload.grantId),
          text(payload.userCode),
          text(payload.uid),
          text(payload.accountId),
          expiresAt,
        ],
      });
    },

    async find(id) {
      const { rows } = await pool.query<Row>({
        name: "payload.find",
        text: `select payload, extract(epoch from consumed_at)::float8 as consumed from identity.payload
         where model = $1 and id = $2`,
        values: [model, digest(id)],
      });
      const row = rows[0];
      if (model === "RefreshToken" && row?.consumed && now() / 1000 - row.consumed < REUSE_GRACE_SECONDS) {
        row.consumed = null;
      }
      return row && { ...row.payload, jti: id, ...(row.consumed === null ? {} : { consumed: row.consumed }) };
    },

    async findByUid(uid) {
      const { rows } = await pool.query<Row>("select payload from identity.payload where model = $1 and uid = $2", [
        model,
        uid,
      ]);
      return rows[0]?.payload;
    },

    async findByUserCode(userCode) {
      const { rows } = await pool.query<Row>(
        "select payload from identity.payload where model = $1 and user_code = $2",
        [model, userCode],
      );
      return rows[0]?.payload;
    },

    // One-time tokens are consumed by a conditional update, so that exactly one of several concurrent uses succeeds.
    async consume(id) {
      const { rowCount } = await pool.query(
        "update identity.payload set consumed_at = $3 where model = $1 and id = $2 and consumed_at is null",
        [model, digest(id), new Date(now())],
      );
      if (rowCount !== 1) throw new errors.InvalidGrant("already used");
    },

    async destroy(id) {
      await pool.query("delete from identity.payload where model = $1 and id = $2", [model, digest(id)]);
    },

    async revokeByGrantId(grantId) {
      await pool.query("delete from identity.payload where model = $1 and grant_id = $2", [model, grantId]);
    },
  });
}

const shortLived = [
  ["passkey_challenge", "hash"],
  ["second_step", "hash"],
  ["saml_request", "hash"],
  ["shown_factor", "grant_id"],
] as const;

/**
 * Deletes what has expired, a limited number of rows at a time, so that no lock is held for long.
 *
 * @returns the number of deleted rows. Call it again if it equals `batches * batchSize`.
 */
export async function purgeExpired(pool: Pool, { batchSize = 1000, batches = 50 } = {}): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < batches; batch++) {
    const payloads = await pool.query(
      `delete from identity.payload where (model, id) in (
         select model, id from identity.payload where expires_at < now() order by expires_at limit $1
         for update skip locked)`,
      [batchSize],
    );
    const attempts = await pool.query(
      `delete from identity.attempt where key in (
         select key from identity.attempt where expires_at < now() order by expires_at limit $1 for update skip locked)`,
      [batchSize],
    );
    // Kept for a while after they expire, so that an old link can be told from one that never existed.
    const links = await pool.query(
      `delete from identity.mailed_token where hash in (
         select hash from identity.mailed_token where expires_at < now() - interval '30 days'
         order by expires_at limit $1 for update skip locked)`,
      [batchSize],
    );
    const handoffs = await pool.query(
      `delete from identity.partner_handoff where hash in (
         select hash from identity.partner_handoff where expires_at < now() - interval '1 hour'
         order by expires_at limit $1 for update skip locked)`,
      [batchSize],
    );
    let deletedRows =
      (handoffs.rowCount ?? 0) + (payloads.rowCount ?? 0) + (attempts.rowCount ?? 0) + (links.rowCount ?? 0);
    for (const [table, key] of shortLived) {
      const { rowCount } = await pool.query(
        `delete from identity.${table} where ${key} in (
           select ${key} from identity.${table} where expires_at < now() order by expires_at limit $1
           for update skip locked)`,
        [batchSize],
      );
      deletedRows += rowCount ?? 0;
    }
    total += deletedRows;
    if (deletedRows === 0) break;
  }
  return total;
}
