-- Whoever has one of these roles in the organization must have shown a second factor.
ALTER TABLE organization ADD COLUMN second_factor_roles text[] NOT NULL DEFAULT '{}';
