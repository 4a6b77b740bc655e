-- MO-1: a suspension may be about what stands for a virtual collection, or for an item of it; null: any token.
alter table suspension_replica
  add column abstract_kind text,
  add column abstract_collection_id text,
  add column abstract_item_id text,
  add check ((abstract_kind is null) = (abstract_collection_id is null) and (abstract_item_id is null or abstract_kind is not null));

-- … and whether a token stands for it is read by this.
create function stands_for() returns table (contract_address text, token_id numeric, kind text, collection_id text, item_id text)
language sql stable as $$
  select contract, token_id, abstract_kind, abstract_collection_id, abstract_item_id from asset where abstract_kind is not null
$$;
comment on column asset.suspended is 'a suspension of tokens that covers it is in force, or of what it stands for';
