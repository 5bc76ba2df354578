-- Keys by which other software calls on behalf of an organization. The key itself is never stored.
CREATE TABLE api_key (
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  scopes text[] NOT NULL CHECK (cardinality(scopes) BETWEEN 1 AND 20),
  -- How the key begins, to recognize it by.
  beginning text NOT NULL CHECK (length(beginning) <= 20),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- From here on it is refused; null: no end.
  expires_at timestamptz,
  -- Written at most once an hour.
  last_used_at timestamptz,
  -- The key that takes its place.
  replaced_by uuid,
  revoked_at timestamptz,
  revoked_by uuid,
  PRIMARY KEY (organization_id, api_key_id),
  FOREIGN KEY (organization_id, created_by) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, replaced_by) REFERENCES api_key (organization_id, api_key_id),
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
ALTER TABLE api_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_key USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON api_key TO :app;
GRANT UPDATE (expires_at, last_used_at, replaced_by, revoked_at, revoked_by) ON api_key TO :app;

-- Finds the organization of a key by its SHA-256. Shared, outside every tenant.
CREATE TABLE api_key_token (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL
);
GRANT SELECT, INSERT ON api_key_token TO :app;
