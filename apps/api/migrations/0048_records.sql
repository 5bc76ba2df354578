-- The archive with one person's complete record, until its days are over.
CREATE TABLE record_export (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  storage_key text NOT NULL,
  bytes integer,
  sha256 text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, task_id),
  FOREIGN KEY (organization_id, task_id) REFERENCES task (organization_id, task_id)
);
CREATE INDEX record_export_by_age ON record_export (organization_id, created_at);

ALTER TABLE record_export ENABLE ROW LEVEL SECURITY;
ALTER TABLE record_export FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON record_export
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);

GRANT SELECT, INSERT, DELETE ON record_export TO :app;
GRANT UPDATE (bytes, sha256) ON record_export TO :app;
