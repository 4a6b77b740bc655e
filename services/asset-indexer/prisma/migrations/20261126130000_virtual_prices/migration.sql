-- AI-7: a virtual collection by price, as other collections are.
create index asset_of_abstract_by_price on asset (abstract_collection_id, sp_baht, token_id, id)
  where abstract_collection_id is not null;
