-- The tables of campaign; the log, the inbox and the jobs are the kit's.

-- A row a stream `project-<id>`.
create table project (
  id text primary key,
  slug text not null,
  name text not null,
  description text not null,
  line_channel_id text not null,
  line_liff_id text not null,
  theme jsonb not null,
  archived boolean not null,
  version integer not null check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index project_newest on project (created_at desc, id desc);

-- CA-9: every slug that a project has or had, for good.
create table project_slug (
  slug text constraint project_slug_once primary key check (slug ~ '^[a-z0-9_]{2,100}$' and slug !~ '^[0-9a-f]{24}$'),
  project_id text not null
);

-- CA-2: who has which role in a project; of the streams `member-<project>:<account>`.
create table project_grant (
  id text primary key,
  project_id text not null,
  account_id text not null,
  role text not null check (role in ('owner', 'admin', 'editor', 'minter', 'viewer')),
  created_at timestamptz not null,
  constraint project_grant_once unique (project_id, account_id, role)
);
create index project_grant_account on project_grant (account_id, project_id);
create index project_grant_first on project_grant (project_id, created_at, id);
