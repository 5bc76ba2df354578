-- Who signs up with an address is found by a name of their own until the address is confirmed: an `email_key` without "@".
-- So the same address may wait in several accounts, and belongs to one; it may be corrected as long as it waits.
grant update (email, email_key, user_name) on identity.account to {{app_role}};
