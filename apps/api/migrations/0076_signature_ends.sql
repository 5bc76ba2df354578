-- When what a guardian signed ends because a corrected date of birth says that the person is an adult. Null: nothing was corrected so.
ALTER TABLE attempt ADD COLUMN signature_ends_at timestamptz;
