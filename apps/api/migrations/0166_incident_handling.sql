-- Incidents: one that somebody works on, who looks after it, which steps of the reporting duties are done, and a legal hold,
-- which stops the disposal of what is kept about the person.
ALTER TABLE incident DROP CONSTRAINT incident_state_check;
ALTER TABLE incident ADD CONSTRAINT incident_state_check CHECK (state IN ('Open', 'InReview', 'Closed'));
ALTER TABLE incident
  ADD COLUMN assigned_to uuid,
  ADD COLUMN steps_done text[] NOT NULL DEFAULT '{}' CHECK (cardinality(steps_done) <= 20),
  ADD COLUMN held_at timestamptz,
  ADD FOREIGN KEY (organization_id, assigned_to) REFERENCES profile (organization_id, profile_id);
CREATE INDEX incident_held ON incident (organization_id, profile_id) WHERE held_at IS NOT NULL;
GRANT UPDATE (assigned_to, steps_done, held_at) ON incident TO :app;
