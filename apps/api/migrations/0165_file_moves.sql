-- Moves of the files from one store to another: how far each is, so that one that was killed goes on. Written by the
-- operators' command alone.
CREATE TABLE file_move (
  file_move_id uuid PRIMARY KEY,
  destination text NOT NULL CHECK (destination IN ('disk', 'bucket')),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Everything up to this name was dealt with.
  reached text NOT NULL,
  moved bigint NOT NULL DEFAULT 0,
  moved_bytes bigint NOT NULL DEFAULT 0,
  -- Were there already.
  present bigint NOT NULL DEFAULT 0,
  -- Were removed by the product meanwhile.
  removed bigint NOT NULL DEFAULT 0,
  missing bigint NOT NULL DEFAULT 0,
  -- Differed from the hash in the database, and stayed where they were.
  damaged bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX file_move_unfinished ON file_move ((true)) WHERE finished_at IS NULL;
