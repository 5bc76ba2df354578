-- The library: what is out of use, what was copied from the platform's library, and that library itself.

-- `removed_at`: nobody was ever asked for it, so it is nowhere to be found; the row stays, as the audit log names it.
-- `copied_from`: of the platform's library, and the version it was copied from or brought up to.
ALTER TABLE content
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN copied_from uuid,
  ADD COLUMN copied_version integer,
  ADD CHECK (removed_at IS NULL OR archived_at IS NOT NULL),
  ADD CHECK ((copied_from IS NULL) = (copied_version IS NULL));

-- The version of the platform's library that was taken with it.
ALTER TABLE content_version ADD COLUMN platform_version integer;

-- What was made from another names the same files.
ALTER TABLE content_file DROP CONSTRAINT content_file_pkey, ADD PRIMARY KEY (organization_id, content_id, file_id);
DROP INDEX content_file_by_content;

-- Shared tables, outside every tenant: for every organization to copy from.
CREATE TABLE platform_content (
  platform_content_id uuid PRIMARY KEY,
  type smallint NOT NULL,
  -- The newest.
  version integer NOT NULL CHECK (version > 0),
  -- Not offered any more; copies stay as they are.
  retired_at timestamptz,
  created_at timestamptz NOT NULL
);

-- Append-only: copies remember which one they are of.
CREATE TABLE platform_content_version (
  platform_content_id uuid NOT NULL REFERENCES platform_content (platform_content_id),
  version integer NOT NULL CHECK (version > 0),
  name text NOT NULL,
  description text NOT NULL,
  settings jsonb NOT NULL,
  -- What changed, in a sentence.
  summary text NOT NULL,
  published_at timestamptz NOT NULL,
  -- The operator's account; null for what comes with the demo.
  published_by uuid,
  PRIMARY KEY (platform_content_id, version)
);

GRANT SELECT, INSERT, UPDATE ON platform_content TO :app;
GRANT SELECT, INSERT ON platform_content_version TO :app;
