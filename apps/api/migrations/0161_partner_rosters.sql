-- Rosters whose rows come from a partner instead of a file.
ALTER TABLE roster_import ADD COLUMN partner jsonb;
-- The task that removes again whom the import added.
ALTER TABLE roster_import ADD COLUMN undone_by uuid;
-- The id by which the partner knows the person of the row.
ALTER TABLE roster_import_row ADD COLUMN external_id text CHECK (length(external_id) <= 1001);

-- The rows themselves, as the partner has them: what a file is for other rosters.
CREATE TABLE roster_source_row (
  organization_id uuid NOT NULL,
  roster_import_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  cells text[] NOT NULL,
  -- What is wrong with the row at the partner, in a sentence.
  fault text,
  external_id text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 1001),
  -- What the partner calls the row.
  source_id text NOT NULL CHECK (length(source_id) BETWEEN 1 AND 1001),
  PRIMARY KEY (organization_id, roster_import_id, number),
  FOREIGN KEY (organization_id, roster_import_id) REFERENCES roster_import (organization_id, roster_import_id)
);
ALTER TABLE roster_source_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE roster_source_row FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON roster_source_row
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON roster_source_row TO :app;

-- A partner may have a person twice, under two ids: both lead to the one entry here, once somebody said so.
ALTER TABLE external_identity DROP CONSTRAINT external_identity_organization_id_profile_id_integration_so_key;
CREATE INDEX external_identity_by_profile ON external_identity (organization_id, profile_id, integration_source, site_id);
