-- The completion that is good for longest counts now, not the latest by its date: a renewal never shortens what is valid. Where that
-- is another one than before, the sweep looks at the requirement again.
ALTER TABLE requirement NO FORCE ROW LEVEL SECURITY;
ALTER TABLE attempt NO FORCE ROW LEVEL SECURITY;
UPDATE requirement SET next_transition_at = now()
WHERE EXISTS (
  SELECT FROM attempt AS longer
  JOIN attempt AS later ON later.organization_id = longer.organization_id AND later.requirement_id = longer.requirement_id
    AND later.state = 'approved' AND later.voided_at IS NULL AND later.completed_at > longer.completed_at
    AND later.expires_at < coalesce(longer.expires_at, 'infinity')
  WHERE longer.organization_id = requirement.organization_id AND longer.requirement_id = requirement.requirement_id
    AND longer.state = 'approved' AND longer.voided_at IS NULL AND longer.completed_at IS NOT NULL);
ALTER TABLE attempt FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement FORCE ROW LEVEL SECURITY;
