-- Files that prove age or identity are sealed with a key of their own. Without the key, no copy of the bytes can be opened.
ALTER TABLE stored_file ADD COLUMN wrapped_key bytea;
ALTER TABLE stored_file ADD COLUMN destroyed_at timestamptz;
GRANT UPDATE (storage_key, wrapped_key, destroyed_at) ON stored_file TO :app;
CREATE INDEX stored_file_sealed ON stored_file (organization_id, file_id) WHERE wrapped_key IS NOT NULL;

-- What was read from them goes with them.
GRANT UPDATE (sealed_read, number_digest) ON document_reading TO :app;
