-- Accounts of an organization at background check providers: the "background check clients" of the specification.
CREATE TABLE screening_client (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  screening_client_id uuid NOT NULL,
  -- As in the contract: Yardstik 0, JDP 1, NCSI 2, Checkr 3, Sterling 4, Generic 99.
  provider smallint NOT NULL,
  -- The provider's own id of the account.
  account_id text NOT NULL CHECK (length(account_id) <= 200),
  name text NOT NULL CHECK (length(name) <= 200),
  -- Where calls for the account have a token of their own.
  sealed_token bytea,
  connected_by uuid NOT NULL,
  connected_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, screening_client_id),
  UNIQUE (organization_id, provider, account_id)
);
ALTER TABLE screening_client ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_client FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_client
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON screening_client TO :app;

-- Background checks say at which account what is ordered; so far nothing is.
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = '{"clientId": null, "productId": null}'::jsonb || settings
    WHERE organization_id = tenant AND settings ->> 'kind' = 'background-check';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
UPDATE platform_content_version SET settings = '{"clientId": null, "productId": null}'::jsonb || settings
WHERE settings ->> 'kind' = 'background-check';
