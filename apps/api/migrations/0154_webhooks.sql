-- Addresses of an organization's own systems that are told what happens.
CREATE TABLE webhook_endpoint (
  organization_id uuid NOT NULL,
  webhook_endpoint_id uuid NOT NULL,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 500),
  description text NOT NULL CHECK (length(description) <= 100),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 50),
  state text NOT NULL CHECK (state IN ('active', 'paused', 'removed')),
  -- Null unless it is paused.
  paused_by text CHECK (paused_by IN ('person', 'failures', 'gone')),
  -- What deliveries are signed with; null once it is removed.
  sealed_secret bytea,
  -- The secret before, which signs as well until then.
  sealed_former_secret bytea,
  former_until timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  failures_in_row integer NOT NULL DEFAULT 0,
  -- Since when every delivery failed; null while they arrive.
  failing_since timestamptz,
  -- Nothing is sent before then.
  hold_until timestamptz,
  -- A worker sends to it; it is another's turn after that.
  worked_by uuid,
  worked_until timestamptz,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, webhook_endpoint_id),
  CHECK ((state = 'paused') = (paused_by IS NOT NULL)),
  CHECK ((state = 'removed') = (sealed_secret IS NULL)),
  CHECK ((sealed_former_secret IS NULL) = (former_until IS NULL))
);
CREATE UNIQUE INDEX webhook_endpoint_url ON webhook_endpoint (organization_id, url) WHERE state <> 'removed';

-- What happened that an endpoint wants to know, written with its history. Ids and codes only.
CREATE TABLE webhook_event (
  organization_id uuid NOT NULL,
  webhook_event_id uuid NOT NULL,
  type text NOT NULL CHECK (length(type) <= 50),
  data jsonb NOT NULL,
  -- When it happened, and when it was written down: what time alone did is told later.
  at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- When a delivery was made of it for each endpoint.
  handed_out_at timestamptz,
  PRIMARY KEY (organization_id, webhook_event_id)
);
CREATE INDEX webhook_event_waiting ON webhook_event (organization_id, webhook_event_id) WHERE handed_out_at IS NULL;
CREATE INDEX webhook_event_by_time ON webhook_event (organization_id, recorded_at);

CREATE TABLE webhook_delivery (
  organization_id uuid NOT NULL,
  webhook_endpoint_id uuid NOT NULL,
  webhook_event_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead')),
  -- Tries since it was last put into the queue.
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  first_attempt_at timestamptz,
  settled_at timestamptz,
  -- The latest tries: when, status, problem, milliseconds.
  tries jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, webhook_endpoint_id, webhook_event_id),
  FOREIGN KEY (organization_id, webhook_endpoint_id) REFERENCES webhook_endpoint (organization_id, webhook_endpoint_id),
  FOREIGN KEY (organization_id, webhook_event_id) REFERENCES webhook_event (organization_id, webhook_event_id)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (organization_id, webhook_endpoint_id, next_attempt_at, webhook_event_id)
  WHERE state = 'waiting';
CREATE INDEX webhook_delivery_dead ON webhook_delivery (organization_id, webhook_endpoint_id, webhook_event_id) WHERE state = 'dead';
CREATE INDEX webhook_delivery_by_event ON webhook_delivery (organization_id, webhook_event_id);

ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoint FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_endpoint
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE webhook_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_event FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_event
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_delivery FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_delivery
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint, webhook_event, webhook_delivery TO :app;

CREATE POLICY owner_notices ON webhook_endpoint FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON webhook_event FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON webhook_delivery FOR SELECT TO CURRENT_USER USING (true);

-- Endpoints for which something is due, over all organizations: a question of few rows, as endpoints are few.
CREATE FUNCTION webhooks_due(at timestamptz, most integer) RETURNS TABLE (organization_id uuid, webhook_endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT e.organization_id, e.webhook_endpoint_id FROM webhook_endpoint e
  WHERE e.state = 'active' AND coalesce(e.hold_until, '-infinity') <= at AND coalesce(e.worked_until, '-infinity') <= at
    AND EXISTS (SELECT FROM webhook_delivery d WHERE d.organization_id = e.organization_id
      AND d.webhook_endpoint_id = e.webhook_endpoint_id AND d.state = 'waiting' AND d.next_attempt_at <= at)
  ORDER BY e.failures_in_row, e.webhook_endpoint_id LIMIT least(most, 1000)
$$;
-- Organizations where something happened that is still to be handed out.
CREATE FUNCTION organizations_telling(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM webhook_event
  WHERE organization_id > after AND handed_out_at IS NULL ORDER BY organization_id LIMIT least(most, 1000)
$$;
-- Organizations with endpoints, also removed ones.
CREATE FUNCTION organizations_with_webhooks(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT organization_id FROM webhook_endpoint WHERE organization_id > after ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION webhooks_due(timestamptz, integer), organizations_telling(uuid, integer),
  organizations_with_webhooks(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhooks_due(timestamptz, integer), organizations_telling(uuid, integer),
  organizations_with_webhooks(uuid, integer) TO :app;
