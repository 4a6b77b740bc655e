-- CA-49: what was promised stays within the limit, of the collection and of the item; no limit is unlimited.
create table vcollection (
  id text primary key,
  project_id text not null,
  slug text not null,
  name text not null,
  description text not null,
  tags jsonb not null,
  payload jsonb,
  mint_limit bigint,
  mint_count bigint not null default 0,
  mint_reserve bigint not null default 0,
  archived boolean not null,
  last_item int not null default 0,
  created timestamptz not null,
  updated timestamptz not null,
  constraint vcollection_counted check (mint_count >= 0 and mint_reserve >= 0),
  constraint vcollection_promised check (mint_limit is null or mint_count + mint_reserve <= mint_limit)
);
create index vcollection_by_project on vcollection (project_id, created desc, id desc);

create table vitem (
  id text primary key,
  project_id text not null,
  collection_id text not null references vcollection (id),
  number int not null check (number > 0),
  slug text not null,
  name text not null,
  description text not null,
  tags jsonb not null,
  payload jsonb,
  mint_limit bigint,
  mint_count bigint not null default 0,
  mint_reserve bigint not null default 0,
  archived boolean not null,
  created timestamptz not null,
  updated timestamptz not null,
  constraint vitem_number_unique unique (collection_id, number),
  constraint vitem_counted check (mint_count >= 0 and mint_reserve >= 0),
  constraint vitem_promised check (mint_limit is null or mint_count + mint_reserve <= mint_limit)
);
create index vitem_by_project on vitem (project_id, created desc, id desc);

-- CA-9: every slug that a collection or an item of a project has or had.
create table virtual_slug (
  project_id text not null,
  kind text not null,
  slug text not null,
  id text not null,
  constraint virtual_slug_unique primary key (project_id, kind, slug)
);
create index virtual_slug_by_id on virtual_slug (kind, id);
