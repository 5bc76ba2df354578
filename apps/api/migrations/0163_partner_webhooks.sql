-- Finds the organization of a connection that a partner's webhook names. Shared: ids only.
CREATE TABLE partner_directory (
  external_id text PRIMARY KEY CHECK (length(external_id) <= 36),
  organization_id uuid NOT NULL
);
GRANT SELECT, INSERT, DELETE ON partner_directory TO :app;

-- Webhooks of partners, sent to an address that only the partner knows. Shared: whose they are is found out afterwards.
CREATE TABLE partner_webhook (
  partner_webhook_id uuid PRIMARY KEY,
  -- What is sent twice is kept once.
  news_key text NOT NULL UNIQUE CHECK (length(news_key) <= 100),
  external_ids text[] NOT NULL,
  received_at timestamptz NOT NULL,
  next_try_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  outcome text CHECK (outcome IN ('followed', 'other', 'unknown'))
);
CREATE INDEX partner_webhook_due ON partner_webhook (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX partner_webhook_by_age ON partner_webhook (received_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_webhook TO :app;
