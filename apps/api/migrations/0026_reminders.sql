-- How often a content reminds of itself, instead of the usual series.
ALTER TABLE content ADD COLUMN reminder_frequency text;

-- One day's reminders of an organization, person after person in the order of their ids.
CREATE TABLE reminder_round (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  day date NOT NULL,
  -- The day of the round before: what fell due after it is reminded of now.
  since date NOT NULL,
  after_profile uuid NOT NULL,
  mails integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, day)
);
ALTER TABLE reminder_round ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminder_round FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reminder_round
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
CREATE POLICY owner_notices ON reminder_round FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT ON reminder_round TO :app;
GRANT UPDATE (after_profile, mails, ended_at) ON reminder_round TO :app;

-- Those after an id where it is nine in the morning or later and today's reminders have not all gone; in the order of their ids.
CREATE FUNCTION organizations_to_remind(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND (at AT TIME ZONE time_zone)::time >= time '09:00' AND NOT EXISTS (
    SELECT FROM reminder_round
    WHERE reminder_round.organization_id = here.organization_id
      AND day = (at AT TIME ZONE time_zone)::date AND ended_at IS NOT NULL)
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_to_remind(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_to_remind(timestamptz, uuid, integer) TO :app;
