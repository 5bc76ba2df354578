-- Invitations by mail. The token of a link is kept as its SHA-256 only.

-- Shared: must be unique everywhere, and is found before the tenant is known. Ids and hashes, nothing personal.
CREATE TABLE invitation_token (
  token_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  invitation_id uuid NOT NULL
);

CREATE TABLE invitation (
  organization_id uuid NOT NULL,
  invitation_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- Where it was sent; void once the person's address is another.
  email text NOT NULL,
  invited_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  superseded_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid,
  PRIMARY KEY (organization_id, invitation_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX invitation_by_profile ON invitation (organization_id, profile_id, created_at);
-- At most one link of a person works.
CREATE UNIQUE INDEX invitation_open ON invitation (organization_id, profile_id)
  WHERE accepted_at IS NULL AND superseded_at IS NULL;

ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invitation
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);

GRANT SELECT, INSERT ON invitation, invitation_token TO :app;
GRANT UPDATE (superseded_at, accepted_at, accepted_by) ON invitation TO :app;
