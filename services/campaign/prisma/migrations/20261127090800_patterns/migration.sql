-- CA-2, CA-3: a role may be of whoever a pattern means; then the principal is the pattern's fingerprint.
alter table project_grant rename column account_id to principal_id;
alter table project_grant
  add column principal_type text not null default 'account' check (principal_type in ('account', 'idp_link_pattern')),
  add column principal_group text not null default '',
  add constraint project_grant_pattern check (
    principal_type = 'account' and principal_group = ''
    or principal_type = 'idp_link_pattern' and principal_group <> '' and role in ('editor', 'minter', 'viewer'));
create index project_grant_patterns on project_grant (project_id) where principal_type = 'idp_link_pattern';

-- ID-42: a pattern may hold a telephone number, so its text is kept here alone, sealed, as long as the role lasts.
create table grant_pattern (
  grant_id text primary key,
  sealed bytea not null
);
