-- What people changed and looked at; written in the transaction of the change, never altered.
CREATE TABLE audit_event (
  organization_id uuid NOT NULL,
  audit_event_id uuid NOT NULL,
  action text NOT NULL,
  subject_id uuid,
  -- The person whom it concerns, if it is one.
  profile_id uuid,
  level_id uuid,
  -- Ids, numbers and codes.
  facts jsonb NOT NULL,
  -- What could name somebody, sealed with the organization's key.
  sealed_values bytea,
  actor_profile_id uuid,
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, audit_event_id)
);
CREATE INDEX audit_event_by_profile ON audit_event (organization_id, profile_id, audit_event_id)
  WHERE profile_id IS NOT NULL;

-- Long work on many, begun by one person; done in steps.
CREATE TABLE task (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  task_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  -- Ids and choices.
  settings jsonb NOT NULL,
  -- What people typed, sealed with the organization's key.
  sealed_text bytea,
  undo_of uuid,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  failure text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, task_id),
  FOREIGN KEY (organization_id, undo_of) REFERENCES task (organization_id, task_id)
);
CREATE INDEX task_by_person ON task (organization_id, created_by, created_at);
CREATE INDEX task_running ON task (organization_id, task_id) WHERE state = 'running';
CREATE UNIQUE INDEX task_undone_once ON task (organization_id, undo_of) WHERE undo_of IS NOT NULL;

CREATE TABLE task_item (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  number integer NOT NULL,
  subject_id uuid NOT NULL,
  outcome text,
  reason text NOT NULL DEFAULT '',
  -- What was there before, in ids: what an undo puts back.
  before jsonb,
  PRIMARY KEY (organization_id, task_id, number),
  FOREIGN KEY (organization_id, task_id) REFERENCES task (organization_id, task_id)
);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['audit_event', 'task', 'task_item'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT ON audit_event TO :app;
GRANT SELECT, INSERT ON task, task_item TO :app;
GRANT UPDATE (state, done, skipped, failed, failure, ended_at) ON task TO :app;
GRANT UPDATE (outcome, reason, before) ON task_item TO :app;
