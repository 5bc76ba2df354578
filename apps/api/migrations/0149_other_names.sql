-- Other names that people say they have or had, by which they are searched for too.
CREATE TABLE other_name (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- As JSON, with the organization's key.
  sealed_names bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL,
  PRIMARY KEY (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);

ALTER TABLE other_name ENABLE ROW LEVEL SECURITY;
ALTER TABLE other_name FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON other_name
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON other_name TO :app;
