-- Of which contents a move may have changed who owes what: the others are not looked at, member by member. Null: of any.
ALTER TABLE level_following ADD COLUMN contents uuid[];
