-- By which day of a year children must be five to start kindergarten, as the organization says; null: by the state's date.
ALTER TABLE identity_setting ADD COLUMN kindergarten_month smallint CHECK (kindergarten_month BETWEEN 1 AND 12);
ALTER TABLE identity_setting ADD COLUMN kindergarten_day smallint CHECK (kindergarten_day BETWEEN 1 AND 31);
ALTER TABLE identity_setting ADD CHECK ((kindergarten_month IS NULL) = (kindergarten_day IS NULL));

-- Players who ask for an older age group than their own. A reviewer decides, with a reason.
CREATE TABLE age_group_exception (
  organization_id uuid NOT NULL,
  age_group_exception_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- The first day of the season for which it counts.
  season_start date NOT NULL,
  own_under smallint NOT NULL,
  wanted_under smallint NOT NULL CHECK (wanted_under > own_under AND wanted_under <= 19),
  sealed_reason bytea NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'approved', 'declined')),
  sealed_decision bytea CHECK ((sealed_decision IS NULL) = (state = 'asked')),
  decided_by uuid,
  decided_at timestamptz CHECK ((decided_at IS NULL) = (state = 'asked')),
  PRIMARY KEY (organization_id, age_group_exception_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id)
);
-- One question at a time.
CREATE UNIQUE INDEX age_group_exception_asked ON age_group_exception (organization_id, requirement_id) WHERE state = 'asked';
CREATE INDEX age_group_exception_of ON age_group_exception (organization_id, requirement_id, asked_at);
ALTER TABLE age_group_exception ENABLE ROW LEVEL SECURITY;
ALTER TABLE age_group_exception FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON age_group_exception
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON age_group_exception TO :app;
