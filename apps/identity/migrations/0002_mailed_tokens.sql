-- Whether the person is known to receive mail at the address. Whoever had an account so far was given it by somebody who did.
alter table identity.account add column email_confirmed_at timestamptz;
update identity.account set email_confirmed_at = created_at;

-- Tokens of links that were mailed: to set a new password, to confirm an address. Each works once.
create table identity.mailed_token (
  -- SHA-256 of the token: a link cannot be read out of the table.
  hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'confirm')),
  sub uuid not null references identity.account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_token_account on identity.mailed_token (sub, purpose, created_at);
create index mailed_token_expiry on identity.mailed_token (expires_at);

grant update (email_confirmed_at) on identity.account to {{app_role}};
grant select, insert, delete on identity.mailed_token to {{app_role}};
grant update (used_at) on identity.mailed_token to {{app_role}};
