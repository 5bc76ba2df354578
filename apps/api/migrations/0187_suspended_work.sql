-- Disposal of signed documents asks when each was signed again.
CREATE INDEX waiver_signature_by_signing ON waiver_signature (organization_id, requirement_id, signed_at);

-- Endpoints for which something is due, over all organizations in use.
CREATE OR REPLACE FUNCTION webhooks_due(at timestamptz, most integer) RETURNS TABLE (organization_id uuid, webhook_endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT e.organization_id, e.webhook_endpoint_id FROM webhook_endpoint e
  WHERE e.state = 'active' AND coalesce(e.hold_until, '-infinity') <= at AND coalesce(e.worked_until, '-infinity') <= at
    AND NOT EXISTS (SELECT FROM organization_directory o WHERE o.organization_id = e.organization_id AND o.state <> 'active')
    AND EXISTS (SELECT FROM webhook_delivery d WHERE d.organization_id = e.organization_id
      AND d.webhook_endpoint_id = e.webhook_endpoint_id AND d.state = 'waiting' AND d.next_attempt_at <= at)
  ORDER BY e.failures_in_row, e.webhook_endpoint_id LIMIT least(most, 1000)
$$;
