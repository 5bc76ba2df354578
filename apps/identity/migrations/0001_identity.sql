-- The identity service's own tables. {{app_role}} is the role the application connects as: it owns nothing here.

create table identity.account (
  sub uuid primary key,
  email text not null,
  -- NFKC and lower case of the address: what people are found by.
  email_key text not null unique,
  user_name text not null,
  -- argon2id in PHC string format.
  password_hash text not null,
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now()
);

-- Append-only: which version of which policy a person accepted, and when for the first time.
create table identity.acceptance (
  sub uuid not null references identity.account on delete cascade,
  type text not null check (type in ('terms', 'privacy')),
  version text not null,
  accepted_at timestamptz not null default now(),
  primary key (sub, type, version)
);

-- What oidc-provider stores: grants, refresh tokens, codes, sessions, interactions.
create table identity.payload (
  model text not null,
  -- SHA-256 of the identifier: a refresh token or code cannot be read out of the table.
  id bytea not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  account_id uuid references identity.account on delete cascade,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index payload_grant on identity.payload (grant_id) where grant_id is not null;
create index payload_user_code on identity.payload (user_code) where user_code is not null;
create unique index payload_uid on identity.payload (model, uid) where uid is not null;
create index payload_account on identity.payload (account_id) where account_id is not null;
create index payload_expiry on identity.payload (expires_at) where expires_at is not null;

-- Keys that sign tokens. The private half is AES-256-GCM under a key derived from the service's secret.
create table identity.signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now(),
  -- A new key is published before it signs, so that no verifier meets it unprepared.
  signs_from timestamptz not null,
  -- Published until then, so that tokens it signed can still be checked.
  published_until timestamptz
);

-- Counters of sign-in attempts. Unlogged: losing them in a crash costs nothing, writing them on every attempt would.
create unlogged table identity.attempt (
  key bytea primary key,
  count integer not null,
  expires_at timestamptz not null
);
create index attempt_expiry on identity.attempt (expires_at);

grant usage on schema identity to {{app_role}};
grant select, insert, delete on identity.account to {{app_role}};
grant update (password_hash, password_changed_at) on identity.account to {{app_role}};
grant select, insert on identity.acceptance to {{app_role}};
grant select, insert, update, delete on identity.payload to {{app_role}};
grant select, insert on identity.signing_key to {{app_role}};
grant update (published_until) on identity.signing_key to {{app_role}};
grant select, insert, update, delete on identity.attempt to {{app_role}};
