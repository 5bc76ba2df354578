-- Where a decision was made is said when it is made, of every decision, and by nobody again: the application may add it and not
-- change it. What the chain says of a decision so rests on nothing that the application could alter.
ALTER TABLE review NO FORCE ROW LEVEL SECURITY;
UPDATE review SET decided_requirement_id = requirement_id WHERE decided_requirement_id IS NULL;
ALTER TABLE review FORCE ROW LEVEL SECURITY;
ALTER TABLE review ALTER COLUMN decided_requirement_id SET NOT NULL;
REVOKE UPDATE (decided_requirement_id) ON review FROM :app;
