-- Until when what is done stays done, for the calendar of expiries.

-- Beside content_statuses, in the same order: the last day of the organization's calendar on which it counts.
ALTER TABLE member_standing ADD COLUMN content_expiries date[] NOT NULL DEFAULT '{}';

-- How many requirements of memberships at a level and below it are done until a day and no longer; as requirement_count.
CREATE TABLE expiry_count (
  organization_id uuid NOT NULL,
  level_id uuid NOT NULL,
  expires_on date NOT NULL,
  members integer NOT NULL,
  PRIMARY KEY (organization_id, level_id, expires_on)
);
CREATE TABLE expiry_count_delta (
  organization_id uuid NOT NULL,
  expiry_count_delta_id uuid NOT NULL,
  level_id uuid NOT NULL,
  expires_on date NOT NULL,
  members integer NOT NULL,
  PRIMARY KEY (organization_id, expiry_count_delta_id)
);

-- Those who are there already are counted by a job, some hundred people at a time, while everybody goes on: a row for each
-- organization that is not through.
CREATE TABLE expiries_behind (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  after_profile uuid NOT NULL
);
INSERT INTO expiries_behind SELECT organization_id, '00000000-0000-0000-0000-000000000000' FROM organization;

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['expiry_count', 'expiry_count_delta', 'expiries_behind'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;
CREATE POLICY owner_notices ON expiry_count_delta FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON expiries_behind FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON expiry_count TO :app;
GRANT SELECT, INSERT, DELETE ON expiry_count_delta TO :app;
GRANT SELECT, UPDATE, DELETE ON expiries_behind TO :app;

CREATE OR REPLACE FUNCTION organizations_behind(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND coalesce(
    (SELECT true FROM requirement
      WHERE requirement.organization_id = here.organization_id AND next_transition_at <= at LIMIT 1),
    (SELECT true FROM member_count_delta WHERE member_count_delta.organization_id = here.organization_id LIMIT 1),
    (SELECT true FROM requirement_count_delta
      WHERE requirement_count_delta.organization_id = here.organization_id LIMIT 1),
    (SELECT true FROM expiry_count_delta WHERE expiry_count_delta.organization_id = here.organization_id LIMIT 1),
    (SELECT true FROM level_index
      WHERE level_index.organization_id = here.organization_id AND state = 'building' LIMIT 1),
    (SELECT true FROM content_following WHERE content_following.organization_id = here.organization_id LIMIT 1),
    (SELECT true FROM level_following WHERE level_following.organization_id = here.organization_id LIMIT 1),
    (SELECT true FROM expiries_behind WHERE expiries_behind.organization_id = here.organization_id LIMIT 1),
    false)
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
