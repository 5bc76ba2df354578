-- The order of the files of a submission, where somebody chose one. 0: as they came, which is before those that have a place.
ALTER TABLE attempt_file ADD COLUMN position integer NOT NULL DEFAULT 0 CHECK (position >= 0);
