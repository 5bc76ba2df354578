-- Signed waivers: who signed what for whom, when and how, and by what the document is told to be genuine.

-- History: only added to, sealed into the chain with the others. No foreign keys.
CREATE TABLE waiver_signature (
  organization_id uuid NOT NULL,
  waiver_signature_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  content_id uuid NOT NULL,
  content_version_id uuid NOT NULL,
  version integer NOT NULL,
  -- For whom, by whom, and as what.
  profile_id uuid NOT NULL,
  signer_profile_id uuid NOT NULL,
  signed_as text NOT NULL CHECK (signed_as IN ('self', 'guardian')),
  text_sha256 text NOT NULL,
  consent_sha256 text NOT NULL,
  file_id uuid NOT NULL,
  file_sha256 text NOT NULL,
  -- The name as typed, the names as known then, and from where it was signed.
  sealed_facts bytea NOT NULL,
  signed_at timestamptz NOT NULL,
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (organization_id, waiver_signature_id)
);
CREATE INDEX waiver_signature_by_writing ON waiver_signature (organization_id, written_xid, waiver_signature_id);
CREATE INDEX waiver_signature_by_attempt ON waiver_signature (organization_id, attempt_id);

ALTER TABLE waiver_signature ENABLE ROW LEVEL SECURITY;
ALTER TABLE waiver_signature FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON waiver_signature
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON waiver_signature TO :app;

-- Shared: found before any tenant is known, by whoever holds the document. Ids, hashes and a signature, nothing personal.
CREATE TABLE waiver_proof (
  code_hash bytea PRIMARY KEY,
  file_sha256 text NOT NULL,
  organization_id uuid NOT NULL,
  waiver_signature_id uuid NOT NULL,
  statement text NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE INDEX waiver_proof_by_file ON waiver_proof (file_sha256);
GRANT SELECT, INSERT ON waiver_proof TO :app;

-- How much of a video was watched in an attempt.
CREATE TABLE video_progress (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  -- From and to, in seconds, in order and apart.
  stretches jsonb NOT NULL,
  -- Seconds that may still be told as of `at`.
  saved double precision NOT NULL,
  position double precision NOT NULL,
  -- Which page plays it: one counts at a time.
  player uuid,
  enough boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

ALTER TABLE video_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE video_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON video_progress
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON video_progress TO :app;
