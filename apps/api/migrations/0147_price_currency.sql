-- A price is in a currency of its own. Every stored version was in US dollars.
DO $$
DECLARE
  tenant uuid;
  added jsonb := '{"currency": "USD"}';
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = added || settings
    WHERE organization_id = tenant AND settings ->> 'kind' IN ('background-check', 'abuse-prevention-training');
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
  UPDATE platform_content_version SET settings = added || settings
  WHERE settings ->> 'kind' IN ('background-check', 'abuse-prevention-training');
END
$$;
