-- What an organization says of itself and decides for itself, its files by purpose, and how one comes to be.

ALTER TABLE organization
  ADD COLUMN website text,
  ADD COLUMN phone text,
  ADD COLUMN country_code text CHECK (country_code IN ('Unknown', 'UnitedStates', 'Canada', 'Other')),
  ADD COLUMN state_code text,
  ADD COLUMN city_name text,
  -- In which its mails are written, the first where somebody wants neither.
  ADD COLUMN languages text[] NOT NULL DEFAULT '{en,es}' CHECK (cardinality(languages) > 0),
  -- Consents are kept five years at least, whatever anybody wishes.
  ADD COLUMN consent_years integer NOT NULL DEFAULT 5 CHECK (consent_years BETWEEN 5 AND 50),
  ADD COLUMN outcome_years integer NOT NULL DEFAULT 5 CHECK (outcome_years BETWEEN 1 AND 50),
  -- How far background screening is set up.
  ADD COLUMN onboarding text NOT NULL DEFAULT 'NotStarted'
    CHECK (onboarding IN ('NotStarted', 'InProgress', 'Submitted', 'Activated'));

-- Shared: what anybody may know of an organization who holds one of its links, and what those who run the platform find it by.
-- The logo stands on pages before anybody has logged in; a new one has a new id.
CREATE TABLE organization_directory (
  organization_id uuid PRIMARY KEY,
  name text NOT NULL,
  -- The words of the name, folded: two that look alike have the same.
  name_key text NOT NULL,
  city_name text,
  state_code text,
  country_code text,
  is_demo boolean NOT NULL,
  logo_id uuid,
  logo_storage_key text,
  logo_bytes integer,
  created_at timestamptz NOT NULL,
  CHECK ((logo_id IS NULL) = (logo_storage_key IS NULL) AND (logo_id IS NULL) = (logo_bytes IS NULL))
);
CREATE INDEX organization_directory_by_name ON organization_directory (name_key, organization_id);
INSERT INTO organization_directory (organization_id, name, name_key, is_demo, created_at)
SELECT organization_id, name, btrim(regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g')), is_demo, created_at
FROM organization;

-- What was agreed at the creation; nothing is charged by it.
CREATE TABLE organization_plan (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  product_name text NOT NULL,
  -- Minor units of the currency.
  month_unit_amount integer NOT NULL CHECK (month_unit_amount >= 0),
  year_unit_amount integer NOT NULL CHECK (year_unit_amount >= 0),
  currency text NOT NULL,
  sealed_billing_email bytea,
  price_id_stripe text,
  recorded_at timestamptz NOT NULL
);

-- What the organization calls the kinds of its levels.
CREATE TABLE level_kind (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  singular text NOT NULL,
  plural text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (organization_id, singular)
);

-- At most one file of a purpose counts; those before stay, as people may have consented to what they say.
CREATE TABLE organization_file (
  organization_id uuid NOT NULL,
  organization_file_id uuid NOT NULL,
  purpose text NOT NULL,
  file_id uuid NOT NULL,
  added_by uuid,
  added_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (organization_id, organization_file_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id)
);
CREATE UNIQUE INDEX organization_file_present ON organization_file (organization_id, purpose) WHERE removed_at IS NULL;

-- Shared: found before the tenant is known. Ids and hashes, nothing personal; each works once.
CREATE TABLE organization_file_token (
  token_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  organization_file_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX organization_file_token_by_expiry ON organization_file_token (organization_id, expires_at);

-- Shared: an organization before it is one, of the operator who writes it. Sealed, as it names its first administrator.
CREATE TABLE organization_draft (
  app_user_id uuid PRIMARY KEY,
  -- The id that the organization will have: from one draft comes one organization.
  organization_id uuid NOT NULL UNIQUE,
  revision integer NOT NULL,
  step text NOT NULL CHECK (step IN ('plan', 'details', 'roles')),
  sealed_content bytea NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Shared: which organization a call with an Idempotency-Key has made.
CREATE TABLE organization_founding (
  app_user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  founded_at timestamptz NOT NULL,
  PRIMARY KEY (app_user_id, key)
);

-- A change of the time zone on its way through the organization's people; the row is there while it is under way.
CREATE TABLE rezoning (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  from_zone text NOT NULL,
  to_zone text NOT NULL,
  after_profile uuid NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  begun_by uuid
);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['organization_plan', 'level_kind', 'organization_file', 'rezoning'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT ON organization_directory, organization_plan, organization_file, organization_file_token,
  organization_founding TO :app;
GRANT UPDATE (name, name_key, city_name, state_code, country_code, logo_id, logo_storage_key, logo_bytes)
  ON organization_directory TO :app;
GRANT UPDATE (removed_at) ON organization_file TO :app;
GRANT UPDATE (used_at) ON organization_file_token TO :app;
GRANT DELETE ON organization_file_token TO :app;
GRANT SELECT, INSERT, DELETE ON level_kind TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_draft, rezoning TO :app;
