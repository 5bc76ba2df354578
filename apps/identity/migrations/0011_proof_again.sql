-- Once an organization's provider has other keys, its people show their password again, which renews the link.
grant update (linked_at) on identity.federated_identity to {{app_role}};
