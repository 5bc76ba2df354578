-- What comes before somebody is disqualified because of a background check. The limits of the law are checked here too.
CREATE TABLE adverse_action (
  organization_id uuid NOT NULL,
  adverse_action_id uuid NOT NULL,
  -- The submission whose review it is about; its requirement follows it where entries of a person are merged.
  attempt_id uuid NOT NULL,
  provider smallint NOT NULL,
  simulated boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'disputed', 'cleared', 'final', 'stopped')),
  -- What of the report is considered, and who made it.
  sealed_facts bytea NOT NULL,
  started_by uuid NOT NULL,
  sent_at timestamptz NOT NULL,
  by_mail boolean NOT NULL,
  waiting_days integer NOT NULL CHECK (waiting_days >= 5),
  -- The last day of the waiting period, and when it is over; null while a dispute stops it.
  last_day date,
  ends_at timestamptz,
  -- Business days that were left when a dispute stopped it, and whether the agency told of that dispute.
  days_left integer,
  disputed_by text CHECK (disputed_by IN ('applicant', 'agency', 'reviewer')),
  -- When reviewers were told that it is over.
  told_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, adverse_action_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id),
  CHECK ((last_day IS NULL) = (ends_at IS NULL)),
  CHECK (ends_at IS NULL OR ends_at >= sent_at + interval '5 days'),
  CHECK (state <> 'waiting' OR ends_at IS NOT NULL),
  CHECK (state <> 'disputed' OR ends_at IS NULL),
  CHECK ((state IN ('cleared', 'final', 'stopped')) = (ended_at IS NOT NULL)),
  CHECK (state <> 'final' OR (ends_at IS NOT NULL AND ended_at >= ends_at))
);
CREATE UNIQUE INDEX adverse_action_open ON adverse_action (organization_id, attempt_id) WHERE state IN ('waiting', 'disputed');
CREATE INDEX adverse_action_by_attempt ON adverse_action (organization_id, attempt_id);
CREATE INDEX adverse_action_ending ON adverse_action (organization_id, ends_at) WHERE state = 'waiting';

-- History: only added to, sealed into the chain with the others. No foreign keys.
CREATE TABLE adverse_action_step (
  organization_id uuid NOT NULL,
  adverse_action_step_id uuid NOT NULL,
  adverse_action_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  kind text NOT NULL CHECK (length(kind) <= 40),
  -- Days, numbers, digests, and codes.
  facts jsonb NOT NULL,
  -- What somebody wrote.
  sealed_text bytea,
  actor_profile_id uuid,
  actor text NOT NULL,
  at timestamptz NOT NULL,
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (organization_id, adverse_action_step_id)
);
CREATE INDEX adverse_action_step_by_writing ON adverse_action_step (organization_id, written_xid, adverse_action_step_id);
CREATE INDEX adverse_action_step_by_action ON adverse_action_step (organization_id, adverse_action_id, at);
CREATE INDEX adverse_action_step_by_person ON adverse_action_step (organization_id, profile_id);

-- The copy of the report as it was used, and the letters. Their content goes at the end of the retention period; the row stays.
CREATE TABLE adverse_action_document (
  organization_id uuid NOT NULL,
  adverse_action_document_id uuid NOT NULL,
  adverse_action_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('report', 'preAdverseNotice', 'finalNotice')),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer NOT NULL,
  sealed_content bytea,
  made_at timestamptz NOT NULL,
  disposed_at timestamptz,
  PRIMARY KEY (organization_id, adverse_action_document_id),
  UNIQUE (organization_id, adverse_action_id, kind),
  FOREIGN KEY (organization_id, adverse_action_id) REFERENCES adverse_action (organization_id, adverse_action_id),
  CHECK ((sealed_content IS NULL) = (disposed_at IS NOT NULL))
);

-- Files that the person added to a statement.
CREATE TABLE adverse_action_file (
  organization_id uuid NOT NULL,
  adverse_action_step_id uuid NOT NULL,
  file_id uuid NOT NULL,
  PRIMARY KEY (organization_id, adverse_action_step_id, file_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id)
);
CREATE INDEX adverse_action_file_by_file ON adverse_action_file (organization_id, file_id);

CREATE TABLE adverse_action_setting (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  waiting_days integer NOT NULL CHECK (waiting_days BETWEEN 5 AND 30),
  report_months integer NOT NULL CHECK (report_months BETWEEN 12 AND 84),
  letter_years integer NOT NULL CHECK (letter_years BETWEEN 5 AND 10),
  -- Counts the changes.
  version integer NOT NULL
);

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['adverse_action', 'adverse_action_step', 'adverse_action_document', 'adverse_action_file',
    'adverse_action_setting'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY tenant ON %I
      USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)', target);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON adverse_action TO :app;
GRANT SELECT, INSERT ON adverse_action_step TO :app;
GRANT SELECT, INSERT, UPDATE ON adverse_action_document TO :app;
GRANT SELECT, INSERT ON adverse_action_file TO :app;
GRANT SELECT, INSERT, UPDATE ON adverse_action_setting TO :app;
