import { type SQL, sql } from "drizzle-orm";

type Source = {
  /** The column of the row's id. */
  readonly key: string;
  /** The columns of a row's contents; one that was added later is null in earlier rows, and so left out of them. */
  readonly says: readonly string[];
  /** Columns that may change, with the one that keeps the first value and can't change: that value is sealed in the chain. */
  readonly first?: Readonly<Record<string, string>>;
  readonly at: string;
  /** The column with personal data; only its hash is part of the chain. */
  readonly sealed: string | null;
  /** The columns by which an export finds its rows: who did it, the person it was done to, where. */
  readonly who: string | null;
  readonly whom: string | null;
  readonly level: string | null;
};

/** The histories that are sealed into one chain, in the order of a pass. */
export const sources = {
  adverse_action_step: {
    key: "adverse_action_step_id",
    says: ["adverse_action_id", "requirement_id", "profile_id", "kind", "facts", "actor_profile_id", "actor"],
    at: "at",
    sealed: "sealed_text",
    who: "actor_profile_id",
    whom: "profile_id",
    level: null,
  },
  audit_event: {
    key: "audit_event_id",
    says: ["action", "subject_id", "profile_id", "level_id", "facts", "actor_profile_id", "actor"],
    at: "at",
    sealed: "sealed_values",
    who: "actor_profile_id",
    whom: "profile_id",
    level: "level_id",
  },
  billing_event: {
    key: "billing_event_id",
    says: ["subject_id", "event", "from_state", "to_state", "by_profile", "acting_as"],
    at: "at",
    sealed: null,
    who: "by_profile",
    whom: null,
    level: null,
  },
  fact_record: {
    key: "fact_record_id",
    says: ["source", "subject_id", "ordinal", "digest"],
    at: "at",
    sealed: "salt",
    who: null,
    whom: null,
    level: null,
  },
  incident_event: {
    key: "incident_event_id",
    says: ["incident_id", "actor_profile_id"],
    at: "at",
    sealed: "sealed_change",
    who: "actor_profile_id",
    whom: null,
    level: null,
  },
  identity_release: {
    key: "identity_release_id",
    says: ["act", "requirement_id", "version", "profile_id", "by_profile_id", "by_role"],
    at: "at",
    sealed: "sealed_facts",
    who: "by_profile_id",
    whom: "profile_id",
    level: null,
  },
  ledger_entry: {
    key: "ledger_entry_id",
    says: [
      ...["kind", "debit", "credit", "amount", "currency", "income", "payment_id", "provider_entry_id"],
      ...["provider_reference", "source_key"],
    ],
    at: "at",
    sealed: null,
    who: null,
    whom: null,
    level: null,
  },
  member_event: {
    key: "member_event_id",
    says: [
      ...["profile_level_access_id", "profile_id", "level_id", "label_id", "kind", "from_status", "to_status"],
      ...["actor_profile_id", "actor"],
    ],
    at: "at",
    sealed: null,
    who: "actor_profile_id",
    whom: "profile_id",
    level: "level_id",
  },
  member_note: {
    key: "member_note_id",
    says: ["profile_id", "author_profile_id"],
    at: "at",
    sealed: "sealed_text",
    who: "author_profile_id",
    whom: "profile_id",
    level: null,
  },
  profile_event: {
    key: "profile_event_id",
    says: ["profile_id", "kind", "actor_profile_id", "acting_as"],
    at: "at",
    sealed: "sealed_change",
    who: "actor_profile_id",
    whom: "profile_id",
    level: null,
  },
  requirement_event: {
    key: "requirement_event_id",
    says: [
      ...["requirement_id", "profile_id", "content_id", "attempt_id", "profile_level_access_id", "kind"],
      ...["from_state", "to_state", "from_status", "to_status", "actor_profile_id", "actor"],
    ],
    at: "at",
    sealed: null,
    who: "actor_profile_id",
    whom: "profile_id",
    level: null,
  },
  requirement_note: {
    key: "requirement_event_id",
    says: ["requirement_id", "actor_profile_id"],
    at: "at",
    sealed: "sealed_note",
    who: "actor_profile_id",
    whom: null,
    level: null,
  },
  review: {
    key: "review_id",
    says: [
      ...["attempt_id", "requirement_id", "profile_level_access_id", "level_id", "label_id", "source", "decision"],
      "reviewer_profile_id",
    ],
    first: { requirement_id: "decided_requirement_id" },
    at: "decided_at",
    sealed: "sealed_notes",
    who: "reviewer_profile_id",
    whom: null,
    level: "level_id",
  },
  screening_consent: {
    key: "screening_consent_id",
    says: [
      ...["requirement_id", "content_id", "content_version_id", "kind", "version", "profile_id", "signer_profile_id"],
      ...["signed_as", "wants_copy"],
    ],
    at: "signed_at",
    sealed: "sealed_facts",
    who: "signer_profile_id",
    whom: "profile_id",
    level: null,
  },
  screening_consent_withdrawal: {
    key: "screening_consent_withdrawal_id",
    says: ["requirement_id", "profile_id", "withdrawn_by"],
    at: "withdrawn_at",
    sealed: null,
    who: "withdrawn_by",
    whom: "profile_id",
    level: null,
  },
  screening_order_event: {
    key: "screening_order_event_id",
    says: ["attempt_id", "state", "provider_status", "problem", "known_by"],
    at: "at",
    sealed: null,
    who: null,
    whom: null,
    level: null,
  },
  standing_record: {
    key: "standing_record_id",
    says: ["profile_level_access_id", "profile_id", "level_id", "label_id", "basis"],
    at: "at",
    sealed: null,
    who: null,
    whom: "profile_id",
    level: "level_id",
  },
  waiver_signature: {
    key: "waiver_signature_id",
    says: [
      ...["requirement_id", "attempt_id", "content_id", "content_version_id", "version", "profile_id"],
      ...["signer_profile_id", "signed_as", "text_sha256", "consent_sha256", "file_id", "file_sha256"],
    ],
    at: "signed_at",
    sealed: "sealed_facts",
    who: "signer_profile_id",
    whom: "profile_id",
    level: null,
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];
export const sourceOf = (name: SourceName): Source => sources[name];

/** Returns the contents of a row of `t` as JSON. Instants have microseconds, whatever the time zone of the connection. */
export function saidBy(name: SourceName): SQL {
  const { says, at, first = {} } = sourceOf(name);
  const columnOf = (column: string) => `t.${first[column] ?? column}`;
  const instant = `to_char(t.${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return sql.raw(
    `json_build_object(${[...says.map((one) => `'${one}', ${columnOf(one)}`), `'${at}', ${instant}`].join(", ")})`,
  );
}

/** Returns the hash of the sealed column in a row of `t`, in hexadecimal. */
export function sealedHashOf(name: SourceName): SQL {
  const { sealed } = sourceOf(name);
  return sql.raw(sealed === null ? "NULL::text" : `encode(sha256(t.${sealed}), 'hex')`);
}

/** Returns a record as it is hashed: without nulls, and with the hash in place of sealed contents. */
export function recordOf(name: SourceName, said: Record<string, unknown>, sealedHash: string | null) {
  const { sealed } = sourceOf(name);
  const all = { ...said, ...(sealed !== null && { [sealed]: sealedHash }) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
