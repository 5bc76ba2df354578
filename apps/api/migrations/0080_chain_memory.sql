-- What statuses rest on is sealed into the chain too: each row says which completion counted for a membership, until when, and
-- what barred or was open. As in 0024: rows that were there before count as written by the first of all transactions, and the
-- next pass over everything finds them.
ALTER TABLE standing_record ADD COLUMN written_xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE standing_record ALTER COLUMN written_xid SET DEFAULT pg_current_xact_id();
CREATE INDEX standing_record_by_writing ON standing_record (organization_id, written_xid, standing_record_id);

-- Which servers remember the chain outside the database, and how far: a server whose memory is gone is told from a new one.
CREATE TABLE chain_memory (
  organization_id uuid NOT NULL,
  server_id uuid NOT NULL,
  sequence bigint NOT NULL,
  remembered_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, server_id)
);
ALTER TABLE chain_memory ENABLE ROW LEVEL SECURITY;
ALTER TABLE chain_memory FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chain_memory
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON chain_memory TO :app;

-- What was found wrong with a chain or with the memory of it, for those who run the platform. Shared: ids, numbers, hashes.
CREATE TABLE audit_alarm (
  alarm_id uuid NOT NULL PRIMARY KEY,
  organization_id uuid NOT NULL,
  server_id uuid NOT NULL,
  kind text NOT NULL,
  facts jsonb NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX audit_alarm_by_time ON audit_alarm (at);
GRANT SELECT, INSERT ON audit_alarm TO :app;

-- The daily check of each organization's chain and statuses: how far it is, and what the last one found. Each with a signature of
-- the installation: whoever writes to the database cannot make up that a check went well. Shared: ids, numbers.
CREATE TABLE audit_check (
  organization_id uuid NOT NULL PRIMARY KEY,
  progress jsonb,
  progress_signature bytea,
  result jsonb,
  result_signature bytea
);
GRANT SELECT, INSERT, UPDATE ON audit_check TO :app;
