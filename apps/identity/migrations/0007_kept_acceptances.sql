-- That an account accepted a version is proof for both sides, also once the account is closed: then its id is of nobody.
alter table identity.acceptance drop constraint acceptance_sub_fkey;
