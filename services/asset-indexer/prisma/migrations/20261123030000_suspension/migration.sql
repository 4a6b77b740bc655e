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
comment on column collection.suspended is 'a suspension of the whole contract is in force';
comment on column asset.suspended is 'a suspension of a range of tokens that covers it is in force';

-- GW-7: the wallets of accounts, from identity.account.v1: holders still see a collection that is suspended.
create table account_replica (
  account_id text primary key,
  revision integer not null,
  wallets text[] not null
);
