-- Whether a requirement may be marked complete or incomplete without a reason.
ALTER TABLE review_setting ADD COLUMN reasons_optional boolean NOT NULL DEFAULT false;
