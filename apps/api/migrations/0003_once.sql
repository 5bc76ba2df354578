-- The answers of calls that carried an Idempotency-Key, for a day, sealed under the master key.
CREATE TABLE idempotency_key (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  profile_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  sealed_answer bytea,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_id, key)
);
CREATE INDEX idempotency_key_by_expiry ON idempotency_key (organization_id, expires_at);
ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency_key
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_key TO :app;

-- Bytes on their way in, written down before the first of them arrives: what no row of stored_file names a day later
-- belongs to an upload that was cut off.
CREATE TABLE incoming_file (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  storage_key text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, storage_key)
);
CREATE INDEX incoming_file_by_age ON incoming_file (organization_id, received_at);
ALTER TABLE incoming_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE incoming_file FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON incoming_file
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON incoming_file TO :app;
