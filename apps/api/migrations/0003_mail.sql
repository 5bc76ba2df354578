-- Mails of an organization: written with the change that causes them, sent by a job. What they say and to whom is sealed
-- under the organization's key.
CREATE TABLE mail (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  mail_id uuid NOT NULL,
  kind text NOT NULL,
  profile_id uuid,
  key text NOT NULL,
  sealed_recipient bytea NOT NULL,
  sealed_content bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  sending_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_code text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, mail_id),
  UNIQUE (organization_id, key)
);
CREATE INDEX mail_by_age ON mail (organization_id, created_at DESC, mail_id);
CREATE INDEX mail_by_profile ON mail (organization_id, profile_id, created_at) WHERE profile_id IS NOT NULL;
ALTER TABLE mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mail USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON mail TO :app;
GRANT UPDATE (attempts, sending_until, sent_at, failed_at, last_code) ON mail TO :app;

-- Mails about an account, which belongs to no organization: the same, sealed under the master key. Shared.
CREATE TABLE account_mail (
  account_mail_id uuid PRIMARY KEY,
  kind text NOT NULL,
  app_user_id uuid,
  sealed_recipient bytea NOT NULL,
  sealed_content bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_code text,
  created_at timestamptz NOT NULL
);
CREATE INDEX account_mail_due ON account_mail (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX account_mail_by_age ON account_mail (created_at DESC);
GRANT SELECT, INSERT, DELETE ON account_mail TO :app;
GRANT UPDATE (attempts, next_try_at, sent_at, failed_at, last_code) ON account_mail TO :app;
