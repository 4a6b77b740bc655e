-- AI-7: what an asset stands for within a shared contract, as the index tells; null: only for itself.
alter table asset_replica
  add column abstract_kind text,
  add column abstract_collection_id text,
  add column abstract_item_id text,
  add check ((abstract_kind is null) = (abstract_collection_id is null) and (abstract_kind is null) = (abstract_item_id is null));
