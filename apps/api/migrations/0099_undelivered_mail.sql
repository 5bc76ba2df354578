-- Why a mail was given up; null while it was not.
ALTER TABLE mail ADD COLUMN failed_reason text;
GRANT UPDATE (failed_reason) ON mail TO :app;

-- People whose latest mail was given up: refused by the mail server, or put off for too long. Of each person the latest one. It
-- counts while the person's address is the same, and goes with the next mail that is taken.
CREATE TABLE undelivered_mail (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  kind text NOT NULL,
  email text NOT NULL,
  reason text NOT NULL,
  -- What the server answered, which may repeat the address.
  sealed_reply bytea,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
ALTER TABLE undelivered_mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE undelivered_mail FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON undelivered_mail
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON undelivered_mail TO :app;

-- What keeps every mail of this installation from leaving until somebody changes a setting; no row while mails leave. Shared.
CREATE TABLE mail_server_fault (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  kind text NOT NULL,
  -- The server's reply or the error of the connection, for those who run the platform.
  detail text CHECK (length(detail) <= 500),
  since timestamptz NOT NULL,
  tried_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_server_fault TO :app;
