-- The tenant tables of the first path. Rules that hold for every line here (docs/decisions/0003):
-- organization_id is the first column of every primary and foreign key; row-level security is enabled and forced;
-- no triggers; no unique index without organization_id. :app is the application's role, which owns nothing.

GRANT USAGE ON SCHEMA public TO :app;

-- Shared tables: found by an id before the tenant is known. They hold ids, never names.
CREATE TABLE profile_directory (
  profile_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  app_user_id uuid
);
CREATE INDEX profile_directory_by_account ON profile_directory (app_user_id) WHERE app_user_id IS NOT NULL;

CREATE TABLE web_session (
  session_id uuid PRIMARY KEY,
  app_user_id uuid NOT NULL,
  profile_id uuid,
  sealed_tokens bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  auth_time timestamptz NOT NULL,
  remember boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX web_session_by_expiry ON web_session (expires_at);

-- Tenant tables.
CREATE TABLE organization (
  organization_id uuid PRIMARY KEY,
  name text NOT NULL,
  initials text NOT NULL,
  time_zone text NOT NULL,
  accent_color text NOT NULL,
  is_demo boolean NOT NULL,
  managers_review boolean NOT NULL DEFAULT true,
  managers_edit_content boolean NOT NULL DEFAULT true,
  wrapped_key bytea NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE level (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  level_id uuid NOT NULL,
  parent_id uuid,
  name text NOT NULL,
  kind text NOT NULL,
  pre integer NOT NULL,
  last integer NOT NULL,
  depth integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, level_id),
  FOREIGN KEY (organization_id, parent_id) REFERENCES level (organization_id, level_id)
);
CREATE INDEX level_by_pre ON level (organization_id, pre);
CREATE INDEX level_by_parent ON level (organization_id, parent_id);

CREATE TABLE label (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  label_id uuid NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, label_id),
  UNIQUE (organization_id, name)
);

CREATE TABLE profile (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  profile_id uuid NOT NULL,
  app_user_id uuid,
  first_name text NOT NULL,
  last_name text NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  email text,
  date_of_birth date,
  activated_at timestamptz,
  confirmed_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_id)
);
CREATE INDEX profile_by_account ON profile (organization_id, app_user_id) WHERE app_user_id IS NOT NULL;

CREATE TABLE guardianship (
  organization_id uuid NOT NULL,
  guardian_profile_id uuid NOT NULL,
  child_profile_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, guardian_profile_id, child_profile_id),
  FOREIGN KEY (organization_id, guardian_profile_id) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, child_profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX guardianship_by_child ON guardianship (organization_id, child_profile_id);

CREATE TABLE profile_level_access (
  organization_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_level_access_id),
  UNIQUE (organization_id, profile_id, level_id, label_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id),
  FOREIGN KEY (organization_id, label_id) REFERENCES label (organization_id, label_id)
);
CREATE INDEX profile_level_access_by_level ON profile_level_access (organization_id, level_id);

CREATE TABLE content (
  organization_id uuid NOT NULL,
  content_id uuid NOT NULL,
  level_id uuid NOT NULL,
  type smallint NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  current_version_id uuid,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, content_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id)
);

CREATE TABLE content_version (
  organization_id uuid NOT NULL,
  content_version_id uuid NOT NULL,
  content_id uuid NOT NULL,
  number integer NOT NULL,
  settings jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, content_version_id),
  UNIQUE (organization_id, content_id, number),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
);

CREATE TABLE content_assignment (
  organization_id uuid NOT NULL,
  content_assignment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  level_id uuid NOT NULL,
  include_below boolean NOT NULL,
  mandatory boolean NOT NULL,
  due_date date,
  payer text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, content_assignment_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id),
  FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id)
);
CREATE INDEX content_assignment_by_content ON content_assignment (organization_id, content_id);
CREATE INDEX content_assignment_by_level ON content_assignment (organization_id, level_id) WHERE ended_at IS NULL;

CREATE TABLE content_assignment_label (
  organization_id uuid NOT NULL,
  content_assignment_id uuid NOT NULL,
  label_id uuid NOT NULL,
  PRIMARY KEY (organization_id, content_assignment_id, label_id),
  FOREIGN KEY (organization_id, content_assignment_id)
    REFERENCES content_assignment (organization_id, content_assignment_id),
  FOREIGN KEY (organization_id, label_id) REFERENCES label (organization_id, label_id)
);

