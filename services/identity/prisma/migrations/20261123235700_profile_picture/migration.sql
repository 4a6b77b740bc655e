-- ID-39: the asset whose picture stands for a person, and the wallet of theirs that holds it.
create table profile_picture (
  account_id text primary key references account,
  asset_id text not null,
  blockchain text not null,
  contract_address text not null,
  token_id numeric(78, 0) not null,
  holder text not null,
  url text not null check (url ~ '^/media/[0-9a-f]{64}\.webp$')
);
create index profile_picture_asset on profile_picture (asset_id);
create index profile_picture_contract on profile_picture (blockchain, contract_address, account_id);
create index profile_picture_holder on profile_picture (holder);

-- MO-7: the newest state of each suspension, from moderation.suspension.v1; without tokens: the whole contract.
create table suspension_replica (
  suspension_id text primary key,
  revision integer not null,
  active boolean not null,
  blockchain text not null,
  contract_address text not null,
  token_from numeric(78, 0),
  token_to numeric(78, 0),
  at timestamptz,
  check ((token_from is null) = (token_to is null) and (token_from is null or token_from <= token_to))
);
create index suspension_active on suspension_replica (blockchain, contract_address) where active;
