-- "To be done again by" takes effect: what was completed on an earlier version counts through that day at most.

-- The earliest such day that was applied to a completion, and the latest version that has been. What was decreed afterwards
-- (extended_until) goes beyond it.
ALTER TABLE attempt ADD COLUMN redo_by date, ADD COLUMN redo_number integer;
-- The walk goes through completions by their ids, which no merge of people changes.
CREATE INDEX attempt_by_version ON attempt (organization_id, content_version_id, attempt_id) WHERE state = 'approved';
-- The preview goes through requirements by their ids.
DROP INDEX requirement_by_content;
CREATE INDEX requirement_by_content ON requirement (organization_id, content_id, requirement_id);

-- A content of which completions are being brought in line with its versions; the row is there while it is under way.
CREATE TABLE content_redo (
  organization_id uuid NOT NULL,
  content_id uuid NOT NULL,
  -- Up to which completion it has come.
  after_attempt uuid NOT NULL,
  -- Completions that are looked at; null until the first step has counted them.
  total integer,
  done integer NOT NULL,
  -- Who saved the version, for the history.
  begun_by uuid,
  PRIMARY KEY (organization_id, content_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE POLICY owner_notices ON content_redo FOR SELECT TO CURRENT_USER USING (true);

-- What a day to do it again by would do, worked out step by step.
CREATE TABLE redo_preview (
  organization_id uuid NOT NULL,
  preview_id uuid NOT NULL,
  content_id uuid NOT NULL,
  asked_by uuid NOT NULL,
  redo_by date NOT NULL,
  result jsonb NOT NULL,
  after_requirement uuid NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, preview_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE INDEX redo_preview_by_content ON redo_preview (organization_id, content_id, asked_by);

-- Days that were saved with a version before they took effect.
ALTER TABLE content_version NO FORCE ROW LEVEL SECURITY;
INSERT INTO content_redo (organization_id, content_id, after_attempt, done, begun_by)
SELECT DISTINCT ON (organization_id, content_id)
  organization_id, content_id, '00000000-0000-0000-0000-000000000000'::uuid, 0, created_by
FROM content_version WHERE number > 1 AND settings ->> 'redoBy' IS NOT NULL
ORDER BY organization_id, content_id, number DESC;
ALTER TABLE content_version FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['content_redo', 'redo_preview'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON content_redo, redo_preview TO :app;

-- Those after an id where completions are being brought in line, in the order of their ids: a walk that was given up goes on.
CREATE FUNCTION organizations_redoing(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM content_redo WHERE organization_id > after
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_redoing(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_redoing(uuid, integer) TO :app;
