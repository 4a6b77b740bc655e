-- AI-15: what is listed, or has offers, by its latest activity: of a large market the newest may be neither.
create index asset_listed_by_block on asset (last_block desc, token_id, id) where listings > 0;
create index asset_offered_by_block on asset (last_block desc, token_id, id) where offers > 0;

-- AI-3: the first picture of a collection, which may have none.
create index asset_pictured on asset (collection_id, token_id) where r360 is not null and not suspended;

-- A value belongs to its key: taken for independent of it, it would be thought far rarer than it is.
create statistics attribute_pair (dependencies, mcv) on key_folded, value_folded from attribute;
