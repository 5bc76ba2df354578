-- URLs by which anybody joins a level under a label. A URL is shown again (QR code), so its token is kept sealed.

-- Shared: must be unique everywhere, and is found before the tenant is known. Ids and hashes, nothing personal.
CREATE TABLE signup_url_token (
  -- SHA-256 of the token.
  token_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  signup_url_id uuid NOT NULL
);

CREATE TABLE signup_url (
  organization_id uuid NOT NULL,
  signup_url_id uuid NOT NULL,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  sealed_token bytea NOT NULL,
  -- The first instant at which it does not work any more.
  ends_at timestamptz,
  max_uses integer CHECK (max_uses > 0),
  uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  created_by uuid,
  created_at timestamptz NOT NULL,
  revoked_by uuid,
  revoked_at timestamptz,
  PRIMARY KEY (organization_id, signup_url_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id),
  FOREIGN KEY (organization_id, label_id) REFERENCES label (organization_id, label_id)
);
CREATE INDEX signup_url_by_level ON signup_url (organization_id, level_id);

-- Who joined by which URL. The membership may end; that somebody came this way stays.
CREATE TABLE signup_url_use (
  organization_id uuid NOT NULL,
  signup_url_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  -- Who signed up: the member, or for a child the guardian.
  profile_id uuid NOT NULL,
  -- With a new account, whose address was still to be confirmed.
  waited boolean NOT NULL,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, signup_url_id, profile_level_access_id),
  FOREIGN KEY (organization_id, signup_url_id) REFERENCES signup_url (organization_id, signup_url_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX signup_url_use_by_time ON signup_url_use (organization_id, signup_url_id, joined_at);

-- Who is known here by an address, whether they have come yet or not.
CREATE INDEX profile_by_email ON profile (organization_id, lower(email)) WHERE email IS NOT NULL;

ALTER TABLE signup_url ENABLE ROW LEVEL SECURITY;
ALTER TABLE signup_url FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON signup_url
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE signup_url_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE signup_url_use FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON signup_url_use
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);

GRANT SELECT, INSERT ON signup_url, signup_url_token, signup_url_use TO :app;
GRANT UPDATE (uses, revoked_at, revoked_by) ON signup_url TO :app;
