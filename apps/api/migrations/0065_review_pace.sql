-- How long reviews of a content usually take, for those who wait for one. Worked out some times a day; no row: nobody can tell.
CREATE TABLE review_pace (
  organization_id uuid NOT NULL,
  content_id uuid NOT NULL,
  usual_ms bigint NOT NULL,
  PRIMARY KEY (organization_id, content_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);

ALTER TABLE review_pace ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_pace FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON review_pace
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON review_pace TO :app;
