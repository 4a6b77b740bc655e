-- What a person likes to find again: assets, and collections whose news they follow. Each takes one of 500 places of its
-- kind, so that the limit holds whatever is asked at once.
create table favourite (
  account_id text not null references account,
  kind text not null check (kind in ('asset', 'collection')),
  target_id text not null check (target_id ~ '^[0-9a-f]{24}$'),
  place smallint not null check (place between 1 and 500),
  created_at timestamptz not null,
  primary key (account_id, kind, target_id),
  constraint favourite_place unique (account_id, kind, place)
);
