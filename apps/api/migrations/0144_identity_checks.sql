-- Identity verification with pictures: the setting, the release that is signed, the pictures, and their keys.

CREATE TABLE identity_setting (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  -- Whether members may verify with a selfie. Nobody may unless somebody has said so.
  selfies boolean NOT NULL,
  keep_days integer NOT NULL CHECK (keep_days BETWEEN 1 AND 365),
  version integer NOT NULL
);
ALTER TABLE identity_setting ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_setting FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON identity_setting
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON identity_setting TO :app;

-- The exact wording that was signed, by its SHA-256. Only added to.
CREATE TABLE identity_release_text (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  version text NOT NULL CHECK (version ~ '^[0-9a-f]{64}$'),
  wording text NOT NULL,
  PRIMARY KEY (organization_id, version)
);
ALTER TABLE identity_release_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_release_text FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON identity_release_text
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON identity_release_text TO :app;

-- History: signatures and withdrawals of releases, only added to, sealed into the chain with the others. No foreign keys.
CREATE TABLE identity_release (
  organization_id uuid NOT NULL,
  identity_release_id uuid NOT NULL,
  act text NOT NULL CHECK (act IN ('signed', 'withdrawn')),
  requirement_id uuid NOT NULL,
  -- The text that was signed; null for a withdrawal.
  version text CHECK ((version IS NULL) = (act = 'withdrawn')),
  -- For whom, by whom, and as what.
  profile_id uuid NOT NULL,
  by_profile_id uuid NOT NULL,
  by_role text NOT NULL CHECK (by_role IN ('self', 'guardian', 'organization')),
  -- The name as typed, the names as known then, and from where it was signed; null for a withdrawal.
  sealed_facts bytea,
  at timestamptz NOT NULL,
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (organization_id, identity_release_id)
);
CREATE INDEX identity_release_by_writing ON identity_release (organization_id, written_xid, identity_release_id);
CREATE INDEX identity_release_by_person ON identity_release (organization_id, profile_id, at);
ALTER TABLE identity_release ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_release FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON identity_release
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON identity_release TO :app;

-- One verification, by its submission.
CREATE TABLE identity_check (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  route text NOT NULL CHECK (route IN ('selfie', 'documents', 'inPerson')),
  document smallint CHECK (document BETWEEN 0 AND 2),
  started_at timestamptz NOT NULL,
  -- Days after the decision for which pictures are kept, as was promised when it was started.
  keep_days integer NOT NULL CHECK (keep_days BETWEEN 1 AND 365),
  -- How alike the faces are, in a word. The geometry of faces is never written anywhere.
  face_band text CHECK (face_band IN ('likely', 'unsure', 'differs', 'noFace')),
  -- A keyed hash of the document's number, by which a document is known when somebody else submits it.
  number_digest bytea CHECK (length(number_digest) = 32),
  -- When its key and pictures were destroyed.
  destroyed_at timestamptz,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id)
);
CREATE INDEX identity_check_by_number ON identity_check (organization_id, number_digest) WHERE number_digest IS NOT NULL;
CREATE INDEX identity_check_kept ON identity_check (organization_id, started_at) WHERE destroyed_at IS NULL;
ALTER TABLE identity_check ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_check FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON identity_check
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_check TO :app;

-- The key of one person's verification, wrapped by the master key. Once its row is gone, nothing it sealed can be opened.
CREATE TABLE identity_key (
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  wrapped_key bytea NOT NULL,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES identity_check (organization_id, attempt_id)
);
ALTER TABLE identity_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON identity_key
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON identity_key TO :app;

CREATE TABLE identity_image (
  organization_id uuid NOT NULL,
  identity_image_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('front', 'back', 'selfie')),
  state text NOT NULL CHECK (state IN ('checking', 'accepted', 'refused')),
  -- Where its sealed bytes lie; null: it was refused, and nothing of it was kept.
  storage_key text,
  media_type text NOT NULL,
  -- What is wrong with it: an image code of a selfie, a fault of a document; null: not checked, or nothing.
  code text CHECK (length(code) <= 40),
  hint text CHECK (length(hint) <= 40),
  fault text CHECK (length(fault) <= 40),
  to_person boolean NOT NULL,
  -- What was read from a document, sealed with the verification's key.
  sealed_reading bytea,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, identity_image_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES identity_check (organization_id, attempt_id)
);
CREATE INDEX identity_image_of_check ON identity_image (organization_id, attempt_id, added_at);
ALTER TABLE identity_image ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_image FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON identity_image
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_image TO :app;
