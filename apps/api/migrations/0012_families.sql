-- Families: what guardians may give by themselves, guardianships that end and are kept, second guardians asked by mail.

-- What a label is within a family: guardians put their children under one, and a second guardian joins under the other.
ALTER TABLE label ADD COLUMN for_family text CHECK (for_family IN ('child', 'guardian'));

-- The date of birth stands with each guardianship: what ends at a birthday is found in one index. Whoever corrects a date
-- corrects it there too, and the transaction is refused that forgot it; nothing cascades, as a distributed table could not.
ALTER TABLE profile ADD CONSTRAINT profile_born UNIQUE (organization_id, profile_id, date_of_birth);

ALTER TABLE guardianship
  ADD COLUMN child_born date,
  -- The first or the second guardian of the child.
  ADD COLUMN place smallint CHECK (place IN (1, 2)),
  ADD COLUMN created_by uuid,
  -- The date of birth for which the guardian was told that the child will soon be of age.
  ADD COLUMN told_for date,
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN ended_by uuid,
  ADD COLUMN ended_how text CHECK (ended_how IN ('ownWish', 'administrator', 'cameOfAge', 'childRemoved', 'samePerson')),
  -- Why an administrator added or ended it.
  ADD COLUMN sealed_added_reason bytea,
  ADD COLUMN sealed_ended_reason bytea;

ALTER TABLE guardianship NO FORCE ROW LEVEL SECURITY;
ALTER TABLE profile NO FORCE ROW LEVEL SECURITY;
UPDATE guardianship SET place = numbered.place, child_born = numbered.date_of_birth
FROM (
  SELECT one.organization_id, one.guardian_profile_id, one.child_profile_id, profile.date_of_birth,
    row_number() OVER (PARTITION BY one.organization_id, one.child_profile_id ORDER BY one.created_at, one.guardian_profile_id) AS place
  FROM guardianship AS one
  JOIN profile ON profile.organization_id = one.organization_id AND profile.profile_id = one.child_profile_id
) AS numbered
WHERE guardianship.organization_id = numbered.organization_id
  AND guardianship.guardian_profile_id = numbered.guardian_profile_id
  AND guardianship.child_profile_id = numbered.child_profile_id;
ALTER TABLE guardianship FORCE ROW LEVEL SECURITY;
ALTER TABLE profile FORCE ROW LEVEL SECURITY;

ALTER TABLE guardianship
  ALTER COLUMN place SET NOT NULL,
  ADD CHECK ((ended_at IS NULL) = (ended_how IS NULL)),
  DROP CONSTRAINT guardianship_pkey,
  -- Somebody may guard a child again.
  ADD PRIMARY KEY (organization_id, guardian_profile_id, child_profile_id, created_at),
  ADD FOREIGN KEY (organization_id, child_profile_id, child_born)
    REFERENCES profile (organization_id, profile_id, date_of_birth) DEFERRABLE INITIALLY DEFERRED;
CREATE UNIQUE INDEX guardianship_open ON guardianship (organization_id, guardian_profile_id, child_profile_id)
  WHERE ended_at IS NULL;
-- Never a third one.
CREATE UNIQUE INDEX guardianship_places ON guardianship (organization_id, child_profile_id, place) WHERE ended_at IS NULL;
CREATE INDEX guardianship_coming_of_age ON guardianship (organization_id, child_born) WHERE ended_at IS NULL;
-- It ends, and stays.
REVOKE UPDATE, DELETE ON guardianship FROM :app;
GRANT UPDATE (child_born, told_for, ended_at, ended_by, ended_how, sealed_ended_reason) ON guardianship TO :app;

-- Somebody was asked by mail to be the second guardian of some children. The link's token is in invitation_token.
CREATE TABLE guardian_invitation (
  organization_id uuid NOT NULL,
  guardian_invitation_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  accepted_at timestamptz,
  -- The profile that became a guardian.
  accepted_by uuid,
  PRIMARY KEY (organization_id, guardian_invitation_id),
  FOREIGN KEY (organization_id, invited_by) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, accepted_by) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX guardian_invitation_by_inviter ON guardian_invitation (organization_id, invited_by);

CREATE TABLE guardian_invitation_child (
  organization_id uuid NOT NULL,
  guardian_invitation_id uuid NOT NULL,
  child_profile_id uuid NOT NULL,
  PRIMARY KEY (organization_id, guardian_invitation_id, child_profile_id),
  FOREIGN KEY (organization_id, guardian_invitation_id)
    REFERENCES guardian_invitation (organization_id, guardian_invitation_id),
  FOREIGN KEY (organization_id, child_profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX guardian_invitation_by_child ON guardian_invitation_child (organization_id, child_profile_id);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['guardian_invitation', 'guardian_invitation_child'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END
$$;
GRANT SELECT, INSERT ON guardian_invitation, guardian_invitation_child TO :app;
GRANT UPDATE (revoked_at, accepted_at, accepted_by) ON guardian_invitation TO :app;

-- Those after an id in which somebody may be of age by now, or so soon that their guardians are to be told; in the order of
-- their ids. A day more than that in UTC, for it is later elsewhere: the organization's own days decide.
CREATE POLICY owner_notices ON guardianship FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION organizations_coming_of_age(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM organization AS here
  WHERE organization_id > after AND EXISTS (
    SELECT FROM guardianship
    WHERE guardianship.organization_id = here.organization_id AND ended_at IS NULL
      AND child_born <= ((at AT TIME ZONE 'UTC')::date + 31 - interval '18 years')::date
      AND (child_born <= ((at AT TIME ZONE 'UTC')::date + 1 - interval '18 years')::date
        OR told_for IS DISTINCT FROM child_born))
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_coming_of_age(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_coming_of_age(timestamptz, uuid, integer) TO :app;
