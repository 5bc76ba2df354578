-- From when on somebody is reminded of what they owe: since it is mandatory for them, or will be once a time of grace has ended.
-- Null: it never was, or it was asked before this was kept, and then what opened it counts alone.
ALTER TABLE demand ADD COLUMN pressed_since timestamptz;
