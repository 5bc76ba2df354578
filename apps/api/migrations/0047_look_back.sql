-- Who ever came to a level, by membership. Partial: changes of status, which come in millions, are not in it.
CREATE INDEX member_event_arrivals ON member_event (organization_id, level_id, profile_level_access_id)
  WHERE kind IN ('joined', 'moved');
-- Levels that were deleted count for what lay above them.
CREATE INDEX level_archived ON level (organization_id, level_id) WHERE archived_at IS NOT NULL;

-- A level and what is below it as of a past instant, worked out step by step and kept for a day.
CREATE TABLE look_back (
  organization_id uuid NOT NULL,
  look_back_id uuid NOT NULL,
  level_id uuid NOT NULL,
  at timestamptz NOT NULL,
  -- Which levels lay below when it began: of other ones it would tell something else.
  tree bigint NOT NULL,
  asked_by uuid NOT NULL,
  -- over: it is being removed.
  state text NOT NULL CHECK (state IN ('building', 'whole', 'over')),
  after_level uuid NOT NULL,
  after_membership uuid NOT NULL,
  -- Memberships that came to these levels ever: how many were looked at, and how many there are.
  looked integer NOT NULL,
  total integer,
  counts jsonb NOT NULL,
  moved_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, look_back_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id)
);
CREATE INDEX look_back_by_level ON look_back (organization_id, level_id, at);
CREATE INDEX look_back_by_time ON look_back (organization_id, created_at);

-- Who was there, by name. The key is the order of the list, so that one index serves both.
CREATE TABLE look_back_member (
  organization_id uuid NOT NULL,
  look_back_id uuid NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  profile_level_access_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  overall_status text NOT NULL,
  -- What was asked of the membership, and how each stood, in the same order.
  contents uuid[] NOT NULL,
  content_statuses smallint[] NOT NULL,
  PRIMARY KEY (organization_id, look_back_id, sort_name, profile_level_access_id),
  FOREIGN KEY (organization_id, look_back_id) REFERENCES look_back (organization_id, look_back_id)
);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['look_back', 'look_back_member'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT, DELETE ON look_back, look_back_member TO :app;
GRANT UPDATE (state, after_level, after_membership, looked, total, counts, moved_at) ON look_back TO :app;
