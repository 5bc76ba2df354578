-- Whether a training is taken at the provider of this installation is a setting. Every stored version gets it: none is.
DO $$
DECLARE
  tenant uuid;
  added jsonb := '{"takenAtProvider": false}';
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = added || settings
    WHERE organization_id = tenant AND settings ->> 'kind' = 'abuse-prevention-training';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
  UPDATE platform_content_version SET settings = added || settings WHERE settings ->> 'kind' = 'abuse-prevention-training';
END
$$;

-- A training that somebody takes at the provider, for one submission.
CREATE TABLE training_enrollment (
  organization_id uuid NOT NULL,
  -- Also the reference by which the provider knows it.
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  step text NOT NULL CHECK (step IN ('core', 'refresher1', 'refresher2', 'refresher3')),
  simulated boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('placing', 'open', 'completed', 'canceled')),
  -- The provider's id of it; null until it has answered.
  enrollment_id text CHECK (length(enrollment_id) <= 200),
  -- The address of the provider's page: whoever holds it may continue.
  sealed_link bytea,
  opened_by uuid NOT NULL,
  opened_at timestamptz NOT NULL,
  completed_at timestamptz,
  problem text CHECK (problem IN ('unreachable', 'busy', 'unauthorized', 'malformed', 'refused', 'lost')),
  problem_since timestamptz,
  -- An answer that could not be read, for operators.
  sealed_answer bytea,
  -- When the provider is asked next without having told anything; null: not any more.
  next_look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX training_enrollment_due ON training_enrollment (next_look_at, organization_id) WHERE next_look_at IS NOT NULL;
CREATE INDEX training_enrollment_by_requirement ON training_enrollment (organization_id, requirement_id);
CREATE POLICY owner_notices ON training_enrollment FOR SELECT TO CURRENT_USER USING (true);

-- Whose a certificate is: one id is one person's.
CREATE TABLE training_certificate (
  organization_id uuid NOT NULL,
  content_id uuid NOT NULL,
  -- A keyed hash of the id, as it is compared.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  profile_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  PRIMARY KEY (organization_id, content_id, digest),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);

ALTER TABLE training_enrollment ENABLE ROW LEVEL SECURITY;
ALTER TABLE training_enrollment FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON training_enrollment
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE training_certificate ENABLE ROW LEVEL SECURITY;
ALTER TABLE training_certificate FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON training_certificate
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON training_enrollment TO :app;
GRANT SELECT, INSERT, UPDATE ON training_certificate TO :app;

-- Organizations where the provider of trainings is to be asked how one stands, a page at a time.
CREATE FUNCTION organizations_awaiting_trainings(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM training_enrollment
  WHERE next_look_at <= at AND organization_id > after
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_awaiting_trainings(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_awaiting_trainings(timestamptz, uuid, integer) TO :app;
