-- What the request form says of the organization has more lines. Every stored version gets them, empty.
DO $$
DECLARE
  tenant uuid;
  added jsonb := '{"agencyStreet": "", "agencyCity": "", "contactPhone": "", "ocaNumber": "", "billingNumber": ""}';
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = added || settings
    WHERE organization_id = tenant AND settings ->> 'kind' = 'live-scan';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
  UPDATE platform_content_version SET settings = added || settings WHERE settings ->> 'kind' = 'live-scan';
END
$$;

-- How far the Live Scan of a submission is. What the member tells for the form is printed on it and kept nowhere.
CREATE TABLE live_scan (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  -- When the request form was created first and last; null: the proof came without it.
  form_made_at timestamptz,
  form_made_last_at timestamptz,
  -- When the ATI number and the proof were submitted: since then the state's answer is awaited.
  sent_at timestamptz,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

-- What the state answered, as reviewers recorded it: that there is a record, never what it says.
CREATE TABLE live_scan_answer (
  organization_id uuid NOT NULL,
  live_scan_answer_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  answer text NOT NULL CHECK (answer IN ('cleared', 'delayed', 'record', 'retake')),
  -- The date of the state's notice.
  answered_on date NOT NULL,
  -- For reviewers; about a delay or a rejection of fingerprints alone.
  sealed_note bytea CHECK (sealed_note IS NULL OR answer IN ('delayed', 'retake')),
  recorded_by uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, live_scan_answer_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX live_scan_answer_by_attempt ON live_scan_answer (organization_id, attempt_id, recorded_at);

ALTER TABLE live_scan ENABLE ROW LEVEL SECURITY;
ALTER TABLE live_scan FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON live_scan
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE live_scan_answer ENABLE ROW LEVEL SECURITY;
ALTER TABLE live_scan_answer FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON live_scan_answer
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON live_scan TO :app;
GRANT SELECT, INSERT ON live_scan_answer TO :app;
