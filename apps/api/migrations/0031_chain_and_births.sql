-- What reviewers, administrators and those who work on incidents wrote down is sealed into the chain with the other histories.
-- A reviewer's note says by itself when it was written and by whom, as every other row of the chain does.
ALTER TABLE requirement_note ADD COLUMN at timestamptz, ADD COLUMN actor_profile_id uuid;
ALTER TABLE requirement_note NO FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement_event NO FORCE ROW LEVEL SECURITY;
UPDATE requirement_note SET at = event.at, actor_profile_id = event.actor_profile_id
FROM requirement_event AS event
WHERE event.organization_id = requirement_note.organization_id
  AND event.requirement_event_id = requirement_note.requirement_event_id;
ALTER TABLE requirement_note FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement_event FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement_note ALTER COLUMN at SET NOT NULL;

-- As in 0024: rows that were there before count as written by the first of all transactions, and the next pass over everything
-- finds them.
DO $$
DECLARE
  source text;
  key text;
BEGIN
  FOR source, key IN VALUES
    ('requirement_note', 'requirement_event_id'), ('member_note', 'member_note_id'),
    ('incident_event', 'incident_event_id')
  LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN written_xid xid8 NOT NULL DEFAULT ''0''', source);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN written_xid SET DEFAULT pg_current_xact_id()', source);
    EXECUTE format('CREATE INDEX %I ON %I (organization_id, written_xid, %I)', source || '_by_writing', source, key);
  END LOOP;
END
$$;

-- A decision goes with its submission when two entries of a person become one; the chain says of it what was written first.
ALTER TABLE review ADD COLUMN decided_requirement_id uuid;
GRANT UPDATE (decided_requirement_id) ON review TO :app;

-- Of a name that hundreds have, those are looked at who were born on the same day.
CREATE INDEX profile_by_birth ON profile (organization_id, date_of_birth) WHERE date_of_birth IS NOT NULL;
