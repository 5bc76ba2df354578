-- Reviewing together: who looks at what right now, disqualifications that a second reviewer confirms, reasons that are written often.

-- One row for each submission that somebody has open, gone with the decision or soon after its time.
CREATE TABLE review_claim (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  claimed_until timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX review_claim_by_profile ON review_claim (organization_id, profile_id, claimed_at);
CREATE INDEX review_claim_by_end ON review_claim (organization_id, claimed_until);

-- A disqualification that waits for a second reviewer. Its words, and what became of it, are in the history.
CREATE TABLE review_proposal (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_event_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  proposed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

-- How an organization reviews; without a row as usual.
CREATE TABLE review_setting (
  organization_id uuid NOT NULL,
  second_reviewer boolean NOT NULL,
  templates jsonb NOT NULL,
  version integer NOT NULL,
  PRIMARY KEY (organization_id)
);

DO $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['review_claim', 'review_proposal', 'review_setting'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON review_claim TO :app;
GRANT SELECT, INSERT, DELETE ON review_proposal TO :app;
GRANT SELECT, INSERT, UPDATE ON review_setting TO :app;
