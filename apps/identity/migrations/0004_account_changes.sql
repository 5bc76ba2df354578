-- Another address for an account: asked for with the password, confirmed by a link that was mailed there.
alter table identity.mailed_token add column new_email text;
alter table identity.mailed_token drop constraint mailed_token_purpose_check;
alter table identity.mailed_token add constraint mailed_token_purpose_check
  check (purpose in ('reset', 'confirm', 'email') and (purpose = 'email') = (new_email is not null));

grant update (email, email_key, user_name) on identity.account to {{app_role}};
