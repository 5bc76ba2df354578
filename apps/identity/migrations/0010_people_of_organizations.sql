-- What an organization's identity provider says of whoever signs in, until the page fetches its tokens: names, and those of
-- the groups that grant a role. Null for partners.
alter table identity.partner_handoff add column person jsonb;

-- Requests to SAML providers that were not answered yet: each is answered once.
create table identity.saml_request (
  -- SHA-256 of the request's id.
  hash bytea primary key,
  connection uuid not null,
  -- SHA-256 of what only the page that began knows, as PKCE has it.
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index saml_request_expiry on identity.saml_request (expires_at);
grant select, insert, delete on identity.saml_request to {{app_role}};
-- Expired ones are locked before they are deleted, which needs this.
grant update (expires_at) on identity.saml_request to {{app_role}};
