-- Whose sex offender search a vendor could not answer, until it does.
CREATE TABLE offender_search_fault (
  organization_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  problem text NOT NULL CHECK (problem IN ('unreachable', 'busy', 'unauthorized', 'malformed', 'refused')),
  since timestamptz NOT NULL,
  tries integer NOT NULL,
  next_try_at timestamptz NOT NULL,
  -- An answer that could not be read, for operators.
  sealed_answer bytea,
  PRIMARY KEY (organization_id, requirement_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id)
);
ALTER TABLE offender_search_fault ENABLE ROW LEVEL SECURITY;
ALTER TABLE offender_search_fault FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON offender_search_fault
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON offender_search_fault TO :app;
