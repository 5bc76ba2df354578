-- One question at a time in a season: one that nobody decided on doesn't keep the player from asking in the next.
DROP INDEX age_group_exception_asked;
CREATE UNIQUE INDEX age_group_exception_asked ON age_group_exception (organization_id, requirement_id, season_start)
  WHERE state = 'asked';
