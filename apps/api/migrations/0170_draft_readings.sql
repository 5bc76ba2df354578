-- What was read from the photos of a draft is kept until the submission is decided on, so that each photo is read once.
CREATE TABLE draft_reading (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  -- Of the photo's bytes: other bytes are read again.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Each reading with the last four characters of the number and a keyed hash of it.
  sealed_reading bytea NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id, sha256),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX draft_reading_by_age ON draft_reading (organization_id, read_at);

ALTER TABLE draft_reading ENABLE ROW LEVEL SECURITY;
ALTER TABLE draft_reading FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON draft_reading
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON draft_reading TO :app;
