import { createHash, randomBytes } from "node:crypto";
import { DatabaseError, type Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { emailKey } from "./accounts.ts";
import { type Arrival, emailFor, type PartnerIssuer } from "./issuers.ts";
import { connectionOfIssuer, type NotAdmitted, type OrganizationsPort } from "./organizations.ts";

const SECOND = 1000;
/** The page fetches it at once; who has to find a password is given time. */
const lifetime = { plain: 60 * SECOND, proof: 600 * SECOND };

const digest = (text: string) => createHash("sha256").update(text).digest();
const isUniqueViolation = (error: unknown) => error instanceof DatabaseError && error.code === "23505";

/** What the page has to know before its code is good for tokens. */
export type Handoff = {
  sub: string;
  issuer: string;
  email: string;
  proofNeeded: boolean;
  secondFactor: boolean;
  person: Arrival["person"];
};

/** How far a partner's word goes. */
type Vouching = Pick<PartnerIssuer, "domains" | "organization">;
type Entry = { sub: string; proofNeeded: boolean } | { refused: NotAdmitted };

/** A sign-in at a partner that belongs to an account. */
export type FederatedSignIn = { id: string; issuer: string; linkedAt: Date };

/**
 * Who somebody of a partner's issuer is here, and how a finished sign-in gets to the page that began it.
 * @param now the time in milliseconds since 1970.
 * @param notifyLinked once a partner's sign-in leads to an account that was here before.
 * @param organizations who decides about the people of organizations' own providers.
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

  async function known({ issuer, subject, email }: Arrival, { domains, organization }: Vouching): Promise<Entry | null> {
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
    // An organization's provider speaks for its domains only, also about people whom it brought here.
    if (organization && emailFor({ domains: domains ?? [] }, found.email) === null) return { refused: "otherAddress" };
    return { sub: found.sub, proofNeeded: found.proofNeeded };
  }

  return {
    /**
     * The account of whoever arrived. Without one, and with an address the partner vouches for, one is made, without a
     * password. An account that has this address already is never theirs before its owner has signed in to it once.
     * @returns null when there is no account, and no address to make one of; `refused` where an organization admits nobody like this.
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
            // That mail reaches them there has been shown to the partner, but not by an organization's own provider.
            partner.organization ? null : new Date(now()),
          ],
        );
        return rows[0] ? { sub: rows[0].sub, proofNeeded: false } : null;
      } catch (error) {
        // Somebody was quicker: another tab of the same person, or a sign-up of this address.
        if (isUniqueViolation(error)) return known(arrival, partner);
        throw error;
      }
    },

    /**
     * A code for the page that began with `challenge`; it can be stored by nobody else.
     * @param state of the sign-in. @returns null when an answer with this state came before.
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

    /** What a code is good for, as long as it is, to whoever knows what its challenge was made from; else null. */
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
     * Uses a code up: of many at once exactly one does. Where proof was needed, the two belong together from now on. The product
     * follows first, so that a code is still good after an error.
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

    /** The sign-ins at partners that lead to an account, oldest first, at most 50; and whether it has a password. */
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

    /** Parts an account from a sign-in at a partner, unless that is the last way in. */
    async unlink(sub: string, id: string): Promise<"done" | "unknown" | "lastWayIn"> {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        // Of two that part at once the second sees what the first left: they take turns at the account's row.
        await client.query("select from identity.account where sub = $1 for no key update", [sub]);
        const { rows } = await client.query<{ id: string; otherwise: boolean }>(
          `select federated_identity_id as id, password_hash is not null
             or exists (select from identity.passkey where passkey.sub = account.sub) as otherwise
           from identity.federated_identity join identity.account using (sub) where sub = $1`,
          [sub],
        );
        const own = rows.some((row) => row.id === id);
        const stays = rows.length > 1 || rows[0]?.otherwise;
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
