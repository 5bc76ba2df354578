-- How a part stood before a sitting: what was passed then stays passed, and within one sitting a later failure counts.
ALTER TABLE training_sitting
  ADD COLUMN outcome_before text NOT NULL DEFAULT 'open' CHECK (outcome_before IN ('open', 'passed', 'failed'));
