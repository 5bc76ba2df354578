-- A placeholder of two emails has another name: own texts that use it go on to work.
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE mail_text SET body_en = replace(body_en, '{how it goes on}', '{what happens next}'),
      body_es = replace(body_es, '{how it goes on}', '{what happens next}')
    WHERE organization_id = tenant AND kind IN ('comingOfAge', 'handedOver');
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
