-- Background checks that were ordered at a provider: one for each submission, however often it was asked for.
CREATE TABLE screening_order (
  organization_id uuid NOT NULL,
  -- The submission is the reference by which the provider knows the order, so a repeated call finds the same one.
  attempt_id uuid NOT NULL,
  screening_client_id uuid NOT NULL,
  -- As in the contract: Yardstik 0, JDP 1, NCSI 2, Checkr 3, Sterling 4, Generic 99.
  provider smallint NOT NULL,
  simulated boolean NOT NULL,
  product_id text NOT NULL CHECK (length(product_id) <= 200),
  product text NOT NULL CHECK (length(product) <= 200),
  state text NOT NULL CHECK (state IN ('placing', 'invited', 'running', 'review', 'clear', 'canceled', 'expired', 'refused')),
  state_since timestamptz NOT NULL,
  ordered_by uuid NOT NULL,
  ordered_at timestamptz NOT NULL,
  -- Whether a call that may have placed it was made already: then it is looked up before it is repeated.
  tried boolean NOT NULL DEFAULT false,
  placed_at timestamptz,
  -- The provider's own ids and words.
  provider_order_id text CHECK (length(provider_order_id) <= 200),
  provider_report_id text CHECK (length(provider_report_id) <= 200),
  provider_status text CHECK (length(provider_status) <= 200),
  -- The address of the provider's page: whoever holds it may continue.
  sealed_link bytea,
  invited_until timestamptz,
  has_report boolean NOT NULL DEFAULT false,
  completed_at timestamptz,
  problem text CHECK (problem IN ('unreachable', 'busy', 'unauthorized', 'malformed', 'refused', 'lost')),
  problem_since timestamptz,
  -- An answer that could not be read, for operators.
  sealed_answer bytea,
  -- When the provider is asked next without having told anything; null: not any more.
  next_look_at timestamptz,
  -- How often in a row it was asked and nothing had changed.
  looks integer NOT NULL DEFAULT 0,
  -- Changed with every write, so that an answer that was asked for before another one was written is not taken for news.
  revision integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, attempt_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES attempt (organization_id, attempt_id),
  FOREIGN KEY (organization_id, screening_client_id) REFERENCES screening_client (organization_id, screening_client_id)
);
CREATE INDEX screening_order_due ON screening_order (next_look_at, organization_id) WHERE next_look_at IS NOT NULL;

-- What happened to an order, for good.
CREATE TABLE screening_order_event (
  organization_id uuid NOT NULL,
  screening_order_event_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  at timestamptz NOT NULL,
  -- The state it is in from then on, the provider's word for it, and what was wrong.
  state text NOT NULL,
  provider_status text,
  problem text,
  -- How it became known: by the member's act, the provider's webhook, or asking the provider.
  known_by text NOT NULL CHECK (known_by IN ('member', 'placing', 'webhook', 'look')),
  PRIMARY KEY (organization_id, screening_order_event_id),
  FOREIGN KEY (organization_id, attempt_id) REFERENCES screening_order (organization_id, attempt_id)
);
CREATE INDEX screening_order_event_by_order ON screening_order_event (organization_id, attempt_id, at DESC);

ALTER TABLE screening_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_order FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_order
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE screening_order_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE screening_order_event FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON screening_order_event
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON screening_order TO :app;
GRANT SELECT, INSERT ON screening_order_event TO :app;

-- Finds the order that a provider's webhook names. Shared: ids alone.
CREATE TABLE screening_order_directory (
  provider smallint NOT NULL,
  -- An id of the provider's: of the invitation, the report or the candidate.
  external_id text NOT NULL CHECK (length(external_id) <= 200),
  organization_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  PRIMARY KEY (provider, external_id)
);
GRANT SELECT, INSERT ON screening_order_directory TO :app;

-- Webhooks of providers as they came, with a signature that was checked. Shared: whose they are is found out afterwards.
CREATE TABLE screening_news (
  screening_news_id uuid PRIMARY KEY,
  provider smallint NOT NULL,
  -- The provider's id of it: what is sent twice is kept once.
  news_key text NOT NULL CHECK (length(news_key) <= 200),
  external_ids text[] NOT NULL,
  sealed_body bytea NOT NULL,
  happened_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- When it is looked at; null: done.
  next_try_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  -- What came of it: handed on to the order it is about, about something else, or about an order that nobody knows.
  outcome text CHECK (outcome IN ('followed', 'other', 'unknown')),
  UNIQUE (provider, news_key)
);
CREATE INDEX screening_news_due ON screening_news (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX screening_news_by_age ON screening_news (received_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON screening_news TO :app;

-- Where a provider is to be asked about an order; ids alone.
CREATE POLICY owner_notices ON screening_order FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION organizations_awaiting_providers(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM screening_order
  WHERE next_look_at <= at AND organization_id > after
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_awaiting_providers(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_awaiting_providers(timestamptz, uuid, integer) TO :app;
