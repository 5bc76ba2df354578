-- What an operator decided on a certificate that an organization pays no tax. A file that takes its place waits again.
CREATE TABLE tax_exemption (
  organization_id uuid NOT NULL,
  organization_file_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('accepted', 'declined')),
  -- The last day on which no tax is charged; null: no end.
  last_day date,
  -- What is wrong with it.
  sealed_reason bytea,
  -- The operator's account.
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, organization_file_id),
  FOREIGN KEY (organization_id, organization_file_id) REFERENCES organization_file (organization_id, organization_file_id),
  CHECK ((state = 'declined') = (sealed_reason IS NOT NULL)),
  CHECK (state = 'accepted' OR last_day IS NULL)
);
ALTER TABLE tax_exemption ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_exemption FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tax_exemption USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON tax_exemption TO :app;

CREATE INDEX organization_file_tax_document ON organization_file (added_at, organization_file_id)
  WHERE purpose = 'TaxDocument' AND removed_at IS NULL;
CREATE INDEX billing_account_exempt ON billing_account (organization_id) WHERE tax_exempt;

-- Certificates that wait for an operator, the oldest first; ids alone.
CREATE POLICY owner_notices ON organization_file FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON billing_account FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON tax_exemption FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION tax_certificates_waiting(after_at timestamptz, after_id uuid, most integer)
RETURNS TABLE (organization_id uuid, organization_file_id uuid, added_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT one.organization_id, one.organization_file_id, one.added_at FROM organization_file AS one
  JOIN billing_account AS account ON account.organization_id = one.organization_id
  WHERE one.purpose = 'TaxDocument' AND one.removed_at IS NULL AND (one.added_at, one.organization_file_id) > (after_at, after_id)
    AND NOT EXISTS (SELECT FROM tax_exemption AS decided
      WHERE decided.organization_id = one.organization_id AND decided.organization_file_id = one.organization_file_id)
  ORDER BY one.added_at, one.organization_file_id LIMIT least(most, 101)
$$;
REVOKE ALL ON FUNCTION tax_certificates_waiting(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tax_certificates_waiting(timestamptz, uuid, integer) TO :app;

-- Organizations of which no tax is charged now, so that it ends on its day.
CREATE FUNCTION organizations_exempt(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM billing_account WHERE tax_exempt AND organization_id > after
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_exempt(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_exempt(uuid, integer) TO :app;
