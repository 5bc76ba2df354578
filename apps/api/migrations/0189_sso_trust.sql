-- When what an identity provider is trusted by changed last: its keys, its client or its login URL.
ALTER TABLE sso_connection ADD COLUMN trust_changed_at timestamptz;

-- Since when the name servers of a domain don't respond.
ALTER TABLE sso_domain ADD COLUMN unanswered_since timestamptz;

-- What a sign-in added, so that a role that was removed by hand isn't added again; null where that wasn't kept.
ALTER TABLE sso_membership ADD COLUMN level_id uuid, ADD COLUMN label_id uuid;
ALTER TABLE sso_membership
  ADD FOREIGN KEY (organization_id, profile_id) REFERENCES profile (organization_id, profile_id) ON DELETE CASCADE,
  ADD FOREIGN KEY (organization_id, level_id) REFERENCES level (organization_id, level_id) ON DELETE CASCADE,
  ADD FOREIGN KEY (organization_id, label_id) REFERENCES label (organization_id, label_id) ON DELETE CASCADE;
