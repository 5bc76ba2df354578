-- Unhandled errors of pages, calls and jobs, grouped: what kind, where in the code, how often. No message, no address, nobody's
-- id, as messages repeat what people typed. Shared, outside every tenant. The application keeps at most 1,000.
CREATE TABLE error_log (
  -- The fingerprint: a name-based UUID of source, name, code and place.
  error_id uuid PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('page', 'server', 'job')),
  name text NOT NULL CHECK (length(name) <= 100),
  code text CHECK (length(code) <= 100),
  -- The pattern of a route, or the name of a job.
  route text CHECK (length(route) <= 300),
  -- Lines of the stack, the innermost first.
  place text[] NOT NULL CHECK (cardinality(place) <= 8),
  times bigint NOT NULL CHECK (times > 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX error_log_by_age ON error_log (last_at DESC, error_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON error_log TO :app;
