-- A reviewer's note says by itself when it was written and by whom, as every other row of the chain does. Organization by
-- organization, behind the wall between them: without it, whoever writes what happens to requirements would wait.
ALTER TABLE requirement_note ADD COLUMN at timestamptz, ADD COLUMN actor_profile_id uuid;
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE requirement_note SET at = event.at, actor_profile_id = event.actor_profile_id
    FROM requirement_event AS event
    WHERE requirement_note.organization_id = tenant AND event.organization_id = tenant
      AND event.requirement_event_id = requirement_note.requirement_event_id;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
ALTER TABLE requirement_note ALTER COLUMN at SET NOT NULL;

-- What reviewers, administrators and those who work on incidents wrote down is sealed into the chain with the other histories.
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
