-- MO-1: a suspension may be about what stands for a virtual collection, or for an item of it; null: any token.
alter table suspension
  add column abstract_kind text,
  add column abstract_collection_id text,
  add column abstract_item_id text,
  add check ((abstract_kind is null) = (abstract_collection_id is null) and (abstract_item_id is null or abstract_kind is not null)),
  drop constraint suspension_of_range,
  add constraint suspension_of_range unique nulls not distinct
    (blockchain, contract_address, token_from, token_to, abstract_kind, abstract_collection_id, abstract_item_id); -- MO-5
create index suspension_of_virtual on suspension (abstract_collection_id, changed_at desc, suspension_id) where abstract_kind is not null;
