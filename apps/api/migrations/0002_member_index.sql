-- Lists, counts and search at any size (docs/decisions/0006). The same rules as in 0001 hold for every tenant table.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Rows already there are brought along below; the owner is held by FORCE like everybody else until then.
ALTER TABLE level NO FORCE ROW LEVEL SECURITY;
ALTER TABLE profile NO FORCE ROW LEVEL SECURITY;
ALTER TABLE profile_level_access NO FORCE ROW LEVEL SECURITY;
ALTER TABLE member_standing NO FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement NO FORCE ROW LEVEL SECURITY;

-- Large levels, whose memberships are kept together in the member index. building: is being filled, up to where it says.
CREATE TABLE level_index (
  organization_id uuid NOT NULL,
  level_id uuid NOT NULL,
  state text NOT NULL,
  filled_pre integer NOT NULL,
  filled_membership uuid NOT NULL,
  PRIMARY KEY (organization_id, level_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id)
);

-- All that lists and counts say of a membership, in one row, no status in any index: its updates stay within the page.
ALTER TABLE member_standing
  ADD COLUMN profile_id uuid,
  ADD COLUMN level_id uuid,
  ADD COLUMN label_id uuid,
  ADD COLUMN sort_name text COLLATE "C",
  ADD COLUMN statuses smallint NOT NULL DEFAULT 0,
  ADD COLUMN owed smallint NOT NULL DEFAULT 0,
  ADD COLUMN done smallint NOT NULL DEFAULT 0,
  ADD COLUMN contents uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN content_statuses smallint[] NOT NULL DEFAULT '{}';
UPDATE member_standing SET profile_id = pla.profile_id, level_id = pla.level_id, label_id = pla.label_id, sort_name = profile.sort_name
FROM profile_level_access AS pla
JOIN profile ON profile.organization_id = pla.organization_id AND profile.profile_id = pla.profile_id
WHERE pla.organization_id = member_standing.organization_id
  AND pla.profile_level_access_id = member_standing.profile_level_access_id;
ALTER TABLE member_standing
  ALTER COLUMN profile_id SET NOT NULL,
  ALTER COLUMN level_id SET NOT NULL,
  ALTER COLUMN label_id SET NOT NULL,
  ALTER COLUMN sort_name SET NOT NULL;
CREATE INDEX member_standing_by_level ON member_standing (organization_id, level_id);

-- One row per membership and large level above it (or at which it is).
CREATE TABLE member_index (
  organization_id uuid NOT NULL,
  level_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  label_id uuid NOT NULL,
  overall_status text NOT NULL,
  statuses smallint NOT NULL,
  PRIMARY KEY (organization_id, level_id, profile_level_access_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id)
);
-- Common filters walk by name; rare ones gather the few they match.
CREATE INDEX member_index_by_name ON member_index (organization_id, level_id, sort_name, profile_level_access_id)
  INCLUDE (label_id, overall_status, statuses);
CREATE INDEX member_index_by_status ON member_index
  (organization_id, level_id, overall_status, label_id, statuses, sort_name, profile_level_access_id);

-- How many memberships at a level or below it stand how. What changed since lies in the delta tables, which writers only
-- append to, so that they never wait for one another.
CREATE TABLE member_count (
  organization_id uuid NOT NULL,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  overall_status text NOT NULL,
  statuses smallint NOT NULL,
  members integer NOT NULL,
  PRIMARY KEY (organization_id, level_id, label_id, overall_status, statuses)
);
CREATE TABLE member_count_delta (
  organization_id uuid NOT NULL,
  member_count_delta_id uuid NOT NULL,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  overall_status text NOT NULL,
  statuses smallint NOT NULL,
  members integer NOT NULL,
  PRIMARY KEY (organization_id, member_count_delta_id)
);
CREATE TABLE requirement_count (
  organization_id uuid NOT NULL,
  level_id uuid NOT NULL,
  content_id uuid NOT NULL,
  status smallint NOT NULL,
  members integer NOT NULL,
  PRIMARY KEY (organization_id, level_id, content_id, status)
);
CREATE TABLE requirement_count_delta (
  organization_id uuid NOT NULL,
  requirement_count_delta_id uuid NOT NULL,
  level_id uuid NOT NULL,
  content_id uuid NOT NULL,
  status smallint NOT NULL,
  members integer NOT NULL,
  PRIMARY KEY (organization_id, requirement_count_delta_id)
);
INSERT INTO member_count
SELECT top.organization_id, top.level_id, label_id, overall_status, statuses, count(*)
FROM level AS top
JOIN level AS here ON here.organization_id = top.organization_id AND here.pre BETWEEN top.pre AND top.last
JOIN member_standing AS standing
  ON standing.organization_id = here.organization_id AND standing.level_id = here.level_id
