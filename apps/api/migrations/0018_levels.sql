-- A level that was deleted stays, outside the tree: history goes on naming it.
ALTER TABLE level
  ADD COLUMN archived_at timestamptz,
  ADD COLUMN logo_id uuid,
  ADD COLUMN logo_storage_key text,
  ADD COLUMN logo_bytes integer,
  ADD CONSTRAINT archived_is_outside CHECK ((archived_at IS NULL) = (pre >= 0));

-- A large level that is deleted needs no member index any more.
GRANT DELETE ON level_index TO :app;

-- Levels that were moved with many members: what these owe is brought in line step by step, level by level in the order of
-- ids. A row is there while that is under way; another move begins anew.
CREATE TABLE level_following (
  organization_id uuid NOT NULL,
  level_id uuid NOT NULL,
  round uuid NOT NULL,
  after_level uuid NOT NULL,
  after_membership uuid NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL,
  begun_by uuid,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, level_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id)
);
ALTER TABLE level_following ENABLE ROW LEVEL SECURITY;
ALTER TABLE level_following FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON level_following
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
CREATE POLICY owner_notices ON level_following FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON level_following TO :app;

CREATE OR REPLACE FUNCTION organizations_behind(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
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
    (SELECT true FROM level_following WHERE level_following.organization_id = here.organization_id LIMIT 1),
    false)
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
