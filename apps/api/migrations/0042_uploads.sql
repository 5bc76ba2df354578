-- Files that arrive in parts, what is told beside a submission, and whether files were looked at for what harms.

-- A file on its way: resumed where it stopped, whatever cut it off.
CREATE TABLE upload (
  organization_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  name text NOT NULL,
  bytes integer NOT NULL,
  -- Of the whole file, where its sender could tell.
  sha256 text,
  received integer NOT NULL,
  -- Set once: the file that was made of it.
  file_id uuid,
  uploaded_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, upload_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id)
);
CREATE INDEX upload_by_requirement ON upload (organization_id, requirement_id) WHERE file_id IS NULL;
CREATE INDEX upload_by_person ON upload (organization_id, uploaded_by, created_at);
CREATE INDEX upload_by_age ON upload (organization_id, moved_at);

CREATE TABLE upload_part (
  organization_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  part_offset integer NOT NULL,
  bytes integer NOT NULL,
  storage_key text NOT NULL,
  PRIMARY KEY (organization_id, upload_id, part_offset),
  FOREIGN KEY (organization_id, upload_id) REFERENCES upload (organization_id, upload_id)
);

-- What a member tells beside the files: the kind of document, names as printed, a number. Of a draft: as typed so far.
CREATE TABLE attempt_fact (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  sealed_facts bytea NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

-- What was stored before is looked at too.
ALTER TABLE stored_file
  ADD COLUMN scan text NOT NULL DEFAULT 'unscanned',
  ADD COLUMN scanned_at timestamptz;
CREATE INDEX stored_file_unscanned ON stored_file (organization_id, file_id) WHERE scan = 'unscanned';
GRANT UPDATE (scan, scanned_at) ON stored_file TO :app;

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['upload', 'upload_part', 'attempt_fact'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON upload TO :app;
GRANT SELECT, INSERT, DELETE ON upload_part TO :app;
GRANT SELECT, INSERT, UPDATE ON attempt_fact TO :app;
