-- MO-1: a suspension may be about what stands for a virtual collection, or for an item of it; null: any token.
alter table suspension_replica
  add column abstract_kind text,
  add column abstract_collection_id text,
  add column abstract_item_id text,
  add check ((abstract_kind is null) = (abstract_collection_id is null) and (abstract_item_id is null or abstract_kind is not null));

-- … and whether a token stands for it is read by this, which finds the table by its name also after a rebuild of it.
create function stands_for() returns table (contract_address text, token_id numeric, kind text, collection_id text, item_id text)
language sql stable as $$
  select contract, token_id::numeric, abstract_kind, abstract_collection_id, abstract_item_id from asset where abstract_kind is not null
$$;
create index asset_standing on asset (contract, (token_id::numeric)) where abstract_kind is not null;
