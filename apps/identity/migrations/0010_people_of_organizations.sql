-- What an organization's identity provider says of whoever signs in, until the page fetches its tokens: names, and those of
-- the groups that grant a role. Null for partners.
alter table identity.partner_handoff add column person jsonb;
