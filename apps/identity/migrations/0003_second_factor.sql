-- What an account shows beside its password, or instead of it.

create table identity.passkey (
  passkey_id uuid primary key,
  sub uuid not null references identity.account on delete cascade,
  -- As the authenticator calls it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on identity.passkey (sub);

-- An authenticator app. Until it is confirmed by a code it counts for nothing.
create table identity.totp (
  totp_id uuid primary key,
  sub uuid not null references identity.account on delete cascade,
  -- AES-256-GCM under a key derived from the service's secret.
  secret_sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The last time step whose code was used: no code works twice.
  last_step bigint,
  last_used_at timestamptz
);
create unique index totp_confirmed on identity.totp (sub) where confirmed_at is not null;
create index totp_account on identity.totp (sub);

create table identity.recovery_code (
  sub uuid not null references identity.account on delete cascade,
  -- HMAC-SHA-256 under a key derived from the service's secret.
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (sub, hash)
);

-- What a passkey is to sign, once. Unlogged: whoever waits for one in a crash asks for another.
create unlogged table identity.passkey_challenge (
  hash bytea primary key,
  purpose text not null check (purpose in ('signIn', 'proof', 'register')),
  -- Of whom it is asked; null before anybody is known.
  sub uuid references identity.account on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index passkey_challenge_expiry on identity.passkey_challenge (expires_at);

-- A sign-in between the password and the second factor.
create table identity.second_step (
  -- SHA-256 of the token that the browser holds.
  hash bytea primary key,
  sub uuid not null references identity.account on delete cascade,
  -- Of the password that was shown: a newer one ends it.
  password_changed_at timestamptz not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index second_step_expiry on identity.second_step (expires_at);

-- Sessions that began with a password alone and have shown a second factor since.
create table identity.shown_factor (
  grant_id text primary key,
  sub uuid not null references identity.account on delete cascade,
  expires_at timestamptz not null
);
create index shown_factor_expiry on identity.shown_factor (expires_at);

grant select, insert, delete on identity.passkey to {{app_role}};
grant update (name, counter, last_used_at) on identity.passkey to {{app_role}};
grant select, insert, delete on identity.totp to {{app_role}};
grant update (confirmed_at, last_step, last_used_at) on identity.totp to {{app_role}};
grant select, insert, delete on identity.recovery_code to {{app_role}};
grant update (used_at) on identity.recovery_code to {{app_role}};
grant select, insert, delete on identity.passkey_challenge to {{app_role}};
grant update (used_at) on identity.passkey_challenge to {{app_role}};
grant select, insert, delete on identity.second_step to {{app_role}};
grant update (tries, used_at) on identity.second_step to {{app_role}};
grant select, insert, delete on identity.shown_factor to {{app_role}};
grant update (expires_at) on identity.shown_factor to {{app_role}};
