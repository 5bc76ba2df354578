-- How long closed incidents are kept, and the certificates of everything that was disposed of at the end of a retention period.
ALTER TABLE organization ADD COLUMN incident_years integer NOT NULL DEFAULT 10 CHECK (incident_years BETWEEN 1 AND 50);
GRANT UPDATE (incident_years) ON organization TO :app;

-- What is sealed of a record may be removed, and never replaced. The chain keeps its hash.
CREATE FUNCTION only_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) -> TG_ARGV[0] <> 'null'::jsonb AND to_jsonb(NEW) -> TG_ARGV[0] <> to_jsonb(OLD) -> TG_ARGV[0] THEN
    RAISE EXCEPTION 'A sealed record can be removed, and not changed.';
  END IF;
  RETURN NEW;
END
$$;
ALTER TABLE incident ALTER COLUMN sealed_description DROP NOT NULL, ADD COLUMN disposed_at timestamptz;
GRANT UPDATE (disposed_at) ON incident TO :app;
CREATE INDEX incident_by_closing ON incident (organization_id, closed_at) WHERE closed_at IS NOT NULL AND disposed_at IS NULL;
ALTER TABLE incident_event ALTER COLUMN sealed_change DROP NOT NULL;
GRANT UPDATE (sealed_change) ON incident_event TO :app;
CREATE TRIGGER only_removed BEFORE UPDATE ON incident_event FOR EACH ROW EXECUTE FUNCTION only_removed('sealed_change');
ALTER TABLE screening_consent ALTER COLUMN sealed_facts DROP NOT NULL;
GRANT UPDATE (sealed_facts) ON screening_consent TO :app;
CREATE TRIGGER only_removed BEFORE UPDATE ON screening_consent FOR EACH ROW EXECUTE FUNCTION only_removed('sealed_facts');
ALTER TABLE waiver_signature ALTER COLUMN sealed_facts DROP NOT NULL;
GRANT UPDATE (sealed_facts) ON waiver_signature TO :app;
CREATE TRIGGER only_removed BEFORE UPDATE ON waiver_signature FOR EACH ROW EXECUTE FUNCTION only_removed('sealed_facts');
ALTER TABLE screening_order ADD COLUMN disposed_at timestamptz;

-- What was disposed of: kind, number, period and setting; nothing of a person. Only added to.
CREATE TABLE disposal_certificate (
  organization_id uuid NOT NULL,
  disposal_certificate_id uuid NOT NULL,
  kind text NOT NULL CHECK (length(kind) <= 40),
  items integer NOT NULL CHECK (items > 0),
  -- From when to when the periods of what was disposed of began.
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  setting text NOT NULL CHECK (length(setting) <= 40),
  setting_value integer NOT NULL,
  setting_unit text NOT NULL CHECK (setting_unit IN ('days', 'months', 'years')),
  disposed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, disposal_certificate_id)
);
ALTER TABLE disposal_certificate ENABLE ROW LEVEL SECURITY;
ALTER TABLE disposal_certificate FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON disposal_certificate USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON disposal_certificate TO :app;
