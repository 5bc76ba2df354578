-- A step of sequencing is worked out with no transaction open: what it began from may have moved meanwhile.
ALTER TABLE training_sequence ADD COLUMN version integer NOT NULL DEFAULT 0;
