-- Sessions: what an account acted as last, and which sessions have ended. Shared tables, outside every tenant: ids only.

-- The profile an account chose last, so that its next token is for that one.
CREATE TABLE account_choice (
  app_user_id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  chosen_at timestamptz NOT NULL
);

-- What access tokens call the session they belong to; sessions begun before this have none.
ALTER TABLE web_session ADD COLUMN token_session text;

CREATE INDEX web_session_by_account ON web_session (app_user_id);

-- Sessions, and accounts with all of theirs, that ended while access tokens may still be good. Removed when those are not.
CREATE TABLE session_end (
  subject text PRIMARY KEY,
  ended_at timestamptz NOT NULL
);
CREATE INDEX session_end_by_time ON session_end (ended_at);

GRANT SELECT, INSERT, UPDATE ON account_choice TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON session_end TO :app;
