-- Reviews at any size, and why reviewers did what they did. The same rules as in 0001 hold for every tenant table.

-- Where the person in whose name it is made takes part: whoever looks after some levels finds theirs without the whole queue.
ALTER TABLE attempt ADD COLUMN level_id uuid;
-- The queue is in order of sending in, so nothing waits in it undated.
ALTER TABLE attempt ADD CONSTRAINT pending_is_dated CHECK (state <> 'pendingReview' OR submitted_at IS NOT NULL);

-- Where the person took part when it was decided: decisions outlive memberships.
ALTER TABLE review ADD COLUMN level_id uuid, ADD COLUMN label_id uuid;
ALTER TABLE attempt NO FORCE ROW LEVEL SECURITY;
ALTER TABLE review NO FORCE ROW LEVEL SECURITY;
ALTER TABLE profile_level_access NO FORCE ROW LEVEL SECURITY;
ALTER TABLE member_event NO FORCE ROW LEVEL SECURITY;
UPDATE review SET level_id = place.level_id, label_id = place.label_id
FROM (
  SELECT organization_id, profile_level_access_id, level_id, label_id FROM profile_level_access
  UNION ALL
  SELECT organization_id, profile_level_access_id, level_id, label_id FROM member_event WHERE kind = 'left'
) AS place
WHERE place.organization_id = review.organization_id
  AND place.profile_level_access_id = review.profile_level_access_id;
UPDATE attempt SET level_id = place.level_id
FROM (
  SELECT organization_id, profile_level_access_id, level_id FROM profile_level_access
  UNION ALL
  SELECT organization_id, profile_level_access_id, level_id FROM member_event WHERE kind = 'left'
) AS place
WHERE place.organization_id = attempt.organization_id
  AND place.profile_level_access_id = attempt.profile_level_access_id;
ALTER TABLE attempt FORCE ROW LEVEL SECURITY;
ALTER TABLE review FORCE ROW LEVEL SECURITY;
ALTER TABLE profile_level_access FORCE ROW LEVEL SECURITY;
ALTER TABLE member_event FORCE ROW LEVEL SECURITY;
ALTER TABLE attempt ALTER COLUMN level_id SET NOT NULL;
CREATE INDEX attempt_pending_by_level ON attempt (organization_id, level_id, submitted_at, attempt_id)
  WHERE state = 'pendingReview';
CREATE INDEX review_by_level ON review (organization_id, level_id, decided_at, review_id);

-- A reviewer's words on an event of the history, sealed; append-only by grant like the history itself.
CREATE TABLE requirement_note (
  organization_id uuid NOT NULL,
  requirement_event_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  sealed_note bytea NOT NULL,
  PRIMARY KEY (organization_id, requirement_event_id)
);
ALTER TABLE requirement_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE requirement_note FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON requirement_note
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON requirement_note TO :app;
