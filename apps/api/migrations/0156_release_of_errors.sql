-- The version of the product in which an error last happened. Null for those from before.
ALTER TABLE error_log ADD COLUMN release text;
