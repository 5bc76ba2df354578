-- Background checks whose results come from outside: from JDP and NCSI, or from the external reviewer of the organization.
CREATE TABLE external_review_setting (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  -- As in the contract: JDP 1, NCSI 2; null: the organization reviews background checks itself.
  reviewer smallint CHECK (reviewer IN (1, 2)),
  deadline_days smallint NOT NULL DEFAULT 10 CHECK (deadline_days BETWEEN 1 AND 365),
  -- The pages on which members begin their checks.
  jdp_portal_url text CHECK (length(jdp_portal_url) <= 2000),
  ncsi_portal_url text CHECK (length(ncsi_portal_url) <= 2000),
  -- Administrators were told of results that were overdue by then.
  overdue_told_at timestamptz
);

-- Lists of results from JDP and NCSI.
CREATE TABLE external_import (
  organization_id uuid NOT NULL,
  external_import_id uuid NOT NULL,
  reviewer smallint NOT NULL CHECK (reviewer IN (1, 2)),
  file_name text NOT NULL CHECK (length(file_name) <= 255),
  state text NOT NULL CHECK (state IN ('running', 'done', 'canceled', 'failed', 'undoing', 'undone')),
  rows integer NOT NULL,
  recorded integer NOT NULL DEFAULT 0,
  -- The last row that was worked on, in the direction of the state.
  through integer NOT NULL DEFAULT 0,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, external_import_id)
);
CREATE UNIQUE INDEX external_import_under_way ON external_import (organization_id) WHERE state IN ('running', 'undoing');
CREATE INDEX external_import_by_age ON external_import (organization_id, created_at DESC, external_import_id DESC);

-- Their rows, without what they say of the person: only whom they mean.
CREATE TABLE external_import_row (
  organization_id uuid NOT NULL,
  external_import_id uuid NOT NULL,
  -- As in the spreadsheet: the heading is row 1.
  number integer NOT NULL,
  requirement_id uuid,
  outcome text CHECK (outcome IN ('passed', 'flagged', 'canceled')),
  word text CHECK (length(word) <= 100),
  result_on date,
  valid_until date,
  -- record: it is yet to be recorded. recorded, known (on record already), waiting (no result yet), error, undone.
  fate text NOT NULL CHECK (fate IN ('record', 'recorded', 'known', 'waiting', 'error', 'undone')),
  message text NOT NULL,
  PRIMARY KEY (organization_id, external_import_id, number),
  FOREIGN KEY (organization_id, external_import_id) REFERENCES external_import (organization_id, external_import_id)
);

-- Results as they came: what they are, never why. Only added to, but for being undone.
CREATE TABLE external_result (
  organization_id uuid NOT NULL,
  external_result_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  reviewer smallint NOT NULL CHECK (reviewer IN (1, 2)),
  outcome text NOT NULL CHECK (outcome IN ('passed', 'flagged', 'canceled')),
  -- The reviewer's own word, as the file has it.
  word text CHECK (length(word) <= 100),
  result_on date NOT NULL,
  -- The list it came with; null: a reviewer of the organization recorded it.
  external_import_id uuid,
  -- What the submission was before, so that it can be that again.
  former_state text NOT NULL,
  former_completed_at timestamptz,
  recorded_by uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  undone_by uuid,
  undone_at timestamptz,
  PRIMARY KEY (organization_id, external_result_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id),
  FOREIGN KEY (organization_id, external_import_id) REFERENCES external_import (organization_id, external_import_id)
);
CREATE INDEX external_result_by_attempt ON external_result (organization_id, attempt_id);
CREATE INDEX external_result_by_requirement ON external_result (organization_id, requirement_id, recorded_at DESC);
CREATE INDEX external_result_by_import ON external_result (organization_id, external_import_id) WHERE external_import_id IS NOT NULL;

-- The queue of what waits for a provider, in its order.
CREATE INDEX attempt_with_provider ON attempt (organization_id, submitted_at, attempt_id) WHERE state = 'waitingProvider';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['external_review_setting', 'external_import', 'external_import_row', 'external_result'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I
      USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON external_review_setting TO :app;
GRANT SELECT, INSERT ON external_import, external_import_row, external_result TO :app;
GRANT UPDATE (state, recorded, through, moved_at) ON external_import TO :app;
GRANT UPDATE (fate, message) ON external_import_row TO :app;
GRANT UPDATE (undone_by, undone_at) ON external_result TO :app;
