-- Whom a content is asked of: ages, answers, when it is due, and exceptions.

ALTER TABLE organization
  ADD COLUMN season_month smallint NOT NULL DEFAULT 8,
  ADD COLUMN season_day smallint NOT NULL DEFAULT 1;

ALTER TABLE content_assignment
  ADD COLUMN due_type text NOT NULL DEFAULT 'None',
  -- After joining: days until it is due. By the season: days that whoever comes later has.
  ADD COLUMN due_days integer,
  -- In years, both included; null: no limit.
  ADD COLUMN age_from smallint,
  ADD COLUMN age_to smallint,
  ADD COLUMN age_by text NOT NULL DEFAULT 'Birthday',
  ADD COLUMN conditions_match text NOT NULL DEFAULT 'All';
ALTER TABLE content_assignment NO FORCE ROW LEVEL SECURITY;
UPDATE content_assignment SET due_type = 'Fixed' WHERE due_date IS NOT NULL;
ALTER TABLE content_assignment FORCE ROW LEVEL SECURITY;

-- Answers that an assignment asks for.
CREATE TABLE content_assignment_condition (
  organization_id uuid NOT NULL,
  content_assignment_id uuid NOT NULL,
  condition_question_id uuid NOT NULL,
  answer boolean NOT NULL,
  PRIMARY KEY (organization_id, content_assignment_id, condition_question_id),
  FOREIGN KEY (organization_id, content_assignment_id)
    REFERENCES content_assignment (organization_id, content_assignment_id),
  FOREIGN KEY (organization_id, condition_question_id)
    REFERENCES condition_question (organization_id, condition_question_id)
);

-- Of whom a content is not asked although it is assigned: a person, or a level (with those below) or a label there.
CREATE TABLE content_exemption (
  organization_id uuid NOT NULL,
  content_exemption_id uuid NOT NULL,
  content_id uuid NOT NULL,
  profile_id uuid,
  level_id uuid,
  include_below boolean NOT NULL,
  label_id uuid,
  sealed_reason bytea NOT NULL,
  -- Through the whole of this day; null: until it is ended.
  until_day date,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, content_exemption_id),
  CHECK ((profile_id IS NULL) <> (level_id IS NULL)),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id),
  FOREIGN KEY (organization_id, label_id) REFERENCES label (organization_id, label_id)
);
CREATE INDEX content_exemption_by_content ON content_exemption (organization_id, content_id);
CREATE INDEX content_exemption_by_person ON content_exemption (organization_id, profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX content_exemption_by_end ON content_exemption (organization_id, until_day)
  WHERE ended_at IS NULL AND until_day IS NOT NULL;

-- Memberships that were cleared when something was newly asked: it is optional for them through that day.
CREATE TABLE content_grace (
  organization_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  content_id uuid NOT NULL,
  -- The change of the assignments that brought it.
  change_id uuid NOT NULL,
  until_day date NOT NULL,
  PRIMARY KEY (organization_id, profile_level_access_id, content_id),
  FOREIGN KEY (organization_id, profile_level_access_id)
    REFERENCES profile_level_access (organization_id, profile_level_access_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE INDEX content_grace_by_end ON content_grace (organization_id, until_day, profile_level_access_id);
CREATE INDEX content_grace_by_change ON content_grace (organization_id, change_id);
ALTER TABLE content_following ADD COLUMN grace_until date, ADD COLUMN change_id uuid;

-- What was changed together, so that it can be put back.
CREATE TABLE content_assignment_change (
  organization_id uuid NOT NULL,
  change_id uuid NOT NULL,
  content_id uuid NOT NULL,
  begun uuid[] NOT NULL,
  ended uuid[] NOT NULL,
  exemptions_begun uuid[] NOT NULL,
  exemptions_ended uuid[] NOT NULL,
  changed_by uuid,
  changed_at timestamptz NOT NULL,
  undone_at timestamptz,
  PRIMARY KEY (organization_id, change_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE INDEX content_assignment_change_by_content ON content_assignment_change (organization_id, content_id, changed_at);

-- The day through which ages, seasons and ends of exceptions have been followed; a row once anything depends on a day.
CREATE TABLE duty_day (
  organization_id uuid NOT NULL PRIMARY KEY,
  day date NOT NULL,
  -- The last day of the season in which that day lies.
  season_last date NOT NULL,
  -- Of a walk that is under way: the day that it leads to, and who has been passed.
  to_day date,
  to_season_last date,
  after_profile uuid
);
CREATE POLICY owner_notices ON duty_day FOR SELECT TO CURRENT_USER USING (true);

-- What a change of assignments would do, worked out step by step.
CREATE TABLE assignment_preview (
  organization_id uuid NOT NULL,
  preview_id uuid NOT NULL,
  content_id uuid NOT NULL,
  asked_by uuid NOT NULL,
  -- Assignments and exceptions as they would be, without reasons.
  wanted jsonb NOT NULL,
  result jsonb NOT NULL,
  after_profile uuid NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, preview_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE INDEX assignment_preview_by_content ON assignment_preview (organization_id, content_id, asked_by);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY[
    'content_assignment_condition', 'content_exemption', 'content_grace', 'content_assignment_change', 'duty_day',
    'assignment_preview'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;
GRANT SELECT, INSERT ON content_assignment_condition, content_exemption, content_assignment_change TO :app;
GRANT UPDATE (ended_at, profile_id) ON content_exemption TO :app;
GRANT UPDATE (undone_at) ON content_assignment_change TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON content_grace, assignment_preview TO :app;
GRANT SELECT, INSERT, UPDATE ON duty_day TO :app;

-- Those after an id where another day has begun than the one that was followed last, or that day's walk is not over; in the
-- order of their ids.
CREATE FUNCTION organizations_on_another_day(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND EXISTS (
    SELECT FROM duty_day WHERE duty_day.organization_id = here.organization_id
      AND (to_day IS NOT NULL OR day <> (at AT TIME ZONE here.time_zone)::date))
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_on_another_day(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_on_another_day(timestamptz, uuid, integer) TO :app;
