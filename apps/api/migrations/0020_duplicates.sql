-- People who are there twice: by what they are found, which pairs were found, and what became of them.

-- An entry that went into another: it stays, archived, and says where its history is read.
ALTER TABLE profile ADD COLUMN merged_into uuid,
  ADD FOREIGN KEY (organization_id, merged_into) REFERENCES profile (organization_id, profile_id);
CREATE INDEX profile_merged_into ON profile (organization_id, merged_into) WHERE merged_into IS NOT NULL;

-- What different spellings of one person share, each as a hash of 64 bits; who shares one is then compared.
CREATE TABLE person_key (
  organization_id uuid NOT NULL,
  key bigint NOT NULL,
  profile_id uuid NOT NULL,
  PRIMARY KEY (organization_id, key, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX person_key_by_person ON person_key (organization_id, profile_id);

-- People who are new or have another name or address since they were compared with the others; everybody at first.
CREATE TABLE person_to_compare (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  PRIMARY KEY (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
ALTER TABLE profile NO FORCE ROW LEVEL SECURITY;
INSERT INTO person_to_compare SELECT organization_id, profile_id FROM profile;
ALTER TABLE profile FORCE ROW LEVEL SECURITY;

-- Two entries that look like one person; the smaller id first. Dismissed ones stay, so that they are not found again.
CREATE TABLE likely_pair (
  organization_id uuid NOT NULL,
  likely_pair_id uuid NOT NULL,
  one_profile_id uuid NOT NULL,
  other_profile_id uuid NOT NULL,
  score smallint NOT NULL,
  reasons text[] NOT NULL,
  found_at timestamptz NOT NULL,
  dismissed_at timestamptz,
  dismissed_by uuid,
  PRIMARY KEY (organization_id, likely_pair_id),
  UNIQUE (organization_id, one_profile_id, other_profile_id),
  FOREIGN KEY (organization_id, one_profile_id) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, other_profile_id) REFERENCES profile (organization_id, profile_id),
  CHECK (one_profile_id < other_profile_id)
);
CREATE INDEX likely_pair_by_score ON likely_pair (organization_id, score, likely_pair_id) WHERE dismissed_at IS NULL;
CREATE INDEX likely_pair_by_other ON likely_pair (organization_id, other_profile_id);

-- Ways of reading rosters that an organization keeps under a name; columns are found again by their headings.
CREATE TABLE roster_mapping (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  roster_mapping_id uuid NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  headers text[] NOT NULL,
  mapping jsonb NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, roster_mapping_id),
  UNIQUE (organization_id, name_key)
);

-- Whom a row of a roster looks like, and what was said of it.
ALTER TABLE roster_import_row
  ADD COLUMN like_profile_id uuid,
  ADD COLUMN like_access_id uuid,
  ADD COLUMN like_reasons text[],
  ADD COLUMN answer text CHECK (answer IN ('add', 'same'));

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['person_key', 'person_to_compare', 'likely_pair', 'roster_mapping'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END
$$;
GRANT SELECT, INSERT, DELETE ON person_key, person_to_compare TO :app;
-- To hold whoever is on the list: a name that changes is compared as it is afterwards.
GRANT UPDATE (profile_id) ON person_to_compare TO :app;
GRANT SELECT, INSERT, DELETE ON likely_pair TO :app;
GRANT UPDATE (score, reasons, dismissed_at, dismissed_by) ON likely_pair TO :app;
GRANT SELECT, INSERT, DELETE ON roster_mapping TO :app;
GRANT UPDATE (name, name_key) ON roster_mapping TO :app;
-- A partner knows the person by the entry that stays.
GRANT UPDATE (profile_id) ON external_identity TO :app;
-- A decision itself never changes; only of which requirement its submission is.
GRANT UPDATE (requirement_id) ON review TO :app;

-- Where somebody waits to be compared; ids alone, one look into an index for each organization.
CREATE POLICY owner_notices ON person_to_compare FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION organizations_comparing(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND EXISTS (
    SELECT FROM person_to_compare WHERE person_to_compare.organization_id = here.organization_id)
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_comparing(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_comparing(uuid, integer) TO :app;
