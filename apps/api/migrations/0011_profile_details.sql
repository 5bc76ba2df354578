-- What people tell of themselves beside their names. What nobody needs to search by lies sealed; every change is kept.

CREATE TABLE profile_detail (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  contact_information_id uuid NOT NULL,
  sealed_contact bytea,
  sealed_emergency_contacts bytea,
  sealed_citizenship bytea,
  sealed_ussf_id bytea,
  -- The photo as it was made anew: a new one has a new id.
  photo_id uuid,
  photo_storage_key text,
  photo_bytes integer,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id),
  CHECK ((photo_id IS NULL) = (photo_storage_key IS NULL) AND (photo_id IS NULL) = (photo_bytes IS NULL))
);

-- Who changed what of a person, from what to what. Only added to.
CREATE TABLE profile_event (
  organization_id uuid NOT NULL,
  profile_event_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  kind text NOT NULL,
  actor_profile_id uuid,
  acting_as text NOT NULL,
  -- Before and after; null where the kind says it all.
  sealed_change bytea,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_event_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX profile_event_by_profile ON profile_event (organization_id, profile_id, at);

-- What an organization asks everybody.
CREATE TABLE condition_question (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  condition_question_id uuid NOT NULL,
  question text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, condition_question_id),
  UNIQUE (organization_id, position)
);

-- The latest answer of a person counts; the ones before stay.
CREATE TABLE condition_answer (
  organization_id uuid NOT NULL,
  condition_answer_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  condition_question_id uuid NOT NULL,
  answer boolean NOT NULL,
  answered_by uuid,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, condition_answer_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, condition_question_id)
    REFERENCES condition_question (organization_id, condition_question_id)
);
CREATE INDEX condition_answer_by_profile
  ON condition_answer (organization_id, profile_id, condition_question_id, condition_answer_id);

-- Under which id a partner knows a person; sites of one platform count by themselves.
CREATE TABLE external_identity (
  organization_id uuid NOT NULL,
  integration_source text NOT NULL,
  site_id text NOT NULL,
  external_id text NOT NULL,
  profile_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, integration_source, site_id, external_id),
  UNIQUE (organization_id, profile_id, integration_source, site_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX external_identity_by_external_id ON external_identity (organization_id, external_id);

-- Organizations that are there already ask what new ones ask. The owner sees them by a policy of its own.
INSERT INTO condition_question (organization_id, condition_question_id, question, position, created_at)
SELECT organization_id, gen_random_uuid(), question, position, now()
FROM organization, (VALUES
  ('Do you drive minors?', 1),
  ('Do you spend more than 16 hours a month with minors?', 2),
  ('Have you lived abroad in the last seven years?', 3)
) AS asked (question, position);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY[
    'profile_detail', 'profile_event', 'condition_question', 'condition_answer', 'external_identity'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;

GRANT SELECT, INSERT ON
  profile_detail, profile_event, condition_question, condition_answer, external_identity TO :app;
GRANT UPDATE (
  sealed_contact, sealed_emergency_contacts, sealed_citizenship, sealed_ussf_id,
  photo_id, photo_storage_key, photo_bytes, updated_at
) ON profile_detail TO :app;
