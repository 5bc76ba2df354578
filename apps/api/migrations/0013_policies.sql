-- What everybody who signs in has to accept, and who runs the platform. Shared tables, outside every tenant.

-- Terms of service and privacy policy as they were published, each effective at once. Append-only: what somebody accepted
-- stays readable. `published_by` is null for the texts that come with the product.
CREATE TABLE policy_version (
  type text NOT NULL CHECK (type IN ('terms', 'privacy')),
  version integer NOT NULL CHECK (version > 0),
  -- Markdown.
  body text NOT NULL,
  -- What changed, in a sentence.
  summary text NOT NULL,
  -- SHA-256 of the body in hexadecimal: acceptances keep it.
  body_sha256 text NOT NULL,
  published_at timestamptz NOT NULL,
  published_by uuid,
  PRIMARY KEY (type, version)
);

-- Accounts that run the platform, named by the configuration: by which address is kept as its SHA-256.
CREATE TABLE platform_operator (
  app_user_id uuid PRIMARY KEY,
  address_hash bytea NOT NULL UNIQUE,
  named_at timestamptz NOT NULL
);

GRANT SELECT, INSERT ON policy_version TO :app;
GRANT SELECT, INSERT, DELETE ON platform_operator TO :app;