GROUP BY top.organization_id, top.level_id, label_id, overall_status, statuses;
-- The sweep derives everybody anew, and with that the requirement statuses that lists and counts did not know before.
UPDATE requirement SET next_transition_at = least(next_transition_at, now()) WHERE archived_at IS NULL;

-- Names and addresses as they are searched. Row-level security would switch the index off, so there is none here: the
-- application has no grant on the table and reaches it through two functions, which see one tenant each.
CREATE TABLE member_search (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX member_search_words ON member_search USING gin (organization_id, words gin_trgm_ops);
INSERT INTO member_search
SELECT organization_id, profile_id,
  ' ' || lower(regexp_replace(normalize(first_name || ' ' || last_name, NFKD), '[\u0300-\u036f''’]', '', 'g'))
    || ' ' || lower(coalesce(email, ''))
FROM profile;

CREATE FUNCTION keep_searched(ids uuid[], texts text[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO member_search (organization_id, profile_id, words)
  SELECT NULLIF(current_setting('app.organization_id', true), '')::uuid, id, text
  FROM unnest(ids, texts) AS given (id, text)
  ON CONFLICT (organization_id, profile_id) DO UPDATE SET words = excluded.words
$$;

-- Every pattern must match; at most five. Patterns are LIKE's.
CREATE FUNCTION search_people(patterns text[], most integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- EXECUTE plans for these very patterns: a plan for any would not use the index well.
  RETURN QUERY EXECUTE
    'SELECT profile_id FROM member_search WHERE organization_id = $1 AND words LIKE $2'
    || CASE WHEN patterns[2] IS NULL THEN '' ELSE ' AND words LIKE $3' END
    || CASE WHEN patterns[3] IS NULL THEN '' ELSE ' AND words LIKE $4' END
    || CASE WHEN patterns[4] IS NULL THEN '' ELSE ' AND words LIKE $5' END
    || CASE WHEN patterns[5] IS NULL THEN '' ELSE ' AND words LIKE $6' END
    || ' LIMIT $7'
  USING NULLIF(current_setting('app.organization_id', true), '')::uuid,
    patterns[1], patterns[2], patterns[3], patterns[4], patterns[5], most;
END
$$;
-- The same among a few given people: at a small level that is less to look at than all who match.
CREATE FUNCTION search_among(patterns text[], ids uuid[]) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT profile_id FROM member_search
  WHERE organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid
    AND profile_id = ANY(ids) AND words LIKE ALL (patterns)
$$;
REVOKE ALL ON FUNCTION keep_searched(uuid[], text[]), search_people(text[], integer), search_among(text[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_searched(uuid[], text[]), search_people(text[], integer), search_among(text[], uuid[]) TO :app;

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'level_index', 'member_index', 'member_count', 'member_count_delta', 'requirement_count', 'requirement_count_delta'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
  FOREACH tenant_table IN ARRAY ARRAY[
    'level_index', 'member_index', 'member_count', 'member_count_delta', 'requirement_count', 'requirement_count_delta',
    'level', 'profile', 'profile_level_access', 'member_standing', 'requirement'
  ] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON member_index TO :app;
GRANT SELECT, INSERT, UPDATE ON level_index, member_count, requirement_count TO :app;
GRANT SELECT, INSERT, DELETE ON member_count_delta, requirement_count_delta TO :app;
