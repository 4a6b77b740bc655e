-- What admins say of collections. What they named is no longer taken over from the configuration.
alter table collection
  add column version integer not null default 0,
  add column changed_by text,
  add column changed_at timestamptz,
  add column named boolean not null default false,
  add column samples text[] not null default '{}',      -- AI-3: ids of assets
  add column trait_configs jsonb not null default '[]'; -- AI-10

-- AI-26: slugs that were given up lead to their collection for a while.
create table collection_slug (
  slug text primary key,
  collection_id text not null references collection on delete cascade,
  until timestamptz not null
);
create index collection_slug_of on collection_slug (collection_id);

-- AI-10: the traits as their maker gave them; `attribute` is how they are read.
alter table asset
  add column attributes jsonb not null default '[]',
  add column dropped text[] not null default '{}';      -- keys in whose values no number was found
update asset a set attributes = given.list from (
  select asset_id, jsonb_agg(jsonb_build_object(
      'key', key, 'value', value, 'number', number::text, 'displayType', display_type) order by position) as list
  from attribute group by asset_id) given
  where given.asset_id = a.id;
alter table attribute add column star boolean not null default false;
