-- An account at a background check provider can be disconnected: nothing more is ordered with it. Its row stays, as earlier checks and
-- their reports belong to it.
ALTER TABLE screening_client ADD COLUMN disconnected_at timestamptz;
CREATE INDEX screening_order_by_client ON screening_order (organization_id, screening_client_id)
  WHERE state IN ('placing', 'invited', 'running');
