-- By which day of a year children must be five to start kindergarten, as the organization says; null: by the state's date.
ALTER TABLE identity_setting ADD COLUMN kindergarten_month smallint CHECK (kindergarten_month BETWEEN 1 AND 12);
ALTER TABLE identity_setting ADD COLUMN kindergarten_day smallint CHECK (kindergarten_day BETWEEN 1 AND 31);
ALTER TABLE identity_setting ADD CHECK ((kindergarten_month IS NULL) = (kindergarten_day IS NULL));
