-- Labels that are looked after: who hands one out, and one that is out of use. Its name stays with history.

-- The least role of the group that hands it out; Account Managers are of one group with Directors.
ALTER TABLE label
  ADD COLUMN given_by text NOT NULL DEFAULT 'Manager' CHECK (given_by IN ('Manager', 'Director', 'Admin')),
  ADD COLUMN archived_at timestamptz;
UPDATE label SET given_by = CASE
  WHEN role IN ('Admin', 'President', 'AnkoredAdmin') THEN 'Admin'
  WHEN role = 'Individual' THEN 'Manager'
  ELSE 'Director' END;
ALTER TABLE label ALTER COLUMN given_by DROP DEFAULT;

-- A name is free again once its label is out of use.
ALTER TABLE label DROP CONSTRAINT label_organization_id_name_key;
CREATE UNIQUE INDEX label_by_name ON label (organization_id, name) WHERE archived_at IS NULL;

-- Who holds a label, in the order in which they are moved to another one.
CREATE INDEX profile_level_access_by_label ON profile_level_access (organization_id, label_id, profile_id);
