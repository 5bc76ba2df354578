-- A completion may count longer than its validity says, by decree: through this day.
ALTER TABLE attempt ADD COLUMN extended_until date;
