-- MO-1: a suspension may be about what stands for a virtual collection, or for an item of it; null: any token.
alter table suspension_replica
  add column abstract_kind text,
  add column abstract_collection_id text,
  add column abstract_item_id text,
  add check ((abstract_kind is null) = (abstract_collection_id is null) and (abstract_item_id is null or abstract_kind is not null));

-- AI-7: what assets stand for within a shared contract, as the index tells; null: only for themselves.
create table item_standing (
  contract_address text not null,
  token_id numeric(78, 0) not null,
  kind text,
  collection_id text,
  item_id text,
  at timestamptz not null,
  primary key (contract_address, token_id),
  check ((kind is null) = (collection_id is null) and (kind is null) = (item_id is null))
);
create index item_standing_of on item_standing (collection_id, contract_address) where kind is not null;

-- … and whether a token stands for something is read by this, which finds the table by its name also after a rebuild of it.
create function stands_for() returns table (contract_address text, token_id numeric, kind text, collection_id text, item_id text)
language sql stable as $$
  select contract_address, token_id, kind, collection_id, item_id from item_standing where kind is not null
$$;
