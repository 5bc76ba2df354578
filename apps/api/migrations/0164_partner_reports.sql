-- Why a partner didn't take the latest report of who is cleared, and when.
ALTER TABLE partner_connection
  ADD COLUMN report_problem text
    CHECK (report_problem IN ('unreachable', 'busy', 'unauthorized', 'notFound', 'refused', 'malformed')),
  ADD COLUMN report_problem_at timestamptz,
  ADD CHECK ((report_problem IS NULL) = (report_problem_at IS NULL));

-- Whether a sync started by itself.
ALTER TABLE partner_sync ADD COLUMN automatic boolean NOT NULL DEFAULT false;
