-- AI-7: what of the campaign platform was minted as which asset.
create table mint_replica (
  mint_id text primary key,
  revision int not null,
  asset_id text not null,
  collection_id text not null,
  item_id text not null,
  item_token_id text not null
);
create index mint_replica_of_asset on mint_replica (asset_id);
