-- Search tells who is found by their names from who is found by their address alone: where many are found by their names,
-- the page is read along the names, and only the others are gathered.

-- As search_people. named: all of the second patterns match as well.
CREATE FUNCTION search_named(patterns text[], in_names text[], most integer) RETURNS TABLE (profile_id uuid, named boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- EXECUTE plans for these very patterns: a plan for any would not use the index well.
  RETURN QUERY EXECUTE
    'SELECT profile_id, words LIKE ALL ($8) FROM member_search WHERE organization_id = $1 AND words LIKE $2'
    || CASE WHEN patterns[2] IS NULL THEN '' ELSE ' AND words LIKE $3' END
    || CASE WHEN patterns[3] IS NULL THEN '' ELSE ' AND words LIKE $4' END
    || CASE WHEN patterns[4] IS NULL THEN '' ELSE ' AND words LIKE $5' END
    || CASE WHEN patterns[5] IS NULL THEN '' ELSE ' AND words LIKE $6' END
    || ' LIMIT $7'
  USING NULLIF(current_setting('app.organization_id', true), '')::uuid,
    patterns[1], patterns[2], patterns[3], patterns[4], patterns[5], most, in_names;
END
$$;
REVOKE ALL ON FUNCTION search_named(text[], text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_named(text[], text[], integer) TO :app;
