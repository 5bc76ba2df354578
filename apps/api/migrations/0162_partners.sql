-- Partners on which an organization's members register.
CREATE TABLE partner_connection (
  organization_id uuid NOT NULL,
  partner_connection_id uuid NOT NULL,
  integration_source text NOT NULL,
  site_id text NOT NULL CHECK (length(site_id) BETWEEN 1 AND 100),
  -- What the organization signs in with; null once it is disconnected.
  sealed_credentials bytea,
  state text NOT NULL CHECK (state IN ('active', 'disconnected')),
  -- What the words of the partner mean here, as it was said at the latest sync.
  mapping jsonb NOT NULL,
  -- Whether syncs run by themselves: from the first applied one on.
  automatic boolean NOT NULL DEFAULT false,
  invite boolean NOT NULL DEFAULT true,
  push_cleared boolean NOT NULL,
  -- Where each list was read to.
  positions jsonb NOT NULL DEFAULT '{}',
  -- What keeps the partner from answering, and since when.
  problem text CHECK (problem IN ('unreachable', 'busy', 'unauthorized', 'notFound', 'refused', 'malformed')),
  problem_since timestamptz,
  last_sync_at timestamptz,
  next_sync_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  disconnected_at timestamptz,
  PRIMARY KEY (organization_id, partner_connection_id),
  CHECK ((state = 'disconnected') = (sealed_credentials IS NULL))
);
CREATE UNIQUE INDEX partner_connection_site ON partner_connection (organization_id, integration_source, site_id)
  WHERE state = 'active';

-- A run that reads what changed at a partner and imports it.
CREATE TABLE partner_sync (
  organization_id uuid NOT NULL,
  partner_sync_id uuid NOT NULL,
  partner_connection_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('reading', 'preparing', 'checking', 'review', 'writing', 'done', 'failed')),
  -- Whether a person looks at the rows before anything is written.
  review boolean NOT NULL,
  -- The list that is being read, and where each list was read to.
  list text NOT NULL CHECK (list IN ('places', 'people', 'registrations')),
  positions jsonb NOT NULL,
  -- Rows that were read.
  rows_read integer NOT NULL DEFAULT 0,
  -- Rows that were handed to the import, and the registration up to which they were.
  rows_prepared integer NOT NULL DEFAULT 0,
  prepared_through text NOT NULL DEFAULT '',
  roster_import_id uuid,
  -- Failed tries in a row.
  tries integer NOT NULL DEFAULT 0,
  problem text,
  started_by uuid NOT NULL,
  started_at timestamptz NOT NULL,
  moved_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, partner_sync_id),
  FOREIGN KEY (organization_id, partner_connection_id)
    REFERENCES partner_connection (organization_id, partner_connection_id)
);
CREATE INDEX partner_sync_by_connection ON partner_sync (organization_id, partner_connection_id, started_at);
-- One at a time.
CREATE UNIQUE INDEX partner_sync_open ON partner_sync (organization_id, partner_connection_id)
  WHERE state NOT IN ('done', 'failed');
CREATE INDEX partner_sync_by_import ON partner_sync (organization_id, roster_import_id);

-- What was read, as the partner has it.
CREATE TABLE partner_place (
  organization_id uuid NOT NULL,
  partner_connection_id uuid NOT NULL,
  place_id text NOT NULL CHECK (length(place_id) <= 1001),
  name text NOT NULL,
  parent_id text,
  deleted boolean NOT NULL,
  -- The words by which the place was first known here; a place that is renamed at the partner keeps its meaning.
  word text,
  PRIMARY KEY (organization_id, partner_connection_id, place_id),
  FOREIGN KEY (organization_id, partner_connection_id)
    REFERENCES partner_connection (organization_id, partner_connection_id)
);
CREATE TABLE partner_person (
  organization_id uuid NOT NULL,
  partner_connection_id uuid NOT NULL,
  external_id text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 1001),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  date_of_birth text NOT NULL,
  phone text NOT NULL,
  -- The sync that read it last, and another person whom it read under this id.
  read_by uuid NOT NULL,
  other_name text,
  PRIMARY KEY (organization_id, partner_connection_id, external_id),
  FOREIGN KEY (organization_id, partner_connection_id)
    REFERENCES partner_connection (organization_id, partner_connection_id)
);
CREATE TABLE partner_registration (
  organization_id uuid NOT NULL,
  partner_connection_id uuid NOT NULL,
  registration_id text NOT NULL CHECK (length(registration_id) BETWEEN 1 AND 1001),
  external_id text NOT NULL CHECK (length(external_id) <= 1001),
  place_id text NOT NULL,
  role text NOT NULL,
  deleted boolean NOT NULL,
  -- Whether it changed since it was last imported, or couldn't be.
  open boolean NOT NULL,
  PRIMARY KEY (organization_id, partner_connection_id, registration_id),
  FOREIGN KEY (organization_id, partner_connection_id)
    REFERENCES partner_connection (organization_id, partner_connection_id)
);
CREATE INDEX partner_registration_open ON partner_registration (organization_id, partner_connection_id, registration_id)
  WHERE open;
CREATE INDEX partner_registration_by_person ON partner_registration (organization_id, partner_connection_id, external_id);

-- What the partner was last told of people, and what it is to be told.
CREATE TABLE partner_flag (
  organization_id uuid NOT NULL,
  partner_connection_id uuid NOT NULL,
  external_id text NOT NULL CHECK (length(external_id) <= 1001),
  told boolean NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner_connection_id, external_id),
  FOREIGN KEY (organization_id, partner_connection_id)
    REFERENCES partner_connection (organization_id, partner_connection_id)
);
-- The flags that are on their way: the same ones under the same key until the partner has taken them.
CREATE TABLE partner_report (
  organization_id uuid NOT NULL,
  partner_connection_id uuid NOT NULL,
  partner_report_id uuid NOT NULL,
  flags jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner_connection_id),
  FOREIGN KEY (organization_id, partner_connection_id)
    REFERENCES partner_connection (organization_id, partner_connection_id)
);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'partner_connection', 'partner_sync', 'partner_place', 'partner_person', 'partner_registration', 'partner_flag', 'partner_report'
  ] LOOP
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

-- Organizations with a connected partner.
CREATE POLICY owner_notices ON partner_connection FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION organizations_with_partners(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM partner_connection
  WHERE organization_id > after AND state = 'active' ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_with_partners(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_with_partners(uuid, integer) TO :app;
