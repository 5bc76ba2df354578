-- The members list: saved views, how it opens for each person, and the files of exports.
CREATE TABLE member_view (
  organization_id uuid NOT NULL,
  member_view_id uuid NOT NULL,
  created_by uuid NOT NULL,
  shared boolean NOT NULL,
  -- Name and choice, sealed with the organization's key: a search holds names.
  sealed_view bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, member_view_id),
  FOREIGN KEY (organization_id, created_by) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX member_view_by_person ON member_view (organization_id, created_by);
CREATE INDEX member_view_shared ON member_view (organization_id, member_view_id) WHERE shared;

CREATE TABLE member_list_choice (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- A view that is gone is none.
  default_view_id uuid,
  columns text[],
  PRIMARY KEY (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);

CREATE TABLE member_export (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  format text NOT NULL,
  storage_key text NOT NULL,
  bytes integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, task_id),
  FOREIGN KEY (organization_id, task_id) REFERENCES task (organization_id, task_id)
);
CREATE INDEX member_export_by_age ON member_export (organization_id, created_at);

CREATE TABLE member_export_part (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  number integer NOT NULL,
  sealed_rows bytea NOT NULL,
  PRIMARY KEY (organization_id, task_id, number),
  FOREIGN KEY (organization_id, task_id) REFERENCES member_export (organization_id, task_id)
);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['member_view', 'member_list_choice', 'member_export', 'member_export_part'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT, DELETE ON member_view, member_export, member_export_part TO :app;
GRANT UPDATE (shared, sealed_view) ON member_view TO :app;
GRANT SELECT, INSERT, UPDATE ON member_list_choice TO :app;
GRANT UPDATE (bytes) ON member_export TO :app;
