-- ID-41: somebody in one project: an id of theirs that says nothing of who they are in another. Of accounts that became one all
-- ids lead to the one that is left, whose first one is told from then on.
create table app_user (
  id text primary key,
  project_id text not null,
  account_id text not null,
  is_main boolean not null,
  created_at timestamptz not null
);
create unique index app_user_main on app_user (project_id, account_id) where is_main;
create index app_user_account on app_user (account_id, project_id);

-- CA-2: a role may be of an app user.
alter table project_grant drop constraint project_grant_principal_type_check;
alter table project_grant drop constraint project_grant_pattern;
alter table project_grant
  add constraint project_grant_principal_type_check check (principal_type in ('account', 'app_user', 'idp_link_pattern')),
  add constraint project_grant_pattern check (
    principal_type in ('account', 'app_user') and principal_group = ''
    or principal_type = 'idp_link_pattern' and principal_group <> '' and role in ('editor', 'minter', 'viewer'));
