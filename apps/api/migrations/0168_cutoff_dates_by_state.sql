-- Dates by which children of single states must be five to start kindergarten, as the organization says: [{"stateId", "date": {"month", "day"}}].
ALTER TABLE identity_setting ADD COLUMN kindergarten_by_state jsonb NOT NULL DEFAULT '[]'
  CHECK (jsonb_typeof(kindergarten_by_state) = 'array' AND jsonb_array_length(kindergarten_by_state) <= 80);
