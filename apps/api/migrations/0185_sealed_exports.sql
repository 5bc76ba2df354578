-- Exports of organizations are sealed with a key of their own. Those made before hold more than exports do now, unsealed: they go.
ALTER TABLE organization_export NO FORCE ROW LEVEL SECURITY;
ALTER TABLE incoming_file NO FORCE ROW LEVEL SECURITY;
ALTER TABLE notice NO FORCE ROW LEVEL SECURITY;
INSERT INTO incoming_file (organization_id, storage_key, received_at)
  SELECT organization_id, storage_key, now() - interval '2 days' FROM organization_export
  ON CONFLICT DO NOTHING;
DELETE FROM organization_export;
ALTER TABLE organization_export ADD COLUMN wrapped_key bytea NOT NULL;

ALTER TABLE support_access RENAME COLUMN begun_at TO started_at;
UPDATE notice SET kind = 'viewRequested' WHERE kind = 'viewAsked';
ALTER TABLE organization_export FORCE ROW LEVEL SECURITY;
ALTER TABLE incoming_file FORCE ROW LEVEL SECURITY;
ALTER TABLE notice FORCE ROW LEVEL SECURITY;
