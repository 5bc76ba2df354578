-- Whether a match completes an age verification, and where age groups end, are settings. Every stored version keeps its reviews.
DO $$
DECLARE
  tenant uuid;
  added jsonb := '{"completesOnMatch": false, "ageGroupCutoff": {"month": 1, "day": 1}}';
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = added || settings
    WHERE organization_id = tenant AND settings ->> 'kind' = 'age-verification';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
  UPDATE platform_content_version SET settings = added || settings WHERE settings ->> 'kind' = 'age-verification';
END
$$;

-- What was read from the pictures of a submission.
CREATE TABLE document_reading (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- Name, dates and the last four characters of the number; null: nothing could be read.
  sealed_read bytea,
  -- A keyed hash of the number, by which a document is known when somebody else submits it.
  number_digest bytea CHECK (length(number_digest) = 32),
  -- Why a person decides; null: it matched.
  doubt text CHECK (length(doubt) <= 40),
  outcome text NOT NULL CHECK (outcome IN ('completed', 'review')),
  read_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX document_reading_by_number ON document_reading (organization_id, number_digest) WHERE number_digest IS NOT NULL;

ALTER TABLE document_reading ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_reading FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON document_reading
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON document_reading TO :app;
