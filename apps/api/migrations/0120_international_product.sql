-- What is ordered for citizens of another country is a setting. Every stored version gets it: the same as for everybody.
DO $$
DECLARE
  tenant uuid;
  added jsonb := '{"internationalProductId": null, "internationalProduct": ""}';
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = added || settings
    WHERE organization_id = tenant AND settings ->> 'kind' = 'background-check';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
  UPDATE platform_content_version SET settings = added || settings WHERE settings ->> 'kind' = 'background-check';
END
$$;
