-- Invitations that may still be answered: those whose email was refused are looked for below any level.
CREATE INDEX guardian_invitation_open ON guardian_invitation (organization_id, expires_at)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
