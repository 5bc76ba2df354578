-- The identity service signs in as a role of its own, so that no other role can read accounts or keys: whatever roles
-- other than the owner had been granted here goes over to it.
do $$
declare
  one record;
begin
  for one in
    select class.relname as relation, null::name as field, given.privilege_type as privilege
    from pg_class as class cross join aclexplode(class.relacl) as given
    where class.relnamespace = 'identity'::regnamespace and given.grantee not in (0, class.relowner)
    union
    select class.relname, field.attname, given.privilege_type
    from pg_class as class join pg_attribute as field on field.attrelid = class.oid
      cross join aclexplode(field.attacl) as given
    where class.relnamespace = 'identity'::regnamespace and given.grantee not in (0, class.relowner)
  loop
    execute format('grant %s %s on identity.%I to %s', one.privilege,
      case when one.field is null then '' else format('(%I)', one.field) end, one.relation, '{{app_role}}');
  end loop;
  for one in
    select distinct given.grantee::regrole as role
    from pg_namespace as space cross join aclexplode(space.nspacl) as given
    where space.nspname = 'identity' and given.grantee not in (0, space.nspowner, '{{app_role}}'::regrole::oid)
    union
    select distinct given.grantee::regrole
    from pg_class as class cross join aclexplode(class.relacl) as given
    where class.relnamespace = 'identity'::regnamespace
      and given.grantee not in (0, class.relowner, '{{app_role}}'::regrole::oid)
  loop
    execute format('revoke all on all tables in schema identity from %s', one.role);
    execute format('revoke all on schema identity from %s', one.role);
  end loop;
end $$;

grant usage on schema identity to {{app_role}};
revoke all on schema identity from public;
revoke all on all tables in schema identity from public;
