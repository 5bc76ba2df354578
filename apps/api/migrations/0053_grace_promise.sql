-- A day through which whoever was cleared stays so is promised with a change of assignments, and outlives the round of steps
-- that it began: a later round keeps it for those who had not been reached. There until a whole round is through.
CREATE TABLE grace_promise (
  organization_id uuid NOT NULL,
  -- The change of the assignments that made it.
  change_id uuid NOT NULL,
  content_id uuid NOT NULL,
  until_day date NOT NULL,
  -- It is made to who had a membership then that the assignments of then reach.
  promised_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, change_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE INDEX grace_promise_by_content ON grace_promise (organization_id, content_id);

-- Of rounds that are under way.
ALTER TABLE content_assignment_change NO FORCE ROW LEVEL SECURITY;
INSERT INTO grace_promise (organization_id, change_id, content_id, until_day, promised_at)
SELECT walk.organization_id, walk.change_id, walk.content_id, walk.grace_until, change.changed_at
FROM content_following AS walk
JOIN content_assignment_change AS change
  ON change.organization_id = walk.organization_id AND change.change_id = walk.change_id
WHERE walk.grace_until IS NOT NULL;
ALTER TABLE content_assignment_change FORCE ROW LEVEL SECURITY;
ALTER TABLE content_following DROP COLUMN grace_until, DROP COLUMN change_id;

ALTER TABLE grace_promise ENABLE ROW LEVEL SECURITY;
ALTER TABLE grace_promise FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON grace_promise
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON grace_promise TO :app;
