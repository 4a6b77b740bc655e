-- AW-6: all that the maker of an asset says of it; null: not read again since this is kept.
alter table asset_reading add column texts jsonb;

-- Whose a token is, as the chain has told; of contracts whose tokens have one owner each.
create table asset_owner (
  asset_id text primary key,
  owner text not null,
  -- the transfer that made it so; of one that was taken back, the place before it
  block bigint not null,
  log bigint not null
);

-- AW-6: what an asset was when its case was decided, a row a round. A row that is removed is forgotten, and nothing else
-- changes.
create table flag_decided (
  case_id text not null references flag_case,
  round integer not null check (round > 0),
  at timestamptz not null,
  image text not null,
  collection text not null,
  -- null: the asset was not read yet
  texts jsonb,
  picture bit(256),
  owner text,
  primary key (case_id, round)
);
