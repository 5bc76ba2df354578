-- Identity providers of organizations, at which their people sign in.
CREATE TABLE sso_connection (
  organization_id uuid NOT NULL,
  sso_connection_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  protocol text NOT NULL CHECK (protocol IN ('oidc', 'saml')),
  -- The address of the OpenID Connect issuer, or the entity id of the SAML provider.
  issuer text NOT NULL CHECK (length(issuer) <= 500),
  client_id text CHECK (length(client_id) <= 200),
  -- Null for a client without a secret.
  sealed_secret bytea,
  -- SAML: where requests go to, and the certificates by which responses are signed, in PEM.
  sign_in_url text CHECK (length(sign_in_url) <= 500),
  certificates text CHECK (length(certificates) <= 20000),
  -- The claim that holds a person's groups.
  groups_claim text NOT NULL CHECK (length(groups_claim) BETWEEN 1 AND 200),
  joining text NOT NULL CHECK (joining IN ('invited', 'justInTime')),
  active boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz,
  PRIMARY KEY (organization_id, sso_connection_id),
  CHECK ((protocol = 'oidc') = (client_id IS NOT NULL)),
  CHECK ((protocol = 'saml') = (sign_in_url IS NOT NULL AND certificates IS NOT NULL))
);

-- The domains whose addresses a provider vouches for.
CREATE TABLE sso_domain (
  organization_id uuid NOT NULL,
  domain text NOT NULL CHECK (length(domain) <= 253 AND domain = lower(domain)),
  sso_connection_id uuid NOT NULL,
  -- What the TXT record holds.
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  verified_at timestamptz,
  checked_at timestamptz,
  problem text CHECK (problem IN ('noRecord', 'noAnswer')),
  -- Since when the record of a verified domain is missing.
  missing_since timestamptz,
  PRIMARY KEY (organization_id, domain),
  FOREIGN KEY (organization_id, sso_connection_id)
    REFERENCES sso_connection (organization_id, sso_connection_id) ON DELETE CASCADE
);
CREATE INDEX sso_domain_by_connection ON sso_domain (organization_id, sso_connection_id);
CREATE INDEX sso_domain_verified ON sso_domain (domain) WHERE verified_at IS NOT NULL;

-- The roles that a sign-in grants, to a group or to everyone.
CREATE TABLE sso_grant (
  organization_id uuid NOT NULL,
  sso_connection_id uuid NOT NULL,
  position integer NOT NULL,
  group_name text,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  PRIMARY KEY (organization_id, sso_connection_id, position),
  FOREIGN KEY (organization_id, sso_connection_id)
    REFERENCES sso_connection (organization_id, sso_connection_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id),
  FOREIGN KEY (organization_id, label_id) REFERENCES label (organization_id, label_id)
);

-- Memberships that a sign-in added: the next one without the group ends them, and no others.
CREATE TABLE sso_membership (
  organization_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  sso_connection_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  PRIMARY KEY (organization_id, profile_level_access_id),
  FOREIGN KEY (organization_id, sso_connection_id)
    REFERENCES sso_connection (organization_id, sso_connection_id) ON DELETE CASCADE
);
CREATE INDEX sso_membership_by_profile ON sso_membership (organization_id, profile_id);
CREATE INDEX sso_membership_by_connection ON sso_membership (organization_id, sso_connection_id);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['sso_connection', 'sso_domain', 'sso_grant', 'sso_membership'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO :app', tenant_table);
  END LOOP;
END
$$;

-- Whoever signs in belongs to no organization yet: which one a provider is of, and which vouch for a domain.
CREATE POLICY owner_notices ON sso_connection FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON sso_domain FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION organization_of_sso(connection uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM sso_connection WHERE sso_connection_id = connection AND active
$$;
CREATE UNIQUE INDEX sso_connection_by_id ON sso_connection (sso_connection_id);
CREATE FUNCTION sso_of_domain(given text) RETURNS TABLE (key uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT connection.sso_connection_id, connection.name
  FROM sso_domain JOIN sso_connection AS connection USING (organization_id, sso_connection_id)
  WHERE domain = given AND verified_at IS NOT NULL AND active
  ORDER BY connection.name, connection.sso_connection_id LIMIT 20
$$;
CREATE FUNCTION organizations_with_domains(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM sso_domain
  WHERE organization_id > after AND verified_at IS NOT NULL ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organization_of_sso(uuid), sso_of_domain(text), organizations_with_domains(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organization_of_sso(uuid), sso_of_domain(text), organizations_with_domains(uuid, integer) TO :app;