CREATE TABLE requirement (
  organization_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  content_id uuid NOT NULL,
  status smallint NOT NULL,
  status_since timestamptz NOT NULL,
  next_transition_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, requirement_id),
  UNIQUE (organization_id, profile_id, content_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id),
  FOREIGN KEY (organization_id, content_id) REFERENCES content (organization_id, content_id)
) WITH (fillfactor = 75);
CREATE INDEX requirement_by_content ON requirement (organization_id, content_id);
CREATE INDEX requirement_by_transition ON requirement (organization_id, next_transition_at)
  WHERE next_transition_at IS NOT NULL;

CREATE TABLE demand (
  organization_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  content_assignment_id uuid NOT NULL,
  mandatory boolean NOT NULL,
  due_at timestamptz,
  payer text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, requirement_id, profile_level_access_id, content_assignment_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id),
  FOREIGN KEY (organization_id, profile_level_access_id)
    REFERENCES profile_level_access (organization_id, profile_level_access_id),
  FOREIGN KEY (organization_id, content_assignment_id)
    REFERENCES content_assignment (organization_id, content_assignment_id)
);
CREATE INDEX demand_by_membership ON demand (organization_id, profile_level_access_id);
CREATE INDEX demand_by_assignment ON demand (organization_id, content_assignment_id);

-- Where each membership stands, one row each, beside the membership so that its updates stay within the page.
CREATE TABLE member_standing (
  organization_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  overall_status text NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (organization_id, profile_level_access_id),
  FOREIGN KEY (organization_id, profile_level_access_id)
    REFERENCES profile_level_access (organization_id, profile_level_access_id)
) WITH (fillfactor = 75);

CREATE TABLE attempt (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  content_version_id uuid NOT NULL,
  state text NOT NULL,
  source text,
  submitted_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz,
  valid_until date,
  voided_at timestamptz,
  decided_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id),
  FOREIGN KEY (organization_id, content_version_id) REFERENCES content_version (organization_id, content_version_id)
);
CREATE INDEX attempt_by_requirement ON attempt (organization_id, requirement_id);
CREATE UNIQUE INDEX attempt_open ON attempt (organization_id, requirement_id)
  WHERE state IN ('draft', 'waitingApplicant', 'waitingProvider', 'pendingReview');
CREATE INDEX attempt_pending_review ON attempt (organization_id, submitted_at, attempt_id)
  WHERE state = 'pendingReview';

CREATE TABLE stored_file (
  organization_id uuid NOT NULL,
  file_id uuid NOT NULL,
  name text NOT NULL,
  extension text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  uploaded_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, file_id)
);

CREATE TABLE attempt_file (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  file_id uuid NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (organization_id, attempt_id, file_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id)
);

CREATE TABLE review (
  organization_id uuid NOT NULL,
  review_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  source text NOT NULL,
  decision text NOT NULL,
  sealed_notes bytea NOT NULL,
  reviewer_profile_id uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, review_id),
  UNIQUE (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX review_by_date ON review (organization_id, decided_at, review_id);
CREATE INDEX review_by_requirement ON review (organization_id, requirement_id);

-- History: append-only by grant, no foreign key to business rows, ids and codes only.
CREATE TABLE requirement_event (
  organization_id uuid NOT NULL,
  requirement_event_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  content_id uuid NOT NULL,
  attempt_id uuid,
  profile_level_access_id uuid,
  kind text NOT NULL,
  from_state text,
  to_state text,
  from_status smallint,
  to_status smallint,
  actor_profile_id uuid,
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, requirement_event_id)
);
CREATE INDEX requirement_event_by_profile ON requirement_event (organization_id, profile_id, at);

CREATE TABLE member_event (
  organization_id uuid NOT NULL,
  member_event_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  kind text NOT NULL,
  from_status text,
  to_status text,
  actor_profile_id uuid,
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, member_event_id)
);
CREATE INDEX member_event_by_profile ON member_event (organization_id, profile_id, at);

-- The second wall: without the tenant's setting there are no rows, with it only that tenant's.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'organization', 'level', 'label', 'profile', 'guardianship', 'profile_level_access', 'content', 'content_version',
    'content_assignment', 'content_assignment_label', 'requirement', 'demand', 'member_standing', 'attempt',
    'stored_file', 'attempt_file', 'review', 'requirement_event', 'member_event'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      tenant_table
    );
  END LOOP;
END
$$;

-- Least privilege, table by table.
GRANT SELECT, INSERT, UPDATE ON profile_directory TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON web_session TO :app;
GRANT SELECT, INSERT, UPDATE ON
  organization, level, label, profile, content, content_assignment, requirement, member_standing, attempt,
  attempt_file TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON profile_level_access, guardianship TO :app;
GRANT DELETE ON member_standing TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON demand TO :app;
GRANT SELECT, INSERT ON content_version, content_assignment_label, stored_file, review, requirement_event, member_event TO :app;
