-- Files of statements go at the end of the retention period too, with the copy of the report. The row stays.
ALTER TABLE adverse_action_file ADD COLUMN disposed_at timestamptz;
GRANT UPDATE ON adverse_action_file TO :app;
