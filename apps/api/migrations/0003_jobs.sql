-- When each schedule last ran, over all workers. Shared: a schedule asks across tenants. Names of ours, no data.
CREATE TABLE schedule_run (
  name text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  failed boolean NOT NULL DEFAULT false
);
GRANT SELECT, INSERT, UPDATE ON schedule_run TO :app;

-- Schedules walk over the organizations one after the other.
CREATE INDEX profile_directory_by_organization ON profile_directory (organization_id);
