-- What may not run of a package as it is meant to, as far as its files show it.
ALTER TABLE content_package ADD COLUMN findings jsonb NOT NULL DEFAULT '[]';
