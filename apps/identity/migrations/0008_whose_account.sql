-- How a sign-in began that goes on with a second factor: `amr` says nothing that was not shown.
alter table identity.second_step add column proved text[] not null default '{pwd}';

-- An account whose address was never confirmed is given up, and removed once the product has parted its people from it.
alter table identity.account add column given_up_at timestamptz;
create index account_waiting on identity.account (created_at) where email_confirmed_at is null;
grant update (given_up_at) on identity.account to {{app_role}};
