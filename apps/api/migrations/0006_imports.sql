-- Rosters that are being taken in. Their rows hold names and addresses as `profile` does, and only for a month.

CREATE TABLE roster_import (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  roster_import_id uuid NOT NULL,
  state text NOT NULL,
  file_name text NOT NULL,
  storage_key text NOT NULL,
  encoding text NOT NULL,
  headers text[] NOT NULL,
  preview jsonb NOT NULL,
  row_count integer NOT NULL,
  mapping jsonb NOT NULL,
  -- Counts the dry runs, so that a job of an older one stops.
  round integer NOT NULL,
  judged integer NOT NULL,
  invite boolean NOT NULL,
  failure text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, roster_import_id)
);
CREATE INDEX roster_import_by_date ON roster_import (organization_id, created_at);

CREATE TABLE roster_import_row (
  organization_id uuid NOT NULL,
  roster_import_id uuid NOT NULL,
  number integer NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  address text NOT NULL,
  level_word text NOT NULL,
  label_word text NOT NULL,
  minor boolean NOT NULL,
  level_id uuid,
  label_id uuid,
  fate text NOT NULL,
  field text,
  message text NOT NULL,
  done_at timestamptz,
  profile_id uuid,
  profile_level_access_id uuid,
  PRIMARY KEY (organization_id, roster_import_id, number),
  FOREIGN KEY (organization_id, roster_import_id) REFERENCES roster_import (organization_id, roster_import_id)
);
CREATE INDEX roster_import_row_by_fate ON roster_import_row (organization_id, roster_import_id, fate, number);

-- How an organization read a file with these headings the last time.
CREATE TABLE roster_reading (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  headers_key text NOT NULL,
  mapping jsonb NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, headers_key)
);

-- People are found again by their names.
CREATE INDEX profile_by_sort_name ON profile (organization_id, sort_name);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['roster_import', 'roster_import_row', 'roster_reading'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON roster_import, roster_import_row TO :app;
GRANT SELECT, INSERT, UPDATE ON roster_reading TO :app;

-- Links of invitations are forgotten some time after they stopped working.
CREATE INDEX invitation_token_by_invitation ON invitation_token (organization_id, invitation_id);
GRANT DELETE ON invitation_token TO :app;
