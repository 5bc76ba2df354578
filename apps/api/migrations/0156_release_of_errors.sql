-- The version of the product in which an error last happened. Null for errors recorded before this column existed, and for those of pages, which may be older than the server.
ALTER TABLE error_log ADD COLUMN release text;
