-- Rosters tell the date of birth, the phone number and the guardians of a person, and their rows are fixed in place.

ALTER TABLE roster_import
  -- How the column of dates itself tells its days, and one of them that can be read two ways.
  ADD COLUMN date_order text CHECK (date_order IN ('monthFirst', 'dayFirst')),
  ADD COLUMN date_example text;

ALTER TABLE roster_import_row
  ADD COLUMN date_of_birth date,
  ADD COLUMN phone text NOT NULL DEFAULT '',
  -- Whom the row names as guardians, with what becomes of each.
  ADD COLUMN guardians jsonb,
  -- The level that the import creates for the row, as its mapping has it.
  ADD COLUMN new_level text,
  -- How many invitations the row leads to.
  ADD COLUMN invites smallint NOT NULL DEFAULT 0,
  -- The names as they are compared, and the row that says the same: a row that is fixed is compared with the others.
  ADD COLUMN name_key text NOT NULL DEFAULT '',
  ADD COLUMN twin integer,
  -- Of a row that needs fixing: the cells that mean something.
  ADD COLUMN cells jsonb;

-- What was corrected in place. It outlasts another reading of the file, which judges every row anew.
CREATE TABLE roster_import_fix (
  organization_id uuid NOT NULL,
  roster_import_id uuid NOT NULL,
  number integer NOT NULL,
  cells jsonb NOT NULL,
  revision integer NOT NULL,
  fixed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, roster_import_id, number),
  FOREIGN KEY (organization_id, roster_import_id) REFERENCES roster_import (organization_id, roster_import_id)
);
ALTER TABLE roster_import_fix ENABLE ROW LEVEL SECURITY;
ALTER TABLE roster_import_fix FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON roster_import_fix
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON roster_import_fix TO :app;

-- Mappings that are kept name every column there can be.
ALTER TABLE roster_import NO FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_import_row NO FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_reading NO FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_mapping NO FORCE ROW LEVEL SECURITY;
UPDATE roster_import_row SET invites = 1 WHERE email IS NOT NULL;
DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['roster_import', 'roster_reading', 'roster_mapping'] LOOP
    EXECUTE format($update$
      UPDATE %I SET mapping = mapping || jsonb_build_object(
        'dateOrder', NULL, 'newLevels', '{}'::jsonb,
        'columns', '{"dateOfBirth": null, "phone": null, "guardianFirstName": null, "guardianLastName": null,
          "guardianEmail": null, "guardian2FirstName": null, "guardian2LastName": null, "guardian2Email": null}'::jsonb
          || (mapping -> 'columns'))
    $update$, kept);
  END LOOP;
END
$$;
ALTER TABLE roster_import FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_import_row FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_reading FORCE ROW LEVEL SECURITY;
ALTER TABLE roster_mapping FORCE ROW LEVEL SECURITY;
