-- Whether a higher grade of the same kind counts as well is a setting. Every stored version gets it: only what it names counts.
DO $$
DECLARE
  tenant uuid;
  added jsonb := '{"higherGrades": false}';
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = added || settings
    WHERE organization_id = tenant AND settings ->> 'kind' = 'us-soccer';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
  UPDATE platform_content_version SET settings = added || settings WHERE settings ->> 'kind' = 'us-soccer';
END
$$;

-- Whose a U.S. Soccer ID is within an organization: one id is one person's. The id itself lies sealed with the person.
CREATE TABLE ussf_claim (
  organization_id uuid NOT NULL,
  -- A keyed hash of the id.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  profile_id uuid NOT NULL,
  PRIMARY KEY (organization_id, digest),
  UNIQUE (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);

-- What U.S. Soccer answered last for a person.
CREATE TABLE license_record (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- A hash of the id, the names, the date of birth, and the versions of what is asked: due again when it is another one.
  basis text NOT NULL,
  simulated boolean NOT NULL,
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- The licenses, as JSON.
  sealed_licenses bytea,
  identity text CHECK (identity IN ('confirmed', 'nameDiffers', 'birthDiffers', 'bothDiffer', 'unknown')),
  problem text CHECK (problem IN ('unreachable', 'busy', 'unauthorized', 'malformed', 'refused', 'unknownId', 'shared')),
  problem_since timestamptz,
  -- An answer that could not be read, for operators.
  sealed_answer bytea,
  -- How often in a row the same problem was met.
  tries integer NOT NULL DEFAULT 0,
  next_look_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);

-- By which license a submission was completed, or sent to review.
CREATE TABLE license_result (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('completed', 'review')),
  license_key text NOT NULL CHECK (length(license_key) <= 100),
  expires_on date,
  -- A hash of the id, the names and the date of birth by which the record was found.
  holder text NOT NULL,
  simulated boolean NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX license_result_by_requirement ON license_result (organization_id, requirement_id);

ALTER TABLE ussf_claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE ussf_claim FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ussf_claim
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE license_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE license_record FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON license_record
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE license_result ENABLE ROW LEVEL SECURITY;
ALTER TABLE license_result FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON license_result
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON ussf_claim TO :app;
GRANT SELECT, INSERT, UPDATE ON license_record TO :app;
GRANT SELECT, INSERT ON license_result TO :app;

-- Organizations where someone needs a license of U.S. Soccer, a page at a time.
CREATE FUNCTION organizations_asking_licenses(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM content
  WHERE organization_id > after AND type = 11 AND archived_at IS NULL
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_asking_licenses(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_asking_licenses(uuid, integer) TO :app;
