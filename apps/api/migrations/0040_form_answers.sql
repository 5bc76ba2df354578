-- Forms that are filled in on the page: what was answered, sealed, and the files of file fields.

CREATE TABLE form_answers (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  sealed_answers bytea NOT NULL,
  saved_by uuid NOT NULL,
  saved_at timestamptz NOT NULL,
  -- From then on nothing changes any more. Null: it is being filled in, or a filled-in blank was sent instead.
  submitted_at timestamptz,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

CREATE TABLE form_file (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  file_id uuid NOT NULL,
  field_key text NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (organization_id, attempt_id, file_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id)
);

ALTER TABLE form_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_answers
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON form_answers TO :app;

ALTER TABLE form_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_file FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_file
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON form_file TO :app;
