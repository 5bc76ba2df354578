-- What an organization's mails say in its own words. Each change adds a version; the last one counts. A language without words
-- has the standard text.
CREATE TABLE mail_text (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  kind text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  subject_en text,
  body_en text,
  subject_es text,
  body_es text,
  set_by uuid NOT NULL,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, kind, version),
  CHECK ((subject_en IS NULL) = (body_en IS NULL)),
  CHECK ((subject_es IS NULL) = (body_es IS NULL))
);
ALTER TABLE mail_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_text FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mail_text USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON mail_text TO :app;

-- How often an account is mailed how its levels stand; whoever did without is not asked again.
ALTER TABLE account_preference ADD COLUMN digest text NOT NULL DEFAULT 'weekly'
  CHECK (digest IN ('daily', 'weekly', 'never'));
UPDATE account_preference SET digest = 'never', muted = array_remove(muted, 'digests') WHERE 'digests' = ANY (muted);
