-- Contents whose assignments concern many people: these are brought in line step by step, in the order of their ids. A row
-- is there while that is under way; another round begins anew.
CREATE TABLE content_following (
  organization_id uuid NOT NULL,
  content_id uuid NOT NULL,
  round uuid NOT NULL,
  after_profile uuid NOT NULL,
  -- Memberships that are looked at; null until the first step has counted them.
  total integer,
  done integer NOT NULL,
  begun_by uuid,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, content_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
ALTER TABLE content_following ENABLE ROW LEVEL SECURITY;
ALTER TABLE content_following FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON content_following
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON content_following TO :app;

-- Which organizations have something due is asked once, not of each in turn. The function's owner sees the few tables it
-- needs across tenants; the application may call it, is told ids alone, and looks at what is due under its own policy.
DO $$
DECLARE
  asked text;
BEGIN
  FOREACH asked IN ARRAY ARRAY[
    'organization', 'requirement', 'member_count_delta', 'requirement_count_delta', 'level_index',
    'content_following'
  ] LOOP
    EXECUTE format('CREATE POLICY owner_notices ON %I FOR SELECT TO CURRENT_USER USING (true)', asked);
  END LOOP;
END
$$;

-- Those after an id whose statuses time has changed, whose counts are to be folded, whose index is being built or whose
-- people are being brought in line; in the order of their ids. One look into an index for each question and organization.
CREATE FUNCTION organizations_behind(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND coalesce(
    (SELECT true FROM requirement
      WHERE requirement.organization_id = here.organization_id AND next_transition_at <= at LIMIT 1),
    (SELECT true FROM member_count_delta WHERE member_count_delta.organization_id = here.organization_id LIMIT 1),
    (SELECT true FROM requirement_count_delta
      WHERE requirement_count_delta.organization_id = here.organization_id LIMIT 1),
    (SELECT true FROM level_index
      WHERE level_index.organization_id = here.organization_id AND state = 'building' LIMIT 1),
    (SELECT true FROM content_following WHERE content_following.organization_id = here.organization_id LIMIT 1),
    false)
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_behind(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_behind(timestamptz, uuid, integer) TO :app;

-- Counts that have come down to nothing are removed when they are folded; those there already now.
GRANT DELETE ON member_count, requirement_count TO :app;
ALTER TABLE member_count NO FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement_count NO FORCE ROW LEVEL SECURITY;
DELETE FROM member_count WHERE members = 0;
DELETE FROM requirement_count WHERE members = 0;
ALTER TABLE member_count FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement_count FORCE ROW LEVEL SECURITY;
