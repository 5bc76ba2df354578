import { createHash, randomBytes } from "node:crypto";
import { DatabaseError, type Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { emailKey } from "./accounts.ts";
import { type Arrival, emailFor, type PartnerIssuer } from "./issuers.ts";
import { connectionOfIssuer, type NotAdmitted, type OrganizationsPort } from "./organizations.ts";

const SECOND = 1000;
/** The page exchanges a code at once. A person who has to enter a password gets more time. */
const lifetime = { plain: 60 * SECOND, proof: 600 * SECOND };

const digest = (text: string) => createHash("sha256").update(text).digest();
const isUniqueViolation = (error: unknown) => error instanceof DatabaseError && error.code === "23505";

/** What the page has to know to exchange its code for tokens. */
export type Handoff = {
  sub: string;
  issuer: string;
  email: string;
  proofNeeded: boolean;
  secondFactor: boolean;
  person: Arrival["person"];
};

/** The domains that a partner vouches for, and the settings of an organization's own identity provider. */
type Vouching = Pick<PartnerIssuer, "domains" | "organization">;
type Entry = { sub: string; proofNeeded: boolean } | { refused: NotAdmitted };

/** A partner's sign-in that belongs to an account. */
export type FederatedSignIn = { id: string; issuer: string; linkedAt: Date };

/**
 * Finds the account of a person who signs in with a partner's issuer, and hands the finished sign-in to the page that began it.
 *
 * @param now the time in milliseconds since 1970.
 * @param notifyLinked called once a partner's sign-in leads to an existing account.
 * @param organizations decides about the people of organizations' own providers.
 */
export function createFederated(
  pool: Pool,
  now: () => number,
  notifyLinked: (sub: string, issuer: string) => Promise<void>,
  organizations: OrganizationsPort,
) {
  /** Whether an account may be made: partners may, the people of organizations are admitted one by one. */
  async function refusalOf({ issuer, person }: Arrival): Promise<NotAdmitted | null> {
    const key = connectionOfIssuer(issuer);
    if (key === null) return null;
    return person ? organizations.admission(key, person) : "notInvited";
  }

  async function known(
    { issuer, subject, email }: Arrival,
    { domains, organization }: Vouching,
  ): Promise<Entry | null> {
    const { rows } = await pool.query<{ sub: string; email: string; proofNeeded: boolean }>(
      `select sub, account.email, coalesce(linked_at < $4::timestamptz, false) and password_hash is not null
         as "proofNeeded", 1 as place
       from identity.federated_identity join identity.account using (sub) where issuer = $1 and subject = $2
       union all
       select sub, email, true, 2 from identity.account where email_key = $3
       order by place limit 1`,
      [issuer, subject, email === null ? null : emailKey(email), organization?.trustedSince ?? null],
    );
    const [found] = rows;
    if (!found) return null;
    // An organization's identity provider vouches for its own domains only, even for people whom it added.
    if (organization && emailFor({ domains: domains ?? [] }, found.email) === null) return { refused: "otherAddress" };
    return { sub: found.sub, proofNeeded: found.proofNeeded };
  }

  /** Returns the issuers of an account's connections by which it can still be signed in to. */
  async function usableConnections(sub: string): Promise<Set<string>> {
    const { rows } = await pool.query<{ issuer: string }>(
      "select issuer from identity.federated_identity where sub = $1 limit 50",
      [sub],
    );
    const usable = new Set<string>();
    for (const { issuer } of rows) {
      const key = connectionOfIssuer(issuer);
      if (key !== null && (await organizations.issuer(key))) usable.add(issuer);
    }
    return usable;
  }

  return {
    /**
     * Returns the account of the person who arrived. If there is none, and the partner vouches for the address, an account
     * without a password is created. An existing account with this address is linked only after its owner has logged in to it
     * once.
     *
     * @returns null if there is no account, and no address to create one; `refused` if the organization
     * doesn't admit the person.
     */
    async arrive(arrival: Arrival, partner: Vouching): Promise<Entry | null> {
      if (partner.organization && arrival.email === null) return null;
      const found = await known(arrival, partner);
      if (found || arrival.email === null) return found;
      const refused = await refusalOf(arrival);
      if (refused) return { refused };
      try {
        const { rows } = await pool.query<{ sub: string }>(
          `with made as (
             insert into identity.account (sub, email, email_key, user_name, email_confirmed_at)
             values ($1, $2, $3, $2, $8) returning sub
           )
           insert into identity.federated_identity (federated_identity_id, issuer, subject, sub, linked_at)
           select $4, $5, $6, sub, $7 from made returning sub`,
          [
            uuidv7(),
            arrival.email.trim(),
            emailKey(arrival.email),
            uuidv7(),
            arrival.issuer,
            arrival.subject,
            new Date(now()),
            // An organization's identity provider doesn't prove that the person receives email at the address.
            partner.organization ? null : new Date(now()),
          ],
        );
        return rows[0] ? { sub: rows[0].sub, proofNeeded: false } : null;
      } catch (error) {
        // Another request was faster: another tab of the same person, or a sign-up with this address.
        if (isUniqueViolation(error)) return known(arrival, partner);
        throw error;
      }
    },

    /**
     * Creates a code for the page that began with `challenge`. No other page can use it.
     *
     * @param state of the sign-in.
     * @returns null if an answer with this state came before.
     */
    async handOver(
      state: string,
      challenge: string,
      { issuer, subject, person }: Arrival,
      { sub, proofNeeded }: { sub: string; proofNeeded: boolean },
    ): Promise<string | null> {
      const code = randomBytes(32).toString("base64url");
      const at = now();
      const { rowCount } = await pool.query(
        `insert into identity.partner_handoff
           (hash, state_hash, challenge, issuer, subject, sub, proof_needed, created_at, expires_at, person)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (state_hash) do nothing`,
        [
          digest(code),
          digest(state),
          challenge,
          issuer,
          subject,
          sub,
          proofNeeded,
          new Date(at),
          new Date(at + (proofNeeded || connectionOfIssuer(issuer) !== null ? lifetime.proof : lifetime.plain)),
          person && JSON.stringify(person),
        ],
      );
      return rowCount === 1 ? code : null;
    },

    /** Returns what a code stands for while it is valid, to a caller who knows the challenge's verifier; otherwise null. */
    async look(code: string, verifier: string): Promise<Handoff | null> {
      const { rows } = await pool.query<Handoff>(
        `select account.sub, issuer, email, proof_needed as "proofNeeded", person,
           exists (select from identity.passkey where passkey.sub = account.sub)
             or exists (select from identity.totp where totp.sub = account.sub and confirmed_at is not null)
             as "secondFactor"
         from identity.partner_handoff join identity.account using (sub)
         where partner_handoff.hash = $1 and challenge = $2 and used_at is null and expires_at > $3`,
        [digest(code), digest(verifier).toString("base64url"), new Date(now())],
      );
      return rows[0] ?? null;
    },

    /**
     * Consumes a code. Of several concurrent uses exactly one succeeds. If proof was needed, the account is linked from now on. The
     * product updates the person first, so that the code is still valid after an error.
     */
    async redeem(code: string, { sub, issuer, person }: Handoff): Promise<boolean> {
      const key = connectionOfIssuer(issuer);
      if (key !== null) {
        const own = await organizations.issuer(key);
        if (!own || !person || emailFor(own, person.email) === null) return false;
        await organizations.signedIn(key, sub, person);
      }
      const { rows } = await pool.query<{ linked: boolean }>(
        `with used as (
           update identity.partner_handoff set used_at = $2 where hash = $1 and used_at is null and expires_at > $2
           returning sub, issuer, subject, proof_needed
         ), linked as (
           insert into identity.federated_identity as known (federated_identity_id, issuer, subject, sub, linked_at)
           select $3, issuer, subject, sub, $2 from used where proof_needed
           on conflict (issuer, subject) do update set linked_at = excluded.linked_at where known.sub = excluded.sub
           returning federated_identity_id
         )
         select exists (select from linked where federated_identity_id = $3) as linked from used`,
        [digest(code), new Date(now()), uuidv7()],
      );
      const [used] = rows;
      if (used?.linked) await notifyLinked(sub, issuer);
      return used !== undefined;
    },

    /** Returns the partner sign-ins of an account, oldest first and at most 50, and whether it has a password. */
    async linkedTo(sub: string): Promise<{ linked: FederatedSignIn[]; hasPassword: boolean }> {
      const [links, account] = await Promise.all([
        pool.query<FederatedSignIn>(
          `select federated_identity_id as id, issuer, linked_at as "linkedAt" from identity.federated_identity
           where sub = $1 order by linked_at, federated_identity_id limit 50`,
          [sub],
        ),
        pool.query<{ has: boolean }>("select password_hash is not null as has from identity.account where sub = $1", [
          sub,
        ]),
      ]);
      return { linked: links.rows, hasPassword: account.rows[0]?.has ?? false };
    },

    /** Unlinks a partner's sign-in from an account, unless it is the only way in. */
    async unlink(sub: string, id: string): Promise<"done" | "unknown" | "lastWayIn"> {
      const usable = await usableConnections(sub);
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        // Concurrent requests lock the account's row in turn, so that the second one sees what the first has left.
        await client.query("select from identity.account where sub = $1 for no key update", [sub]);
        const { rows } = await client.query<{ id: string; issuer: string; otherwise: boolean }>(
          `select federated_identity_id as id, issuer, password_hash is not null
             or exists (select from identity.passkey where passkey.sub = account.sub) as otherwise
           from identity.federated_identity join identity.account using (sub) where sub = $1`,
          [sub],
        );
        const own = rows.some((row) => row.id === id);
        const others = rows.filter(
          (row) => row.id !== id && (connectionOfIssuer(row.issuer) === null || usable.has(row.issuer)),
        );
        const stays = others.length > 0 || rows[0]?.otherwise;
        if (own && stays) {
          await client.query("delete from identity.federated_identity where federated_identity_id = $1 and sub = $2", [
            id,
            sub,
          ]);
        }
        await client.query("commit");
        if (!own) return "unknown";
        return stays ? "done" : "lastWayIn";
      } catch (error) {
        await client.query("rollback").catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

export type Federated = ReturnType<typeof createFederated>;
