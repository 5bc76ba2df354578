-- What was recorded is sealed into a chain, by a job: writers do not wait for one another. Each row keeps the transaction
-- that wrote it, so that the job knows which rows a snapshot of its own has and an earlier one had not, however late a
-- transaction commits. Rows that were there before this migration count as written by the first of all transactions.
DO $$
DECLARE
  source text;
  key text;
BEGIN
  FOR source, key IN VALUES
    ('audit_event', 'audit_event_id'), ('member_event', 'member_event_id'), ('profile_event', 'profile_event_id'),
    ('requirement_event', 'requirement_event_id'), ('review', 'review_id')
  LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN written_xid xid8 NOT NULL DEFAULT ''0''', source);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN written_xid SET DEFAULT pg_current_xact_id()', source);
    EXECUTE format('CREATE INDEX %I ON %I (organization_id, written_xid, %I)', source || '_by_writing', source, key);
  END LOOP;
END
$$;

-- The page: newest first, of one person, by one person, at some levels.
DROP INDEX audit_event_by_profile;
CREATE INDEX audit_event_by_time ON audit_event (organization_id, at, audit_event_id);
CREATE INDEX audit_event_by_profile ON audit_event (organization_id, profile_id, at, audit_event_id)
  WHERE profile_id IS NOT NULL;
CREATE INDEX audit_event_by_actor ON audit_event (organization_id, actor_profile_id, at, audit_event_id)
  WHERE actor_profile_id IS NOT NULL;
CREATE INDEX audit_event_by_level ON audit_event (organization_id, level_id, at, audit_event_id)
  WHERE level_id IS NOT NULL;

-- The chain: every recorded row once, without a gap, each with the hash of what it says and that of all before it.
CREATE TABLE audit_entry (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  -- The table, and the row in it.
  source text NOT NULL,
  event_id uuid NOT NULL,
  content_hash bytea NOT NULL,
  -- Of what is sealed in the row: should that be erased, the rest can still be checked.
  sealed_hash bytea,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, sequence),
  UNIQUE (organization_id, source, event_id)
);

-- Where the chain ends, signed now and then with the key of the installation.
CREATE TABLE audit_checkpoint (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, sequence)
);

-- How far the job is: what it has sealed altogether, and where it stands in the pass under way.
CREATE TABLE audit_head (
  organization_id uuid NOT NULL PRIMARY KEY,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  -- Snapshots as text: everything the first one sees is sealed; the pass seals what the second one sees beside it.
  sealed_through text,
  pass_through text,
  -- A pass over everything, whatever the numbers of transactions say.
  pass_whole boolean NOT NULL,
  pass_source text,
  pass_xid text,
  pass_event_id uuid,
  whole_at timestamptz
);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['audit_entry', 'audit_checkpoint', 'audit_head'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT ON audit_entry, audit_checkpoint TO :app;
GRANT SELECT, INSERT, UPDATE ON audit_head TO :app;
