-- What became of background checks that were ordered is sealed into the chain with the other histories.
ALTER TABLE screening_order_event ADD COLUMN written_xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE screening_order_event ALTER COLUMN written_xid SET DEFAULT pg_current_xact_id();
CREATE INDEX screening_order_event_by_writing
  ON screening_order_event (organization_id, written_xid, screening_order_event_id);

-- What somebody signed is found by their entries, also after a merge.
CREATE INDEX screening_consent_by_person ON screening_consent (organization_id, profile_id);
