-- What changed between two past instants is looked back at as one instant is: `since` is the earlier of the two.
ALTER TABLE look_back ADD COLUMN since timestamptz;

-- Whose membership stood otherwise at the later instant than at the earlier one, by name. Null: they were no member here.
CREATE TABLE look_back_change (
  organization_id uuid NOT NULL,
  look_back_id uuid NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  profile_level_access_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  change text NOT NULL CHECK (change IN ('became', 'stopped', 'joined', 'left', 'other')),
  before_level uuid,
  before_label uuid,
  before_status text,
  after_level uuid,
  after_label uuid,
  after_status text,
  -- What was asked and stood otherwise, and how each stood at both, in the same order. Null: it was not asked.
  contents uuid[] NOT NULL,
  before_statuses smallint[] NOT NULL,
  after_statuses smallint[] NOT NULL,
  PRIMARY KEY (organization_id, look_back_id, sort_name, profile_level_access_id),
  FOREIGN KEY (organization_id, look_back_id) REFERENCES look_back (organization_id, look_back_id)
);

-- The file of such changes that a task makes, until its days are over.
CREATE TABLE comparison_export (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  level_id uuid NOT NULL,
  look_back_id uuid NOT NULL,
  -- What of it: names and kinds of changes, as the list was narrowed.
  filter jsonb NOT NULL,
  storage_key text NOT NULL,
  bytes integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, task_id),
  FOREIGN KEY (organization_id, task_id) REFERENCES task (organization_id, task_id)
);
CREATE INDEX comparison_export_by_age ON comparison_export (organization_id, created_at);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['look_back_change', 'comparison_export'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT, DELETE ON look_back_change, comparison_export TO :app;
GRANT UPDATE (bytes) ON comparison_export TO :app;
