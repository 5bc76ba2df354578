-- Settings that came later have a value for who leaves them out. Versions from before get it too: they are answered as they are stored.
CREATE TEMPORARY TABLE later_setting (kind text, settings jsonb) ON COMMIT DROP;
INSERT INTO later_setting VALUES
  ('document', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"]}'),
  ('form', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"]}'),
  ('waiver', '{"validThrough": null, "redoBy": null, "signAgainAtEighteen": false}'),
  ('background-check', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"],
    "acceptsReports": true, "reportMostDays": null, "price": 0}'),
  ('video', '{"validThrough": null, "redoBy": null, "percent": 95, "captions": ""}'),
  ('abuse-prevention-training', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"],
    "acceptsCertificates": true, "price": 0}'),
  ('sex-offender-search', '{"validThrough": null, "redoBy": null}'),
  ('age-verification', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"],
    "proofs": ["School ID", "Report Card", "Progress Report", "Online Account Screenshot"]}'),
  ('custom-training', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"],
    "minimumScore": null, "minimumMinutes": null, "packageReviewed": false}'),
  ('identity-verification', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"]}'),
  ('live-scan', '{"validThrough": null, "redoBy": null, "acceptedExtensions": ["pdf", "png", "jpeg"]}'),
  ('us-soccer', '{"validThrough": null, "redoBy": null}');

CREATE FUNCTION pg_temp.with_later_settings(stored jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT later.settings || stored || CASE
    WHEN stored #>> '{validity,type}' = 'Annual' AND NOT stored -> 'validity' ? 'earlyDays'
    THEN jsonb_build_object('validity', stored -> 'validity' || '{"earlyDays": 0}') ELSE '{}' END
  FROM later_setting AS later WHERE later.kind = stored ->> 'kind'
$$;

DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE content_version SET settings = pg_temp.with_later_settings(settings)
    WHERE organization_id = tenant AND settings <> pg_temp.with_later_settings(settings);
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;

UPDATE platform_content_version SET settings = pg_temp.with_later_settings(settings)
WHERE settings <> pg_temp.with_later_settings(settings);
