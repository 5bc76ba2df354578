-- All answers to a form as a file that a task makes in steps, and how far the file of any task is.
CREATE TABLE form_export (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  content_id uuid NOT NULL,
  format text NOT NULL,
  last_version integer NOT NULL,
  storage_key text NOT NULL,
  -- The submission that was read last: a step goes on behind it.
  after_requirement_id uuid,
  after_attempt_id uuid,
  parts integer NOT NULL DEFAULT 0,
  bytes integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, task_id),
  FOREIGN KEY (organization_id, task_id) REFERENCES task (organization_id, task_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE INDEX form_export_by_age ON form_export (organization_id, created_at);

-- Sealed; removed when the file is whole.
CREATE TABLE form_export_part (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  number integer NOT NULL,
  sealed_rows bytea NOT NULL,
  PRIMARY KEY (organization_id, task_id, number),
  FOREIGN KEY (organization_id, task_id) REFERENCES form_export (organization_id, task_id)
);

ALTER TABLE form_export ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_export FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_export
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE form_export_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_export_part FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_export_part
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);

GRANT SELECT, INSERT, DELETE ON form_export, form_export_part TO :app;
GRANT UPDATE (after_requirement_id, after_attempt_id, parts, bytes) ON form_export TO :app;

ALTER TABLE task ADD COLUMN packed integer, ADD COLUMN to_pack integer;
GRANT UPDATE (total, packed, to_pack) ON task TO :app;

-- Who took a change of assignments back: with it, history tells the ends of exceptions that were undone.
ALTER TABLE content_assignment_change ADD COLUMN undone_by uuid;
GRANT UPDATE (undone_by) ON content_assignment_change TO :app;
