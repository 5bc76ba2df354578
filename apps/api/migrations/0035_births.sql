-- Of a name that hundreds have, those are looked at who were born on the same day. By itself, so that nothing else is held while
-- an index on everybody is built.
CREATE INDEX profile_by_birth ON profile (organization_id, date_of_birth) WHERE date_of_birth IS NOT NULL;
