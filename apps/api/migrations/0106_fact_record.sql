-- Rows that change and on which statuses and decisions rest: each time the product writes one, the digest of what it says is
-- recorded, and sealed into the chain. The daily check holds the rows against it. The salt stays here: a digest alone, as an export
-- has it, tells nobody a date of birth.
CREATE TABLE fact_record (
  organization_id uuid NOT NULL,
  fact_record_id uuid NOT NULL DEFAULT gen_random_uuid(),
  source text NOT NULL CHECK (source IN ('attempt', 'profile', 'guardianship')),
  -- The submission, the person, or the child whose guardianships it is about.
  subject_id uuid NOT NULL,
  -- Of several about one subject the last one counts: writers of one row take turns.
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  digest text NOT NULL,
  salt bytea NOT NULL,
  at timestamptz NOT NULL,
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (organization_id, fact_record_id)
);
CREATE INDEX fact_record_by_writing ON fact_record (organization_id, written_xid, fact_record_id);
CREATE INDEX fact_record_by_subject ON fact_record (organization_id, source, subject_id, ordinal);

-- What is there when this comes is recorded as it is. As in 0080 it counts as written by the first of all transactions.
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization_directory LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    INSERT INTO fact_record (organization_id, source, subject_id, salt, digest, at, written_xid)
    SELECT tenant, told.source, told.subject, told.salt,
      encode(sha256(told.salt || convert_to(told.facts, 'UTF8')), 'hex'), now(), '0'
    FROM (
      SELECT facts.*, uuid_send(gen_random_uuid()) AS salt FROM (
        SELECT 'attempt' AS source, attempt_id AS subject, jsonb_build_array(
          requirement_id, profile_level_access_id, content_version_id, state, source,
          (extract(epoch FROM submitted_at) * 1000000)::bigint, (extract(epoch FROM completed_at) * 1000000)::bigint,
          (extract(epoch FROM expires_at) * 1000000)::bigint, valid_until, extended_until, redo_by, redo_number,
          (extract(epoch FROM signature_ends_at) * 1000000)::bigint, (extract(epoch FROM voided_at) * 1000000)::bigint,
          (extract(epoch FROM decided_at) * 1000000)::bigint, created_by, (extract(epoch FROM created_at) * 1000000)::bigint,
          created_as, submitted_by, submitted_as)::text AS facts
        FROM attempt WHERE organization_id = tenant
        UNION ALL
        SELECT 'profile', profile_id, jsonb_build_array(
          app_user_id, first_name, last_name, email, date_of_birth, (extract(epoch FROM activated_at) * 1000000)::bigint,
          (extract(epoch FROM confirmed_at) * 1000000)::bigint, merged_into)::text
        FROM profile WHERE organization_id = tenant
        UNION ALL
        SELECT 'guardianship', child_profile_id, jsonb_agg(jsonb_build_array(
          guardian_profile_id, (extract(epoch FROM created_at) * 1000000)::bigint, child_born, place, created_by,
          (extract(epoch FROM ended_at) * 1000000)::bigint, ended_by, ended_how)
          ORDER BY guardian_profile_id, created_at)::text
        FROM guardianship WHERE organization_id = tenant GROUP BY child_profile_id
      ) AS facts
    ) AS told;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;

ALTER TABLE fact_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE fact_record FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON fact_record
  USING (organization_id = NULLIF(current_setting('app.organization_id', true), '')::uuid);
GRANT SELECT, INSERT ON fact_record TO :app;
