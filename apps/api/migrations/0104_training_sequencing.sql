-- The sequencing that a SCORM 2004 package asks for, where it is more than one part after another; and where a learner is in it.

ALTER TABLE content_package ADD COLUMN sequencing jsonb;

CREATE TABLE training_sequence (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  -- What the runtime library knows of all parts, and what may come next, sealed.
  sealed_state bytea NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

ALTER TABLE training_sequence ENABLE ROW LEVEL SECURITY;
ALTER TABLE training_sequence FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON training_sequence
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON training_sequence TO :app;
