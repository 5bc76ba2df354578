-- Whether minors may use the support chat. Off until an administrator allows it.
ALTER TABLE organization ADD COLUMN chat_for_minors boolean NOT NULL DEFAULT false;
