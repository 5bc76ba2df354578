-- An account that began with a partner's sign-in has no password until its owner sets one by a mailed link.
alter table identity.account alter column password_hash drop not null;

-- Who somebody of a partner's issuer is here. Written when the account began with that sign-in, or once its owner has shown
-- to be the same person.
create table identity.federated_identity (
  federated_identity_id uuid primary key,
  issuer text not null,
  subject text not null,
  sub uuid not null references identity.account on delete cascade,
  linked_at timestamptz not null,
  unique (issuer, subject)
);
create index federated_identity_account on identity.federated_identity (sub);

-- What a partner's sign-in came to, until the page that began it fetches it, once.
create table identity.partner_handoff (
  -- SHA-256 of the code that the page is given.
  hash bytea primary key,
  -- SHA-256 of the state: an answer of the partner counts once.
  state_hash bytea not null unique,
  -- SHA-256 of what only the page that began knows, as PKCE has it.
  challenge text not null,
  issuer text not null,
  subject text not null,
  sub uuid not null references identity.account on delete cascade,
  -- An account of that address was there before: its owner has to sign in once before the two belong together.
  proof_needed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index partner_handoff_account on identity.partner_handoff (sub);
create index partner_handoff_expiry on identity.partner_handoff (expires_at);

grant select, insert, delete on identity.federated_identity to {{app_role}};
grant select, insert, delete on identity.partner_handoff to {{app_role}};
grant update (used_at) on identity.partner_handoff to {{app_role}};
