-- Which accounts of background check providers an organization may connect: a platform operator says so.
CREATE TABLE screening_grant (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  -- As in the contract: Yardstik 0, JDP 1, NCSI 2, Checkr 3, Sterling 4, Generic 99.
  provider smallint NOT NULL,
  account_id text NOT NULL CHECK (length(account_id) <= 200),
  name text NOT NULL CHECK (length(name) <= 200),
  granted_by uuid NOT NULL,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, provider, account_id)
);
ALTER TABLE screening_grant ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_grant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_grant
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON screening_grant TO :app;

-- What an organization says of itself to get an account of its own. No row: not begun.
CREATE TABLE screening_onboarding (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  status text NOT NULL CHECK (status IN ('InProgress', 'Submitted', 'Activated')),
  version integer NOT NULL CHECK (version > 0),
  sealed_info bytea NOT NULL,
  refused boolean NOT NULL DEFAULT false,
  account_id text CHECK (length(account_id) <= 200),
  sealed_token bytea,
  saved_by uuid NOT NULL,
  saved_at timestamptz NOT NULL,
  submitted_by uuid,
  submitted_at timestamptz,
  activated_at timestamptz,
  CHECK (status = 'InProgress' OR (submitted_by IS NOT NULL AND submitted_at IS NOT NULL)),
  CHECK (status <> 'Activated' OR (account_id IS NOT NULL AND activated_at IS NOT NULL))
);
ALTER TABLE screening_onboarding ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_onboarding FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_onboarding
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON screening_onboarding TO :app;

-- Nothing ever wrote it: how far an organization has come is told by the table above.
ALTER TABLE organization DROP COLUMN onboarding;
