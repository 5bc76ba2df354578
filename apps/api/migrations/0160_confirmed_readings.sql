-- The name and date of birth on a document as the member confirmed or corrected them, sealed with the key of the verification.
ALTER TABLE identity_check ADD COLUMN sealed_typed bytea;
