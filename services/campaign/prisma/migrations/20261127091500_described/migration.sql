-- What its makers say of a collection or an item beside its payload.
alter table vcollection
  add column assets jsonb not null default '{}',
  add column attributes jsonb not null default '{}',
  add column texts jsonb not null default '{}',
  add column theme jsonb not null default '{}';
alter table vitem
  add column assets jsonb not null default '{}',
  add column attributes jsonb not null default '{}',
  add column texts jsonb not null default '{}',
  add column metadata jsonb not null default '{}';
