-- Since when an organization is in this database: its founding may have been long before, and no check of it could have run earlier.
ALTER TABLE organization_directory ADD COLUMN arrived_at timestamptz;
UPDATE organization_directory SET arrived_at = created_at;
ALTER TABLE organization_directory ALTER COLUMN arrived_at SET DEFAULT now(), ALTER COLUMN arrived_at SET NOT NULL;

-- Nobody chose the time zone: organizations used to begin in their capital's, or in UTC, where no state said which. Their
-- administrators are reminded until somebody chooses.
ALTER TABLE organization ADD COLUMN time_zone_assumed boolean NOT NULL DEFAULT false;

DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory WHERE NOT is_demo AND state_code IS NULL LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE organization SET time_zone_assumed = true
    WHERE organization_id = tenant AND time_zone IN ('UTC', 'America/New_York', 'America/Toronto')
      AND NOT EXISTS (SELECT FROM audit_event WHERE audit_event.organization_id = tenant
        AND audit_event.action = 'organization.timeZoneChanged');
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
