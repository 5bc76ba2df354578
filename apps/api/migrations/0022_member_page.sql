-- What a person's page tells: where a membership stood on any past day, notes of administrators, incidents.

-- What the standing of a membership followed from, each time that changed. Statuses of a moment are derived from the last row
-- before it, by the rules and the dates in it. Ids, dates and codes only; no foreign keys, as history outlives what it tells of.
CREATE TABLE standing_record (
  organization_id uuid NOT NULL,
  standing_record_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  level_id uuid NOT NULL,
  label_id uuid NOT NULL,
  -- Null once the membership has ended.
  basis jsonb,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, standing_record_id)
);
CREATE INDEX standing_record_by_profile ON standing_record (organization_id, profile_id, at);
CREATE INDEX standing_record_by_membership ON standing_record (organization_id, profile_level_access_id, at);

-- The hash of the last of them, and when it was: who waited for the person writes after whom they waited for.
ALTER TABLE member_standing
  ADD COLUMN basis text NOT NULL DEFAULT '',
  ADD COLUMN basis_at timestamptz;

-- What administrators note about a person. Only added to.
CREATE TABLE member_note (
  organization_id uuid NOT NULL,
  member_note_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  author_profile_id uuid NOT NULL,
  sealed_text bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, member_note_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX member_note_by_profile ON member_note (organization_id, profile_id, at);

CREATE TABLE incident (
  organization_id uuid NOT NULL,
  incident_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- The membership in which it happened, and its level then: an incident outlives both the membership and a move.
  profile_level_access_id uuid NOT NULL,
  level_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL CHECK (state IN ('Open', 'Closed')),
  happened_at timestamptz NOT NULL,
  reported_by uuid NOT NULL,
  reported_at timestamptz NOT NULL,
  -- When an authority must have been told at the latest, and when it was.
  due_at timestamptz NOT NULL,
  authority_told_at timestamptz,
  closed_at timestamptz,
  sealed_description bytea NOT NULL,
  -- Grows with each change: who changes names the one they saw.
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, incident_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id)
);
CREATE INDEX incident_by_profile ON incident (organization_id, profile_id, reported_at);
CREATE INDEX incident_by_report ON incident (organization_id, reported_at, incident_id);

-- Who changed what of an incident. Only added to.
CREATE TABLE incident_event (
  organization_id uuid NOT NULL,
  incident_event_id uuid NOT NULL,
  incident_id uuid NOT NULL,
  actor_profile_id uuid NOT NULL,
  -- Before and after.
  sealed_change bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, incident_event_id)
);
CREATE INDEX incident_event_by_incident ON incident_event (organization_id, incident_id, at);

CREATE TABLE incident_document (
  organization_id uuid NOT NULL,
  incident_id uuid NOT NULL,
  file_id uuid NOT NULL,
  PRIMARY KEY (organization_id, incident_id, file_id),
  FOREIGN KEY (organization_id, incident_id) REFERENCES incident (organization_id, incident_id),
  FOREIGN KEY (organization_id, file_id) REFERENCES stored_file (organization_id, file_id)
);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY[
    'standing_record', 'member_note', 'incident', 'incident_event', 'incident_document'
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

GRANT SELECT, INSERT ON standing_record, member_note, incident, incident_event, incident_document TO :app;
GRANT UPDATE (kind, state, happened_at, authority_told_at, closed_at, sealed_description, version) ON incident TO :app;
