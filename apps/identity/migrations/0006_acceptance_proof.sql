-- SHA-256 of the text that was accepted, in hexadecimal; null where that was not told.
alter table identity.acceptance add column text_sha256 text;
