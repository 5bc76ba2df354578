-- How many rows of an import have which fate. Counted with every step instead of at every look: whoever watched the progress
-- of a long one had all of its rows counted each time.
ALTER TABLE roster_import ADD COLUMN tally jsonb NOT NULL DEFAULT '{}', ADD COLUMN read integer NOT NULL DEFAULT 0,
  ADD COLUMN written_through integer NOT NULL DEFAULT 0;
ALTER TABLE roster_import NO FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_import_row NO FORCE ROW LEVEL SECURITY;
UPDATE roster_import SET tally = counted.tally, read = roster_import.judged
FROM (
  SELECT organization_id, roster_import_id,
    jsonb_object_agg(fate, jsonb_build_object('rows', rows, 'done', done, 'invitable', invitable)) AS tally
  FROM (
    SELECT organization_id, roster_import_id, fate, count(*) AS rows, count(done_at) AS done, count(email) AS invitable
    FROM roster_import_row GROUP BY organization_id, roster_import_id, fate
  ) AS by_fate
  GROUP BY organization_id, roster_import_id
) AS counted
WHERE roster_import.organization_id = counted.organization_id
  AND roster_import.roster_import_id = counted.roster_import_id;
ALTER TABLE roster_import FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_import_row FORCE ROW LEVEL SECURITY;
