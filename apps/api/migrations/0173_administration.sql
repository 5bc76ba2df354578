-- Whether an organization can be used. While it is suspended or closed, nobody acts in it.
ALTER TABLE organization
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspension_reason text CHECK (length(suspension_reason) <= 300),
  ADD COLUMN closed_at timestamptz,
  ADD CHECK (closed_at IS NULL OR suspended_at IS NOT NULL);
GRANT UPDATE (suspended_at, suspension_reason, closed_at) ON organization TO :app;
ALTER TABLE organization_directory
  ADD COLUMN state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'closed'));
GRANT UPDATE (state) ON organization_directory TO :app;

-- Nobody is reminded of what they can't open.
CREATE OR REPLACE FUNCTION organizations_to_remind(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND suspended_at IS NULL
    AND (at AT TIME ZONE time_zone)::time >= time '09:00' AND NOT EXISTS (
    SELECT FROM reminder_round
    WHERE reminder_round.organization_id = here.organization_id
      AND day = (at AT TIME ZONE time_zone)::date AND ended_at IS NOT NULL)
  ORDER BY organization_id LIMIT least(most, 1000)
$$;

-- What operators see of each organization, measured once an hour. Shared: numbers and names of plans, nothing of a person.
CREATE TABLE organization_health (
  organization_id uuid PRIMARY KEY,
  members integer NOT NULL,
  administrators integer NOT NULL,
  active integer NOT NULL,
  stored_bytes bigint NOT NULL,
  mails integer NOT NULL,
  mails_failed integer NOT NULL,
  checks integer NOT NULL,
  failed_jobs integer NOT NULL,
  last_activity_at timestamptz,
  plan_name text,
  month_unit_amount integer,
  year_unit_amount integer,
  currency text,
  subscription text,
  problems text[] NOT NULL DEFAULT '{}',
  measured_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_health TO :app;

-- What operators paused. Shared; the zero id stands for everyone.
CREATE TABLE feature_switch (
  feature text NOT NULL CHECK (length(feature) <= 40),
  organization_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 300),
  paused_by uuid NOT NULL,
  paused_at timestamptz NOT NULL,
  PRIMARY KEY (feature, organization_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON feature_switch TO :app;

-- Support access of operators: why, and until when.
CREATE TABLE support_access (
  organization_id uuid NOT NULL,
  support_access_id uuid NOT NULL,
  -- The operator's account.
  operator uuid NOT NULL,
  sealed_reason bytea NOT NULL,
  begun_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, support_access_id)
);
CREATE INDEX support_access_by_operator ON support_access (organization_id, operator, ends_at);

-- Requests of operators to view the product as a person does, who allows or declines it.
CREATE TABLE support_view (
  organization_id uuid NOT NULL,
  support_view_id uuid NOT NULL,
  support_access_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'allowed', 'declined', 'ended')),
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  ends_at timestamptz,
  PRIMARY KEY (organization_id, support_view_id),
  FOREIGN KEY (organization_id, support_access_id) REFERENCES support_access (organization_id, support_access_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX support_view_by_profile ON support_view (organization_id, profile_id, asked_at);
CREATE INDEX support_view_by_access ON support_view (organization_id, support_access_id);

-- Exports of whole organizations; the bytes are with the files, and go after some days.
CREATE TABLE organization_export (
  organization_id uuid NOT NULL,
  organization_export_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  storage_key text NOT NULL,
  ready_at timestamptz,
  bytes bigint,
  sha256 text,
  PRIMARY KEY (organization_id, organization_export_id)
);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['support_access', 'support_view', 'organization_export'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;
GRANT SELECT, INSERT ON support_access, support_view TO :app;
GRANT UPDATE (ended_at) ON support_access TO :app;
GRANT UPDATE (state, answered_at, ends_at) ON support_view TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_export TO :app;
