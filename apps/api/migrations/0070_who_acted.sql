-- Who began and who submitted an attempt, and as whom: the person, their guardian at that time, staff, or a part of the system.
-- Nobody decides on what they made as the person or the guardian, whatever they are later. Null: not known.
ALTER TABLE attempt
  ADD COLUMN created_as text CHECK (created_as IN ('self', 'guardian', 'staff', 'system')),
  ADD COLUMN submitted_by uuid,
  ADD COLUMN submitted_as text CHECK (submitted_as IN ('self', 'guardian', 'staff', 'system'));

DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT organization_id FROM organization LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    WITH submission AS (
      SELECT DISTINCT ON (event.attempt_id) event.attempt_id, event.actor_profile_id
      FROM requirement_event AS event
      WHERE event.organization_id = tenant AND event.kind = 'attempt' AND event.actor_profile_id IS NOT NULL
        AND event.to_state IN ('pendingReview', 'approved')
        AND event.from_state IS DISTINCT FROM 'pendingReview' AND event.from_state IS DISTINCT FROM 'withdrawn'
      ORDER BY event.attempt_id, event.at
    ), acted AS (
      SELECT attempt.attempt_id, attempt.created_by, attempt.created_at, attempt.submitted_at,
        CASE WHEN attempt.submitted_at IS NOT NULL THEN submission.actor_profile_id END AS submitted_by,
        requirement.profile_id,
        ARRAY[requirement.profile_id] || ARRAY(
          SELECT former.profile_id FROM profile AS former
          WHERE former.organization_id = tenant AND former.merged_into = requirement.profile_id) AS entries
      FROM attempt
      JOIN requirement ON requirement.organization_id = tenant AND requirement.requirement_id = attempt.requirement_id
      LEFT JOIN submission ON submission.attempt_id = attempt.attempt_id
      WHERE attempt.organization_id = tenant
    )
    UPDATE attempt SET
      created_as = CASE
        WHEN acted.created_by = ANY(acted.entries) THEN 'self'
        WHEN EXISTS (
          SELECT FROM guardianship WHERE guardianship.organization_id = tenant
            AND guardianship.guardian_profile_id = acted.created_by AND guardianship.child_profile_id = ANY(acted.entries)
            AND guardianship.created_at <= acted.created_at
            AND coalesce(guardianship.ended_at >= acted.created_at, true)) THEN 'guardian'
        ELSE 'staff' END,
      submitted_by = acted.submitted_by,
      submitted_as = CASE
        WHEN acted.submitted_by IS NULL THEN NULL
        WHEN acted.submitted_by = ANY(acted.entries) THEN 'self'
        WHEN EXISTS (
          SELECT FROM guardianship WHERE guardianship.organization_id = tenant
            AND guardianship.guardian_profile_id = acted.submitted_by AND guardianship.child_profile_id = ANY(acted.entries)
            AND guardianship.created_at <= acted.submitted_at
            AND coalesce(guardianship.ended_at >= acted.submitted_at, true)) THEN 'guardian'
        ELSE 'staff' END
    FROM acted WHERE attempt.organization_id = tenant AND attempt.attempt_id = acted.attempt_id;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
