-- What proves the EIN to a background check provider is no tax-exempt certificate: each has a purpose of its own. A file of an
-- organization that applied there, and on which nobody decided as a certificate, was the proof.
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE organization_file SET purpose = 'EinProof'
    WHERE organization_id = tenant AND purpose = 'TaxDocument'
      AND EXISTS (SELECT FROM screening_onboarding AS applied WHERE applied.organization_id = tenant)
      AND NOT EXISTS (SELECT FROM tax_exemption AS decided WHERE decided.organization_id = tenant
        AND decided.organization_file_id = organization_file.organization_file_id);
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
