-- OB-4: the newest state of each suspension, from moderation.suspension.v1; without tokens: the whole contract.
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

-- it doesn't travel with each asset any more
alter table asset drop column suspended;
-- orders of a range are looked for by their contract
create index order_row_contract on order_row (contract) where open;
