-- SP-30: the newest state of each suspension, from moderation.suspension.v1; without tokens: the whole contract.
create table suspension_replica (
  suspension_id text primary key,
  revision integer not null,
  active boolean not null,
  blockchain text not null,
  contract_address text not null,
  token_from numeric(78, 0),
  token_to numeric(78, 0),
  check ((token_from is null) = (token_to is null) and (token_from is null or token_from <= token_to))
);
create index suspension_active on suspension_replica (blockchain, contract_address) where active;
create index order_replica_asset on order_replica (blockchain, contract_address);
