-- Course packages travel in parts as documents do, are read by a job, and lie unpacked beside the zip that they came in.

ALTER TABLE upload
  ALTER COLUMN requirement_id DROP NOT NULL,
  ALTER COLUMN profile_level_access_id DROP NOT NULL,
  -- What it is for, where it is for no requirement.
  ADD COLUMN content_id uuid,
  -- Percent that was read of what has arrived; NULL: nobody reads it yet.
  ADD COLUMN read_percent smallint CHECK (read_percent BETWEEN 0 AND 100),
  -- Why it was not taken, as a sentence.
  ADD COLUMN problem text,
  ADD CONSTRAINT upload_of_one CHECK (
    (content_id IS NULL AND requirement_id IS NOT NULL AND profile_level_access_id IS NOT NULL)
    OR (content_id IS NOT NULL AND requirement_id IS NULL AND profile_level_access_id IS NULL)
  ),
  ADD FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id);
CREATE INDEX upload_by_content ON upload (organization_id, content_id) WHERE content_id IS NOT NULL;

-- Under which key all files of a package lie, unpacked, one after the other; NULL: they are inflated from the zip as they are asked for.
ALTER TABLE content_package ADD COLUMN unpacked_key text;
