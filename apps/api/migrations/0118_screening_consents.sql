-- What people sign before a background check is ordered.

-- The exact wording that was signed, by its SHA-256. Only added to.
CREATE TABLE screening_consent_text (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  version text NOT NULL CHECK (version ~ '^[0-9a-f]{64}$'),
  -- All of it, as it was hashed, and its parts: the text, and the sentences beside the boxes.
  wording text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  statement text NOT NULL,
  copy_option text,
  PRIMARY KEY (organization_id, version)
);
ALTER TABLE screening_consent_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_consent_text FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_consent_text
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON screening_consent_text TO :app;

-- History: only added to, sealed into the chain with the others. No foreign keys.
CREATE TABLE screening_consent (
  organization_id uuid NOT NULL,
  screening_consent_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  content_id uuid NOT NULL,
  content_version_id uuid NOT NULL,
  kind text NOT NULL CHECK (length(kind) <= 40),
  version text NOT NULL,
  -- For whom, by whom, and as what.
  profile_id uuid NOT NULL,
  signer_profile_id uuid NOT NULL,
  signed_as text NOT NULL CHECK (signed_as IN ('self', 'guardian')),
  -- Whether a copy of the report was asked for; null where the document offers none.
  wants_copy boolean,
  -- The name as typed, the names as known then, and from where it was signed.
  sealed_facts bytea NOT NULL,
  signed_at timestamptz NOT NULL,
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (organization_id, screening_consent_id)
);
CREATE INDEX screening_consent_by_writing ON screening_consent (organization_id, written_xid, screening_consent_id);
CREATE INDEX screening_consent_by_requirement ON screening_consent (organization_id, requirement_id);
ALTER TABLE screening_consent ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_consent FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_consent
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON screening_consent TO :app;

-- History too: what was signed for a requirement before such a row counts no more.
CREATE TABLE screening_consent_withdrawal (
  organization_id uuid NOT NULL,
  screening_consent_withdrawal_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  withdrawn_by uuid NOT NULL,
  withdrawn_at timestamptz NOT NULL,
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (organization_id, screening_consent_withdrawal_id)
);
CREATE INDEX screening_consent_withdrawal_by_writing
  ON screening_consent_withdrawal (organization_id, written_xid, screening_consent_withdrawal_id);
CREATE INDEX screening_consent_withdrawal_by_requirement ON screening_consent_withdrawal (organization_id, requirement_id);
ALTER TABLE screening_consent_withdrawal ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_consent_withdrawal FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_consent_withdrawal
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON screening_consent_withdrawal TO :app;
