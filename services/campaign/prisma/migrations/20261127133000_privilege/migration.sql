-- CA-78: a row a stream `privilege-<id>`: a benefit.
create table privilege (
  id text primary key,
  project_id text not null,
  slug text not null,
  name text not null,
  description text not null,
  assets jsonb not null,
  payload jsonb,
  meta_timer jsonb not null,
  enabled boolean not null,
  created timestamptz not null,
  updated timestamptz not null,
  constraint privilege_slug_once unique (project_id, slug)
);
create index privilege_newest on privilege (project_id, created desc, id desc);

-- CA-78: a row a stream `privilege-binding-<id>`: what carries a privilege, a whole collection, an item, or tokens of one.
create table privilege_binding (
  id text primary key,
  project_id text not null,
  privilege_id text not null references privilege (id),
  collection_id text,
  item_id text,
  -- of the item: pairs of numbers, sorted and merged; empty: all tokens
  token_ranges int8multirange not null,
  quantity integer not null check (quantity > 0),
  meta_timer jsonb not null,
  priority integer not null,
  enabled boolean not null,
  created timestamptz not null,
  updated timestamptz not null,
  constraint privilege_binding_target check (
    (collection_id is null) <> (item_id is null) and (item_id is not null or token_ranges = '{}'))
);
create index privilege_binding_of on privilege_binding (privilege_id, created desc, id desc);
create index privilege_binding_collection on privilege_binding (collection_id) where collection_id is not null;
create index privilege_binding_item on privilege_binding (item_id) where item_id is not null;
