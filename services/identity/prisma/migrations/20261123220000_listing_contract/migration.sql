-- MO-7: whose listings a suspension stops.
create index listing_replica_contract on listing_replica (lower(asset->>'contract'), hash) where open;
