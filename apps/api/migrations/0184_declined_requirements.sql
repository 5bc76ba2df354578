-- Optional requirements that a member isn't interested in. They stay owed as they are; the member's page asks for them no more.
CREATE TABLE declined_requirement (
  organization_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  declined_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, requirement_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id)
);
ALTER TABLE declined_requirement ENABLE ROW LEVEL SECURITY;
ALTER TABLE declined_requirement FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON declined_requirement
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON declined_requirement TO :app;
