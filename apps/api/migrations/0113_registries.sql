-- Sex offender registries, loaded from files by those who run the platform. Shared, outside every tenant: public records.
CREATE TABLE registry (
  registry_id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) <= 100),
  -- The page where people search it by hand.
  search_url text CHECK (length(search_url) <= 2000),
  -- The version that is searched; null: none.
  current_version_id uuid,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX registry_by_name ON registry (lower(name));

CREATE TABLE registry_version (
  registry_version_id uuid PRIMARY KEY,
  registry_id uuid NOT NULL REFERENCES registry (registry_id),
  as_of date NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) <= 255),
  entries integer NOT NULL,
  refused integer NOT NULL,
  -- The operator's account; null for what comes with the demo.
  loaded_by uuid,
  loaded_at timestamptz NOT NULL
);
CREATE INDEX registry_version_by_age ON registry_version (registry_id, loaded_at DESC);
ALTER TABLE registry ADD FOREIGN KEY (current_version_id) REFERENCES registry_version (registry_version_id);

CREATE TABLE registry_entry (
  registry_version_id uuid NOT NULL REFERENCES registry_version (registry_version_id),
  entry_id text NOT NULL CHECK (length(entry_id) <= 200),
  -- [{ firstName, lastName }], the name first, then its other names.
  names jsonb NOT NULL,
  date_of_birth date,
  link text,
  -- Further columns of the file: [{ label, value }].
  facts jsonb NOT NULL,
  PRIMARY KEY (registry_version_id, entry_id)
);
CREATE INDEX registry_entry_by_birth ON registry_entry (date_of_birth, registry_version_id);

-- By which entries without a date of birth are found.
CREATE TABLE registry_name_key (
  name_key text NOT NULL,
  registry_version_id uuid NOT NULL,
  entry_id text NOT NULL,
  PRIMARY KEY (name_key, registry_version_id, entry_id),
  FOREIGN KEY (registry_version_id, entry_id) REFERENCES registry_entry (registry_version_id, entry_id)
);

GRANT SELECT, INSERT, UPDATE ON registry TO :app;
GRANT SELECT, INSERT ON registry_version, registry_entry, registry_name_key TO :app;

-- When a person was last searched for in the registries. `basis` is a hash of what was searched for and of the versions searched:
-- where it is another one now, the search is due again.
CREATE TABLE registry_search (
  organization_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  basis text NOT NULL,
  searched_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, requirement_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id)
);

-- Which entries a search found, under the submission that is reviewed for it. A copy of the entry lies sealed: the proof of what
-- was decided on outlives the version of the registry.
CREATE TABLE registry_match (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  registry_id uuid NOT NULL,
  entry_id text NOT NULL,
  requirement_id uuid NOT NULL,
  score smallint NOT NULL,
  sealed_entry bytea NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id, registry_id, entry_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX registry_match_by_requirement ON registry_match (organization_id, requirement_id);

ALTER TABLE registry_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE registry_search FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON registry_search
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE registry_match ENABLE ROW LEVEL SECURITY;
ALTER TABLE registry_match FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON registry_match
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON registry_search TO :app;
GRANT SELECT, INSERT ON registry_match TO :app;

-- Where a sex offender search is asked of somebody; ids alone, one look into an index for each organization.
CREATE INDEX content_searching_registries ON content (organization_id) WHERE type = 6 AND archived_at IS NULL;
CREATE POLICY owner_notices ON content FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION organizations_searching_registries(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM content
  WHERE organization_id > after AND type = 6 AND archived_at IS NULL
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_searching_registries(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_searching_registries(uuid, integer) TO :app;
