-- What somebody is told in the product itself: ids and codes only; the words are made when it is read.
CREATE TABLE notice (
  organization_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  kind text NOT NULL,
  -- Why it is written; of several with the same key a person gets one.
  key text NOT NULL,
  facts jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (organization_id, notice_id),
  UNIQUE (organization_id, profile_id, key),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX notice_by_person ON notice (organization_id, profile_id, notice_id DESC);
CREATE INDEX notice_unread ON notice (organization_id, profile_id) WHERE read_at IS NULL;
CREATE INDEX notice_by_age ON notice (organization_id, created_at);
ALTER TABLE notice ENABLE ROW LEVEL SECURITY;
ALTER TABLE notice FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notice USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON notice TO :app;
GRANT UPDATE (read_at) ON notice TO :app;
