-- Training packages (SCORM): what is in one, and what was told of a learner in an attempt.

-- What the manifest of an uploaded package says; never changes, as the file does not.
CREATE TABLE content_package (
  organization_id uuid NOT NULL,
  file_id uuid NOT NULL,
  standard text NOT NULL CHECK (standard IN ('1.2', '2004')),
  edition text NOT NULL,
  title text NOT NULL,
  items jsonb NOT NULL,
  PRIMARY KEY (organization_id, file_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id)
);

-- Where each file of a package lies within it, so that it is served without ever being unpacked.
CREATE TABLE content_package_entry (
  organization_id uuid NOT NULL,
  file_id uuid NOT NULL,
  path text NOT NULL,
  packed boolean NOT NULL,
  first_byte integer NOT NULL,
  packed_bytes integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (organization_id, file_id, path),
  FOREIGN KEY (organization_id, file_id) REFERENCES content_package (organization_id, file_id)
);

-- How a part of a package stands in an attempt, with what it told last, sealed.
CREATE TABLE training_progress (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  item smallint NOT NULL CHECK (item >= 0),
  tries smallint NOT NULL CHECK (tries > 0),
  outcome text NOT NULL CHECK (outcome IN ('open', 'passed', 'failed')),
  score double precision,
  -- As the package is told: what counted of all its sittings.
  seconds integer NOT NULL CHECK (seconds >= 0),
  sealed_values bytea NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id, item),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

-- Each time that a part was opened: by whom, from when to when, and how it stood at the end. Only the latest one tells.
CREATE TABLE training_sitting (
  organization_id uuid NOT NULL,
  sitting_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  item smallint NOT NULL,
  opened_by uuid NOT NULL,
  opened_at timestamptz NOT NULL,
  saved_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Of the part, when it was opened.
  seconds_before integer NOT NULL,
  -- As the package said, where it was more than can have passed it is here all the same.
  seconds_told integer,
  outcome text NOT NULL CHECK (outcome IN ('open', 'passed', 'failed')),
  PRIMARY KEY (organization_id, sitting_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX training_sitting_by_attempt ON training_sitting (organization_id, attempt_id, sitting_id DESC);

ALTER TABLE content_package ENABLE ROW LEVEL SECURITY;
ALTER TABLE content_package FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON content_package
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON content_package TO :app;

ALTER TABLE content_package_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE content_package_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON content_package_entry
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON content_package_entry TO :app;

ALTER TABLE training_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE training_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON training_progress
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON training_progress TO :app;

ALTER TABLE training_sitting ENABLE ROW LEVEL SECURITY;
ALTER TABLE training_sitting FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON training_sitting
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON training_sitting TO :app;
