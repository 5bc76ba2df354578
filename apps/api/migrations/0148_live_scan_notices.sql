-- That the state was told that an organization is no longer interested in somebody's arrests, or that it needn't be told. Only added to.
CREATE TABLE live_scan_notice (
  organization_id uuid NOT NULL,
  -- The submission with the ATI number that the notice names.
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('sent', 'notNeeded')),
  -- The day on which it was sent, or on which it was found not to be needed.
  noticed_on date NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX live_scan_notice_by_age ON live_scan_notice (organization_id, recorded_at DESC, attempt_id DESC);
CREATE INDEX live_scan_sent ON live_scan (organization_id, attempt_id) WHERE sent_at IS NOT NULL;

ALTER TABLE live_scan_notice ENABLE ROW LEVEL SECURITY;
ALTER TABLE live_scan_notice FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON live_scan_notice
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON live_scan_notice TO :app;
