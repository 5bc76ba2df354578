-- What an account chose for itself, where it is signed in, and what of its changes is still to reach its organizations.
-- Shared tables, outside every tenant: what is personal in them is sealed under the master key.

-- From what kind of browser and network a session came last, sealed; sessions begun before this have none.
ALTER TABLE web_session ADD COLUMN sealed_device bytea;
ALTER TABLE web_session ADD COLUMN last_seen_at timestamptz;
UPDATE web_session SET last_seen_at = created_at;
ALTER TABLE web_session ALTER COLUMN last_seen_at SET NOT NULL;

-- Without a row everything is as it comes: mails in English, all of them, the theme of the device.
CREATE TABLE account_preference (
  app_user_id uuid PRIMARY KEY,
  language text NOT NULL CHECK (language IN ('en', 'es')),
  -- Null: each browser as it was set there.
  scheme text CHECK (scheme IN ('auto', 'light', 'dark')),
  muted text[] NOT NULL,
  updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON account_preference TO :app;

-- A change of an account that goes through its organizations one by one: what is cut off is finished from here.
CREATE TABLE account_change (
  app_user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('name', 'email', 'close')),
  account_change_id uuid NOT NULL,
  sealed_content bytea NOT NULL,
  begun_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (app_user_id, kind)
);
CREATE INDEX account_change_open ON account_change (begun_at) WHERE done_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON account_change TO :app;

GRANT DELETE ON account_choice TO :app;
CREATE INDEX account_mail_by_account ON account_mail (app_user_id, created_at) WHERE app_user_id IS NOT NULL;
