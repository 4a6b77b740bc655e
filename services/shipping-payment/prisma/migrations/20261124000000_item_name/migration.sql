-- What items are called, from asset-indexer.asset.v1: the card provider is told what is bought.
create table item_name (
  blockchain text not null,
  contract_address text not null,
  token_id text not null,
  name text not null,
  at timestamptz not null,
  primary key (blockchain, contract_address, token_id)
);
