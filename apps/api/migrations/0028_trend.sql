-- How levels stood at the end of each day, for the trend.

-- How many memberships there were at a level and below it at the end of a day of the organization's calendar, and how many
-- of them were left to clear. A row only where either is another number than the day before.
CREATE TABLE level_day (
  organization_id uuid NOT NULL,
  level_id uuid NOT NULL,
  day date NOT NULL,
  members integer NOT NULL,
  left_to_clear integer NOT NULL,
  PRIMARY KEY (organization_id, level_id, day),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id)
);

-- The first day of which that is kept, and the last.
CREATE TABLE trend_kept (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  first_day date NOT NULL,
  last_day date NOT NULL
);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['level_day', 'trend_kept'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;
CREATE POLICY owner_notices ON trend_kept FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT ON level_day, trend_kept TO :app;
GRANT UPDATE (last_day) ON trend_kept TO :app;

-- What changed on a day; and where a membership stood before a moment.
CREATE INDEX member_event_by_time ON member_event (organization_id, at, member_event_id);
CREATE INDEX member_event_by_membership ON member_event (organization_id, profile_level_access_id, at);

-- Those after an id of which a day that is over is not kept yet; in the order of their ids.
CREATE FUNCTION organizations_to_keep_day(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND NOT EXISTS (
    SELECT FROM trend_kept
    WHERE trend_kept.organization_id = here.organization_id AND last_day >= (at AT TIME ZONE time_zone)::date - 1)
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_to_keep_day(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_to_keep_day(timestamptz, uuid, integer) TO :app;
