-- AI-14: what is listed or has offers, which of a large market is little.
create index asset_listed on asset (collection_id, id) where listings > 0;
create index asset_offered on asset (collection_id, id) where offers > 0;
