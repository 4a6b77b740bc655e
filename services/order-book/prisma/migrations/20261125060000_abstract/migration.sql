-- AI-7: what an asset stands for within a shared contract, as the index tells; null: only for itself.
alter table asset
  add column abstract_kind text,
  add column abstract_collection_id text,
  add column abstract_item_id text,
  add check ((abstract_kind is null) = (abstract_collection_id is null) and (abstract_kind is null) = (abstract_item_id is null));

create index asset_of_abstract on asset (abstract_collection_id, contract, token_id) where abstract_collection_id is not null;
