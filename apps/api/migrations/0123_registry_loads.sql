-- A registry's file is loaded in steps. The version before is searched until this one is whole.
ALTER TABLE registry_version
  ADD COLUMN state text NOT NULL DEFAULT 'loaded' CHECK (state IN ('loading', 'loaded', 'canceled', 'failed')),
  ADD COLUMN loaded_entries integer NOT NULL DEFAULT 0,
  -- When the last step ended: a load that stands still was given up.
  ADD COLUMN moved_at timestamptz;
UPDATE registry_version SET loaded_entries = entries, moved_at = loaded_at;
ALTER TABLE registry_version
  ALTER COLUMN state DROP DEFAULT,
  ALTER COLUMN loaded_entries DROP DEFAULT,
  ALTER COLUMN moved_at SET NOT NULL;
CREATE UNIQUE INDEX registry_version_loading ON registry_version (registry_id) WHERE state = 'loading';

-- Entries that were read from a file and are not loaded yet, some hundred a row.
CREATE TABLE registry_load_part (
  registry_version_id uuid NOT NULL REFERENCES registry_version (registry_version_id),
  number integer NOT NULL,
  entries jsonb NOT NULL,
  PRIMARY KEY (registry_version_id, number)
);

-- What was loaded of a canceled file is removed again.
CREATE INDEX registry_name_key_by_entry ON registry_name_key (registry_version_id, entry_id);
GRANT SELECT, INSERT, DELETE ON registry_load_part TO :app;
GRANT UPDATE ON registry_version TO :app;
GRANT DELETE ON registry_entry, registry_name_key TO :app;
