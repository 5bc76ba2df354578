-- The key of a requirement's settings is spelled as in the contract: licenses.
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = (settings - 'licences') || jsonb_build_object('licenses', settings -> 'licences')
    WHERE organization_id = tenant AND settings ? 'licences';
    UPDATE upload SET problem = 'canceled' WHERE organization_id = tenant AND problem = 'cancelled';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;

UPDATE platform_content_version SET settings = (settings - 'licences') || jsonb_build_object('licenses', settings -> 'licences')
WHERE settings ? 'licences';
