-- Twelve kinds of content: settings say which they are, and may name files of their own.

-- Until now there were documents only.
UPDATE content_version SET settings = settings || '{"kind": "document", "validThrough": null, "redoBy": null}'
WHERE NOT settings ? 'kind';

CREATE TABLE content_file (
  organization_id uuid NOT NULL,
  file_id uuid NOT NULL,
  content_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, file_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);
CREATE INDEX content_file_by_content ON content_file (organization_id, content_id);

ALTER TABLE content_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE content_file FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON content_file
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON content_file TO :app;
